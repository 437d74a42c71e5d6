"""Proofs as text: read, written, found by their IDs, and numbered anew.

    proof my.thm1
      where x, y in [0,1]
      1. $y$ is the square of $x$. :: y = x^2 -- given
      2. The square is at most $x$. :: y <= x -- from 1
      mutant "half of it": 2 :: y <= x/2
    qed

`written_proof("my.thm1")` is the proof, as an object of `paper_checks/proofs`. Steps that several
proofs share stand in a `lemma` of their document, which a proof takes in: `3-5. lemma my.sum (2)`.
"""

from banditproof.theory.logic.passages import Misread
from .locating import forget_written_proofs, written_proof
from .proof_text import ProofSource, ProofText
from .reading import Reading, read_proofs
from .writing import text_of

__all__ = [
    "Misread", "ProofSource", "ProofText", "Reading", "forget_written_proofs", "read_proofs",
    "text_of", "written_proof",
]  # fmt: skip
