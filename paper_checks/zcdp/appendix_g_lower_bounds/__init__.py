"""Appendix G: proofs of the lower bounds."""
