"""Section 2: the best private test of one arm."""
