"""The experiments and their figures: Section 5, Appendix G."""
