"""The regret upper bound: Theorem 4.3, Appendix F."""
