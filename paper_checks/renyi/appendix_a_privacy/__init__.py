"""Appendix A: privacy proofs."""
