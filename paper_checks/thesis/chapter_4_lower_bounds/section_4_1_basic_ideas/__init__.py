"""Section 4.1: lower bounds without privacy."""
