"""What a check is made of: how it is registered, its sides, its proof and its verdict.

The words that it requires things with stand in `verdicts/vocabulary.py`. Each name is loaded when
it is first used, so a check depends on no file whose names it leaves out.
"""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .proofs import WRITTEN, Instance, Proof, sharpest, written_proof
    from .statements.checks import checks
    from .statements.claim import Check, Subjects
    from .statements.mutants_of_checks import mutant
    from .verdicts.sharpness import Sides
    from .verdicts.verdict import REFUTING, Outcome, Sharpness, Verdict, not_mechanical, undecided

__all__ = [
    "REFUTING", "WRITTEN", "Check", "Instance", "Outcome", "Proof", "Sharpness", "Sides",
    "Subjects", "Verdict", "checks", "mutant", "not_mechanical", "sharpest", "undecided",
    "written_proof",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
