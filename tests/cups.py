"""Profiles of passing cups in the words of their unfolded trees."""

import re

from mendax.games.cup import Cup
from mendax.games.strategy import Profile, make_strategy
from mendax.games.tree import Tree


def in_tree(game: Cup, tree: Tree, profile: Profile) -> Profile:
    """A profile of a cup with a lone die in `tree`, whose labels read `throws and hands|claims`, each claim with a `!`."""
    rows: list[dict[tuple[int, int, int], object]] = [{} for _ in profile]
    for i, infoset in enumerate(tree.infosets):
        private, public = infoset.label.split("|")
        claims = [game.claims.index(name) for name in re.findall(r"(\w+)!", public)]
        answers = public.endswith("!")
        beat = [0, *(claim + 1 for claim in claims)][-2 if answers else -1]
        hand = len(game.hands) + claims[-1] if answers else game.hands.index(private.rsplit(":")[-1])
        node = game.num_positions + beat
        actions = game.actions(node, 1 + hand)
        chosen = profile[infoset.player].at(node, 1 + hand) or {actions[0]: 1}
        rows[infoset.player] |= {(i, 0, actions.index(action)): prob for action, prob in chosen.items()}
    return tuple(make_strategy(p, rows[p], exact=strategy.is_exact) for p, strategy in enumerate(profile))
