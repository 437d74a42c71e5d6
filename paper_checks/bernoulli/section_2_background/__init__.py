"""Section 2: policies, regret and the definitions of privacy."""
