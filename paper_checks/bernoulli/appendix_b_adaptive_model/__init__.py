"""Appendix B: the adaptive continual release model."""
