"""Section 5: what stands in the way of faster rates."""
