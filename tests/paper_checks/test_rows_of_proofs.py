"""Which rows of the checker the stored proofs need, and that each has a theorem of Coq."""

from collections import Counter
from typing import Any
import pytest
from banditproof.paper_checks.derivations.developments import development_of
from banditproof.paper_checks.proofs.stored_files import read_stored, stored_ids
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.theory.prover.checker.all_rows import ALL_ROWS, all_functions
from banditproof.theory.prover.checker.claims import Replay
from banditproof.theory.prover.coq.checker_theorems import theorems
from banditproof.theory.prover.two_checks import check_independently

PROVED = {row.name for row in ALL_ROWS if set(row.theorems) <= set(theorems()) and row.theorems}
PROVED |= {
    name for name, named in all_functions().items() if named and set(named) <= set(theorems())
}


def rows_of(replay: Replay) -> set[str]:
    """The rules, parts and functions that a proof met."""
    nothing = ("log", replay.book.num(0))  # which is written for each proof
    rows = (row for row in replay.book.rows if row != nothing)
    return replay.used | {row[0] for row in rows if row[0] in all_functions()}


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[Replay]:
    """Each check of a proof from now on."""
    seen, begin = list[Replay](), Replay.__init__

    def remembered(self: Replay, *rest: Any) -> None:
        begin(self, *rest)
        seen.append(self)

    monkeypatch.setattr(Replay, "__init__", remembered)
    return seen


def report(title: str, replays: list[Replay]) -> int:
    """Print how many certificates need which rows; how many need one without a theorem."""
    used = [rows_of(replay) for replay in replays]
    lacking = sum(not rows <= PROVED for rows in used)
    print(f"{title}: {lacking} of {len(used)} certificates need a row without a theorem")
    for name, count in Counter(name for rows in used for name in rows).most_common():
        print(f"  {count:6d} {name}")
    return lacking


@pytest.mark.slow
def test_no_stored_step_needs_a_row_without_a_theorem(replays: list[Replay]) -> None:
    steps = {}
    for document in SHIPPED:
        for id in stored_ids(document):
            for proof in read_stored(id):
                steps[proof.goal, repr(proof.tree)] = proof
    for proof in steps.values():
        check_independently(proof.goal, proof.tree)
    assert len(replays) == len(steps) > 5000
    assert report("stored steps", replays) == 0
    assert any("erf" in rows_of(replay) for replay in replays)


@pytest.mark.slow
def test_no_formal_theorem_needs_a_row_without_a_theorem(replays: list[Replay]) -> None:
    development = development_of(None)
    for name in development.proofs:
        development.derive(name)
    assert report("formal theorems", replays) == 0
