"""Appendix D: concentration of private sums and means."""
