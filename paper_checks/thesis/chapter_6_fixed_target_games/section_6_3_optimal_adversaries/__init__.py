"""Section 6.3: the optimal adversaries, and the leakage of a target."""
