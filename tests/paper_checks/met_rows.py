"""Which rows of the checker proofs need, noted while something else has them checked."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
import pytest
from banditproof.theory.prover.checker.all_rows import ALL_ROWS, all_functions
from banditproof.theory.prover.checker.claims import Replay
from banditproof.theory.prover.coq.checker_theorems import theorems

FUNCTIONS = all_functions()
PROVED = {row.name for row in ALL_ROWS if set(row.theorems) <= set(theorems()) and row.theorems}
PROVED |= {name for name, named in FUNCTIONS.items() if named and set(named) <= set(theorems())}
"""The rows that have a theorem of Coq."""


def rows_of(replay: Replay) -> set[str]:
    """The rules, parts and functions that a proof met."""
    nothing = ("log", replay.book.num(0))  # which is written for each proof
    rows = (row for row in replay.book.rows if row != nothing)
    return replay.used | {row[0] for row in rows if row[0] in FUNCTIONS}


@contextmanager
def checked_proofs() -> Iterator[list[set[str]]]:
    """The rows of each proof that is checked in a block; they are there after the block."""
    seen, rows, begin = list[Replay](), list[set[str]](), Replay.__init__

    def remembered(self: Replay, *rest: Any) -> None:
        begin(self, *rest)
        seen.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Replay, "__init__", remembered)
        yield rows
    rows += map(rows_of, seen)
