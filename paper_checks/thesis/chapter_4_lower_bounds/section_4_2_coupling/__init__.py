"""Section 4.2: couplings, and the decompositions of the KL divergence under privacy."""
