"""Section II: bounds that are converted from pure privacy."""
