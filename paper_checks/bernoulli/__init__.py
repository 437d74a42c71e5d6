"""Optimal Regret of Bernoulli Bandits under Global Differential Privacy."""
