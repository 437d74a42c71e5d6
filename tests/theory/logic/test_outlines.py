"""Proofs in sentences, and outlines: what is open implies the statement, and nothing less does."""

import re
import pytest
from case_tables import table
from banditproof.theory.logic.certificates import text_of
from banditproof.theory.logic.development import Derivation, Development
from banditproof.theory.logic.formulas import imp
from banditproof.theory.logic.kernel import Theorem
from banditproof.theory.logic.library import standard_library
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.theory.logic.terms import Refused

CLOSED = table(__file__, "closed")
TEMPLATE = "theorem it: forall x. 0 < x -> 0 <= x\n  fix x\n  {}\nqed\n"
WITH_WORDS = """theorem it: forall x y. 0 < x -> x <= y -> exists z. 0 < z and z <= y*2
  fix x y
  assume 1, 2: x <= y
  let s := x + y
  have 4: 0 < s by 1, 2, s
  have 5: s <= 2*y by (2); also s
  claim 6: forall t >= 0. t <= t + s
    fix t
    assume t
    have 7: 0 <= s by 4
    show by 7
  take s
  split
  show by 4
  show by 5
qed
"""
IN_SENTENCES = """theorem it: forall x y. 0 < x -> x <= y -> exists z. 0 < z and z <= y*2
  fix x y
  assume 1
  2. The other one is as large. :: x <= y -- given
  3. Let $s$ be the sum, :: s := x + y
  4. "which is positive -- and not 0," :: 0 < s -- from 1, 2, s
  5. and at most twice $y$. :: s <= 2*y -- by (2); also s
  6. Adding it makes nothing smaller: :: forall t >= 0. t <= t + s
    fix t
    assume t
    7. it is not negative, :: 0 <= s -- 4
    8. so that more is there. :: t <= t + s -- from 7
  take s
  split
  show by 4
  show by 5
qed
"""


def derived(text: str, name: str = "it") -> Derivation:
    development = Development(standard_library(["numbers"]))
    development.add(theorems_in(text, "a.proof"))
    return development.derive(name)


@pytest.mark.parametrize("case", CLOSED, ids=[case["name"] for case in CLOSED])
def test_what_is_open_implies_the_statement_and_is_a_theorem_for_itself(case) -> None:
    outline = derived(case["text"].replace("OPEN", "open"))
    (one,) = outline.opened
    library = standard_library(["numbers"])
    assert one.formula == library.formula(case["open"])
    assert not outline.theorem.hypotheses
    assert outline.theorem.conclusion == imp(one.formula, outline.statement)
    assert outline.accepted_as == "it.outline"
    closed = derived(case["text"].replace("OPEN", case["reason"]))
    assert not closed.opened
    assert not closed.cited
    assert closed.theorem.conclusion == closed.statement == outline.statement


def test_sentences_are_the_lines_for_which_they_stand() -> None:
    def rules(th: Theorem) -> object:
        """The rules that gave a theorem, and what each of them showed."""
        said = re.sub(r"%\d+", "%", text_of(th.conclusion))  # of new variables, numbers
        return th.rule, said, [*map(rules, th.using)]

    assert rules(derived(IN_SENTENCES).theorem) == rules(derived(WITH_WORDS).theorem)


@pytest.mark.parametrize("case", table(__file__, "refused"), ids=lambda case: case["lines"])
def test_a_sentence_that_is_wrong_is_refused_at_its_place(case) -> None:
    with pytest.raises(Misread) as wrong:
        derived(TEMPLATE.format(case["lines"]))
    place, *words = case["says"]
    assert str(wrong.value).startswith(f"a.proof:{place}: ")
    assert all(word in str(wrong.value) for word in words)


def test_a_second_open_sentence_does_not_suppose_the_first_one() -> None:
    text = CLOSED[0]["text"].replace("-- by 2*(3)", "-- open").replace("OPEN", "open")
    first, second = derived(text).opened
    library = standard_library(["numbers"])
    assert first.formula == library.formula(CLOSED[0]["open"])
    assert second.formula == library.formula("forall x y. 0 < x -> x <= y -> 0 < 2*(x + y)")


def test_an_open_contradiction_shows_everything_and_is_named() -> None:
    false = "theorem it: forall x. x < x\n  fix x\n  1. It is. :: x < x -- open\n  show by 1\nqed\n"
    outline = derived(false)
    (one,) = outline.opened
    assert one.formula == outline.statement
    assert (one.number, one.words, one.place) == ("1", "It is.", "a.proof:3:3")


def test_what_is_open_in_one_place_is_of_no_use_in_another() -> None:
    text = """theorem it: forall x. 0 <= x
  fix x
  1. Where it is positive :: 0 < x -> x <= 0
    2. -- given
    3. it is not. :: x <= 0 -- open
  4. So it is never positive. :: x <= 0 -- from 1
  show by 4
qed
"""
    with pytest.raises(Refused, match=r"a\.proof:6:3"):
        derived(text)


def test_a_theorem_that_cites_an_outline_rests_on_a_statement_without_proof() -> None:
    text = CLOSED[0]["text"]
    outline = text.replace("OPEN", "open")
    citing = outline.replace("theorem it", "theorem other", 1)
    citing = f"{citing[: citing.index('  3.')]}  3. -- it(x, y), 1, 2\n  show by 3\nqed\n"
    assert derived(outline + citing, "other").cited == ("it",)
    whole = text.replace("OPEN", CLOSED[0]["reason"])
    assert derived(whole + citing, "other").cited == ()


def test_what_is_open_in_a_cited_outline_is_found_from_what_cites_it() -> None:
    outline = CLOSED[0]["text"].replace("OPEN", "open")
    citing = "\ntheorem other: 0 < 2*(1 + 2)\n  1. -- it(1, 2)\n  show by 1\nqed\n"
    last = "\ntheorem last: 0 < 2*(1 + 2)\n  1. -- other\n  show by 1\nqed\n"
    development = Development(standard_library(["numbers"]))
    development.add(theorems_in(outline + citing + last, "a.proof"))
    assert development.derive("last").cited == ("it",)
    (one,) = development.all_open("last")
    assert one == development.derive("it").opened[0]
    assert development.all_open("other") == (one,)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (" theorem it: 0 <= 1\n  show\nqed\n", "a.proof:1:2: A theorem begins in the first"),
        ("theorem it.outline: 0 <= 1\n  show\nqed\n", "The name it.outline ends in .outline"),
        ("theorem it: forall x. 0 < x -> 0 <= x\n  1. -- given\nqed\n", "; `fix` its variables"),
    ],
)
def test_a_text_that_is_no_proof_is_refused(text: str, words: str) -> None:
    with pytest.raises(Refused, match=re.escape(words)):
        derived(text)


def test_a_sentence_is_open_by_its_reason_whatever_the_blanks_are() -> None:
    text = TEMPLATE.format("1. -- given\n  2. So. :: 0 <= x\u00a0--\u00a0open")
    (proof,) = theorems_in(text, "a.proof")
    assert proof.is_outline
    assert derived(text).opened
    (proof,) = theorems_in(text.replace("open", "1"), "a.proof")
    assert not proof.is_outline


def test_an_outline_that_cites_itself_is_a_circle() -> None:
    text = CLOSED[0]["text"].replace("OPEN", "open").replace("by 2*(3)", "it(x, y), 1, 2")
    with pytest.raises(Refused, match="in a circle: it -> it"):
        derived(text)


def test_what_is_known_before_a_sentence_can_be_asked() -> None:
    development = Development(standard_library(["numbers"]))
    development.add(theorems_in(CLOSED[0]["text"].lstrip().replace("OPEN", "open"), "a.proof"))
    assert development.known_before("a.proof", 5).splitlines() == [
        "known:",
        "  1: 0 < x",
        "  2: x <= y",
        "wanted:",
        "  0 < 2 * (x + y)",
    ]


def test_facts_that_rest_on_what_is_open_are_marked() -> None:
    development = Development(standard_library(["numbers"]))
    development.add(theorems_in(CLOSED[0]["text"].lstrip().replace("OPEN", "open"), "a.proof"))
    assert "  3: 0 < x + y (open)" in development.known_before("a.proof", 6).splitlines()


def test_a_proof_of_many_lines_takes_two_calls_for_each() -> None:
    """Python allows a thousand calls within one another, and a proof is as deep as it is long."""
    lines = "".join(f"  {n}. :: {n} <= x + {n}\n" for n in range(2, 330))
    words = "".join(f"  have h{n}: {n} <= x + {n}\n" for n in range(2, 330))
    for inside in (lines, words):
        head = "theorem it: forall x. 0 <= x -> 0 <= x\n  fix x\n  assume 1\n"
        text = f"{head}{inside}  show by 1\nqed\n"
        assert not derived(text).opened


def refusal(text: str) -> str:
    with pytest.raises(Misread) as wrong:
        derived(text)
    return str(wrong.value)


def test_a_name_that_was_not_fixed_is_told_with_the_line_that_is_missing() -> None:
    text = "theorem it: forall x n. 0 <= n -> 0 <= x\n{}  1. So. :: 0 <= {} -- given\nqed\n"
    fix = "What is to be shown begins with `forall {}`; a line `fix {}` names it first."
    assert fix.format("x n", "x n") in refusal(text.format("", "n"))
    assert fix.format("n", "n") in refusal(text.format("  fix x\n", "n"))
    assert refusal(text.format("", "m")).endswith("Nothing is called m.")
    other = refusal(text.format("  fix x m\n", "n"))  # it was fixed under another name
    assert other.endswith("Nothing is called n.")


def test_a_fact_about_all_values_is_to_be_cited_at_one() -> None:
    lines = "  fix f\n  assume all: forall y. 0 <= f(y)\n  fix x\n  show by {}\nqed\n"
    says = "theorem it: forall (f : R -> R). (forall y. 0 <= f(y)) -> forall x. 0 <= f(x) + 1\n"
    assert "all is about every y: cite it at a term, all(TERM)." in refusal(
        says + lines.format("all")
    )
    assert derived(says + lines.format("all(x)")).theorem.conclusion
