"""Crafters, adversaries and the games between them."""
