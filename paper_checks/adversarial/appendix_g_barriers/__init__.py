"""Appendix G: the leak of EXP3, and the proof of Lemma 11."""
