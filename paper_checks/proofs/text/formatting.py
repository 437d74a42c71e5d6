"""A page of proofs in its canonical form, with its comments."""

from collections.abc import Iterator
from pathlib import Path
from banditproof.theory.logic.layout import rows_of
from banditproof.theory.logic.pages import THEOREM, Page
from .locating import finder
from .reading import Reading, proofs_of
from .writing import rows_of_proof


def formatted(text: str, path: str, folder: Path | None = None) -> str:
    """The same page in canonical form: rows of 100 characters, clauses in one order.

    Comments stay above the line that they belong to, and one empty row where there were some. Of
    theorems the rows are broken anew, and nothing else is changed.

    >>> text = "proof my.a\\n 1.  So.\\n  :: x^2 >= 0\\n   -- for x in [0,1]\\n qed"
    >>> print(formatted(text, "a.proof"))
    proof my.a
      1. So. :: x^2 >= 0 -- for x in [0,1]
    qed
    <BLANKLINE>
    """
    page = Page.of(text, path)
    how = Reading(folder, any_fact=True, find=finder(folder))
    proofs = iter(proofs_of([one for one in page.blocks if one.word != THEOREM], path, how))
    rows = list[str]()
    for block in page.blocks:
        formal = block.word == THEOREM
        rows += _above(block.comments, rows)
        rows += rows_of(block) if formal else rows_of_proof(next(proofs), folder)
    rows += _above(page.below, rows)
    return "\n".join(rows).rstrip("\n") + "\n"


def _above(comments: tuple[str, ...], rows: list[str]) -> Iterator[str]:
    """Comments, and an empty row behind the block above them."""
    kept = comments if rows else comments[comments[:1] == ("",) :]
    if rows and kept[:1] != ("",):
        yield ""
    yield from kept
