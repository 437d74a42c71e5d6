"""Concentration of private sums and means: Proposition 4.1, Appendix D."""
