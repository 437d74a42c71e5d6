"""Appendix A: supplement of Chapter 3."""
