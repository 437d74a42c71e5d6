"""Steps of arithmetic: what follows, and what would need a value where a function has none."""

import pytest
from case_tables import table
from banditproof.theory.logic.arithmetic import TO_REAL, State, certify, relation, to_show
from banditproof.theory.logic.certificates import Certificates, key_of
from banditproof.theory.logic.library import Library
from banditproof.theory.logic.simple_types import NAT, REAL
from banditproof.theory.logic.terms import App, Free, Refused, Term
from banditproof.theory.prover.search import counterexample

LIBRARY = Library()
LETTERS = {name: Free(name, REAL) for name in ("x", "y", "z", "p", "q")} | {
    "n": Free("n", NAT),
    "m": Free("m", NAT),
}


def formula(text: str) -> Term:
    return LIBRARY.formula(text, LETTERS)


def follows(goal: str, *premises: str) -> list[list[object]]:
    """The certificate that a goal follows from premises, accepted once more."""
    terms = [formula(text) for text in premises]
    certificate = Certificates(seconds=4.0).of(terms, formula(goal))
    certify(terms, formula(goal), certificate)
    return list(certificate)


@pytest.mark.parametrize(("goal", "premises"), table(__file__, "what_follows_is_shown"))
def test_what_follows_is_shown(goal, premises) -> None:
    assert isinstance(follows(goal, *premises), list)


@pytest.mark.parametrize(("goal", "premises"), table(__file__, "what_does_not_follow_is_refused"))
def test_what_does_not_follow_is_refused(goal, premises) -> None:
    with pytest.raises(Refused):
        follows(goal, *premises)


def test_no_point_is_looked_for_where_a_goal_is_shown_at_once(monkeypatch) -> None:
    monkeypatch.setattr(counterexample, "find_counterexample", None)
    follows("x <= 2", "x <= 1")
    with pytest.raises(TypeError):
        follows("x <= 1", "x <= 2")


def test_a_certificate_shows_its_own_goal_alone() -> None:
    certificate = Certificates(seconds=4.0).of([formula("1 <= x")], formula("1/x <= 1"))
    for goal, premises in (
        ("1/x <= 1/2", ["1 <= x"]),
        ("1/x <= 1", ["0 < x"]),
        ("1/x <= 1", []),
        ("1/x < 1", ["1 <= x"]),
    ):
        with pytest.raises(Refused):
            certify([formula(text) for text in premises], formula(goal), certificate)


@pytest.mark.parametrize(
    "damage",
    [
        lambda c: c[:-1],
        lambda c: [*c, c[-1]],
        lambda c: [[1, c[0][1]], *c[1:]],
        lambda c: [[-1, c[0][1]], *c[1:]],
        lambda c: [*c[:-1], [-1, c[-1][1]]],
        lambda c: [[0, {"by": "infinite"}], *c[1:]],
        lambda c: [[0, {"by": "given", "assumption": 7}], *c[1:]],
        lambda c: [[0, {"by": "signs", "on": "v0", "slope": {}}], *c[1:]],
        lambda c: [[0, {}], *c[1:]],
        lambda c: None,
        lambda c: "x",
        lambda c: [0, *c[1:]],
        lambda c: [[0], *c[1:]],
        lambda c: [[0.0, c[0][1]], *c[1:]],
    ],
)
def test_a_damaged_certificate_is_refused(damage) -> None:
    premises, goal = [formula("1 <= x")], formula("1/x <= 1")
    certificate = list(Certificates(seconds=4.0).of(premises, goal))
    with pytest.raises(Refused):
        certify(premises, goal, damage(certificate))


@pytest.mark.parametrize(
    ("goal", "premises", "error"), table(__file__, "what_is_not_shown_is_said")
)
def test_what_is_not_shown_is_said(goal: str, premises: list[str], error: str) -> None:
    with pytest.raises(Refused, match=error):
        Certificates(seconds=1.0).of([formula(text) for text in premises], formula(goal))


@pytest.mark.parametrize(
    ("proof", "said"),
    [
        ({"by": "signs"}, "no such rule as 'signs'"),
        ({"by": "infinite"}, "no such rule as 'infinite'"),
        ({"by": "cases", "term": ["lambertw", ["v0"]]}, "lambertw with 1 arguments is unknown"),
    ],
)
def test_a_rule_beyond_the_core_is_refused_by_its_name(proof: object, said: str) -> None:
    with pytest.raises(Refused, match=said):
        certify([formula("1 <= x")], formula("0 <= x"), [[0, proof]])


def test_a_premise_that_divides_by_0_needs_what_nothing_shows() -> None:
    """Its value is no number that the judge knows, so that nothing may rest on it."""
    with pytest.raises(Refused, match="does not show the sign"):
        certify([formula("1/0 <= x")], formula("0 <= 1"), [[0, {"by": "span"}]])


def test_the_unknowns_of_whole_numbers_are_their_real_numbers() -> None:
    state = State()
    for side in relation(formula("real(n + m) <= x"))[::2]:
        state.real(side)
    n, m = (App(TO_REAL, LETTERS[name]) for name in "nm")
    assert [*state.unknowns] == [n, m, LETTERS["x"]]


def test_an_unknown_is_compared_by_its_normal_form() -> None:
    known = {"f": Free("f", ("->", REAL, REAL)), **LETTERS}
    beta = LIBRARY.formula("(fun (x : R). f(x))(y) <= 1", known)
    plain = LIBRARY.formula("f(y) <= 1", known)
    certify([beta], plain, Certificates().of([beta], plain))
    other = LIBRARY.formula("f(x) <= 1", known)
    with pytest.raises(Refused):
        Certificates(seconds=1.0).of([beta], other)


def test_a_variable_with_the_name_of_a_function_is_an_unknown() -> None:
    known = {"f": Free("exp", ("->", REAL, REAL)), **LETTERS}
    with pytest.raises(Refused):
        Certificates(seconds=1.0).of([], LIBRARY.formula("0 < f(x)", known))
    of_the_function = follows("0 < exp(x)")
    with pytest.raises(Refused):
        certify([], LIBRARY.formula("0 < f(x)", known), of_the_function)


def test_a_stored_certificate_is_found_by_its_content() -> None:
    premises, goal = [formula("1 <= x")], formula("1/x <= 1")
    first = Certificates(seconds=4.0)
    first.of(premises, goal)
    again = Certificates(first.used, seconds=0)
    assert again.of(premises, goal) == first.of(premises, goal)
    assert again.searched == 0
    with pytest.raises(Refused, match="No proof of this is stored"):
        again.of(premises, formula("1/x <= 2"))
    assert key_of(premises, goal) != key_of([], goal)


@pytest.mark.parametrize(
    ("goal", "parts"), table(__file__, "what_is_not_defined_everywhere_is_to_be_shown")
)
def test_what_is_not_defined_everywhere_is_to_be_shown(goal, parts) -> None:
    """For each part the goals of which one is to be shown, and whether each is strict."""
    asked = [tuple(g.strict for g in goals) for goals in to_show([], formula(goal), State())]
    assert asked == list(parts)
