"""Appendix E: the conversions of EXP3 and of follow-the-perturbed-leader."""
