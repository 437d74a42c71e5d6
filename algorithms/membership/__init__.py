"""Membership inference: games against released means, their mechanisms, scores and adversaries."""
