"""Mechanisms that release a mean of rows, and what they guarantee."""
