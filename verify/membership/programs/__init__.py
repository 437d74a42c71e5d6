"""Membership games against programs of a user: a training loop, or a release of a table."""
