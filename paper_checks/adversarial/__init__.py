<<<<<<< HEAD
"""Claims of "Faster Rates for Private Adversarial Bandits", by section."""
=======
"""Faster Rates for Private Adversarial Bandits: one program per printed statement."""
>>>>>>> helper-a4
