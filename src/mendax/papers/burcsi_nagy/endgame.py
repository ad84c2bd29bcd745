"""The one-die endgame: stated strategies as arrays, what they are sure of, and who wins when.

Dice are written by their face, 1 to n; the hand index is the face less one. Player I is player 0, player II player 1.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mendax.games.round import Round, compile_round
from mendax.games.strategy import Strategy, make_strategy
from mendax.papers.burcsi_nagy.finding import judge
from mendax.papers.report import Finding, Verdict
from mendax.rules.ladder import Bid
from mendax.rules.variant import parse_round
from mendax.solve.game import solve_game
from mendax.solve.response import best_response
from mendax.solve.solution import Solution, Status

ONE = Fraction(1)
DOUBT = None  # the answer that is not a bid

Array = NDArray[Any]
Answer = Bid | None
Reply = Callable[[Bid, int], Mapping[Answer, Fraction]]  # (bid of player I, die of player II) to chances of answers


@cache
def endgame(n: int, wild: str = "none") -> Round:
    return compile_round(parse_round(f"endgame:faces={n},wild={wild}"))


@cache
def solved(game: Round) -> Solution:
    return solve_game(game)


def faces(game: Round) -> range:
    return range(1, len(game.weight[0]) + 1)


# Strategies -----------------------------------------------------------------------------------------------------------


def first_player(game: Round, chances: Mapping[tuple[int, Bid], Fraction]) -> Strategy:
    """Player I who opens by {(die, bid): chance} and doubts whatever is claimed after it: the default of a Strategy."""
    return make_strategy(0, {(0, die - 1, game.bids.index(bid)): p for (die, bid), p in chances.items()}, exact=True)


def second_player(game: Round, reply: Reply) -> Strategy:
    """Player II who answers the first bid by `reply` and doubts whatever is claimed after it."""
    rows = {
        (1 << rung, die - 1, action_of(game, answer)): chance
        for rung, bid in enumerate(game.bids)
        for die in faces(game)
        for answer, chance in reply(bid, die).items()
    }
    return make_strategy(1, rows, exact=True)


def action_of(game: Round, answer: Answer) -> int:
    return game.call if answer is DOUBT else game.bids.index(answer)


def assured(game: Round, strategy: Strategy) -> Fraction:
    """The chance to win a strategy is sure of: what the best response in the whole game leaves it."""
    return (1 - Fraction(best_response(game, (strategy,), 1 - strategy.player).value)) / 2


def optimum(game: Round, player: int) -> Fraction:
    """The chance to win under optimal play by both: both best responses in the whole game equal it, or an error."""
    solution = solved(game)
    if solution.status != Status.EXACT:
        raise ArithmeticError(f"{game.game} was not solved exactly, but {solution.status}: {solution.bounds}")
    value = Fraction(solution.value)
    return (1 + (value if player == 0 else -value)) / 2


# Who wins -------------------------------------------------------------------------------------------------------------


def won_by_second(game: Round) -> Array:
    """`[2, B, K, J]`: does II win (1) or lose (0) when a rung bid by player 0 or 1 is doubted, I holding k and II j?"""
    count = game.tally[0][:, :, None] + game.tally[1][:, None, :]
    rung = np.arange(game.num_rungs)[:, None, None]
    won: Array = np.stack([game.call_payoff[1, bidder][rung, count] for bidder in (0, 1)]) == 1
    return won.astype(np.int64)


def openings(game: Round, first: Strategy) -> Array:
    """`[K, B]`: chance p_ki that player I opens with bid i when he holds k."""
    table = np.full((len(game.weight[0]), game.num_rungs), Fraction(0), dtype=object)
    for node, hand, action, chance in first.rows():
        if node == 0:
            table[hand, action] = chance
    return table


def answers(game: Round, first: Strategy) -> Array:
    """`[B, J, B+1]`: II's chance to win by bid of I, die of II and answer, when I plays `first` and doubts every claim.

    Answer B is the doubt. Zero where the answer is not legal or the bid is never made.
    """
    p, won = openings(game, first), won_by_second(game)
    table = np.full((game.num_rungs, p.shape[0], game.num_actions), Fraction(0), dtype=object)
    for rung in np.flatnonzero(p.sum(axis=0)).tolist():
        held = p[:, rung] / p[:, rung].sum()
        for action in game.legal(1 << rung):
            table[rung, :, action] = held @ (won[0, rung] if action == game.call else won[1, action])
    return table


def outcomes(game: Round, second: Strategy) -> Array:
    """`[B, J, K]`: II's chance to win by first bid of I, die of II and die of I, when I makes his best second move and
    II plays `second`, which doubts in the second round.

    I may as well see j then: with these strategies a claim of II gives his die away.
    """
    won = won_by_second(game)
    table = np.full((game.num_rungs, len(game.weight[1]), len(game.weight[0])), Fraction(0), dtype=object)
    for rung, die in np.ndindex(table.shape[:2]):
        for action, chance in (second.at(1 << rung, die) or {game.call: ONE}).items():
            if action == game.call:
                table[rung, die] += chance * won[0, rung, :, die]
            else:
                raises = np.flatnonzero(game.successor[action + 1])
                moves = np.vstack([won[1, action, :, die], won[0, raises, :, die]])
                table[rung, die] += chance * moves.min(axis=0)
    return table


def assured_again(game: Round, strategy: Strategy) -> Fraction:
    """`assured` without the best response, for strategies that doubt in the second round."""
    if strategy.player == 1:
        by_bid = outcomes(game, strategy).sum(axis=1)  # [B, K]; player I opens with the bid that is worst for II
        return Fraction(by_bid.min(axis=0).sum()) / game.num_rolls
    bids, best = openings(game, strategy).sum(axis=0), answers(game, strategy).max(axis=2).sum(axis=1)
    return 1 - Fraction(bids @ best) / game.num_rolls


def exploited(game: Round, table: Array, repaired: Array) -> str:
    """Player I's best openings against `table` where they gain more than any against `repaired`, both from `outcomes`.

    By his die: the bids, and with how many dice II then wins, in `table` and at the least in `repaired`.
    """
    poor, good = table.sum(axis=1), repaired.sum(axis=1).min(axis=0)
    return "; ".join(
        f"{die}: {' or '.join(str(game.bids[i]) for i in np.flatnonzero(poor[:, k] == least))} ({least}, {good[k]})"
        for k, die in enumerate(faces(game))
        if (least := poor[:, k].min()) < good[k]
    )


# Findings -------------------------------------------------------------------------------------------------------------


def compare_value(game: Round, printed: Fraction) -> Finding:
    """Player II's chance to win under optimal play."""
    ours = optimum(game, 1)
    note = "exact: the best responses of both players in the whole game equal ours"
    return judge(str(printed), str(ours), agrees=ours == printed, proven=True, note=note)


def compare_strategy(game: Round, strategy: Strategy, note: str = "", otherwise: Verdict = Verdict.ERRATUM) -> Finding:
    """Is it optimal? `otherwise` is the verdict if it is not, and the two computations of what it is sure of agree."""
    sure, best = assured(game, strategy), optimum(game, strategy.player)
    verdict = Verdict.FAILS if sure != assured_again(game, strategy) else Verdict.AGREES if sure == best else otherwise
    ours = f"sure to win {sure}, " + ("the optimum" if sure == best else f"{best - sure} less than the optimum {best}")
    return Finding(printed="optimal", ours=ours, verdict=verdict, note=note)
