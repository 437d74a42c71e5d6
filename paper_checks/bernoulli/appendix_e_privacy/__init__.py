"""Appendix E: the privacy of repeated releases."""
