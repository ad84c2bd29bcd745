"""Mendax: Liar's Dice solved exactly where exact is possible, and with a proven bound where it is not."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mendax._version import __version__ as __version__

if TYPE_CHECKING:
    from mendax.agents.laws import check_agent
    from mendax.agents.match import play, series
    from mendax.agents.named import make_agent
    from mendax.analysis.certificate import Verification, verify
    from mendax.analysis.table import node_table
    from mendax.arena.dynamics import moran, replicator
    from mendax.arena.evolution import Evolution, evolve
    from mendax.arena.reading import Reading
    from mendax.arena.survey import duel, survey
    from mendax.arena.tournament import tournament
    from mendax.errors import (
        GameLawError,
        IllegalAction,
        MendaxError,
        NotationError,
        StoreError,
        UnsupportedGame,
        VariantError,
    )
    from mendax.games.compile import compile_game
    from mendax.games.cup import Cup
    from mendax.games.gambit import to_efg
    from mendax.games.laws import check_game
    from mendax.games.round import Round, compile_round
    from mendax.games.state import begin
    from mendax.games.strategy import Strategy
    from mendax.games.tree import Tree
    from mendax.games.unfold import unfold
    from mendax.rules.variant import RoundVariant, parse
    from mendax.solve.cfr_many import ManySolution, cfr_many
    from mendax.solve.equilibrium import equilibria
    from mendax.solve.exact import double_oracle, solve_lp
    from mendax.solve.game import solve_game
    from mendax.solve.response import best_response, exploitability, nash_conv
    from mendax.solve.solution import Solution, Status
    from mendax.store import load_solution, save_solution

# Where each public name lives. Modules are imported when a name is first used, so that `import mendax` costs nothing.
_HOME = {
    "mendax.agents.laws": ("check_agent",),
    "mendax.agents.match": ("play", "series"),
    "mendax.agents.named": ("make_agent",),
    "mendax.arena.tournament": ("tournament",),
    "mendax.analysis.certificate": ("Verification", "verify"),
    "mendax.analysis.table": ("node_table",),
    "mendax.arena.dynamics": ("moran", "replicator"),
    "mendax.arena.evolution": ("Evolution", "evolve"),
    "mendax.arena.reading": ("Reading",),
    "mendax.arena.survey": ("duel", "survey"),
    "mendax.errors": (
        "GameLawError",
        "IllegalAction",
        "MendaxError",
        "NotationError",
        "StoreError",
        "UnsupportedGame",
        "VariantError",
    ),
    "mendax.games.compile": ("compile_game",),
    "mendax.games.cup": ("Cup",),
    "mendax.games.gambit": ("to_efg",),
    "mendax.games.laws": ("check_game",),
    "mendax.games.round": ("Round", "compile_round"),
    "mendax.games.state": ("begin",),
    "mendax.games.strategy": ("Strategy",),
    "mendax.games.tree": ("Tree",),
    "mendax.games.unfold": ("unfold",),
    "mendax.rules.variant": ("RoundVariant", "parse"),
    "mendax.solve.cfr_many": ("ManySolution", "cfr_many"),
    "mendax.solve.equilibrium": ("equilibria",),
    "mendax.solve.exact": ("double_oracle", "solve_lp"),
    "mendax.solve.game": ("solve_game",),
    "mendax.solve.response": ("best_response", "exploitability", "nash_conv"),
    "mendax.solve.solution": ("Solution", "Status"),
    "mendax.store": ("load_solution", "save_solution"),
}

__all__ = [
    "Cup",
    "Evolution",
    "GameLawError",
    "IllegalAction",
    "ManySolution",
    "MendaxError",
    "NotationError",
    "Reading",
    "Round",
    "RoundVariant",
    "Solution",
    "Status",
    "StoreError",
    "Strategy",
    "Tree",
    "UnsupportedGame",
    "VariantError",
    "Verification",
    "begin",
    "best_response",
    "cfr_many",
    "check_agent",
    "check_game",
    "compile_game",
    "compile_round",
    "double_oracle",
    "duel",
    "equilibria",
    "evolve",
    "exploitability",
    "load_solution",
    "make_agent",
    "moran",
    "nash_conv",
    "node_table",
    "parse",
    "play",
    "replicator",
    "save_solution",
    "series",
    "solve_game",
    "solve_lp",
    "survey",
    "to_efg",
    "tournament",
    "unfold",
    "verify",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOME.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'mendax' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
