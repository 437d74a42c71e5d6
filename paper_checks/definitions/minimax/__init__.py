"""Claims about minimax regret: Sections 2.2.6, 4.1 and 4.3."""
