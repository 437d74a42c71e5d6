"""Concentrated Differential Privacy for Bandits: one program per printed statement."""
