"""Section 6.2: the fixed-target game, its measures, and the game with a random target."""
