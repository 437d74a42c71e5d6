"""Section 2.1: differential privacy, its properties and its mechanisms."""
