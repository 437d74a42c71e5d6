"""Section 7: a conjecture."""
