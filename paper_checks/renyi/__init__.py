"""Renyi Differentially Private Bandits: one program per printed statement."""
