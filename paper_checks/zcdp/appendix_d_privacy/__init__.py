"""Appendix D: the generic privacy proof and its three cases."""
