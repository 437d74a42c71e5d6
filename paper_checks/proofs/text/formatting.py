"""A file of proofs in its canonical form, with its comments."""

from pathlib import Path
from banditproof.theory.logic.layout import laid_out
from banditproof.theory.logic.passages import logical_lines
from banditproof.theory.logic.proof_text import theorems_in
from .locating import finder
from .reading import Reading, read_blocks
from .writing import text_of


def formatted(text: str, path: str, folder: Path | None = None) -> str:
    """The same proofs in canonical form: lines of 100 characters, clauses in one order.

    Comments stay above the line that they belong to, and one empty line where there were some. Of
    formal proofs the rows are broken anew, and nothing else is changed.

    >>> print(formatted("proof my.thm1\\n1.  So.\\n  :: x^2 >= 0\\n -- for x in [0,1]", "a.proof"))
    proof my.thm1
    1. So. :: x^2 >= 0 -- for x in [0,1]
    <BLANKLINE>
    """
    if theorems_in(text, path):
        return laid_out(text, path)
    proofs = read_blocks(text, path, how=Reading(folder, any_fact=True, find=finder(folder)))
    parts = [text_of(proof, folder=folder).strip("\n") for proof in proofs]
    _, below = logical_lines(text, path)
    last = "\n".join(below).strip("\n")
    return "\n\n".join(filter(None, (*parts, last))) + "\n"
