"""Formal proofs of claims: found beside them, checked by the kernel, and what that is worth."""
