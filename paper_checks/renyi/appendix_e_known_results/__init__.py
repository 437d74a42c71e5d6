"""Appendix E: known facts that the proofs use."""
