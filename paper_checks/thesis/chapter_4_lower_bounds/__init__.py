"""Chapter 4: lower bound techniques."""
