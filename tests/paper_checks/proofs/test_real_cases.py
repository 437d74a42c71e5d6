"""Real cases: numbers at which all that a proof assumes holds, and the cap without them."""

from dataclasses import replace
from fractions import Fraction
import pytest
from case_tables import table
from banditproof.paper_checks.proofs import Given, Induction, Inequality, Proof, written_proof
from banditproof.paper_checks.proofs.assumptions import Assumptions
from banditproof.paper_checks.proofs.proof_alone import denied
from banditproof.paper_checks.proofs.real_cases import read, stored_case, written
from banditproof.paper_checks.verdicts.verdict import Outcome
from banditproof.verify.evidence import Grade

XY = "x in [0,1], y in [0,2]"


def proof_under(*givens: str, where: str = "x in [0,1]") -> Proof:
    """A proof that assumes some relations and shows a square to be positive."""
    steps = [Given(n, "It is given.", text) for n, text in enumerate(givens, 1)]
    last = Inequality(
        len(steps) + 1, "A square is positive.", "x^2 >= 0", uses=tuple(s.number for s in steps)
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
    proof = proof_under("exp(x) = 2*x")
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


def square(number: int, where: str, *uses: int) -> Inequality:
    return Inequality(number, "So.", "x^2 >= 0", where=where, uses=uses)


def test_each_step_that_states_a_part_has_a_case_where_it_holds() -> None:
    """Of what is given of x at all, nothing is left in the range of the step."""
    five = Given(1, "It is five.", "x = 5", where="x in [0,10]")
    wide = Proof("bern.none", (five, square(2, "x in [0,10]", 1)))
    assert (wide.case.lack, wide.case.of_steps) == ("", {})
    empty = Proof("bern.none", (five, square(2, "x in [0,1]", 1)))
    assert empty.case.lack.endswith("all holds that step 2 of the proof assumes.")
    assert (wide.grade().grade, empty.grade().grade) == (Grade.OUTLINED, Grade.POINTS)
    steps = (five, square(2, "x in [0,1]", 1), square(3, "x in [0,10]", 1))
    assert "that step 2" in Proof("bern.none", steps, parts=(2,)).case.lack


def test_a_case_of_one_step_asks_for_nothing_of_which_it_does_not_speak() -> None:
    """Between both parts there is no number, and what the one rests on is not so in the other."""
    large = Given(2, "It is large.", "x >= y", where="x in [0,10], y in [5,10]")
    small, other = square(1, "x in [0,10], x <= 1"), square(3, "x in [0,10], x > 1", 2)
    proof = Proof("bern.none", (small, large, other), parts=(1,))
    assert proof.case.numbers.keys() == {"x", "y"}
    assert proof.case.of_steps.keys() == {1}
    assert proof.case.of_steps[1].keys() == {"x"}


def test_what_a_statement_rests_on_holds_in_its_case_whatever_the_case_of_a_step() -> None:
    """A condition that fails at the numbers excuses no hypothesis of the theorem."""
    large = Given(1, "It is large.", "y >= 5", where="v >= 1/2")
    last = Inequality(2, "So.", "y >= 4", uses=(1,))
    proof = Proof("bern.none", (large, last), "y, v in [0,1]")
    assert (proof.case.lack, proof.grade().grade) == ("", Grade.POINTS)
    assert "y >= 5 is false, on which step 2 rests" in proof.grade().lack_of_case
    verdict = denied(proof, Outcome.FAILS)
    assert verdict.outcome == Outcome.OPEN
    wide = replace(proof, where="y, v in [0,9]")
    assert (wide.grade().grade, wide.grade().lack_of_case) == (Grade.OUTLINED, "")
    empty = Inequality(1, "So.", "y >= 5", where="x in [0,1], x^2 + 1 <= x")
    hidden = replace(proof, steps=(empty, Inequality(2, "So.", "y >= 5", uses=(1,))))
    assert hidden.grade().grade == Grade.POINTS


def test_what_an_induction_shows_of_its_sequence_holds_in_a_case() -> None:
    count = Induction(1, "So.", "s = n", sequence="s", first="1", following="s + 1", start="1")
    half = Given(2, "It is given.", "s <= n/2")
    last = Inequality(3, "So.", "1 <= 0", uses=(1, 2))
    proof = Proof("bern.none", (count, half, last), "n in [1,inf), s in [0,inf)")
    assert proof.case.lack
    assert proof.grade().grade == Grade.POINTS
    assert not replace(proof, steps=(count, replace(half, formula="s <= 2*n"), last)).case.lack


def test_what_a_step_says_itself_is_no_assumption_of_it() -> None:
    proof = written_proof("bern.rem3.b.regimes")
    (own,) = proof.step(1).relations
    assert own in {item.relation for item in Assumptions(proof).all}
    assert own not in {item.relation for item in Assumptions(proof, of=1).all}


def test_a_number_may_be_a_term_where_no_fraction_will_do() -> None:
    assumptions = Assumptions(
        proof_under("y^2 <= 2", "y >= sqrt(2)", where="x in [0,1], y in [0,2]")
    )
    assert assumptions.fault(read("x = 1, y = sqrt(2)")) == ""
    assert "y >= sqrt(2)" in assumptions.fault(read("x = 1, y = 1414/1000"))
    assert "y^2 <= 2" in assumptions.fault(read("x = 1, y = sqrt(2) + x/10^20"))
    assert assumptions.fault(read("x = y, y = x")).endswith("runs in a circle")
    assert "not those of" in assumptions.fault(read("y = sqrt(2)"))


def test_a_larger_number_is_told_where_both_are_known_to_be_equal_otherwise() -> None:
    """Normal forms leave a maximum as it is; enclosures decide it where the numbers differ."""
    assumptions = Assumptions(proof_under("y = log(max(x, exp(x)))", "y <= x", where=XY))
    assert assumptions.fault({"x": Fraction(1)}) == ""
    nearly = Assumptions(proof_under("y = log(max(x, exp(x)))", "y <= x - x/10^30", where=XY))
    assert "y <= x" in nearly.fault({"x": Fraction(1)})


@pytest.mark.parametrize("id", ["thesis.adv.bounds", "bern.eq2", "bern.thm4.3"])
def test_stored_cases_hold_and_read_back(id: str) -> None:
    proof = written_proof(id)
    case = stored_case(proof)
    assert case is not None
    assert Assumptions(proof).fault(case) == ""
    assert read(written(case)) == case
