"""Section 8 of "The state of the field": normal noise on coins."""
