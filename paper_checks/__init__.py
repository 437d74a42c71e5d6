"""Executable claims: one program per printed statement, with a verdict and its evidence."""

from .catalogue import DOCUMENTS
from .claim import Claim
from .registry import claims, find
from .runner import Result, run, run_all
from .verdict import Outcome, Verdict

__all__ = ["DOCUMENTS", "Claim", "Outcome", "Result", "Verdict", "claims", "find", "run", "run_all"]
