"""Claims about linear bandits: Sections 2.2.7 and 4.3, Appendices B.2, B.3 and B.5."""
