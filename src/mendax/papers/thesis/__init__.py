"""The thesis on one-die Liar's Dice, recomputed."""
