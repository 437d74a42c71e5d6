"""Algorithm 1, its two indexes and its privacy: Section 4, Appendix E."""
