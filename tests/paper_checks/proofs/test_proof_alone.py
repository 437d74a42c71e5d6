"""The proof of a statement that is false as printed: it excludes the print, at a real case."""

import pytest
from banditproof.paper_checks.proofs import Given, Inequality, Proof
from banditproof.paper_checks.proofs.proof_alone import denied
from banditproof.paper_checks.verdicts.verdict import Outcome
from banditproof.verify.evidence import Grade

FIRST = Given(1, "The first batch is one pull.", "first = 1")
SECOND = Given(2, "The second one has two.", "second = 2")


def proof(*steps, where: str = "first, second in [1, inf)") -> Proof:
    return Proof("my.batches", steps=steps, where=where)


WHOLE = proof(FIRST, SECOND, Inequality(3, "So it is larger.", "second > first", uses=(1, 2)))


@pytest.mark.parametrize("outcome", [Outcome.MISPRINT, Outcome.FAILS, Outcome.FAILS_WITH_REPAIR])
def test_a_proof_that_stands_excludes_the_print(outcome: Outcome) -> None:
    verdict = denied(WHOLE, outcome)
    assert verdict.outcome == outcome
    assert verdict.evidence.grade == Grade.OUTLINED
    assert verdict.evidence.witness == "first = 1; second = 2."
    assert len(verdict.steps) == 3


def test_the_witness_has_the_numbers_of_the_real_case() -> None:
    small = Given(1, "Let", "first <= 2")
    found = denied(
        proof(small, Inequality(2, "So", "2*first >= first + 1"), Inequality(3, "C", "first <= 3",
              uses=(1, 2))), Outcome.FAILS
    )  # fmt: skip
    assert found.evidence.witness.startswith("first = ")
    assert found.evidence.witness.endswith("; first <= 2.")


def test_a_proof_that_does_not_stand_refutes_nothing() -> None:
    wrong = WHOLE.changed(3, formula="second > 2*first")
    verdict = denied(wrong, Outcome.FAILS)
    assert verdict.outcome == Outcome.OPEN
    assert "does not stand" in verdict.summary


def test_assumptions_that_no_numbers_meet_refute_nothing() -> None:
    nowhere = proof(
        Given(1, "A", "first >= 3"),
        Given(2, "B", "second >= first + 1"),
        Inequality(3, "C", "second >= 4", uses=(1, 2)),
        where="first in [1, inf), second in [1, 2]",
    )
    verdict = denied(nowhere, Outcome.MISPRINT)
    assert verdict.outcome == Outcome.OPEN
    assert "No numbers are known" in verdict.summary
