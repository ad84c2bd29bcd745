"""Any passing cup as an explicit Tree: every throw, hand, claim and answer of every round."""

from fractions import Fraction

from mendax.errors import UnsupportedGame
from mendax.games.cup import ACCEPT, DOUBT, Cup
from mendax.games.cup_notation import format_answer, format_position
from mendax.games.tree import Chance, Decision, Leaf, Node, Tree, flatten

MAX_NODES = 1_000_000


def unfold_cup(game: Cup) -> Tree:
    """The whole game, payoffs P times the chance to win, less one: two players win and lose 1.

    A player knows the positions and claims so far, and of each of his own throws what he kept unseen and what hand he got.
    A hand that was accepted is known to all as far as what follows depends on it.
    """
    if (nodes := tree_nodes(game)) > MAX_NODES:
        raise UnsupportedGame(f"{game.game} unfolds to {nodes:,} nodes; at most {MAX_NODES:,} are written out")
    return flatten(game.game, game.num_players, _at(game, 0, 0, "", ("",) * game.num_players))


def tree_nodes(game: Cup) -> int:
    """Nodes of the unfolded tree."""
    below: dict[int, int] = {}
    for position in reversed(game.positions()):
        options = game.options(position)
        below[position] = 1
        for stage in options:
            beat, group = game.beat_and_group(stage)
            for throw in game.groups[group]:
                below[position] += 1
                for hand in game.hands_of[group]:
                    if game.chance[throw, hand]:
                        claims = [c for c in range(beat, game.num_claims) if game.legal[hand, c]]
                        below[position] += 1 + sum(2 + below[int(game.follower[hand, c])] for c in claims)
            below[position] += len(game.groups[group]) > 1
        below[position] -= len(options) == 1
    return below[0]


def _at(game: Cup, position: int, mover: int, public: str, private: tuple[str, ...]) -> Node:
    """What follows a position; `private[p]` is what only player p knows."""
    options = game.options(position)
    if not options:
        return _leaf(game, game.stuck_pay, mover)
    public = f"{public} {format_position(game, position) or 'start'}".lstrip()  # no label may start with a space
    stages = [(game.beat_and_group(stage)[1], _stage(game, stage, mover, public, private)) for stage in options]
    if len(stages) == 1:
        return stages[0][1]
    label = f"{private[mover]}|{public}"
    return Decision(mover, label, tuple((_names(game, group), node) for group, node in stages))


def _stage(game: Cup, stage: int, mover: int, public: str, private: tuple[str, ...]) -> Node:
    group = game.beat_and_group(stage)[1]
    public = f"{public}, {_names(game, group)} kept"
    throws = [(throw, _throw(game, stage, throw, mover, public, private)) for throw in game.groups[group]]
    if len(throws) == 1:
        return throws[0][1]
    return Decision(
        mover, f"{private[mover]}|{public}", tuple((f"keep {game.throws[throw]}", node) for throw, node in throws)
    )


def _throw(game: Cup, stage: int, throw: int, mover: int, public: str, private: tuple[str, ...]) -> Node:
    outcomes = []
    beat, _ = game.beat_and_group(stage)
    for hand, ways in enumerate(game.chance[throw]):
        if not ways:
            continue
        seen = f"{private[mover]} {game.throws[throw]}:{game.hands[hand]}".lstrip()
        told = tuple(seen if p == mover else mine for p, mine in enumerate(private))
        claims = [c for c in range(beat, game.num_claims) if game.legal[hand, c]]
        node = Decision(
            mover,
            f"{seen}|{public}",
            tuple(
                (game.claims[c], _answer(game, hand, c, mover, f"{public}, {game.claims[c]}!", told)) for c in claims
            ),
        )
        outcomes.append((Fraction(int(ways), int(game.rolls[throw])), game.hands[hand], node))
    return Chance(tuple(outcomes))


def _answer(game: Cup, hand: int, claim: int, mover: int, public: str, private: tuple[str, ...]) -> Node:
    other = (mover + 1) % game.num_players
    paid = game.true_pay if game.holds[hand, claim] else game.false_pay
    answers = {
        DOUBT: _leaf(game, paid, mover),
        ACCEPT: _at(game, int(game.follower[hand, claim]), other, public, private),
    }
    return Decision(
        other, f"{private[other]}|{public}", tuple((format_answer(action), node) for action, node in answers.items())
    )


def _leaf(game: Cup, pay: tuple[Fraction, ...], mover: int) -> Leaf:
    players = game.num_players
    return Leaf(tuple(players * pay[(p - mover) % players] - 1 for p in range(players)))


def _names(game: Cup, group: int) -> str:
    return "/".join(game.throws[throw] for throw in game.groups[group])
