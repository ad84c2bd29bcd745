"""The large runs of section 4 as they are kept, and the same measured again with few games, so that what is kept is checked."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from mendax.arena.reading import Reading
from mendax.papers.burcsi_nagy.simulation import SMALL_T, WHOLE, experiment, measure, name_of

STORED = "simulation.json"
FEW_GAMES, FEW_FIGURES = 20_000, 24  # at (2, 30); fewer where a game takes longer
SEED = 7
APART = 4.0  # standard errors by which two measurements may differ; one in 16,000 does


@cache
def stored() -> dict[str, Any]:
    """The large runs by name, as bench/evolution.py left them."""
    kept: dict[str, Any] = json.loads(files("mendax.papers.burcsi_nagy").joinpath(STORED).read_text(encoding="utf-8"))
    return kept


@dataclass(frozen=True, slots=True)
class Again:
    """A large run, the same measured again with few games and another seed, and whether the two are the same."""

    kept: dict[str, Any]
    new: dict[str, Any]

    @property
    def same(self) -> bool:
        pairs = [(self.kept[key], self.new[key]) for key in ("share_t", "small_t")]
        pairs += [(_mean(self.kept, key), _mean(self.new, key)) for key in ("mean_s", "mean_t")]
        return all(abs(a - b) <= APART * (e**2 + f**2) ** 0.5 for (a, e), (b, f) in pairs)

    @property
    def note(self) -> str:
        return (
            f"{self.kept['games']:,} games and {self.kept['replicates']} figures kept; {self.new['games']:,} games and"
            f" {self.new['replicates']} figures here with another seed: {share_text(self.new)}, {of_t(self.new)}"
            + ("" if self.same else "; THEY DIFFER")
        )


def _mean(found: dict[str, Any], key: str) -> list[float]:
    """A mean over figures and its standard error."""
    mean, deviation = found["figures"][key]
    return [mean, deviation / found["replicates"] ** 0.5]


@cache
def check_again(players: int, dice: int, reading: Reading, box: tuple[float, float] = WHOLE) -> Again:
    e = replace(experiment(players, dice, box=box, seed=SEED), reading=reading)
    games = FEW_GAMES * 30 // max(dice * (players - 1), 30)
    return Again(stored()[name_of(e)], measure(e, games, max(FEW_FIGURES * 60 // (players * dice), 8)))


def within(estimate: list[float], scale: float = 1.0, places: int = 3) -> str:
    """`0.997 ± 0.001`, 95%."""
    return f"{estimate[0] * scale:.{places}f} ± {1.96 * estimate[1] * scale:.{places}f}"


def share_text(found: dict[str, Any]) -> str:
    return f"t has {within(found['share_t'], places=4)} of the variance"


def of_t(found: dict[str, Any]) -> str:
    near = min(found["t"], key=lambda t: abs(t - SMALL_T))
    mean, spread = found["figures"]["mean_t"]
    return f"t = {near:.3g} wins {within(found['small_t'], 100, 1)} points more than t = 0, mean t {mean:.3f} (sd {spread:.3f})"
