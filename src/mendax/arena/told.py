"""Populations as JSON has them: the same object for `mendax evolve --json` and for the web."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mendax.arena.evolution import Population


def population_json(found: Population, *, whole: bool = False) -> dict[str, Any]:
    """Scores by s, then t, added up over replicates; `whole` adds those of each."""
    s, t = (axis.tolist() for axis in found.evolution.axes)
    told: dict[str, Any] = {
        **found.evolution.described(),
        "mesh": {"s": s, "t": t},
        "scores": found.scores.sum(axis=0).tolist(),
        "mean_s": float(found.means[:, 0].mean()),
        "mean_t": float(found.means[:, 1].mean()),
        "interval_s": list(found.interval(0)),
        "interval_t": list(found.interval(1)),
        "noise_s": float(found.noise[0]),
        "noise_t": float(found.noise[1]),
        "seconds": round(found.seconds, 3),
    }
    return told | ({"each": found.scores.tolist()} if whole else {})
