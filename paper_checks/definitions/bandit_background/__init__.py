"""Claims about the bandit model, concentration and the classical algorithms."""
