"""A prover of inequalities between real functions, whose proofs a small judge checks.

`prove(Statement.of(claim, domain))` gives a `Proof`, a `Disproof` or `Undecided`; `verify_proof`
checks the proof in a file without a search. What searches is loaded when it is first used: the
judge needs none of it.
"""

from typing import TYPE_CHECKING
from banditproof.lazy_names import lazy_names

if TYPE_CHECKING:
    from .decision import prove
    from .outcomes import Disproof, Proof, Undecided
    from .proof_files import read_proof, text_of_proof, verify_proof
    from .statement import Statement

__all__ = [
    "Disproof", "Proof", "Statement", "Undecided", "prove", "read_proof", "text_of_proof",
    "verify_proof",
]  # fmt: skip

if not TYPE_CHECKING:  # a type checker sees the names above, and no others
    __getattr__, __dir__ = lazy_names(__name__)
