"""Section 4: what policies pay at one horizon that seldom miss a better arm."""
