"""Membership inference: games against released means and descents, scores and adversaries."""
