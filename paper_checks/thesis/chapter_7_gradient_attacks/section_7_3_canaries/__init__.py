"""Section 7.3 of the thesis: canaries by the Mahalanobis distance, Algorithm 14."""
