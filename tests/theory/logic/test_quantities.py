"""Theorems whose sentences say the statement: what it is of, under what, and what is shown."""

import pytest
from case_tables import table
from banditproof.theory.logic.development import Derivation, Development
from banditproof.theory.logic.layout import laid_out
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.printing import shown
from banditproof.theory.logic.proof_text import theorems_in

STATED = table(__file__, "stated")
NUMBERS = ["numbers", "sums", "probability"]


def development_with(text: str) -> Development:
    development = Development(standard_library(NUMBERS), seconds=2.0)
    development.add(theorems_in(text, "a.proof"))
    return development


def derived(text: str) -> Derivation:
    return development_with(text).derive("it")


@pytest.mark.parametrize("case", STATED, ids=[case["name"] for case in STATED])
def test_the_sentences_state_the_formula_with_all_binders(case) -> None:
    derivation = derived(case["text"])
    formula = Development(standard_library(NUMBERS)).library.formula(case["says"])
    assert derivation.statement == formula
    assert [one.number for one in derivation.opened] == [*case.get("open", ())]
    if not derivation.opened:
        assert derivation.theorem.conclusion == formula
        assert not derivation.theorem.hypotheses


@pytest.mark.parametrize("case", STATED, ids=[case["name"] for case in STATED])
def test_a_stronger_sentence_is_refused(case) -> None:
    before, after = case["sharper"]
    assert case["text"].count(before) == 1
    with pytest.raises(Misread):
        derived(case["text"].replace(before, after))


@pytest.mark.parametrize("case", STATED, ids=[case["name"] for case in STATED])
def test_the_canonical_form_says_the_same(case) -> None:
    text = case["text"]
    tidy = laid_out(text, "a.proof")
    assert laid_out(tidy, "a.proof") == tidy
    assert development_with(tidy).statement("it") == development_with(text).statement("it")


@pytest.mark.parametrize(("text", "message"), table(__file__, "misread"))
def test_what_is_misread_is_said_with_its_place(text, message) -> None:
    with pytest.raises(Misread) as error:
        derived(text)
    assert message in str(error.value)
    assert str(error.value).startswith("a.proof:")


def test_words_that_a_folder_defines_are_told_with_those_in_them() -> None:
    """A word may mean what nobody supposes, so that a theorem says little."""
    development = Development(standard_library(["numbers"]), seconds=2.0)
    text = "def Order := fun p. fun q. p < q and q < p\ndef Arms := fun p. fun q. Order(p, q)\n"
    development.take([("my.logic", text)])
    theorem = (
        "theorem it\n  where p, q in (0, 1); {}\n  1. So. :: p*q <= 1 -- from p_low, q_low\nqed"
    )
    development.add(theorems_in(theorem.format("Arms(p, q)"), "a.proof"))
    words = development.derive("it").words_of_folder
    assert [name for name, _ in words] == ["Arms", "Order"]
    assert shown(words[1][1]) == "fun p. fun q. p < q and q < p"
    assert not derived(theorem.format("p < q")).words_of_folder
