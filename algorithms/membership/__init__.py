"""Membership inference: games, attacks on releases, and what they measure."""
