"""Privacy-Utility Trade-offs in Sequential Decision-Making under Uncertainty."""
