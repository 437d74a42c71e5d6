"""Section 1: introduction."""
