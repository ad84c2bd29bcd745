"""Solvers: one public function an algorithm, all reading only the arrays of a game."""
