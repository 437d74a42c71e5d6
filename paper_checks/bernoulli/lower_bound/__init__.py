"""The regret lower bound: Theorem 3.1, its remarks, its proof, Appendix C."""
