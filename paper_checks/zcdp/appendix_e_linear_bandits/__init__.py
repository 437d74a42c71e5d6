"""Appendix E: AdaC-GOPE."""
