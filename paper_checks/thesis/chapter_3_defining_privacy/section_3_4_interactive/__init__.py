"""Section 3.4: Interactive DP."""
