"""Appendix C: the lemmas behind the regret lower bound."""
