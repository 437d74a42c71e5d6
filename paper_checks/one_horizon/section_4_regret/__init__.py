"""Section 4: regret."""
