"""Section I: the protocol and the table of results."""
