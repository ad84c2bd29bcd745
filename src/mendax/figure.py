"""A figure as data: what is drawn, and the command that remakes it. Drawing is draw.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One curve, set of points, or set of bars. low and high, where given, are the ends of an interval about each y."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    style: Literal["line", "dashed", "points", "bars"] = "line"
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """A heat map of named rows and columns: values [rows][columns], None where there is none.

    said: what stands in each cell, or nothing. middle: the value without colour, from which others differ to both sides;
    None where colours run from low to high.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    label: str
    said: tuple[tuple[str, ...], ...] = ()
    middle: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A number z [A][B] at every point of a mesh x [A] by y [B]."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    z: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """series, or cells, or panels: meshes beside each other, each with colours of its own, z being what they tell; as heat maps
    or as surfaces.

    name: the stem of its files. ticks: names of the places 0, 1, ... on the x axis, where they are not numbers. note: what it
    shows, in a sentence or two. command: what remakes it.
    """

    work: str
    name: str
    title: str
    x: str
    y: str
    series: tuple[Series, ...] = ()
    note: str
    command: str
    ticks: tuple[str, ...] = ()
    log_x: bool = False
    log_y: bool = False
    cells: Cells | None = None
    panels: tuple[Panel, ...] = ()
    z: str = ""
    surface: bool = False
