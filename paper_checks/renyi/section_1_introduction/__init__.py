"""Section 1: the protocol and the table of results."""
