"""Claims whose inequalities are proved: what they rest on, their last step, and sharpness."""

from fractions import Fraction
import pytest
from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Words,
    sharpest,
)
from banditproof.paper_checks.proofs.theorems import arithmetic
from banditproof.paper_checks.statements.registry import claims, find
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.theory.prover.notation import parse

X, Y = (
    Inequality(n, "A part.", f"{name} >= 0", where=f"{name} in [0,1]")
    for n, name in ((1, "x"), (2, "y"))
)


def test_parts_are_joined_each_with_its_own_ranges() -> None:
    both = Proof("bern.none", (X, Y, Parts(3, "Both.", uses=(1, 2))))
    assert both.verdict("Both.").evidence.grade.value == "outlined"
    words = Words(2, "Plain.", why="no machine has read it")
    weak = Proof("bern.none", (X, words, Parts(3, "Both.", uses=(1, 2))))
    assert weak.verdict("Both.").evidence.grade.value == "points"
    wrong = both.changed(2, formula="y >= 1/2")
    assert wrong.verdict("Both.").outcome.value == "open"


def test_a_false_step_fails_on_a_busy_machine_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look for a point where it is false ends by the clock."""
    monkeypatch.setattr(arithmetic, "QUICK", 0.0)
    wrong = Proof("bern.none", (Inequality(1, "Wrong.", "x <= x^2", where="x in [0,1]"),))
    assert wrong.verdict().outcome.value == "fails"


@pytest.mark.parametrize("fields", [{"uses": (1,)}, {"uses": (1, 2), "formula": "x >= 0"}])
def test_parts_say_nothing_of_their_own(fields) -> None:
    with pytest.raises(ValueError, match="joins parts"):
        Parts(3, "Both.", **fields)


def test_a_step_on_a_claim_says_what_the_proof_of_that_claim_shows() -> None:
    """Where that claim has a proof as an object, and the step a relation of the divergence."""
    compared = 0
    for claim in claims():
        for step in claim.proof.steps if claim.proof else ():
            if isinstance(step, OnClaim) and "d_eps(" in step.formula:
                other = find(step.claim).proof
                terms = {name: parse(text) for name, text in step.instance.items()}
                relations = [
                    relation for s in (other.steps if other else ()) for relation in s.relations
                ]
                shown = [relation.with_values(terms) for relation in relations]
                (own,) = step.relations
                if shown:
                    assert any(own.says_the_same_as(item) for item in shown), (
                        claim.id,
                        step.number,
                    )
                    compared += 1
    assert compared >= 5


NEAREST = "min(max(x,y/(y+(1-y)*exp(eps))),y/(y+(1-y)*exp(-eps)))"
NAMED = Proof(
    "bern.none",
    where="x in [0,1], y in (0,1), eps in [0,inf), d in (-inf,inf), v in [0,inf)",
    steps=(
        Given(1, "Let d be the divergence.", "d = d_eps(x,y,eps)"),
        Given(2, "It is at most v.", "d_eps(x,y,eps) <= v"),
        Inequality(
            3,
            "So d is at most v.",
            "d <= v",
            uses=(1,),
            weights={2: "1"},
            positive=(NEAREST, f"1-({NEAREST})"),
        ),
    ),
)


def test_terms_above_zero_show_that_an_assumption_is_defined() -> None:
    assert NAMED.verdict("Named.").evidence.grade.value == "outlined"
    assert NAMED.changed(3, formula="d <= 99/100*v").verdict("Named.").outcome.value != "holds"


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [("r*s >= s^2", "proved"), ("r >= 1", "proved"), ("r*s >= 2*s", "failed")],
)
def test_a_quantity_may_be_left_one_value_by_what_a_combination_uses(formula, verdict) -> None:
    proof = Proof(
        "bern.thm3.1",
        where="r in [0,1], s in [0,1]",
        steps=(Given(1, "r is 1.", "1 <= r"), Inequality(2, "So", formula, weights={1: "s"})),
    )
    steps, _ = proof.run()
    assert steps[1].verdict == verdict


def test_sharpness_is_a_ratio_at_exact_points() -> None:
    result = sharpest("x^2 <= x", {"x": "1/2"}, {"x": Fraction(3, 4)})
    assert (result.ratio, result.case, result.cases) == (0.75, "x = 3/4", 2)
    with pytest.raises(Counterexample):
        sharpest("x^2 >= x", {"x": "1/2"})
