"""What dice are worth where a cup passes, and what that is called."""

from mendax.rules.dice import IntArray, format_hand

Rank = tuple[tuple[int, ...], ...]

CATEGORY_NAMES = {
    (2,): "pair",
    (2, 2): "two-pairs",
    (3,): "three",
    (3, 2): "full-house",
    (4,): "four",
    (5,): "five",
}


def pattern(counts: IntArray) -> tuple[int, ...]:
    """How many dice are alike, largest group first: (2, 2, 1) for two pairs."""
    return tuple(sorted((int(c) for c in counts if c), reverse=True))


def num_patterns(faces: int, dice: int) -> int:
    """Different patterns of so many dice: partitions into at most `faces` parts."""
    ways = [1] + [0] * dice
    for largest in range(1, faces + 1):  # parts of at most `faces`, which are as many
        for total in range(largest, dice + 1):
            ways[total] += ways[total - largest]
    return ways[dice]


def rank_of(rank: str, counts: IntArray) -> Rank:
    """What a hand `[F]` is worth: the higher, the better.

    category  larger groups first, so that the order is: all different, one pair, two pairs, three, full house, four, five
    poker     the category, then the faces, those of larger groups first and higher ones first
    sum       the total of the faces
    """
    if rank == "sum":
        return ((sum((face + 1) * int(count) for face, count in enumerate(counts)),),)
    if rank == "category":
        return (pattern(counts),)
    groups = sorted(((int(count), face) for face, count in enumerate(counts) if count), reverse=True)
    return tuple(count for count, _ in groups), tuple(face for _, face in groups)


def claim_text(rank: str, counts: IntArray) -> str:
    """The claim that is just as good as a hand `[F]`, in one word: `two-pairs`, `66`, `9`; for coins the number of heads."""
    if rank == "sum":
        return str(rank_of(rank, counts)[0][0] - (int(counts.sum()) if len(counts) == 2 else 0))
    if rank == "category":
        groups = pattern(counts)
        named = tuple(size for size in groups if size > 1)
        return CATEGORY_NAMES.get(named, "+".join(map(str, named))) if named else "different"
    return format_hand(counts)


def hand_text(rank: str, counts: IntArray) -> str:
    """A hand, or what is kept of one: the dice; heads and tails for coins; the groups where only they matter; `-` if empty."""
    if not counts.sum():
        return "-"
    if rank == "category":
        return "+".join(map(str, pattern(counts)))
    if rank == "sum" and len(counts) == 2:
        return "H" * int(counts[1]) + "T" * int(counts[0])
    return format_hand(counts)
