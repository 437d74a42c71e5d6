"""Chapter 7 of the thesis: membership games for gradient descents with visible iterates."""
