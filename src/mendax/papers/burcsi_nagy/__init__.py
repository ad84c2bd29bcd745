"""Burcsi and Nagy 2014, 'Endgame strategies and simulation results for the Liar's Dice game'.

Part 1, sections 1 and 2: the rules, example 1.1, theorems 2.1 and 2.2 with every step of their proofs; and of section 5 what
it leaves open, three players. Part 2, sections 3 and 4: the (s, t) strategies and their evolution.
"""

from mendax.papers.burcsi_nagy.figures import figures
from mendax.papers.burcsi_nagy.section_1 import items as of_section_1
from mendax.papers.burcsi_nagy.section_3 import items as of_section_3
from mendax.papers.burcsi_nagy.section_4 import items as of_section_4
from mendax.papers.burcsi_nagy.theorem_2_1 import items as of_theorem_2_1
from mendax.papers.burcsi_nagy.theorem_2_1_w1 import items as of_w1
from mendax.papers.burcsi_nagy.theorem_2_1_w2 import items as of_w2
from mendax.papers.burcsi_nagy.theorem_2_2 import items as of_theorem_2_2
from mendax.papers.burcsi_nagy.three_players import items as of_three_players
from mendax.papers.report import Item

__all__ = ["figures", "items", "part_1", "part_2"]


def part_1() -> tuple[Item, ...]:
    """Every claim of sections 1 and 2, in the order of the page, and three players."""
    return (*of_section_1(), *of_theorem_2_1(), *of_w1(), *of_w2(), *of_theorem_2_2(), *of_three_players())


def part_2() -> tuple[Item, ...]:
    """Every claim of sections 3 and 4, and each reading of them."""
    return (*of_section_3(), *of_section_4())


def items() -> tuple[Item, ...]:
    return (*part_1(), *part_2())
