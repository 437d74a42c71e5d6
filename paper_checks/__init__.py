"""Executable claims: one program per printed statement, with a verdict and its evidence."""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .running.runner import Result, run, run_all
    from .statements.catalogue import DOCUMENTS
    from .statements.claim import Claim
    from .statements.registry import claims, find
    from .verdicts.verdict import Outcome, Verdict

__all__ = ["DOCUMENTS", "Claim", "Outcome", "Result", "Verdict", "claims", "find", "run", "run_all"]

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
