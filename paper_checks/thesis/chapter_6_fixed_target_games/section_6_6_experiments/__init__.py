"""Section 6.6: leakage scores and power in experiments."""
