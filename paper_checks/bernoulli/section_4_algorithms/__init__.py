"""Section 4: Algorithm 1, its indexes, its privacy and its regret."""
