"""Sections 3.6 and 3.8: how the definitions are related."""
