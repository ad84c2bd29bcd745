"""The rounds that OpenSpiel's `liars_dice` plays too, and their profiles as OpenSpiel policies."""

from importlib import import_module
from typing import Any

from mendax.errors import IllegalAction, UnsupportedGame
from mendax.games.masks import rungs_of
from mendax.games.round import Round
from mendax.games.strategy import Profile
from mendax.rules.dice import IntArray
from mendax.rules.ladder import Bid
from mendax.rules.variant import RoundVariant, parse_round

# OpenSpiel offers other dice, and bids by face first (bidding_rule=reset-quantity), which is no ladder of ours.
RULES = {"wild": "high", "order": "count", "wildbids": "yes", "exact": "no", "loss": "round"}


def openspiel_game(variant: RoundVariant) -> Any:
    """The pyspiel game with the same rules; UnsupportedGame where OpenSpiel has none.

    Its dice are one number for both players: OpenSpiel 2.0.2 has code for `numdice0` and `numdice1`, but refuses them.
    """
    given = {key: getattr(variant, key) for key in RULES}
    wrong = [f"{key}={given[key]} (there: {there})" for key, there in RULES.items() if given[key] != there]
    if variant.palifico == "now":
        wrong.append("palifico=now (there: no)")
    if variant.num_players != 2 or variant.dice[0] != variant.dice[1]:
        wrong.append(f"dice={'v'.join(map(str, variant.dice))} (there: two players with equally many)")
    if wrong:
        raise UnsupportedGame(f"{variant} is not OpenSpiel's liars_dice: {', '.join(wrong)}")
    pyspiel = _imported("pyspiel")
    return pyspiel.load_game("liars_dice", {"numdice": variant.dice[0], "dice_sides": variant.faces})


def openspiel_policy(game: Round, profile: Profile) -> Any:
    """The profile as a TabularPolicy of the same game in OpenSpiel.

    A rung is OpenSpiel's action of the same number, since both sort bids by (count, face); the call is its last action.
    """
    loaded = openspiel_game(parse_round(game.game))
    policy = _imported("open_spiel.python.policy").TabularPolicy(loaded)
    table, row_of = policy.action_probability_array, policy.state_lookup
    table[:] = 0.0
    for state, row in row_of.items():  # what a strategy does where it says nothing: the lowest bid, later a call
        table[row, game.call if " " in state else 0] = 1.0
    said: set[str] = set()
    for strategy in profile:
        for node, hand, action, prob in strategy.rows():
            state = _information_state(game.hands[strategy.player][hand], [game.bids[r] for r in rungs_of(node)])
            if state not in row_of or not policy.legal_actions_mask[row_of[state], action]:
                raise IllegalAction(f"player {strategy.player} cannot take action {action} in state {state!r}")
            if state not in said:
                table[row_of[state]] = 0.0
                said.add(state)
            table[row_of[state], action] = float(prob)
    return policy


def _information_state(hand: IntArray, bids: list[Bid]) -> str:
    """OpenSpiel's name of what the mover knows: his dice in rising order, then the bids, as in `26 1-3 2-3`."""
    dice = "".join(str(face + 1) * int(count) for face, count in enumerate(hand))
    return " ".join([dice, *(f"{bid.count}-{bid.face}" for bid in bids)])


def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise UnsupportedGame(f"{module} is not installed; install mendax[interop]") from error
