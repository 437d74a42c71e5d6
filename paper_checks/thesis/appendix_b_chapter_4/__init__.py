"""Appendix B: supplement of Chapter 4."""
