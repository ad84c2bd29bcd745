"""Strategies against each other: the compiled (s, t) game, populations, pay-offs and their dynamics."""
