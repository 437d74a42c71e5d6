"""Section 3: pulls of one arm."""
