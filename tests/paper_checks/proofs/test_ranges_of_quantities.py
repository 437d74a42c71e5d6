"""The range of a quantity counts in every step: where it was shown, used, and left out."""

import pytest
from banditproof.paper_checks.proofs import Given, Inequality, Proof
from banditproof.paper_checks.verdicts.verdict import Outcome

WHERE = "x in [0,1], y in [0,1]"


def test_a_lemma_is_used_at_other_values_where_it_was_shown() -> None:
    lemma = Inequality(1, "Pinsker.", "kl(u, v) >= 2*(u-v)^2", where="u in [0,1], v in (0,1)")
    there = Inequality(
        2, "At x/2.", "kl(y, x/2) >= 2*(y-x/2)^2", where="x > 0",
        uses=(1,), at={1: {"u": "y", "v": "x/2"}},
    )  # fmt: skip
    proof = Proof("bern.none", (lemma, there), WHERE)
    assert proof.verdict("It holds.").outcome == Outcome.HOLDS
    outside = proof.changed(2, at={1: {"u": "y", "v": "2*x"}}, formula="kl(y, 2*x) >= 0")
    assert outside.verdict("It holds.").outcome == Outcome.OPEN


def test_a_chain_between_ends_gives_ranges() -> None:
    step = Inequality(1, "A quotient.", "y/x <= 1")
    proof = Proof("bern.none", (step,), "0 < y <= x < inf")
    assert proof.verdict("It holds.").outcome == Outcome.HOLDS
    assert proof.facts[0].where == "y in (0, inf), x in (0, inf), y <= x"


def test_a_range_counts_also_where_the_relation_does_not_mention_the_quantity() -> None:
    steps = (
        Given(1, "S is at least v.", "S >= v", where="v in [0,5]"),
        Given(2, "S is at most v.", "S <= v", where="v in [0,5]"),
        Inequality(3, "So S is at most 1.", "S <= 1", where="v in [0,1]", uses=(2,)),
    )
    wide = Inequality(4, "And v.", "v <= 1", where="v in [0,5]", uses=(1, 3))
    steps_found, _ = Proof("bern.none", where="S in [0,inf)", steps=(*steps, wide)).run()
    assert steps_found[3].detail.startswith("It is shown only where v <= 1; say so")
    narrow = Inequality(4, "And v.", "v <= 1", where="v in [0,1]", uses=(1, 3))
    proof = Proof("bern.none", where="S in [0,inf)", steps=(*steps, narrow))
    assert proof.verdict("v is at most 1.").evidence.grade.value == "outlined"


def test_a_smaller_range_is_not_forgotten_with_its_quantity() -> None:
    steps = (
        Given(1, "v is at most 2w.", "v <= 2*w", where="w in [0,1]"),
        Inequality(2, "So v is 0 for w = 0.", "v <= 0", where="w in [0,0]", uses=(1,)),
    )
    last = Inequality(3, "So v is 0.", "v <= 0", uses=(2,))
    steps_found, _ = Proof("bern.none", where="v in [0,1]", steps=(*steps, last)).run()
    assert steps_found[2].detail.startswith("It is shown only where w <= 0, and step 1, which")
    last = Inequality(3, "So v is 0.", "v <= w", where="w in [0,0]", uses=(2,))
    proof = Proof("bern.none", where="v in [0,1]", steps=(*steps, last))
    assert proof.verdict("v is 0.").evidence.grade.value == "outlined"


def test_two_infinite_terms_have_no_difference() -> None:
    """At x = 0 both sides of a step are infinite, so that the strict inequality is false there."""
    for where, proved in (("x in [0,1)", False), ("x in (0,1)", True)):
        for formula in ("log(x) > 2*log(x)", "0 > 2*log(x) - log(x)"):
            proof = Proof("bern.none", (Inequality(1, "A claim.", formula),), where)
            assert (proof.run()[0][0].verdict == "proved") == proved, formula


def test_a_step_as_data_says_the_range_of_each_of_its_quantities_and_of_no_other() -> None:
    where = "x in [0,1], y in [0,1], z in [0,1], z <= y"
    steps = (
        Inequality(1, "A square of a number in [0, 1] is at most the number.", "x^2 <= x"),
        Inequality(2, "So is one third of it.", "x^2/3 <= x", uses=(1,)),
    )
    first, second = Proof("bern.none", steps, where).facts
    assert first.where == second.where == "x in [0, 1]"
    tied = Inequality(1, "A square is at most the number.", "y^2 <= y")
    assert Proof("bern.none", (tied,), where).facts[0].where == "y in [0, 1], z in [0, 1], z <= y"


def test_a_value_that_is_no_term_is_refused_when_the_proof_is_made() -> None:
    steps = (
        Inequality(1, "A square of a number in [0, 1] is at most the number.", "x^2 <= x"),
        Inequality(2, "Also at a half.", "1/4 <= 1/2", uses=(1,), at={1: {"x": "1/"}}),
    )
    with pytest.raises(ValueError, match="give"):
        Proof("bern.none", steps, "x in [0,1]")
