"""Hints of a reason: weights, a function of two terms, ends of a range."""

import pytest
from case_tables import table
from banditproof.theory.logic.development import Derivation, Development
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in

SHOWN = table(__file__, "shown")


def derived(text: str) -> Derivation:
    development = Development(standard_library(["numbers"]), seconds=2.0)
    development.add(theorems_in(f"theorem it\n{text}qed\n", "a.proof"))
    return development.derive("it")


@pytest.mark.parametrize("case", SHOWN, ids=[case["name"] for case in SHOWN])
def test_a_hint_shows_a_relation_and_a_wrong_one_does_not(case) -> None:
    """A wrong hint is refused though the relation is true, so that hints are followed."""
    assert derived(case["text"]).certificates.used
    before, after = case["wrong"]
    assert case["text"].count(before) == 1
    with pytest.raises(Misread):
        derived(case["text"].replace(before, after))


@pytest.mark.parametrize("case", SHOWN, ids=[case["name"] for case in SHOWN])
def test_no_hint_shows_what_is_false(case) -> None:
    before, after = case["false"]
    assert case["text"].count(before) == 1
    with pytest.raises(Misread):
        derived(case["text"].replace(before, after))


@pytest.mark.parametrize(("reason", "message"), table(__file__, "misread"))
def test_a_reason_that_cannot_be_read_says_where_and_why(reason, message) -> None:
    text = (
        "  where x, y in [0, 1]\n"
        "  1. One :: x <= y -- given\n"
        "  2. Two :: forall z. z <= x -> z <= 1 -- given\n"
        f"  3. So :: x <= y + 1 -- {reason}\n"
    )
    with pytest.raises(Misread, match=r"^a\.proof:5:") as error:
        derived(text)
    assert message in str(error.value)


def test_a_weighted_fact_is_used_without_the_premises_that_are_known() -> None:
    text = (
        "  where x, y in [0, inf)\n"
        "  1. If it is small :: x <= 1 -> y <= x -- given\n"
        "  2. and it is :: x <= 1 -- given\n"
        "  3. then :: y*2 <= x*2 -- by 2*(1); from 2\n"
    )
    assert not derived(text).theorem.hypotheses
    with pytest.raises(Misread, match=r"The premise x <= 1 is not shown"):
        derived(text.replace("and it is :: x <= 1", "and it is :: x <= 2"))


def test_parts_are_joined_with_the_premises_that_they_have() -> None:
    text = (
        "  where x, y in (-inf, inf)\n"
        "  1. One :: y <= 0 -- given; for x <= 0\n"
        "  2. Two :: 0 <= y -- given; for 0 <= x\n"
        "  3. Both :: (x <= 0 -> y <= 0) and (0 <= x -> 0 <= y) -- from 1, 2\n"
    )
    assert not derived(text).theorem.hypotheses
    with pytest.raises(Misread):
        derived(text.replace("(0 <= x -> 0 <= y) --", "(-1 <= x -> 0 <= y) --"))


def test_a_quantity_that_does_not_occur_has_no_ends() -> None:
    text = "  where x, z in [0, 1]\n  1. So :: x^2 <= x + 1 -- apart z\n"
    with pytest.raises(Misread, match=r"z does not occur in what is to be shown"):
        derived(text)
    assert derived(text.replace("apart z", "apart x")).certificates.used


def test_what_joins_sentences_says_them_all_and_those_in_words_say_no_formula() -> None:
    text = (
        "  where x, y in [0, 1]\n"
        "  1. It is small :: x <= y -- given\n"
        "  2. and the other :: y <= 1/2 -- given\n"
        "  3. is said. -- given\n"
        "  4. All of it. -- all of 1, 2, 3\n"
        "  5. So both :: x <= 1/2 and y <= 1/2 -- all of 6, 2\n"
        "  6. hold :: x <= 1/2 -- from 4\n"
        "  7. both: :: x <= 1/2 and y <= 1/2 -- all of 6, 2\n"
    )
    ordered = text.replace(text.splitlines(keepends=True)[5], "")
    assert [one.says for one in derived(ordered).opened] == ["is said, said in words"]
    with pytest.raises(Misread, match="Nothing is known here by the name 6"):
        derived(text)
    with pytest.raises(Misread, match="joins sentences that say something"):
        derived(ordered.replace("all of 1, 2, 3", "all of 3"))
    with pytest.raises(Misread, match=r"does not follow|is not what the reason says"):
        derived(ordered.replace("x <= 1/2 and y <= 1/2", "x <= 1/2 and y <= 1/3"))


@pytest.mark.parametrize("reason", ["identity", "identity; from 1"])
def test_an_identity_is_an_equation_of_equal_terms(reason: str) -> None:
    text = (
        "  where x, y in [0, 1]\n"
        "  1. Twice :: y = 2*x -- given\n"
        f"  2. So :: x*y + y*x = 2*x*y -- {reason}\n"
    )
    assert derived(text).theorem.axioms == frozenset()
    with pytest.raises(Misread, match="does not follow"):
        derived(text.replace("= 2*x*y", "= 3*x*y"))
