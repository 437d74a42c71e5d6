"""Private adversarial bandits: bounds, learning rates, and how much EXP3 leaks."""
