"""Section 3: the generic conversion."""
