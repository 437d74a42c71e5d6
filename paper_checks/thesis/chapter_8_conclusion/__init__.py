"""Chapter 8 of the thesis: what it says of the budget at which a regime changes."""
