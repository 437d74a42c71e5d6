"""Section 2.2: the bandit model, the classical algorithms and the bounds without privacy."""
