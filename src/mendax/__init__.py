"""Mendax: Liar's Dice solved exactly where exact is possible, and with a proven bound where it is not."""

__version__ = "0.1.0"
