"""Sweeps: many cells, each of which is run once, anywhere, and kept."""
