"""Section 3: global Renyi privacy of a policy."""
