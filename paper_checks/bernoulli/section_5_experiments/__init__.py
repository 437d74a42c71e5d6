"""Section 5 and Appendix G: the experiments, their figures, the compared algorithms."""
