"""Section 6: AdaR-OFUL."""
