"""Audits by membership games: are their bounds right, and do mechanisms keep what they promise?"""
