"""Section 4.3: regret lower bounds under privacy."""
