"""One way in: solve any game by the method named."""

import numpy as np

from mendax.errors import UnsupportedGame
from mendax.games.compile import Game, compile_game
from mendax.games.cup import Cup
from mendax.games.match import Match, format_standing
from mendax.games.round import Round
from mendax.solve.cfr import MAX_ITERATIONS, ROWS, cfr, require_memory
from mendax.solve.cup import solve_cup
from mendax.solve.exact import MAX_LP_RUNGS, double_oracle, solve_lp
from mendax.solve.match import solve_match
from mendax.solve.proof import TARGET, Progress, silent
from mendax.solve.sequence_form import require_two_players
from mendax.solve.solution import Solution, Status

METHODS = ("auto", "exact", "lp", "double-oracle", *ROWS)
AUTO_ROUNDS = 40  # of the double oracle, after which it is given up where it need not succeed
CFR_TARGET = 1e-3


def solve_game(
    game: Game | Match | str,
    method: str = "auto",
    *,
    target: float | None = None,
    iterations: int = MAX_ITERATIONS,
    progress: Progress = silent,
) -> Solution:
    """Solve a two-player zero-sum game, given as arrays or as a string, by the method named.

    auto           exact where that is feasible, by whichever way suits the game; in floats where the fractions of a passing cup
                   grow too long, and by regret minimisation where the ladder of a round is
    exact          exact, however long the fractions, or the search
    lp             LPs in floats, of the whole game or of each stage: a bound, no rationals
    double-oracle  rounds, exact, by growing the LP
    cfr, cfr+, cfr+2, linear, dcfr, pcfr+
                   rounds, by regret minimisation: a bound that falls with the iterations, at most so many

    Of a match every round is solved by the method, at what the method makes of those that follow.

    target is the exploitability from which a solution that is not exact counts as converged: 1e-6, or 1e-3 by regrets.
    """
    if method not in METHODS:
        raise UnsupportedGame(f"unknown method {method!r}; methods: {', '.join(METHODS)}")
    if isinstance(game, str):
        game = compile_game(game)
    if isinstance(game, Match):
        require_rounds(game, method)
        near = target or (CFR_TARGET if method in ("auto", *ROWS) else TARGET)
        return solve_match(
            game,
            lambda played: solve_game(played, method, target=target, iterations=iterations, progress=progress),
            target=near,
            progress=progress,
        )
    if method in ("double-oracle", *ROWS) and not isinstance(game, Round):
        raise UnsupportedGame(f"{game.game} is not a round of dice, which {method} is for; use auto, exact or lp")
    if isinstance(game, Cup):
        near = target or TARGET
        return solve_cup(game, exact=method != "lp", patient=method == "exact", target=near, progress=progress)
    if isinstance(game, Round):
        if method in ROWS:
            return cfr(game, ROWS[method], iterations=iterations, target=target or CFR_TARGET, progress=progress)
        if method == "auto" and game.num_rungs > MAX_LP_RUNGS:
            return _exact_or_near(game, target, iterations, progress)
        if method == "double-oracle" or (method == "exact" and game.num_rungs > MAX_LP_RUNGS):
            return double_oracle(game, target=target or TARGET, progress=progress)
    return solve_lp(game, exact=method != "lp", target=target or TARGET, progress=progress)


def _exact_or_near(game: Round, target: float | None, iterations: int, progress: Progress) -> Solution:
    """Where few bids are ever made the double oracle ends soon; where it does not, regrets get near sooner."""
    solution = double_oracle(game, max_rounds=AUTO_ROUNDS, target=target or TARGET, progress=progress)
    if solution.status is Status.EXACT:
        return solution
    return cfr(game, ROWS["dcfr"], iterations=iterations, target=target or CFR_TARGET, progress=progress)


def require_rounds(match: Match, method: str) -> None:
    """UnsupportedGame where a round is beyond the method; the largest are asked first."""
    for i in sorted(range(len(match.standings)), key=lambda i: -sum(match.standings[i].dice)):
        game = match.single_round(i)
        try:
            require_two_players(game)
            if game.num_rungs > MAX_LP_RUNGS and method not in ("exact", "double-oracle"):
                require_memory(game, np.float32)
        except UnsupportedGame as error:
            told = f"the round at {format_standing(match.standings[i])} is too large: {error}"
            raise UnsupportedGame(f"{match.game} is a match; {told}; loss=round plays its first round alone") from None
