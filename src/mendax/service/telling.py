"""What one person at a table is told: plain data, made of his view and of what all have seen. Nothing else goes over the wire.

`seat` is None for who only watches: he sees what all have seen.
"""

from __future__ import annotations

from typing import Any

from mendax.games.cup import Cup
from mendax.games.cup_state import CupState
from mendax.games.round_state import RoundState
from mendax.games.view import PastRound, bids_of, rules_of
from mendax.rules.variant import parse
from mendax.service.table import Table


def told(table: Table, seat: int | None) -> dict[str, Any]:
    """A snapshot; `helping.help_for` adds what the help level shows."""
    state = table.state
    common = {
        "game": table.game,
        "seq": table.seq,
        "help_level": table.help,
        "clock": table.clock,
        "started": table.started,
        "you": seat,
        "seats": [
            {
                "name": sitting.name,
                "agent": sitting.agent,
                "taken": bool(sitting.agent or sitting.player),
                "away": sitting.away,
                "won": None if state.won is None else float(state.won[i]),
            }
            for i, sitting in enumerate(table.seats)
        ],
        "mover": state.mover if table.started else None,
        "over": state.won is not None,
        "commitment": table.commitment,
        "seed": str(table.seed) if state.won is not None else None,
        "legal": [state.told(a) for a in state.legal] if seat is not None and seat == state.mover else [],
    }
    if isinstance(state, RoundState):
        return common | _round(state, seat)
    assert isinstance(state, CupState)
    return common | _cup(table, state, seat)


def _round(state: RoundState, seat: int | None) -> dict[str, Any]:
    variant, standing = state.variant, state.standing
    rules = rules_of(variant, standing.palifico)
    bids = bids_of(variant, standing)
    seats = standing.seats
    return {
        "kind": "round",
        "faces": variant.faces,
        "wild": rules.wild_face,
        "match": variant.loss != "round",
        "standing": {"dice": standing.dice, "opener": standing.opener, "palifico": standing.palifico},
        "round": len(state.past) + (0 if state.won is not None else 1),
        "hand": None if seat is None or not state.hands else faces_of(state.view(seat).dice),
        "ladder": [{"text": str(bid), "count": bid.count, "face": bid.face} for bid in bids],
        "bids": [
            {
                "seat": seats[turn % len(seats)],
                "text": str(bids[rung]),
                "count": bids[rung].count,
                "face": bids[rung].face,
            }
            for turn, rung in enumerate(state.bids)
        ],
        "calls": ["call", *(["exact"] if variant.exact != "no" else [])],
        "calza": variant.exact == "calza",
        "reveal": reveal(state.past[-1], _after(state)) if state.past else None,
        "reveals": len(state.past),
    }


def _after(state: RoundState) -> tuple[int, ...] | None:
    """Dice of all after the last call; of a single round nobody loses dice."""
    return None if state.variant.loss == "round" else state.standing.dice


def reveal(past: PastRound, after: tuple[int, ...] | None) -> dict[str, Any]:
    """A round that was called: every hand, which dice count, who lost what and why."""
    variant, bid = past.variant, past.bid
    wild = rules_of(variant, past.standing.palifico).wild_face
    lost = None if after is None else [had - has for had, has in zip(past.standing.dice, after, strict=True)]
    bids = bids_of(variant, past.standing)
    seats = past.standing.seats
    return {
        "hands": [faces_of(hand) for hand in past.hands],
        "dice": past.standing.dice,
        "bid": {"text": str(bid), "count": bid.count, "face": bid.face},
        "bids": [{"seat": seats[turn % len(seats)], "text": str(bids[rung])} for turn, rung in enumerate(past.bids)],
        "bidder": past.bidder,
        "caller": past.caller,
        "exact": past.exact,
        "count": past.count,
        "wild": wild if wild != bid.face else None,
        "winner": past.winner,
        "lost": lost,
        "opener": past.standing.opener,
        "palifico": past.standing.palifico,
        "rule": rule_of(past),
    }


def rule_of(past: PastRound) -> str:
    """Which rule decides what a call costs, in words."""
    difference, loss = past.difference, past.variant.loss
    if past.exact:
        right = difference == 0
        if past.variant.exact == "calza":
            return "exactly right: the caller gets a die back" if right else "not exactly right: the caller loses a die"
        return "exactly right: the bidder loses" if right else "not exactly right: the caller loses"
    held = difference >= 0
    who = "the bid holds: the caller loses" if held else "the bid is short: the bidder loses"
    if loss == "round":
        return who
    if loss == "one":
        return f"{who} a die"
    if loss == "give":
        return f"{who} a die to the other"
    if difference == 0:
        return "the bid is exactly met: all but the bidder lose a die"
    return f"{who} the difference, {abs(difference)}"


def _cup(table: Table, state: CupState, seat: int | None) -> dict[str, Any]:
    cup = state.cup
    acting = seat is not None and seat == state.mover
    view = state.view(seat) if seat is not None else None
    hand = view.hand if view is not None else 0
    thrown = cup.hands[hand - 1] if 0 < hand <= len(cup.hands) else None
    claims = [said for said in table.said if said.kind == "claim"]
    return {
        "kind": "cup",
        "claims": list(cup.claims),
        "words": cup_words(cup),
        "beat": _beaten(cup, state),
        "stage": None if state.won is not None or not table.started else _stage(cup, state),
        "hand": thrown,
        "dice": cup_dice(cup, thrown),
        "held": _held(cup, state) if acting else None,
        "said": [{"seat": said.seat, "kind": said.kind, "text": said.text} for said in table.said],
        "reveal": cup_reveal(table, state, claims[-1].text if claims else "") if state.won is not None else None,
    }


def _stage(cup: Cup, state: CupState) -> str:
    if state.hand > len(cup.hands):
        return "answer"
    return "claim" if state.hand else "keep"


def _beaten(cup: Cup, state: CupState) -> str | None:
    """The claim that the next claim must beat, or that is being answered."""
    if state.hand > len(cup.hands):
        return cup.claims[state.hand - 1 - len(cup.hands)]
    if state.node < cup.num_positions:
        beat, _ = cup.beat_and_class(state.node)
    else:
        beat, _ = cup.beat_and_group(state.node - cup.num_positions)
    return cup.claims[beat - 1] if beat else None


def _held(cup: Cup, state: CupState) -> str | None:
    """What who chooses what to keep has taken over: public by the rules, where anything may be kept."""
    if state.node >= cup.num_positions or state.inside is None:
        return None
    _, kind = cup.beat_and_class(state.node)
    classes: list[int] = cup.kind.tolist()
    return cup.hands[classes.index(kind)]


def cup_reveal(table: Table, state: CupState, claim: str) -> dict[str, Any]:
    """The end of a game: the hand under the cup, if a claim was doubted."""
    last = table.said[-1]
    assert state.won is not None
    if last.kind != "doubt" or state.inside is None:
        return {"doubted": False, "hand": None, "dice": [], "claim": claim, "held": None, "caller": last.seat}
    holds = bool(state.cup.holds[state.inside, state.cup.claims.index(claim)])
    name = state.cup.hands[state.inside]
    return {
        "doubted": True,
        "hand": name,
        "dice": cup_dice(state.cup, name),
        "claim": claim,
        "held": holds,
        "caller": last.seat,
    }


def cup_words(cup: Cup) -> dict[str, str]:
    """What a claim means: `coins` counts heads, the others name hands."""
    variant = parse(cup.game)
    return {"claim": "heads" if getattr(variant, "family", "") == "coins" else "hand"}


def cup_dice(cup: Cup, name: str | None) -> list[Any]:
    """A hand to be drawn: faces, H and T for coins; letters where only what is alike matters."""
    if name is None or name == "-":
        return []
    variant = parse(cup.game)
    rank = getattr(variant, "rank", "sum")
    if rank == "category":
        return [letter for letter, size in zip("ABCDEFGH", name.split("+"), strict=False) for _ in range(int(size))]
    if set(name) <= {"H", "T"}:
        return list(name)
    return [int(word) for word in (name.split(".") if "." in name else list(name))]


def faces_of(hand: tuple[int, ...]) -> list[int]:
    """Counts by face as a list of faces."""
    return [face + 1 for face, count in enumerate(hand) for _ in range(count)]
