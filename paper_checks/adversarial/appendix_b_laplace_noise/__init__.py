"""Appendix B: helper lemmas about Laplace noise."""
