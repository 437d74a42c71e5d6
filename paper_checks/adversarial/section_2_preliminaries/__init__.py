"""Section 2: the setting, experts and privacy."""
