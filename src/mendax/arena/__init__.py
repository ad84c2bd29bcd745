"""Agents against each other: series on the same dice with seats rotated, what they decide, and records that replay."""
