"""A paper's LaTeX source as data: its statements, numbers, labels and proofs; TeX is never run."""
