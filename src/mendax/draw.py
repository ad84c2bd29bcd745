"""Figures drawn and written, as SVG and PNG from the same data."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from math import nan
from pathlib import Path
from typing import Any

from mendax.errors import UnsupportedGame
from mendax.figure import Cells, Figure, Panel, Series
from mendax.store import write_whole

COLOURS = ("#1b5e9e", "#c2571a", "#2e7d4f", "#8a3f8f", "#8c6d1f", "#444444", "#b0305c", "#2b8c96")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")  # so that hue alone never tells curves apart
DASHES = ("-", (0, (6, 1.5)), (0, (3, 1.5)), (0, (6, 1.5, 1, 1.5)))
SIZE = (7.2, 4.4)  # inches
PANEL = (3.7, 3.2)  # inches of each mesh
ABREAST = 3  # meshes in a row
MAP = "cividis"  # its lightness rises evenly, and all eyes see it alike
DPI = 144
MAX_TICKS = 10
CROWD = 300  # points that are too many to be told apart

RC = {
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e3e3e3",
    "axes.axisbelow": True,
    "legend.frameon": False,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "mendax",  # the same data, the same file
}


def draw(figure: Figure) -> tuple[str, bytes]:
    """The figure as SVG text and as PNG bytes; each carries the command that remakes it."""
    matplotlib = require_matplotlib()
    with matplotlib.rc_context(RC):
        from matplotlib.figure import Figure as Canvas

        if figure.panels:
            return _saved(_draw_panels(Canvas, figure), figure.command)
        canvas = Canvas(figsize=SIZE, layout="constrained")
        axes = canvas.add_subplot()
        bars = [series for series in figure.series if series.style == "bars"]
        for place, series in enumerate(figure.series):
            _draw_series(axes, series, place, bars)
        if figure.cells is not None:
            _draw_cells(canvas, axes, figure.cells)
        axes.set(title=figure.title, xlabel=figure.x, ylabel=figure.y)
        axes.title.set_fontsize(11)
        if figure.log_x:
            axes.set_xscale("log")
            places = sorted({x for series in figure.series for x in series.x if series.style == "points"})
            if len(places) <= MAX_TICKS:  # the places themselves say more than powers of ten
                axes.set_xticks(places, [f"{x:g}" for x in places], minor=False)
                axes.set_xticks([], minor=True)
        if figure.log_y:
            axes.set_yscale("log")
        if figure.ticks:
            axes.set_xticks(range(len(figure.ticks)), figure.ticks)
            if sum(map(len, figure.ticks)) > 60:
                axes.tick_params(axis="x", rotation=25)
                for label in axes.get_xticklabels():
                    label.set_horizontalalignment("right")
        if len(figure.series) > 3:
            axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=9)
        elif len(figure.series) > 1:
            axes.legend(loc="best", fontsize=9)
        return _saved(canvas, figure.command)


def _saved(canvas: Any, command: str) -> tuple[str, bytes]:
    svg, png = io.StringIO(), io.BytesIO()
    canvas.savefig(svg, format="svg", metadata={"Date": None, "Description": command})
    canvas.savefig(png, format="png", dpi=DPI, metadata={"Description": command})
    return svg.getvalue(), png.getvalue()


def write_figure(figure: Figure, folder: Path) -> str:
    """Its data, SVG and PNG as files of a folder; the SVG text."""
    svg, png = draw(figure)
    stem = folder / f"{figure.work}-{figure.name}"
    data = json.dumps(asdict(figure), indent=2, ensure_ascii=False) + "\n"
    write_whole(stem.with_suffix(".json"), data.encode())
    write_whole(stem.with_suffix(".svg"), svg.encode())
    write_whole(stem.with_suffix(".png"), png)
    return svg


def _draw_panels(canvas_of: Any, figure: Figure) -> Any:
    """Meshes in rows of up to three."""
    columns = 2 if len(figure.panels) in (2, 4) else min(len(figure.panels), ABREAST)
    rows = -(-len(figure.panels) // columns)
    size = (PANEL[0] * columns, PANEL[1] * rows + 0.4)
    canvas = canvas_of(figsize=size, layout=None if figure.surface else "constrained")
    if figure.surface:  # which the other layout leaves too much room
        canvas.subplots_adjust(left=0.02, right=0.94, bottom=0.06, top=1 - 0.75 / size[1], wspace=0.12, hspace=0.18)
    canvas.suptitle(figure.title, fontsize=11)
    for place, panel in enumerate(figure.panels):
        axes = canvas.add_subplot(rows, columns, place + 1, **({"projection": "3d"} if figure.surface else {}))
        axes.set_title(panel.label, fontsize=10)
        axes.set(xlabel=figure.x, ylabel=figure.y)
        axes.grid(False)
        if figure.surface:
            _draw_surface(canvas, axes, panel, figure.z)
        else:
            _draw_heat(canvas, axes, panel, figure.z)
    return canvas


def _draw_heat(canvas: Any, axes: Any, panel: Panel, told: str) -> None:
    edges = [_edges(panel.x), _edges(panel.y)]
    heights = [[row[j] for row in panel.z] for j in range(len(panel.y))]
    drawn = axes.pcolormesh(*edges, heights, cmap=MAP, rasterized=True)
    canvas.colorbar(drawn, ax=axes, label=told, shrink=0.9)
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)


def _draw_surface(canvas: Any, axes: Any, panel: Panel, told: str) -> None:
    import numpy as np

    x, y = np.meshgrid(panel.x, panel.y, indexing="ij")
    axes.plot_surface(x, y, np.array(panel.z), cmap=MAP, rstride=1, cstride=1, linewidth=0.2, edgecolor="#333333")
    axes.set_zlabel(told, labelpad=0)
    axes.set_box_aspect((1, 1, 0.75), zoom=0.95)
    axes.tick_params(labelsize=8, pad=0)
    axes.locator_params(nbins=5)
    axes.view_init(elev=32, azim=-125)


def _edges(places: tuple[float, ...]) -> list[float]:
    """Borders halfway between neighbours."""
    if len(places) == 1:
        return [places[0] - 0.5, places[0] + 0.5]
    half = (places[1] - places[0]) / 2 or 0.5
    return [place - half for place in places] + [places[-1] + half]


def _draw_series(axes: Any, series: Series, place: int, bars: list[Series]) -> None:
    colour = COLOURS[place % len(COLOURS)]
    if series.style == "bars":
        width = 0.8 / len(bars)
        shift = (bars.index(series) - (len(bars) - 1) / 2) * width
        axes.bar([x + shift for x in series.x], series.y, width * 0.94, label=series.label, color=colour)
        _draw_intervals(axes, series, shift, "#222222")
        return
    if series.style == "points":
        marker = MARKERS[place % len(MARKERS)]
        size, alpha = (2.0, 0.4) if len(series.x) > CROWD else (4.5, 1.0)
        axes.plot(series.x, series.y, marker, label=series.label, color=colour, markersize=size, alpha=alpha)
    else:
        dashes = (0, (2, 2)) if series.style == "dashed" else DASHES[place % len(DASHES)]
        axes.plot(series.x, series.y, linestyle=dashes, label=series.label, color=colour, linewidth=1.6)
    _draw_intervals(axes, series, 0.0, colour)


def _draw_cells(canvas: Any, axes: Any, cells: Cells) -> None:
    """Rows from above; dark cells have light text."""
    found = [value for row in cells.values for value in row if value is not None] or [0.0]
    low, high = min(found), max(found)
    if cells.middle is not None:  # as far to one side as to the other
        far = max(high - cells.middle, cells.middle - low, 1e-9)
        low, high = cells.middle - far, cells.middle + far
    colours = "PuOr" if cells.middle is not None else "viridis"
    values = [[nan if value is None else value for value in row] for row in cells.values]
    image = axes.imshow(values, cmap=colours, vmin=low, vmax=high, aspect="auto")
    axes.grid(visible=False)
    slant = {"rotation": 25, "ha": "right"} if sum(map(len, cells.columns)) > 60 else {}
    axes.set_xticks(range(len(cells.columns)), cells.columns, **slant)
    axes.set_yticks(range(len(cells.rows)), cells.rows)
    canvas.colorbar(image, ax=axes, label=cells.label)
    size = 9 if len(cells.columns) <= 6 else 7
    for y, row in enumerate(cells.said):
        for x, said in enumerate(row):
            value = cells.values[y][x]
            shade = (1.0, 1.0, 1.0) if value is None else image.cmap(image.norm(value))[:3]
            dark = 0.3 * shade[0] + 0.6 * shade[1] + 0.1 * shade[2] < 0.5
            axes.text(x, y, said, ha="center", va="center", fontsize=size, color="white" if dark else "#222222")


def _draw_intervals(axes: Any, series: Series, shift: float, colour: str) -> None:
    if series.low:
        below = [y - low for y, low in zip(series.y, series.low, strict=True)]
        above = [high - y for y, high in zip(series.y, series.high, strict=True)]
        places = [x + shift for x in series.x]
        axes.errorbar(places, series.y, yerr=[below, above], fmt="none", ecolor=colour, capsize=3, linewidth=1)


def require_matplotlib() -> Any:
    """The library that draws, or one line that says what to install."""
    try:
        import matplotlib
    except ImportError as error:
        raise UnsupportedGame("drawing needs matplotlib; install mendax[plot]") from error
    return matplotlib
