"""The laws as rules: what each gives, and what it refuses."""

import pytest
from kernel_letters import A, B, C, N, X, Y, formula
from banditproof.theory.logic import laws
from banditproof.theory.logic.formulas import FALSE, OR, binary, equation, imp, quantified
from banditproof.theory.logic.kernel import Theory
from banditproof.theory.logic.shapes import parts
from banditproof.theory.logic.simple_types import NAT, REAL, arrow
from banditproof.theory.logic.terms import Const, Lam, Refused, lam


@pytest.fixture
def theory() -> Theory:
    return Theory()


def test_what_exists_is_shown_of_a_value(theory) -> None:
    one, two = Const("1", REAL), Const("2", REAL)
    some = quantified("exists", X, equation(X, one, REAL))
    assert laws.ex_intro(some, one, laws.refl(theory, one)).conclusion == some
    with pytest.raises(Refused, match="another one"):
        laws.ex_intro(some, two, laws.refl(theory, one))


def test_what_exists_is_arbitrary(theory) -> None:
    some = theory.assume(quantified("exists", X, formula("x <= y", x=X, y=Y)))
    given = formula("x <= y", x=X, y=Y)
    with pytest.raises(Refused, match="another one"):  # in the conclusion
        laws.ex_elim(X, some, theory.assume(given))
    then = laws.and_elim(laws.and_intro(theory.assume(B), theory.assume(imp(given, A))), False)
    with pytest.raises(Refused, match="arbitrary"):  # in another hypothesis
        laws.ex_elim(X, some, then)
    with pytest.raises(Refused, match="another one"):  # in what exists
        laws.ex_elim(Y, some, theory.assume(A))
    with pytest.raises(Refused, match="gets an argument"):
        laws.ex_elim(N, some, theory.assume(A))
    fine = laws.imp_elim(theory.imp_intro(given, theory.assume(A)), theory.assume(given))
    assert laws.ex_elim(X, some, fine).hypotheses == {A, *some.hypotheses}


def test_cases_show_the_same(theory) -> None:
    either = laws.excluded_middle(theory, A)
    with pytest.raises(Refused, match="another one"):
        laws.or_elim(either, theory.assume(B), theory.assume(C))
    shown = laws.or_elim(either, theory.assume(B), theory.assume(B))
    assert shown.hypotheses == {B}
    either = theory.assume(binary(OR, A, B))
    first = laws.and_elim(laws.and_intro(theory.assume(C), theory.assume(B)), second=False)
    both = {B, C, either.conclusion}
    assert laws.or_elim(either, first, theory.assume(C)).hypotheses == both


def test_conjunctions_and_disjunctions(theory) -> None:
    both = laws.and_intro(theory.assume(A), theory.assume(B))
    assert laws.and_elim(both, second=False).conclusion == A
    assert laws.and_elim(both, second=True).conclusion == B
    assert parts(laws.or_intro(both, C, second=True).conclusion, "or") == (C, both.conclusion)
    with pytest.raises(Refused):
        laws.and_elim(theory.assume(A), second=False)


def test_a_contradiction_gives_anything_and_nothing_else_does(theory) -> None:
    assert laws.false_elim(theory.assume(FALSE), A).conclusion == A
    with pytest.raises(Refused, match="another one"):
        laws.false_elim(theory.assume(A), B)


def test_equals_are_replaced_where_the_pattern_says(theory) -> None:
    equal = theory.assume(equation(X, Y, REAL))
    pattern = lam(X, formula("x <= 1", x=X))
    th = laws.replace(equal, pattern, theory.assume(formula("x <= 1", x=X)))
    assert th.conclusion == formula("y <= 1", y=Y)
    with pytest.raises(Refused, match="another one"):
        laws.replace(equal, pattern, theory.assume(formula("y <= 1", y=Y)))


def test_a_pattern_has_the_type_of_what_is_equal(theory) -> None:
    equal, one = theory.assume(equation(X, Y, REAL)), theory.assume(formula("x <= 1", x=X))
    with pytest.raises(Refused, match="another type"):
        laws.replace(equal, Lam(NAT, one.conclusion), one)


def test_functions_that_agree_everywhere_are_equal(theory) -> None:
    th = laws.extensional(X, laws.refl(theory, X))
    assert th.conclusion == equation(lam(X, X), lam(X, X), arrow(REAL, REAL))
    with pytest.raises(Refused, match="arbitrary"):
        laws.extensional(X, theory.assume(equation(X, Y, REAL)))


def test_a_law_is_no_axiom_and_no_statement_has_its_name(theory) -> None:
    assert laws.excluded_middle(theory, A).axioms == frozenset()
    for declare in (theory.axiom, theory.register):
        with pytest.raises(Refused, match="twice"):
            declare("excluded_middle", FALSE)
