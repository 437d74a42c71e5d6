"""Appendix B: proofs about the definitions."""
