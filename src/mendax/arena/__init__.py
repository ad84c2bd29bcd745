"""Agents against each other: series on the same dice, records that replay; and populations of (s, t) strategies, compiled."""
