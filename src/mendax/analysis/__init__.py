"""What a solution says: proofs recomputed, strategies as tables."""
