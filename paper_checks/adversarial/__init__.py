"""Faster Rates for Private Adversarial Bandits: one program per printed statement."""
