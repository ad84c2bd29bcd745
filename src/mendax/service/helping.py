"""What the help levels show to who is to move: made of his view alone, so they cannot tell more than he may know."""

from __future__ import annotations

from typing import Any

from mendax.agents.odds import binomial
from mendax.analysis.grading import cup_grader, round_grader
from mendax.errors import MendaxError
from mendax.games.view import CupView, RoundView, View
from mendax.rules.ladder import Bid
from mendax.rules.variant import RoundVariant, parse
from mendax.solve.solution import Solution

LEVELS = ("none", "chances", "solved")


def help_for(view: View, level: str, solution: Solution | None) -> dict[str, Any] | None:
    """chances: {action in words: how likely it is right}; solved: what the solution plays and what each action is worth."""
    if level == "none" or not view.legal:
        return None
    found: dict[str, Any] = {"chances": chances(view), "solved": None, "said": ""}
    if level == "solved":
        found["solved"], found["said"] = solved(view, solution)
    return found


def chances(view: View) -> dict[str, float]:
    """By the player's own dice, all others taken to be rolled and unseen."""
    return _round_chances(view) if isinstance(view, RoundView) else _cup_chances(view)


def _round_chances(view: RoundView) -> dict[str, float]:
    chance, false = binomial(view)
    found = {view.told(rung): float(chance[rung]) for rung in view.raises}
    if view.bids:
        last = view.bids[-1]
        found["call"] = float(false[last])
        if view.call + 1 in view.legal:
            found["exact"] = float(chance[last]) - _more(view)
    return found


def _more(view: RoundView) -> float:
    """The chance that more dice match than the last bid says."""
    from mendax.agents.odds import tails, tally

    assert view.last is not None
    bid: Bid = view.last
    others = sum(view.standing.dice) - view.standing.dice[view.player]
    table = tails(view.variant, others, view.standing.palifico)
    missing = bid.count + 1 - tally(view.dice, bid.face, view.rules.wild_face)
    return float(table[bid.face - 1, min(max(missing, 0), others + 1)])


def _cup_chances(view: CupView) -> dict[str, float]:
    """A claim is true of the hand or not; a claim heard is as likely as such a throw."""
    cup = view.cup
    if view.node < cup.num_positions or view.hand == 0:
        return {}
    if view.hand <= len(cup.hands):
        return {cup.claims[claim]: float(cup.holds[view.hand - 1, claim]) for claim in view.legal}
    _, group = cup.beat_and_group(view.node - cup.num_positions)
    if len(cup.groups[group]) > 1:
        return {}  # nobody knows which dice were thrown
    claim = view.hand - 1 - len(cup.hands)
    true = float(cup.chance_in_floats[cup.groups[group][0]] @ cup.holds[:, claim])
    return {"accept": true, "doubt": 1 - true}


def solved(view: View, solution: Solution | None) -> tuple[dict[str, dict[str, float]] | None, str]:
    """{action in words: {plays, worth}}, worth in chances to win; or nothing, and why."""
    if solution is None:
        return None, "not solved"
    try:
        return _round_solved(view, solution) if isinstance(view, RoundView) else _cup_solved(view, solution)
    except MendaxError as error:
        return None, str(error)


def _round_solved(view: RoundView, solution: Solution) -> tuple[dict[str, dict[str, float]] | None, str]:
    if not covers(solution, view.variant):
        return None, "not solved"
    grader = round_grader(solution, view.standing)
    if grader is None:
        return None, "not solved"
    values = grader.values(view.node, view.seat, view.hand)
    if values is None:
        return None, "off the tree: the solution never comes here"
    plays = grader.played(view.node, view.seat, view.hand)
    return {
        view.told(action): {"plays": float((plays or {}).get(action, 0)), "worth": float(grader.share(value))}
        for action, value in values.items()
    }, ""


def _cup_solved(view: CupView, solution: Solution) -> tuple[dict[str, dict[str, float]] | None, str]:
    grader = cup_grader(solution)
    values = grader.values(view.node, view.hand)
    if values is None:
        return None, "off the tree: the solution never comes here"
    plays = grader.played(view.node, view.hand)
    names = {action: cup_action(view, action) for action in view.legal}
    return {
        names[action]: {"plays": float(plays.get(action, 0)), "worth": float(value)} for action, value in values.items()
    }, ""


def cup_action(view: CupView, action: int) -> str:
    """As CupState.told."""
    cup = view.cup
    if view.node < cup.num_positions:
        return "keep " + " or ".join(cup.throws[throw] for throw in cup.groups[action])
    if view.hand == 0:
        return f"keep {cup.throws[action]}"
    return cup.claims[action] if view.hand <= len(cup.hands) else ("doubt", "accept")[action]


def covers(solution: Solution, variant: RoundVariant) -> bool:
    return parse(solution.game) == variant
