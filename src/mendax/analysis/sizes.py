"""What a game would take to solve, before trying."""

from __future__ import annotations

from dataclasses import dataclass

from mendax.errors import MendaxError, UnsupportedGame
from mendax.games.counts import Counts, count_by_formula
from mendax.games.match import compile_match
from mendax.games.round import Round, compile_round
from mendax.rules.variant import RoundVariant
from mendax.solve import many
from mendax.solve.cfr import MAX_BYTES, information_sets, memory, usual_dtype
from mendax.solve.cfr_many import METHOD
from mendax.solve.exact import MAX_LP_RUNGS
from mendax.solve.sequence_form import require_two_players

# Fitted to bench/results/exact.json: what the process holds before any game, and what each sequence adds; rough.
BASE_BYTES = 90_000_000
BYTES_A_SEQUENCE = 600
SECONDS_A_SEQUENCE = 1.6e-7  # times the square root of their number
ENGINE_BYTES = 190_000_000  # the process with the compiled engine loaded; compiling it takes more, once
SECONDS_AN_INFORMATION_SET = 1.2e-9  # an iteration, on two cores
USUAL_ITERATIONS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What one method would need. memory in bytes, seconds on one core; None where it cannot be told beforehand."""

    method: str
    memory: int | None
    seconds: float | None
    note: str


def standings(variant: RoundVariant) -> int | None:
    """How many standings a match has; None where there is no match, or they are too many to write down."""
    try:
        return len(compile_match(variant).standings)
    except UnsupportedGame:
        return None


def estimates(variant: RoundVariant) -> tuple[Counts, tuple[Estimate, ...]]:
    """The counts of a round and what each method would need for it; no estimates where no method takes it.

    Of a match they are those of its first round.
    """
    counts = count_by_formula(variant)
    try:
        game = compile_round(variant.as_round if variant.loss != "round" else variant)
        if game.num_players > 2:
            many.require_fitting(game)
            note = "by regrets: a profile and what each player could gain, no value"
            return counts, (Estimate(method=METHOD, memory=BASE_BYTES + many.memory(game), seconds=None, note=note),)
        require_two_players(game)
    except MendaxError as error:
        return counts, (Estimate(method="none", memory=None, seconds=None, note=str(error)),)
    sequences = sum(counts.sequences)
    whole = Estimate(
        method="exact",
        memory=BASE_BYTES + BYTES_A_SEQUENCE * sequences,
        seconds=SECONDS_A_SEQUENCE * sequences**1.5,
        note=f"LP of {sequences:,} sequences at most",
    )
    grown = Estimate(method="double-oracle", memory=None, seconds=None, note="depends on how few bids are ever made")
    return counts, (*((whole,) if counts.rungs <= MAX_LP_RUNGS else ()), grown, _by_regrets(game))


def _by_regrets(game: Round) -> Estimate:
    needed, numbers = ENGINE_BYTES + memory(game, usual_dtype(game)), information_sets(game)
    seconds = SECONDS_AN_INFORMATION_SET * numbers
    note = f"{seconds:.2g} s an iteration on two cores; a few hundred iterations reach 1e-3"
    if needed > MAX_BYTES:
        note = f"does not fit: at most {MAX_BYTES >> 30} GiB are used"
    return Estimate(method="dcfr", memory=needed, seconds=USUAL_ITERATIONS * seconds, note=note)
