"""Chapter 5: algorithm design."""
