"""Claims about the distance from a law to better laws: kl, KL_inf, TV_inf, Theorem 2.31."""
