"""Section 3.7: other threat models."""
