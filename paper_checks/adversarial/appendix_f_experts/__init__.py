"""Appendix F: proofs for bandits with expert advice."""
