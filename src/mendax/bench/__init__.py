"""Measurements: of others' solvers and ours on the same games, and of the sweep against the memory it must move."""
