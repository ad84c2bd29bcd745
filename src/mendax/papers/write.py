"""A reproduction as files: data, and a page that reads without a network."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path

from mendax._version import __version__
from mendax.papers.report import Row

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid #ddd; padding: .4rem .6rem; text-align: left; vertical-align: top; }
td.seconds { text-align: right; white-space: nowrap; }
.note { color: #555; font-size: .9em; }
.agrees { color: #16703c; } .erratum { color: #8a5a00; font-weight: bold; }
.cannot-tell { color: #1c5d8a; } .fails { color: #b00020; font-weight: bold; }
"""


def write_report(rows: Sequence[Row], folder: Path) -> Path:
    """Write `reproduce.json` and `reproduce.html` into a folder; the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "reproduce.json").write_text(
        json.dumps([asdict(row) for row in rows], indent=2, ensure_ascii=False), encoding="utf-8"
    )
    page = folder / "reproduce.html"
    page.write_text(_page(rows), encoding="utf-8")
    return page


def _page(rows: Sequence[Row]) -> str:
    works = list(dict.fromkeys(row.work for row in rows))
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Mendax: the papers recomputed</title>"
        f"<style>{STYLE}</style><h1>The papers recomputed</h1>"
        f"<p>Mendax {__version__}. Every number below was computed from the rules alone; remake this page with "
        "<code>mendax reproduce --out DIR</code>.</p>"
        + "".join(_table(work, [row for row in rows if row.work == work]) for work in works)
        + "</html>\n"
    )


def _table(work: str, rows: Sequence[Row]) -> str:
    head = "".join(f"<th>{name}</th>" for name in ("item", "printed", "ours", "verdict", "seconds"))
    return f"<h2>{escape(work)}</h2><table><tr>{head}</tr>{''.join(map(_row, rows))}</table>"


def _row(row: Row) -> str:
    note = f"<div class='note'>{escape(row.note)}</div>" if row.note else ""
    return (
        f"<tr><td>{escape(row.item)}</td><td>{escape(row.printed)}</td><td>{escape(row.ours)}{note}</td>"
        f"<td class='{row.verdict}'>{row.verdict}</td><td class='seconds'>{row.seconds:.2f}</td></tr>"
    )
