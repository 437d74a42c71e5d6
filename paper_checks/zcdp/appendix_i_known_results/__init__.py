"""Appendix I: known facts that the proofs use."""
