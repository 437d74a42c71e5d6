"""Section 5.2: a generic wrapper for private bandit algorithms."""
