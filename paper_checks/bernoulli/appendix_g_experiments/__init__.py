"""Appendix G: further experiments; Figure 8, regret against the budget."""
