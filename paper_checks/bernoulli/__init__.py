"""The claims of Optimal Regret of Bernoulli Bandits under Global Differential Privacy."""
