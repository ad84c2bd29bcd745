"""One way in: solve any game by the method named."""

from math import isfinite

import numpy as np

from mendax.errors import UnsupportedGame
from mendax.games.compile import Game, compile_game
from mendax.games.cup import Cup
from mendax.games.match import Match, format_standing
from mendax.games.round import Round
from mendax.solve.cfr import MAX_ITERATIONS, ROWS, Keeper, cfr, fits, information_sets, require_memory
from mendax.solve.proof import TARGET, Progress, silent
from mendax.solve.solution import Solution, Status

# The other solvers are imported where they are used: LPs take a quarter of a second to load, which regrets do not need.

METHODS = ("auto", "exact", "lp", "double-oracle", "support", *ROWS)
AUTO_ROUNDS = 40  # of the double oracle, after which it is given up for supports found by regrets
MAX_LP_SETS = 2**18  # information sets up to which the whole LP is the shortest way
MAX_ORACLE_SETS = (
    100_000_000  # beyond, the oracle takes longer than regrets; with one die each it soon ends all the same
)
CFR_TARGET = 1e-3


def solve_game(
    game: Game | Match | str,
    method: str = "auto",
    *,
    target: float | None = None,
    iterations: int = MAX_ITERATIONS,
    progress: Progress = silent,
    keeper: Keeper | None = None,
) -> Solution:
    """Solve a two-player zero-sum game, given as arrays or as a string, by the method named.

    auto           exact where that is feasible, and where `target` asks for no less, by whichever way suits the game; in floats
                   where the fractions of a passing cup grow too long, by regrets where many bids of a long ladder matter
    exact          exact, however long the fractions, or the search
    lp             LPs in floats, of the whole game or of each stage: a bound, no rationals
    double-oracle  rounds, exact, by growing the LP
    support        rounds, exact, by two LPs of the bids that regret minimisation finds to matter
    cfr, cfr+, cfr+2, linear, dcfr, pcfr+
                   rounds, by regret minimisation: a bound that falls with the iterations, at most so many

    Of a match every round is solved by the method, at what the method makes of those that follow.

    keeper looks after a run by regrets, see checkpoint.py.
    target is the exploitability from which a solution that is not exact counts as converged: 1e-6, or 1e-3 by regrets.
    """
    if target is not None and not (target > 0 and isfinite(target)):
        raise UnsupportedGame(f"target={target} is not allowed; allowed: more than 0, and finite")
    if method not in METHODS:
        raise UnsupportedGame(f"unknown method {method!r}; methods: {', '.join(METHODS)}")
    if isinstance(game, str):
        game = compile_game(game)
    if isinstance(game, Match):
        from mendax.solve.match import solve_match

        require_rounds(game, method)
        near = target or (CFR_TARGET if method in ("auto", *ROWS) else TARGET)
        return solve_match(
            game,
            lambda played: solve_game(played, method, target=target, iterations=iterations, progress=progress),
            target=near,
            progress=progress,
        )
    if method in ("double-oracle", "support", *ROWS) and not isinstance(game, Round):
        raise UnsupportedGame(f"{game.game} is not a round of dice, which {method} is for; use auto, exact or lp")
    if isinstance(game, Cup):
        from mendax.solve.cup import solve_cup

        near = target or TARGET
        return solve_cup(game, exact=method != "lp", patient=method == "exact", target=near, progress=progress)
    if method in ROWS and isinstance(game, Round):
        near = target or CFR_TARGET
        return cfr(game, ROWS[method], iterations=iterations, target=near, progress=progress, keeper=keeper)
    from mendax.solve.exact import MAX_LP_RUNGS, double_oracle, solve_lp

    if isinstance(game, Round):
        if method == "double-oracle":
            return double_oracle(game, target=target or TARGET, progress=progress)
        if method == "support":
            from mendax.solve.support import solve_support

            return solve_support(game, target=target or TARGET, progress=progress)
        long = game.num_rungs > MAX_LP_RUNGS or information_sets(game) > MAX_LP_SETS
        if method != "lp" and game.num_players == 2 and long:
            if method == "auto" and target is not None and target > TARGET:  # near is what is asked for
                return cfr(game, ROWS["dcfr"], iterations=iterations, target=target, progress=progress, keeper=keeper)
            return _long_ladder(game, method, target, iterations, progress, keeper)
    return solve_lp(game, exact=method != "lp", target=target or TARGET, progress=progress)


def _long_ladder(
    game: Round, method: str, target: float | None, iterations: int, progress: Progress, keeper: Keeper | None
) -> Solution:
    """Where few bids are ever made the double oracle ends soon; where it does not, regrets say which bids matter.

    Should these be too many, or the game too large for regrets: the oracle however long it takes, or what regrets alone prove.
    """
    from mendax.solve.exact import double_oracle
    from mendax.solve.support import solve_support

    if method == "auto" and max(game.num_dice) > 1 and fits(game) and information_sets(game) > MAX_ORACLE_SETS:
        return cfr(
            game, ROWS["dcfr"], iterations=iterations, target=target or CFR_TARGET, progress=progress, keeper=keeper
        )
    solution = double_oracle(game, max_rounds=AUTO_ROUNDS, target=target or TARGET, progress=progress)
    if solution.status is Status.EXACT:
        return solution
    try:
        return solve_support(game, target=target or TARGET, progress=progress)
    except UnsupportedGame as refusal:
        progress(str(refusal))
    if method == "exact":
        return double_oracle(game, target=target or TARGET, progress=progress)
    return cfr(game, ROWS["dcfr"], iterations=iterations, target=target or CFR_TARGET, progress=progress, keeper=keeper)


def require_rounds(match: Match, method: str) -> None:
    """UnsupportedGame where a round is beyond the method; the largest are asked first."""
    from mendax.solve.exact import MAX_LP_RUNGS
    from mendax.solve.sequence_form import require_two_players
    from mendax.solve.support import MAX_SETS

    for i in sorted(range(len(match.standings)), key=lambda i: -sum(match.standings[i].dice)):
        game = match.single_round(i)
        try:
            require_two_players(game)
            if game.num_rungs > MAX_LP_RUNGS and method not in ("exact", "double-oracle"):
                require_memory(game, np.float32)
                again = any(i in component and match.recurs(component) for component in match.components)
                if again and (sets := information_sets(game)) > MAX_SETS:
                    raise UnsupportedGame(
                        f"{sets:,} information sets; rounds that come again have at most {MAX_SETS:,}"
                    )
        except UnsupportedGame as error:
            told = f"the round at {format_standing(match.standings[i])} is too large: {error}"
            raise UnsupportedGame(f"{match.game} is a match; {told}; loss=round plays its first round alone") from None
