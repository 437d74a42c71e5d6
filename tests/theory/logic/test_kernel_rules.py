"""The rules of the kernel: what each gives, and what it refuses."""

import pytest
from kernel_letters import A, B, C, N, X, Y, formula
from banditproof.theory.logic.certificates import Certificates
from banditproof.theory.logic.formulas import AND, FALSE, OR, binary, equation, imp, quantified
from banditproof.theory.logic.kernel import Theory
from banditproof.theory.logic.laws import all_elim, imp_elim, refl
from banditproof.theory.logic.simple_types import NAT, PROP, REAL, Type, arrow
from banditproof.theory.logic.terms import App, Bound, Const, Free, Lam, Refused, Term, lam


@pytest.fixture
def theory() -> Theory:
    return Theory()


def test_a_theorem_and_a_term_do_not_change(theory) -> None:
    th = theory.assume(A)
    with pytest.raises(AttributeError):
        th.hypotheses = frozenset()
    with pytest.raises(AttributeError):
        X.name = "y"


def test_a_theorem_of_another_theory_is_refused(theory) -> None:
    other = Theory()
    other.axiom("all", quantified("forall", A, A))
    foreign = all_elim(other.use("all"), FALSE)
    for th, values, premises in ((theory.use("false_elim"), [A], [foreign]), (foreign, [], [])):
        with pytest.raises(Refused, match="own theory"):
            theory.instance(th, values, *premises)
    theory.register("wrong", FALSE)
    with pytest.raises(Refused, match="foreign"):
        theory.accept("wrong", foreign)


def test_hypotheses_are_discharged_by_implication_alone(theory) -> None:
    th = theory.assume(A)
    assert th.hypotheses == {A}
    shown = theory.imp_intro(A, th)
    assert (shown.conclusion, shown.hypotheses) == (imp(A, A), frozenset())
    assert theory.imp_intro(B, th).hypotheses == {A}
    with pytest.raises(Refused, match="another one"):
        imp_elim(theory.assume(imp(A, B)), theory.assume(C))


def test_a_statement_with_hypotheses_is_not_accepted(theory) -> None:
    theory.register("wrong", FALSE)
    with pytest.raises(Refused, match="rests on hypotheses"):
        theory.accept("wrong", theory.assume(FALSE))


def test_another_statement_is_not_accepted(theory) -> None:
    theory.register("one", formula("0 <= 1"))
    for name in ("one", "none"):
        with pytest.raises(Refused, match=f"{name} says something else"):
            theory.accept(name, refl(theory, Const("1", REAL)))


def test_a_statement_is_used_after_it_was_accepted(theory) -> None:
    theory.register("same", quantified("forall", X, equation(X, X, REAL)))
    with pytest.raises(Refused, match="neither an axiom nor proved"):
        theory.use("same")
    theory.accept("same", theory.all_intro(X, refl(theory, X)))
    assert theory.use("same").axioms == frozenset()


def test_the_variable_of_a_forall_is_arbitrary(theory) -> None:
    th = theory.assume(formula("x <= y", x=X, y=Y))
    with pytest.raises(Refused, match="arbitrary"):
        theory.all_intro(X, th)
    assert theory.all_intro(N, th).conclusion == quantified("forall", N, th.conclusion)


@pytest.mark.parametrize("x", [Const("1", REAL), Free("x", ("Nothing",)), Free("%0", REAL), "x"])
def test_a_forall_is_over_a_variable_of_a_type(theory, x) -> None:
    with pytest.raises(Refused):
        theory.all_intro(x, refl(theory, X))


@pytest.mark.parametrize("t", [PROP, REAL])
def test_a_constant_is_declared(theory, t) -> None:
    with pytest.raises(Refused, match="no constant nothing of the type"):
        refl(theory, Const("nothing", t))


def test_a_sort_is_no_variable_of_types(theory) -> None:
    theory.sort("w'")
    theory.constant("some", ("w'",))
    assert refl(theory, Const("some", ("w'",)))
    with pytest.raises(Refused, match="no constant some"):
        refl(theory, Const("some", REAL))


def test_a_forall_of_a_predicate_is_one_of_its_values(theory) -> None:
    p = Free("p", arrow(REAL, PROP))
    th = theory.assume(App(Const("forall", arrow(p.type, PROP)), p))
    assert all_elim(th, Y).conclusion == App(p, Y)


def test_what_is_no_forall_and_no_implication_has_no_instance(theory) -> None:
    with pytest.raises(Refused, match="begins with no 'forall'"):
        theory.instance(theory.assume(quantified("exists", X, formula("x <= 1", x=X))), [Y])
    for op in (AND, OR):
        with pytest.raises(Refused, match="not of the form 'imp'"):
            theory.instance(theory.assume(binary(op, A, B)), [], theory.assume(A))


@pytest.mark.parametrize("value", [N, Const("1", NAT), A])
def test_a_forall_takes_values_of_its_type(theory, value) -> None:
    th = theory.all_intro(X, refl(theory, X))
    with pytest.raises(Refused, match="another type"):
        all_elim(th, value)


def test_arithmetic_needs_a_certificate_and_keeps_hypotheses(theory) -> None:
    premise, goal = formula("x <= 1", x=X), formula("x <= 2", x=X)
    certificate = Certificates().of([premise], goal)
    assert theory.arith([theory.assume(premise)], goal, certificate).hypotheses == {premise}
    for wrong in (lambda: theory.arith([], goal, certificate), lambda: theory.arith([], goal, [])):
        with pytest.raises(Refused):
            wrong()


def test_arithmetic_shows_relations_between_terms(theory) -> None:
    unknown = Const("nothing", REAL)
    goal = equation(unknown, unknown, REAL)
    with pytest.raises(Refused, match="no constant nothing"):
        theory.arith([], goal, Certificates().of([], goal))


def test_conversion_unfolds_definitions_and_nothing_else(theory) -> None:
    theory.define("one", Const("1", REAL))
    one = Const("one", REAL)
    th = refl(theory, one)
    to = equation(one, Const("1", REAL), REAL)
    with pytest.raises(Refused, match="something else"):
        theory.convert(th, to)
    assert theory.convert(th, to, ["one"]).conclusion == to


def test_conversion_gives_a_proposition_or_the_normal_form(theory) -> None:
    th = theory.assume(A)
    with pytest.raises(Refused, match="gets an argument"):
        theory.convert(th, App(Lam(NAT, A), X))
    assert theory.convert(theory.assume(App(Lam(REAL, A), X))).conclusion == A


def test_functions_that_are_no_numbers_are_not_compared_by_arithmetic(theory) -> None:
    add, sub = (App(Const(name, arrow(REAL, REAL, REAL)), X) for name in ("add", "sub"))
    with pytest.raises(Refused, match="no relation"):
        Certificates().of([], equation(add, sub, arrow(REAL, REAL)))


def test_each_name_is_declared_once(theory) -> None:
    theory.define("one", Const("1", REAL))
    for declare in (
        lambda: theory.define("one", Const("2", REAL)),
        lambda: theory.constant("one", REAL),
        lambda: theory.constant("exp", arrow(REAL, REAL)),
        lambda: theory.sort("R", 0),
        lambda: theory.define("free", X),
    ):
        with pytest.raises(Refused):
            declare()
    for declare in (theory.axiom, theory.register):
        with pytest.raises(Refused, match="no name"):
            declare("two words", formula("0 <= 1"))
    theory.axiom("first", formula("0 <= 1"))
    theory.register("second", formula("0 <= 1"))
    for name in ("first", "second"):
        for declare in (theory.axiom, theory.register):
            with pytest.raises(Refused, match="twice"):
                declare(name, formula("0 <= 1"))


def test_values_and_premises_are_given_in_their_order(theory) -> None:
    law = theory.use("and_intro")
    both = theory.instance(law, (A, B), theory.assume(A), theory.assume(B))
    assert (both.conclusion, both.hypotheses) == (binary(AND, A, B), {A, B})
    assert theory.instance(law, (A, B), theory.assume(A)).conclusion == imp(B, both.conclusion)
    for values, premises in (
        ((A, B), (B, A)),
        ((B, A), (A, B)),
        ((A, B, C), ()),
        ((A, B), (A, B, C)),
    ):
        with pytest.raises(Refused):
            theory.instance(law, values, *map(theory.assume, premises))


def test_an_instance_is_in_normal_form(theory) -> None:
    predicate = lam(X, formula("x <= 1", x=X))
    th = theory.instance(theory.use("ex_intro", {"'a": REAL}), (predicate, Y))
    assert th.conclusion == imp(
        formula("y <= 1", y=Y), quantified("exists", X, formula("x <= 1", x=X))
    )


def test_a_definition_hides_no_type_variable(theory) -> None:
    a = ("'a",)
    same = quantified("forall", Free("w", a), equation(Free("w", a), Free("w", a), a))
    with pytest.raises(Refused, match="hides a type variable"):
        theory.define("all_same", same)
    hidden = App(Lam(arrow(a, PROP), FALSE), Lam(a, FALSE))
    for value in (hidden, imp(FALSE, same), imp(hidden, FALSE), imp(same, FALSE), Lam(PROP, same)):
        with pytest.raises(Refused, match="hides a type variable"):
            theory.define("odd", value)


def test_an_axiom_is_known_to_what_rests_on_it(theory) -> None:
    theory.axiom("small", quantified("forall", X, formula("x <= 1", x=X)))
    th = all_elim(theory.use("small"), Y)
    theory.register("y", quantified("forall", Y, formula("y <= 1", y=Y)))
    theory.accept("y", theory.all_intro(Y, th))
    assert theory.use("y").axioms == {"small"}


@pytest.mark.parametrize("said", [X, formula("fun (x : R). x"), Const("1", REAL)])
def test_a_statement_is_a_closed_proposition(theory, said) -> None:
    for statement in (said, formula("x <= 1", x=X)):
        with pytest.raises(Refused):
            theory.axiom("odd", statement)
        with pytest.raises(Refused):
            theory.register("odd", statement)


def test_an_axiom_is_used_at_types(theory) -> None:
    def same(t: Type) -> Term:
        return equation(Lam(t, Bound(0)), Lam(t, Bound(0)), arrow(t, t))

    theory.axiom("same", same(("'a",)))
    assert theory.use("same", {"'a": REAL}).conclusion == same(REAL)
    with pytest.raises(Refused):
        theory.use("same", {"'a": ("Nothing",)})
