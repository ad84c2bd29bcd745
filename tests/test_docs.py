"""What README and docs tell people to type works."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mendax.cli import main

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p)], ids=lambda p: str(p.relative_to(ROOT)))
def test_code_on_the_page_runs(page, tmp_path, monkeypatch):
    """Python blocks in one namespace; in the others, lines that start with `mendax`, in one folder."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {}
    for language, text in blocks(page):
        if language == "python":
            exec(compile(text, str(page), "exec"), namespace)
        for line in text.splitlines() if not language else []:
            words = shlex.split(line, comments=True)
            if words[:1] == ["mendax"]:
                done = CliRunner().invoke(main, words[1:])
                assert done.exit_code == 0, f"{line}\n{done.output}"


def test_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
