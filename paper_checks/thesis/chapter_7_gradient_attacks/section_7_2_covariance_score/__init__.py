"""Section 7.2 of the thesis: the covariance score and Algorithm 13."""
