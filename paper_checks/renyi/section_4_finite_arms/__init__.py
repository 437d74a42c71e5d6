"""Section 4: AdaR-UCB."""
