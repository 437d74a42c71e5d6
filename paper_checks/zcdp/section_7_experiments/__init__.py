"""Section VII: the experiments and their figure."""
