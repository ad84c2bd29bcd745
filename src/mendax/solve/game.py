"""One way in: solve any game by the method named."""

from mendax.errors import UnsupportedGame
from mendax.games.compile import Game, compile_game
from mendax.games.cup import Cup
from mendax.games.round import Round
from mendax.solve.cup import solve_cup
from mendax.solve.exact import MAX_LP_RUNGS, double_oracle, solve_lp
from mendax.solve.proof import TARGET, Progress, silent
from mendax.solve.solution import Solution

METHODS = ("auto", "exact", "lp", "double-oracle")


def solve_game(
    game: Game | str, method: str = "auto", *, target: float = TARGET, progress: Progress = silent
) -> Solution:
    """Solve a two-player zero-sum game, given as arrays or as a string, by the method named.

    auto           exact, by whichever way suits the game; in floats where the fractions of a passing cup grow too long
    exact          exact, however long the fractions
    lp             LPs in floats, of the whole game or of each stage: a bound, no rationals
    double-oracle  a round, exact, by growing the LP

    target is the exploitability from which a solution that is not exact counts as converged.
    """
    if method not in METHODS:
        raise UnsupportedGame(f"unknown method {method!r}; methods: {', '.join(METHODS)}")
    if isinstance(game, str):
        game = compile_game(game)
    if method == "double-oracle" and not isinstance(game, Round):
        raise UnsupportedGame(f"{game.game} is not a round of dice, which double-oracle grows; use auto, exact or lp")
    if isinstance(game, Cup):
        return solve_cup(game, exact=method != "lp", patient=method == "exact", target=target, progress=progress)
    if isinstance(game, Round) and (method == "double-oracle" or (method != "lp" and game.num_rungs > MAX_LP_RUNGS)):
        return double_oracle(game, target=target, progress=progress)
    return solve_lp(game, exact=method != "lp", target=target, progress=progress)
