"""Many games at once: sums drawn in bulk, and grouped columns in machine code."""
