"""Bounds at one horizon: one program per statement."""
