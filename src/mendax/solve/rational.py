"""Between Python's Fractions, which the world sees, and FLINT's rationals, which are fast."""

from fractions import Fraction

from flint import fmpq


def to_rational(value: Fraction | int) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def to_fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def to_float(value: fmpq) -> float:
    """The nearest float, also where numerator and denominator are too long for floats."""
    return int(value.p) / int(value.q)
