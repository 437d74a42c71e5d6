"""Section 4.4: sample complexity lower bounds under privacy."""
