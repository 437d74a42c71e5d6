"""Section 7.4 of the thesis: the attacks on trained models, Figure 7.2."""
