"""Real cases: numbers at which all that a proof assumes holds, and the cap without them."""

from fractions import Fraction
import pytest
from case_tables import table
from banditproof.paper_checks.proofs import Given, Inequality, Proof, written_proof
from banditproof.paper_checks.proofs.assumptions import Assumptions
from banditproof.paper_checks.proofs.real_cases import read, stored_case, written
from banditproof.verify.evidence import Grade


def proof_under(*givens: str, where: str = "x in [0,1]") -> Proof:
    """A proof that assumes some relations and shows a square to be positive."""
    steps = [Given(n, "It is given.", text) for n, text in enumerate(givens, 1)]
    last = Inequality(
        len(steps) + 1, "A square is positive.", "x**2 >= 0", uses=tuple(s.number for s in steps)
    )
    return Proof("bern.none", (*steps, last), where)


@pytest.mark.parametrize(
    ("givens", "where"),
    table(__file__, "contradictory_hypotheses_have_no_case_and_give_points_at_most"),
)
def test_contradictory_hypotheses_have_no_case_and_give_points_at_most(
    givens: tuple[str, ...], where: str
) -> None:
    proof = proof_under(*givens, where=where)
    assert proof.case.lack
    assert proof.grade().grade == Grade.POINTS


def test_a_verdict_says_that_no_case_is_known() -> None:
    proof = proof_under("exp(x) == 2*x")
    verdict = proof.verdict("A square is positive.")
    assert verdict.evidence is not None
    assert verdict.evidence.grade == Grade.POINTS
    assert proof.case.lack in verdict.not_covered


@pytest.mark.parametrize(("givens", "where"), table(__file__, "a_case_is_found_and_certified"))
def test_a_case_is_found_and_certified(givens: tuple[str, ...], where: str) -> None:
    proof = proof_under(*givens, where=where)
    assert not proof.case.lack
    assert not Assumptions(proof).fault(proof.case.numbers)


def test_a_number_outside_of_what_is_assumed_is_refused() -> None:
    assumptions = Assumptions(proof_under("y <= x/2", where="x, y in [0,1]"))
    assert assumptions.fault({"x": Fraction(1), "y": Fraction(1, 2)}) == ""
    assert "y <= x/2" in assumptions.fault({"x": Fraction(1), "y": Fraction(2, 3)})
    assert "range of x" in assumptions.fault({"x": Fraction(2), "y": Fraction(1, 2)})
    assert "not those of x, y" in assumptions.fault({"x": Fraction(1)})


@pytest.mark.parametrize("id", ["thesis.adv.bounds", "bern.eq2", "bern.thm4.3"])
def test_stored_cases_hold_and_read_back(id: str) -> None:
    proof = written_proof(id)
    case = stored_case(proof)
    assert case is not None
    assert Assumptions(proof).fault(case) == ""
    assert read(written(case)) == case
