"""Appendix C: designs, concentration and regret of AdaR-GOPE."""
