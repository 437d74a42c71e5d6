"""Section 3.3: Table DP and View DP."""
