"""Appendix F: the divergence's derivatives and the regret upper bound."""
