"""Results as JSON has them: the same objects for `--json` and for the web."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from mendax.games.classic import CLASSICS
from mendax.rules.variant import RoundVariant, TreeVariant, Variant
from mendax.solve.solution import Solution, Stand


def solution_json(solution: Solution, file: str | None) -> dict[str, Any]:
    exact = isinstance(solution.value, Fraction)
    return {
        "game": solution.game,
        "value": float(solution.value),
        "value_exact": str(solution.value) if exact else None,
        "win_probability": solution.win_probability,
        "exploitability": solution.exploitability,
        "bounds": [str(bound) if exact else bound for bound in solution.bounds],
        "status": solution.status.value,
        "method": solution.method,
        "parameters": solution.parameters,
        "iterations": solution.iterations,
        "seconds": round(solution.seconds, 4),
        "version": solution.version,
        "cite": list(solution.cite),
        "file": file,
    } | ({"states": [state_json(state) for state in solution.states]} if solution.states else {})


def state_json(state: Stand) -> dict[str, Any]:
    return {
        "dice": list(state.standing.dice),
        "opener": state.standing.opener,
        "palifico": state.standing.palifico,
        "value": float(state.value),
        "value_exact": str(state.value) if state.is_exact else None,
        "win_probability": state.win_probability,
        "bounds": [str(bound) if state.is_exact else bound for bound in state.bounds],
    }


def size_json(variant: Variant) -> dict[str, Any]:
    """How large a game is and what solving it takes, without compiling what is large."""
    from mendax.analysis.cup_sizes import (
        cup_sizes,
    )  # which load the solvers, a quarter of a second that others do without
    from mendax.analysis.sizes import estimates, standings

    if isinstance(variant, TreeVariant):
        tree = CLASSICS[variant.family]()
        return {"game": str(variant), "nodes": tree.num_nodes, "information_sets": len(tree.infosets)}
    if not isinstance(variant, RoundVariant):
        return {"game": str(variant), **asdict(cup_sizes(variant))}
    counts, engines = estimates(variant)
    told = {"standings": standings(variant), **asdict(counts), "estimates": [asdict(e) for e in engines]}
    return {"game": str(variant), **told}
