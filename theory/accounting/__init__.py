"""Certified privacy accounting: conversions between notions, and composition of mechanisms."""
