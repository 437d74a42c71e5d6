"""Appendix C: supplement of Chapter 5."""
