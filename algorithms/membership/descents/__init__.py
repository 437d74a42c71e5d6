"""Membership in the data of a gradient descent whose iterates are visible, in NumPy alone."""
