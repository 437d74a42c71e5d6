"""Section 5 of the state of the field: local privacy of coins is randomised response."""
