"""What a term is, its type and its normal form."""

import pytest
from kernel_letters import N, X, Y, formula
from banditproof.theory.logic.formulas import FALSE, equation, imp, quantified
from banditproof.theory.logic.kernel import Theory
from banditproof.theory.logic.laws import refl
from banditproof.theory.logic.simple_types import NAT, PROP, REAL, arrow
from banditproof.theory.logic.terms import App, Bound, Const, Free, Lam, Refused, Term, lam, normal
from banditproof.theory.logic.variables import frees, fresh


@pytest.fixture
def theory() -> Theory:
    return Theory()


@pytest.mark.parametrize(
    "term",
    [
        Bound(0),
        Lam(REAL, Bound(1)),
        Lam(("Nothing",), Bound(0)),
        App(X, X),
        Const("nothing", REAL),
        Const("1.5", NAT),
        Const("1e9", REAL),
        Const("\u0663", REAL),
        Free("x", ("R", REAL)),
        Free("%0", REAL),
        Const("exp", arrow(NAT, REAL)),
        Const("=", arrow(REAL, NAT, PROP)),
        Const("=", arrow(REAL, REAL, REAL)),
        Free("x", ("'a", REAL)),
        Free("x", arrow(("Nothing",), REAL)),
        App(Const("exp", arrow(REAL, REAL)), N),
    ],
)
def test_what_is_no_term_has_no_type(theory, term) -> None:
    with pytest.raises(Refused):
        theory.type_of(term)


def test_a_bound_variable_has_the_type_of_its_binder_each_time(theory) -> None:
    shared = Bound(0)
    refl(theory, Lam(REAL, App(Const("exp", arrow(REAL, REAL)), shared)))
    for term in (shared, Lam(NAT, App(Const("exp", arrow(REAL, REAL)), shared))):
        with pytest.raises(Refused):
            refl(theory, term)


def test_objects_that_look_like_terms_are_refused(theory) -> None:
    class Same(str):
        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 0

    with pytest.raises(Refused):
        refl(theory, Const(Same("anything"), REAL))

    with pytest.raises(Refused):
        refl(theory, Free(Same("x"), REAL))

    class Other(int):
        def __eq__(self, other: object) -> bool:
            return False

        __hash__ = int.__hash__

    with pytest.raises(Refused, match="no binder"):
        refl(theory, Lam(REAL, Bound(Other(0))))

    class Like(Term):
        type = PROP

    with pytest.raises(Refused, match="no term"):
        theory.assume(Like())
    with pytest.raises(Refused, match="no term"):
        theory.assume(None)


def test_bound_variables_have_no_names() -> None:
    assert formula("forall (x : R). x <= x") == formula("forall (y : R). y <= y")
    capture = normal(App(lam(Y, lam(X, App(App(Const("add", arrow(REAL, REAL, REAL)), X), Y))), X))
    assert frees(capture) == {X}
    assert isinstance(capture, Lam)
    assert capture != normal(lam(X, App(App(Const("add", arrow(REAL, REAL, REAL)), X), X)))


@pytest.mark.parametrize("ahead", range(4))
def test_no_variable_of_a_theorem_is_one_that_the_normal_form_makes(theory, ahead) -> None:
    next_number = int(fresh(REAL).name.partition("%")[2]) + 1
    for z in (Free(f"x%{next_number + ahead}", REAL), Free(f"%{ahead}", REAL)):
        equal = App(lam(X, equation(X, z, REAL)), Y)
        other = quantified("exists", Y, imp(equal, FALSE))
        none = quantified("exists", Y, imp(equation(Y, Y, REAL), FALSE))
        with pytest.raises(Refused):
            theory.convert(theory.assume(other), none)


def test_the_normal_form_keeps_variables_apart() -> None:
    apart = formula("fun (x : R). fun (y : R). x < y and y < x")
    redex = formula("fun (x : R). (fun (z : R). fun (y : R). z < y and y < z)(x)")
    assert normal(redex) == apart != normal(formula("fun (x : R). fun (y : R). x < x and x < x"))
    eta = formula("fun (x : R). (fun (y : R). x + y <= 0 and x <= y)(x)")
    assert normal(eta) == formula("fun (x : R). x + x <= 0 and x <= x")
    inner = formula("fun (x : R). fun (y : R). (fun (z : R). x < z and z < x)(y)")
    assert normal(inner) == apart
    f = Free("f", arrow(REAL, REAL))
    assert normal(lam(X, App(f, X))) == f
    assert normal(App(f, App(lam(X, X), Y))) == App(f, Y)
    same = Lam(REAL, App(App(Const("le", arrow(REAL, REAL, PROP)), Bound(0)), Bound(0)))
    assert normal(App(Lam(REAL, same), Y)) == same


def test_terms_with_one_hash_are_told_apart() -> None:
    same = Bound(0), Bound(2**61 - 1)
    assert hash(same[0]) == hash(same[1])
    for part in (lambda t: t, lambda t: App(X, t), lambda t: App(t, X), lambda t: Lam(REAL, t)):
        assert part(same[0]) != part(same[1])


def test_a_variable_is_no_constant_of_its_name() -> None:
    assert Free("x", REAL) != Const("x", REAL)
    assert Free("x", REAL) != Free("x", NAT)


def test_a_definition_is_unfolded_at_its_type() -> None:
    general = arrow(("'a",), ("'a",))
    same = {"same": (Lam(("'a",), Bound(0)), general)}
    assert normal(Const("same", arrow(REAL, REAL)), same) == Lam(REAL, Bound(0))
    twice = {**same, "twice": (Lam(("'a",), App(Const("same", general), Bound(0))), general)}
    assert normal(Const("twice", arrow(REAL, REAL)), twice) == Lam(REAL, Bound(0))
