"""What the kernel refuses although a file cannot say it: names and premises that change."""

import copy
import dataclasses
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any
import pytest
from banditproof.theory.logic.certificates import Certificates
from banditproof.theory.logic.formulas import FALSE, equation, imp
from banditproof.theory.logic.kernel import Theorem, Theory
from banditproof.theory.logic.laws import refl
from banditproof.theory.logic.library import Library
from banditproof.theory.logic.shapes import constant
from banditproof.theory.logic.signature import Signature
from banditproof.theory.logic.simple_types import NAT, PROP, REAL, Type, arrow
from banditproof.theory.logic.terms import Bound, Const, Free, Refused

X, ZERO = Free("x", REAL), Const("0", REAL)


class Name(str):
    """A text that is equal to each other one, and another one in print."""

    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return True

    def __str__(self) -> str:
        return "refl"


class Types(dict[str, Type]):
    """Types that are real numbers when they are looked at, and natural ones where they are used."""

    def get(self, name: str, default: Any = None) -> Any:
        return NAT


@pytest.fixture
def theory() -> Theory:
    theory = Theory()
    theory.define("zero", ZERO)
    theory.axiom("wrong", FALSE)
    theory.register("easy", imp(FALSE, FALSE))
    return theory


def test_premises_that_are_read_once_are_hypotheses(theory) -> None:
    wrong = Library().formula("1 <= 0")
    certificate = Certificates().of([wrong], wrong)
    assert theory.arith(iter([theory.assume(wrong)]), wrong, certificate).hypotheses == {wrong}


@pytest.mark.parametrize(
    "tree",
    [
        {"by": Name("span")},
        {Name("by"): "span"},
        Types({"by": "span"}),
        {"by": "span", "defined": [Name()]},
    ],
)
def test_a_certificate_is_what_a_file_can_say(theory, tree) -> None:
    true = Library().formula("x < x + 2", {"x": X})
    assert theory.arith([], true, [[0, {"by": "span"}]]).conclusion == true
    true = Library().formula("x < x + 3", {"x": X})
    with pytest.raises(Refused, match="plain lists"):
        theory.arith([], true, [[0, tree]])


@pytest.mark.parametrize(
    "rule",
    [
        lambda theory: theory.sort(Name("other")),
        lambda theory: theory.constant(Name("other"), REAL),
        lambda theory: theory.define(Name("other"), ZERO),
        lambda theory: theory.axiom(Name("other"), FALSE),
        lambda theory: theory.register(Name("other"), FALSE),
        lambda theory: theory.use(Name("wrong")),
        lambda theory: theory.use("refl", {Name("'a"): REAL}),
        lambda theory: theory.convert(refl(theory, ZERO), None, [Name("zero")]),
        lambda theory: theory.accept(Name("easy"), theory.imp_intro(FALSE, theory.assume(FALSE))),
    ],
)
def test_a_name_is_a_text_itself(theory, rule) -> None:
    with pytest.raises(Refused, match="is no name"):
        rule(theory)


class Pair(tuple[Any, ...]):
    """A type that may have other parts each time."""


@pytest.mark.parametrize(
    "t", [["R"], "R", (), Pair(REAL), (Name("R"),), ("->", REAL, ["R"]), ("->", Pair(REAL), REAL)]
)
def test_a_type_is_a_tuple_itself(theory, t) -> None:
    with pytest.raises(Refused, match="is no type"):
        theory.constant("other", t)


def test_the_types_that_are_used_are_those_that_were_looked_at(theory) -> None:
    types: Mapping[str, Type] = Types({"'a": REAL})
    assert theory.use("refl", types).conclusion == theory.use("refl", {"'a": REAL}).conclusion


def test_the_constants_of_a_theorem_are_no_others_that_are_equal(theory) -> None:
    constant(Name("forall"), arrow(arrow(REAL, PROP), PROP))
    th = theory.all_intro(X, refl(theory, X))
    assert type(th.conclusion.head.name) is str


@pytest.mark.parametrize("begin", [Theory.__init__, Signature.__init__])
def test_a_theory_does_not_begin_again(theory, begin) -> None:
    with pytest.raises(Refused, match="made once"):
        begin(theory)
    assert "zero" in theory.definitions


def test_what_a_definition_says_is_not_replaced(theory) -> None:
    said = equation(Const("zero", REAL), ZERO, REAL)
    theory.definitions = {"zero": (Const("1", REAL), REAL)}
    assert theory.convert(refl(theory, ZERO), said, ["zero"]).conclusion == said


def test_nothing_else_makes_or_fills_a_theorem(theory) -> None:
    th = theory.assume(FALSE)
    values = theory, frozenset(), FALSE, "use", (), None, frozenset()
    for forged in (th, object.__new__(Theorem)):
        for given in (values, (None, *values)):
            with pytest.raises(TypeError):
                forged.__init__(*given)
        with pytest.raises((Refused, AttributeError)):
            theory.convert(forged if forged is not th else copy.copy(th))
    with pytest.raises(TypeError):
        dataclasses.replace(th, hypotheses=frozenset())
    assert th.hypotheses == {FALSE}


def test_an_object_that_looks_like_a_theorem_is_refused(theory) -> None:
    parts = dict.fromkeys(("hypotheses", "axioms"), frozenset())
    like = SimpleNamespace(theory=theory, conclusion=FALSE, **parts)
    with pytest.raises(Refused, match="own theory"):
        theory.convert(like)
    theory.register("false", FALSE)
    with pytest.raises(Refused, match="foreign"):
        theory.accept("false", like)


def test_a_bound_variable_is_not_known_from_another_place(theory) -> None:
    class Nothing(tuple[Type, ...]):
        def __bool__(self) -> bool:
            return False

    term = Bound(0)
    assert theory.type_of(term, Nothing([PROP])) == PROP
    with pytest.raises(Refused, match="no binder"):
        theory.assume(term)
