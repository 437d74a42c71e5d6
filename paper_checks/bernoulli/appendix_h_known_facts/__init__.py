"""Appendix H: facts that the paper recalls."""
