"""Appendix D: the proofs of Chapter 6, on the leakage of means."""
