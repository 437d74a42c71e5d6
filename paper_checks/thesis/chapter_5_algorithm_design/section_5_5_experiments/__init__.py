"""Section 5.5: experimental analysis."""
