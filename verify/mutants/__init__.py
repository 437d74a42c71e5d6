"""Deliberately wrong algorithms, mechanisms and audits, each with its reference and its judge."""

from .policies import MUTANTS, Mutant

__all__ = ["MUTANTS", "Mutant"]
