"""Sections 3.1 and 3.2: the interaction with users and its challenges."""
