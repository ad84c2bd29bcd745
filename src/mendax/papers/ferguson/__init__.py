"""Ferguson and Ferguson 1991, 'Models for the Game of Liar's Dice', section by section.

The die, the continuous game, seven categories, the continuous improvable game, and coins: every number and stated strategy of the
page, the strategies against best play over all rounds, and the values that the paper leaves out.
"""

from mendax.figure import Figure
from mendax.papers.ferguson import section_2, section_3, section_4, section_5, section_6
from mendax.papers.report import Item

__all__ = ["figures", "items"]

_SECTIONS = (section_2, section_3, section_4, section_5, section_6)


def items() -> tuple[Item, ...]:
    """In the order of the page."""
    return tuple(item for section in _SECTIONS for item in section.items())


def figures() -> tuple[Figure, ...]:
    return tuple(figure for section in _SECTIONS for figure in section.figures())
