"""Learners for losses that an adversary chooses, the losses, and private forms of the learners."""
