"""Claims of "Faster Rates for Private Adversarial Bandits", by section."""
