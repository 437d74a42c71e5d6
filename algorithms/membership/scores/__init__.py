"""Scores that tell how much a release speaks for a target, and what they know of the rows."""
