"""Appendix H: where the noise is added."""
