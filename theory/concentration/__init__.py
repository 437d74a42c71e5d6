"""Tails of sums of rewards and noise: exact laws, Chernoff bounds, random walks."""
