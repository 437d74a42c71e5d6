"""Section 4: bandits with expert advice."""
