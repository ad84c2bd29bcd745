"""A reproduction as files: data, figures, and a page that reads without a network."""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path

from mendax._version import __version__
from mendax.draw import write_figure
from mendax.figure import Figure
from mendax.papers.report import Row, Verdict
from mendax.papers.works import WORKS
from mendax.store import write_whole

STYLE = """
:root { color-scheme: light dark; --ink: #1c1c1c; --soft: #5c5c5c; --line: #dcdcdc; --page: #fff;
  --agrees: #16703c; --erratum: #8a5a00; --tell: #1c5d8a; --fails: #b00020; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --soft: #a8a8a8; --line: #3a3a3a; --page: #17181a;
  --agrees: #6fcf97; --erratum: #f2b84b; --tell: #7fb8e6; --fails: #ff7b89; }
  figure img { filter: invert(.9) hue-rotate(180deg); } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: var(--ink);
  background: var(--page); }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin-top: 3rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
td, th { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top;
  overflow-wrap: anywhere; }
th:nth-child(1) { width: 26%; } th:nth-child(2) { width: 20%; } th:nth-child(4) { width: 7rem; } th:nth-child(5) { width: 5rem; }
td.seconds { text-align: right; white-space: nowrap; }
.note, figcaption, .tally { color: var(--soft); font-size: .9em; }
.agrees { color: var(--agrees); } .erratum { color: var(--erratum); font-weight: bold; }
.cannot-tell { color: var(--tell); } .fails { color: var(--fails); font-weight: bold; }
figure { margin: 2rem 0; } figure img { max-width: 100%; height: auto; display: block; } code { font-size: .92em; }
@media (max-width: 45rem) { table, tbody, tr, td { display: block; width: auto; } th { display: none; }
  tr { border-bottom: 1px solid var(--line); } td { border: 0; padding: .15rem 0; } td.seconds { text-align: left; } }
"""


def write_report(rows: Sequence[Row], figures: Sequence[Figure], folder: Path) -> Path:
    """Write `reproduce.json`, `reproduce.html`, and each figure as data, SVG and PNG into a folder; the page's path."""
    data = json.dumps([asdict(row) for row in rows], indent=2, ensure_ascii=False) + "\n"
    write_whole(folder / "reproduce.json", data.encode())
    drawn: list[tuple[Figure, str]] = []
    for figure in figures:
        drawn.append((figure, write_figure(figure, folder / "figures")))
    page = folder / "reproduce.html"
    write_whole(page, _page(rows, drawn).encode())
    return page


def _page(rows: Sequence[Row], drawn: Sequence[tuple[Figure, str]]) -> str:
    works = list(dict.fromkeys([*(row.work for row in rows), *(figure.work for figure, _ in drawn)]))
    sections = (
        f"<h2 id='{work}'>{escape(WORKS[work].title)}</h2>"
        + _table([row for row in rows if row.work == work])
        + "".join(_figure(figure, svg) for figure, svg in drawn if figure.work == work)
        for work in works
    )
    contents = " · ".join(f"<a href='#{work}'>{work}</a>" for work in works)
    return (
        "<!doctype html><html lang='en'><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>Mendax: the papers recomputed</title><style>{STYLE}</style><h1>The papers recomputed</h1>"
        f"<p>Mendax {__version__}. Every number below was computed from the rules alone; remake this page with "
        f"<code>mendax reproduce --out DIR</code>.</p><p>{contents}</p>{''.join(sections)}</html>\n"
    )


def _table(rows: Sequence[Row]) -> str:
    count = Counter(row.verdict for row in rows)
    tally = ", ".join(f"{count[verdict]} {verdict}" for verdict in Verdict if count[verdict])
    head = "".join(f"<th>{name}</th>" for name in ("item", "printed", "ours", "verdict", "seconds"))
    return f"<p class='tally'>{tally}</p><table><tr>{head}</tr>{''.join(map(_row, rows))}</table>"


def _row(row: Row) -> str:
    note = f"<div class='note'>{escape(row.note)}</div>" if row.note else ""
    return (
        f"<tr><td>{escape(row.item)}</td><td>{escape(row.printed)}</td><td>{escape(row.ours)}{note}</td>"
        f"<td class='{row.verdict}'>{row.verdict}</td><td class='seconds'>{row.seconds:.2f}</td></tr>"
    )


def _figure(figure: Figure, svg: str) -> str:
    """As an image of its own, so that no two drawings share names; nothing is fetched."""
    image = b64encode(svg.encode()).decode()
    return (
        f"<figure><img alt='{escape(figure.title, quote=True)}' src='data:image/svg+xml;base64,{image}'>"
        f"<figcaption>{escape(figure.note)} Remake: <code>{escape(figure.command)}</code></figcaption></figure>"
    )
