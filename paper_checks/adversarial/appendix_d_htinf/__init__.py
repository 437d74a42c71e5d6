"""Appendix D: the proof of Corollary 2."""
