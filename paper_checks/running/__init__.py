"""Checks that run: one by one or in processes, with verdicts that are kept for the next run."""
