"""Derivations as files of Coq, a second reader of what the kernel accepted."""
