"""Any Tree as a Gambit extensive-form file (.efg, 'EFG 2 R'), with exact rational chances and payoffs."""

from collections.abc import Iterator

from mendax.games.tree import CHANCE, TERMINAL, Tree


def to_efg(game: Tree) -> str:
    """The .efg text of a tree: nodes in prefix order, information sets numbered from 1 for each player."""
    number: list[int] = []  # of each information set, among those of its player
    for position, infoset in enumerate(game.infosets):
        number.append(1 + sum(earlier.player == infoset.player for earlier in game.infosets[:position]))
    players = " ".join(_quoted(f"Player {player}") for player in range(game.num_players))
    lines = [f"EFG 2 R {_quoted(game.game)} {{ {players} }}"]
    for position, node in enumerate(_prefix_order(game), start=1):
        player, children = int(game.player[node]), game.children(node)
        if player == TERMINAL:
            lines.append(f't "" {position} "" {{ {", ".join(str(paid) for paid in game.payoff[node])} }}')
        elif player == CHANCE:
            outcomes = " ".join(f"{_quoted(game.label[child])} {game.chance[child]}" for child in children)
            lines.append(f'c "" {position} "" {{ {outcomes} }} 0')
        else:
            infoset = game.infosets[game.infoset[node]]
            actions = " ".join(_quoted(action) for action in infoset.actions)
            label = _quoted(infoset.label)
            lines.append(f'p "" {player + 1} {number[game.infoset[node]]} {label} {{ {actions} }} 0')
    return "\n".join(lines) + "\n"


def _prefix_order(game: Tree) -> Iterator[int]:
    """Every node before its children, and all that follows one child before the next."""
    waiting = [0]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(game.children(node)[::-1].tolist())


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
