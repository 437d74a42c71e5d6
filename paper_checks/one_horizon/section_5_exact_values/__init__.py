"""Exact values: the least regret of all private policies, at small horizons."""
