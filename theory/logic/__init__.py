"""A logic in which theorems about bandits are derived from a list of axioms."""
