"""Section 5: AdaR-GOPE."""
