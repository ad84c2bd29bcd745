"""A figure as data: what is drawn, and the command that remakes it. Drawing is papers/draw.py."""

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
class Panel:
    """A number z [A][B] at every point of a mesh x [A] by y [B]."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    z: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """name: the stem of its files. ticks: names of the places 0, 1, ... on the x axis, where they are not numbers.

    panels: instead of series, meshes beside each other, each with colours of its own, z being what they tell; as heat maps or
    as surfaces. note: what it shows, in a sentence or two. command: what remakes it.
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
    panels: tuple[Panel, ...] = ()
    z: str = ""
    surface: bool = False
