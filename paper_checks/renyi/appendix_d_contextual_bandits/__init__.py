"""Appendix D: ellipsoid and regret of AdaR-OFUL."""
