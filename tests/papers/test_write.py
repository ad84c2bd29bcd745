"""Reports and figures as files."""

import json
import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from dataclasses import replace

import pytest

from mendax.draw import draw
from mendax.figure import Figure, Panel, Series
from mendax.papers.report import Row, Verdict
from mendax.papers.write import write_report

FIGURE = Figure(
    work="lanctot-long",
    name="advantage",
    title="What <opening> is worth",
    x="faces",
    y="value",
    series=(
        Series(label="without Check", x=(2.0, 3.0), y=(0.5, 1 / 9)),
        Series(label="with Check", x=(2.0, 3.0), y=(0.0, 0.0), style="points", low=(-0.1, -0.1), high=(0.1, 0.2)),
    ),
    note="It falls with the faces.",
    command="mendax reproduce lanctot-long --out DIR",
)
ROW = Row(
    work="lanctot-long",
    item="<b>Table</b>",
    printed="1 & 2",
    ours="3",
    verdict=Verdict.ERRATUM,
    note="",
    seconds=0.5,
)


def test_the_same_data_is_the_same_file():
    assert draw(FIGURE) == draw(FIGURE)
    other = replace(FIGURE, series=(replace(FIGURE.series[0], y=(0.5, 1 / 8)),))
    assert draw(other)[0] != draw(FIGURE)[0]


def test_a_drawing_says_what_it_shows_and_how_it_is_remade():
    svg, png = draw(FIGURE)
    texts = {element.text for element in ET.fromstring(svg).iter() if element.text}
    assert {"What <opening> is worth", "faces", "value", "without Check", "with Check"} <= texts
    assert FIGURE.command in texts
    assert png.startswith(b"\x89PNG")
    assert FIGURE.command.encode() in png


@pytest.mark.parametrize("style", ["line", "dashed", "points", "bars"])
def test_every_style_is_drawn(style):
    series = (replace(FIGURE.series[0], style=style), replace(FIGURE.series[1], style=style))
    svg, _ = draw(replace(FIGURE, series=series, ticks=("zero", "one", "two", "three")))
    assert "three" in svg


def test_a_report_is_whole_and_fetches_nothing(tmp_path):
    page = write_report([ROW], [FIGURE], tmp_path / "new folder")
    html = page.read_text(encoding="utf-8")
    assert "&lt;b&gt;Table&lt;/b&gt;" in html
    assert "1 erratum" in html
    assert not re.search(r"(src|href)=.(https?:)?//", html)
    inside = re.search(r"base64,([^\']+)", html)
    assert inside
    folder = page.parent / "figures"
    assert b64decode(inside[1]) == (folder / "lanctot-long-advantage.svg").read_bytes()
    assert json.loads((folder / "lanctot-long-advantage.json").read_text())["series"][0]["y"] == [0.5, 1 / 9]
    assert json.loads((page.parent / "reproduce.json").read_text())[0]["verdict"] == "erratum"
    assert sorted(path.suffix for path in page.parent.rglob("*.*")) == [".html", ".json", ".json", ".png", ".svg"]


@pytest.mark.parametrize("surface", [False, True])
@pytest.mark.parametrize("many", [1, 4, 6])
def test_meshes_are_drawn(surface, many):
    panel = Panel(label="(P, D)", x=(0.0, 0.5, 1.0), y=(0.0, 1.0), z=((1.0, 2.0), (3.0, 4.0), (5.0, 6.0)))
    panels = tuple(replace(panel, label=f"panel {i}") for i in range(many))
    figure = replace(FIGURE, series=(), panels=panels, z="score", surface=surface)
    svg, png = draw(figure)
    texts = {element.text for element in ET.fromstring(svg).iter() if element.text}
    assert {"What <opening> is worth", "score", "panel 0", f"panel {many - 1}", FIGURE.command} <= texts
    assert draw(figure) == (svg, png)
    assert draw(replace(figure, panels=(replace(panel, z=((9.0, 2.0), (3.0, 4.0), (5.0, 6.0))), *panels[1:])))[1] != png
