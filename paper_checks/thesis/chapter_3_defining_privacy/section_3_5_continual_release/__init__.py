"""Section 3.5: the adaptive continual release model."""
