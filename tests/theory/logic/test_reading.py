"""Formulas as they are written, and as they are printed."""

import re
import pytest
from case_tables import table
from banditproof.theory.logic.development import Development
from banditproof.theory.logic.library import TEXTS, Library, standard_library
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.printing import UNICODE, shown
from banditproof.theory.logic.proof_text import theorems_in
from banditproof.theory.logic.simple_types import NAT, REAL, arrow
from banditproof.theory.logic.spelling import formally
from banditproof.theory.logic.terms import Free, Refused, normal

LIBRARY = standard_library(["numbers", "sums"])
X = Free("x", REAL)


@pytest.mark.parametrize(
    ("text", "means"), table(__file__, "a_binder_takes_nothing_of_an_abbreviation")
)
def test_a_binder_takes_nothing_of_an_abbreviation(text: str, means: str) -> None:
    read = normal(LIBRARY.formula(text, {"x": X, "s": X}))
    assert read == normal(LIBRARY.formula(means, {"x": X}))


@pytest.mark.parametrize("text", ["x == y**2", "2**n*x**(n + 1) == y -> x != 0", "x**2 == y == z"])
def test_signs_of_proofs_by_steps_are_read_as_well(text: str) -> None:
    known = {name: Free(name, REAL) for name in "xyz"} | {"n": Free("n", NAT)}
    ours = text.replace("**", "^").replace("==", "=")
    assert LIBRARY.formula(text, known) == LIBRARY.formula(ours, known)


@pytest.mark.parametrize("text", table(__file__, "terms_of_proofs_by_steps_are_read_as_they_stand"))
def test_terms_of_proofs_by_steps_are_read_as_they_stand(text: str) -> None:
    """As `prove --formal` would write them, which reads them by the notation of the prover."""
    known = {name: Free(name, REAL) for name in "xyt"}
    assert LIBRARY.formula(text, known) == LIBRARY.formula(formally(text), known)


def test_pi_is_the_number_where_no_quantity_has_its_name() -> None:
    number, quantity = (LIBRARY.formula("pi = PI", known) for known in ({}, {"pi": X}))
    assert shown(number) == "PI = PI"
    assert shown(quantity) == "x = PI"


def test_pi_is_the_word_of_a_folder_that_defines_it() -> None:
    development = Development(standard_library(["numbers"]))
    development.take([("own.logic", "def pi := 1/2")])
    (definition,) = development.library.definitions(["pi"])
    assert shown(development.library.formula("pi <= PI")) == f"{definition} <= PI"


@pytest.mark.parametrize(
    ("text", "message"), table(__file__, "terms_that_are_no_such_terms_are_refused")
)
def test_terms_that_are_no_such_terms_are_refused(text: str, message: str) -> None:
    with pytest.raises(Refused, match=re.escape(message)):
        LIBRARY.formula(text, {"x": X})


@pytest.mark.parametrize("text", table(__file__, "an_interval_ends_at_infinity_on_the_right_side"))
def test_an_interval_ends_at_infinity_on_the_right_side(text: str) -> None:
    with pytest.raises(Refused):
        LIBRARY.formula(text)
    turned = text.replace("inf,", "-inf,").replace("--", "-").replace(", -inf", ", inf")
    LIBRARY.formula(turned.replace("[-", "(-").replace("inf]", "inf)"))


def test_print_shows_the_types_that_a_letter_does_not_say() -> None:
    term = LIBRARY.formula("forall n (x : N) (g : N -> N) k'. x + g(n) <= k'")
    assert shown(term, UNICODE, LIBRARY.letters) == "∀ n (x : N) (g : N -> N) k'. x + g(n) ≤ k'"
    other = LIBRARY.formula("forall (n : R). 0 <= n^2")
    assert shown(other, UNICODE, LIBRARY.letters) == "∀ (n : R). 0 ≤ n^2"


REALS_ALONE = """theorem it: forall (n m : N). real(n) = real(m) -> n = m
  fix n m
  assume h{}
  show {}by h
qed
"""


@pytest.mark.parametrize(
    ("hypothesis", "wanted", "words"),
    [
        ("", "", "The reason says: real(n) = real(m)."),
        (": n = m", "", "The hypothesis is real(n) = real(m)."),
        ("", "real(m) = n ", "What is to be shown is n = m"),
    ],
)
def test_a_refusal_tells_whole_numbers_from_real_ones(
    hypothesis: str, wanted: str, words: str
) -> None:
    development = Development(LIBRARY)
    development.add(theorems_in(REALS_ALONE.format(hypothesis, wanted), "a.proof"))
    with pytest.raises(Refused, match=re.escape(words)):
        development.derive("it")


def test_a_statement_in_print_is_read_again_as_what_it_says() -> None:
    # a value of fst that is a function gets no argument, and a whole number 0 is read as a real one
    library, others = standard_library(), {"apart_event", "mean_of_nothing"}
    for file in TEXTS.glob("*.proof"):
        for theorem in theorems_in(file.read_text("utf-8"), file.name):
            assert theorem.statement is not None
            said = library.formula(theorem.statement)
            if theorem.name not in others:
                assert library.formula(shown(said, letters=library.letters)) == said


def test_a_comment_is_a_row_of_its_own() -> None:
    text = "theorem a: 0 <= 1\n  # as known\n  show\nqed"
    (theorem,) = theorems_in(text, "a.proof")
    assert theorem.statement is not None
    assert theorem.statement.text == "0 <= 1"
    assert [line.text for line in theorem.lines] == ["show"]
    (theorem,) = theorems_in("theorem a: 0 <= 1 # as known\n  show\nqed", "a.proof")
    with pytest.raises(Misread, match=r"^a\.proof:1:19: A # .* a comment is a row of its own"):
        standard_library(["numbers"]).formula(theorem.statement)


def test_print_tells_a_variable_from_a_later_constant() -> None:
    library = Library(letters={"x": REAL, "y": REAL})
    library.load_text("def top := fun y. forall x. x <= y\nconst x : R", "a.logic", "a")
    unfolded = normal(library.formula("top(x)"), dict(library.theory.definitions))
    assert shown(unfolded) == "forall x'. x' <= x"
    other = library.formula("forall (z : R). z <= x")
    assert shown(other) == "forall z. z <= x"


def test_a_negated_quantifier_reaches_as_far_as_any() -> None:
    text, means = "not exists x. x < x and x < 1", "not (exists x. x < x and x < 1)"
    assert LIBRARY.formula(text) == LIBRARY.formula(means)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("forall x, y > 0. x <= y", "write `forall x y` with the condition"),
        ("exists x, y > 0. x <= y", "or `exists x. exists y` with the condition"),
        ("exists x, n, y in (0, 1). x <= y", "asks nothing of 'x n' before the comma"),
        ("forall z > 0, x, y > z. x <= y", "asks nothing of 'x' before the comma"),
        ("forall (x : R), y >= 2. x <= y", "asks nothing of 'x' before the comma"),
    ],
)
def test_a_condition_behind_a_comma_says_of_what_it_is_asked(text: str, words: str) -> None:
    with pytest.raises(Refused, match=re.escape(words)):
        LIBRARY.formula(text)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("forall x y > 0. x <= y", "forall x > 0, y > 0. x <= y"),
        ("forall x. forall y > 0. x <= y", "forall x (y : R). y > 0 -> x <= y"),
        ("forall x > 0, y. x <= y", "forall x > 0. forall y. x <= y"),
        ("exists x, y. x <= y", "exists x. exists y. x <= y"),
    ],
)
def test_a_condition_is_asked_of_all_names_before_it(text: str, means: str) -> None:
    assert LIBRARY.formula(text) == LIBRARY.formula(means)


def test_a_function_has_no_condition_that_would_be_lost() -> None:
    with pytest.raises(Refused, match="no condition stands here"):
        LIBRARY.formula("(fun x > 0. x) = (fun x. x)")


def test_a_number_is_no_longer_than_those_of_inequalities() -> None:
    with pytest.raises(Refused, match="more than 400 digits"):
        LIBRARY.formula(f"0 <= {'9' * 5000}.5")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("sort S ²", "A sort takes up to 9 types"),
        ("sort S 10", "A sort takes up to 9 types"),
        ("const in : R", "A name is expected before 'in'"),
        ("const a.b. : R", "A name is expected before '.'"),
        ("const a b : R", "One name is expected"),
        ("def forall := 1", "A name is expected before 'forall'"),
        ("let : R", "A name is expected"),
        ("let c 1 : R", "A name is expected before '1'"),
    ],
)
def test_what_no_formula_could_name_is_not_declared(line: str, error: str) -> None:
    with pytest.raises(Refused, match=re.escape(error)):
        Library().load_text(line, "a.logic", "a")


def test_a_number_may_be_defined() -> None:
    library = Library()
    library.load_text("def three := 3", "a.logic", "a")
    assert library.theory.constants["three"] == REAL


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("x^(1/2) <= 1e-9", "sqrt(x) <= 0.000000001"),
        ("x^(3/2) = x^1.5", "sqrt(x)^3 = sqrt(x)^3"),
        ("x^0.25 < 1.5e3", "root4(x) < 1500"),
        ("x^(4/2) = 1E0", "x^2 = 1"),
        ("x if x <= y else y <= 1", "if(x <= y, x, y) <= 1"),
        ("0 <= (x if x < y else y) <= 1", "0 <= if(x < y, x, y) and if(x < y, x, y) <= 1"),
        ("x if (y if y < 1 else 1) < 2 else y <= 3", "if(if(y < 1, y, 1) < 2, x, y) <= 3"),
        ("y <= if(x < y, x, y) <= y", "y <= if(x < y, x, y) and if(x < y, x, y) <= y"),
        ("x if if(x < y, x, y) < 2 else y <= 3", "if(if(x < y, x, y) < 2, x, y) <= 3"),
        ("0 if x < 0 else 1 if x < 1 else 2 <= y", "if(x < 0, 0, if(x < 1, 1, 2)) <= y"),
    ],
)
def test_a_step_is_read_in_a_formula_as_it_stands(text: str, means: str) -> None:
    library = standard_library(["numbers"])
    formula = library.formula(f"forall x y. {text}")
    assert shown(formula) == f"forall x y. {means}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x^(1/5) = 1", "no root of the order 5"),
        ("x^(1/0) = 1", "An exponent divides by 0"),
        ("2e = 1", "A formula is expected here"),
        ("1e999 = 1", "more than 400 digits"),
        ("x if x < 1 = 2", "'else' is expected"),
        ("x if y else 1 = 2", "A formula is expected here"),
        ("x <= 1 if x < y else y <= 2", "A choice between two signs stands in brackets"),
        ("(x <= 1) if x < y else (y <= 2)", "A choice between formulas is written as if"),
        ("x <= 1 and (y <= 1) if x < y else (y <= 2)", "A choice between formulas"),
        ("x if x < y if y < 1 else 2 else y <= 3", "A choice within the condition of another"),
        ("x^2^3 = 1", "A power of a power needs brackets"),
    ],
)
def test_what_is_no_power_number_or_choice_is_refused(text: str, words: str) -> None:
    with pytest.raises(Misread, match=words):
        standard_library(["numbers"]).formula(f"forall x y. {text}")


def test_a_text_is_read_again_where_other_things_were_declared_before_it(tmp_path) -> None:
    file, read = tmp_path / "own.logic", []
    file.write_text("def least := fun n. n\naxiom low: forall n. n <= 5\n  source: a book\n")
    for first in ("let n : N", "let n : R", "let n : R", "let n : N", "const other : N\nlet n : N"):
        library = Library()
        library.load_text(first, "first.logic", "first")
        library.load(file)
        value, t = library.theory.definitions["least"]
        read.append((t, value, library.axioms["low"].statement))
        assert library.theory.axioms["low"] == read[-1][2]
    assert [t for t, _, _ in read] == [arrow(t, t) for t in (NAT, REAL, REAL, NAT, NAT)]
    assert read[0] == read[3] == read[4] != read[1] == read[2]
    assert read[0][1] is read[3][1] is not read[4][1]  # this one was read again
    file.write_text(file.read_text().replace("<= 5", "<= 6"))
    changed = Library()
    changed.load_text("let n : N", "first.logic", "first")
    changed.load(file)
    assert changed.axioms["low"].statement != read[0][2]
