"""Section 5.4: private best-arm identification."""
