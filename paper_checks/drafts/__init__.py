"""First attempts by machine: formulas read from words in LaTeX, and draft verdicts about them."""
