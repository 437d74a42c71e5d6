"""Appendix B: concentration and regret of AdaR-UCB."""
