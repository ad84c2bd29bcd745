"""A thesis on Liar's Dice with one die: the Tree agent, the Matrix agent, and their games with each other and with people.

It gives few numbers and one table of each match, so most of what is here is what its text leaves open: how it can be read,
whether the printed games come out of a reading, and what they show.
"""

from mendax.papers.report import Item
from mendax.papers.thesis.beyond import items as of_beyond
from mendax.papers.thesis.figures import figures
from mendax.papers.thesis.matrix_text import items as of_matrix
from mendax.papers.thesis.people import items as of_people
from mendax.papers.thesis.table_1 import items as of_table_1
from mendax.papers.thesis.three_players import items as of_three_players
from mendax.papers.thesis.tree_text import items as of_tree

__all__ = ["figures", "items"]


def items() -> tuple[Item, ...]:
    """Every number, table and claim that can be computed, in the order of the page."""
    return (*of_tree(), *of_matrix(), *of_table_1(), *of_people(), *of_beyond(), *of_three_players())
