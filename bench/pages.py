"""Tables of results, written into pages between two marks."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def rewrite(page: str, program: str, text: str) -> None:
    """Put the text of a program between its marks on a page, `<!-- bench/NAME.py begins -->` and `... ends -->`."""
    begin, end = (f"<!-- bench/{program} {word} -->" for word in ("begins", "ends"))
    path = ROOT / page
    before, rest = path.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    path.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


def percent(share: float) -> str:
    return f"{share:.1%}"


def between(share: dict[str, float]) -> str:
    """`78.1% (76.0–80.0)`."""
    return f"{share['mean']:.1%} ({100 * share['low']:.1f}–{100 * share['high']:.1f})"
