"""Section 6.4: the leakage of the empirical mean, and what is concluded from it."""
