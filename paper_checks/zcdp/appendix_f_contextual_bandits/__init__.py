"""Appendix F: AdaC-OFUL."""
