"""Chapter 3: what privacy of a bandit policy means."""
