"""A policy in a process that never holds a reward, and what it declares to the one that does."""
