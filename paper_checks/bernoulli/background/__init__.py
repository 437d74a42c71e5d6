"""Sections 1 and 2: the headline claims, policies, regret, privacy definitions."""
