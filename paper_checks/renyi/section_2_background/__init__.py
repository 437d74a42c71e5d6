"""Section 2: Renyi differential privacy."""
