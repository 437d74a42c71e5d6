"""The divergence d_eps: Section 3, (6), (8), (9), and Lemmas F.1, F.3, F.5."""
