"""Section IV: linear bandits, optimal designs and two algorithms."""
