"""Chapter 1 of the thesis: what it says of privacy, and of its own results."""
