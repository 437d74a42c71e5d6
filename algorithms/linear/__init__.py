"""Policies of linear and contextual bandits."""
