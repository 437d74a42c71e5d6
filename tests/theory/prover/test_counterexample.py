"""Points at which statements fail: they are found, simple, and never claimed of true statements."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
import pytest
from case_tables import table
from flint import arb
from goals_as_text import LAWS, SQUARE, goal, goals_of
from banditproof.theory.balls import working_precision
from banditproof.theory.prover import Statement
from banditproof.theory.prover.kernel.rules import Goal
from banditproof.theory.prover.kernel.terms import Term, num
from banditproof.theory.prover.notation import parse, written
from banditproof.theory.prover.search import counterexample, polynomial_models
from banditproof.theory.prover.search.equalities import lifted
from banditproof.theory.prover.search.faces import Face, Found, fixing
from banditproof.theory.prover.search.judgement import State, failing, state_of
from banditproof.theory.prover.search.simplest import recognised, simplest_between


def quick(statement: Goal) -> counterexample.Counterexample | None:
    """The answer of one round."""
    return counterexample.find_counterexample(statement, 1.0, rounds=1)


def found(text: str, *where: str, strict: bool = False) -> counterexample.Counterexample:
    """A counterexample that must be found; it is judged once more."""
    statement = goal(text, *where, strict=strict)
    answer = counterexample.find_counterexample(statement)
    assert answer is not None
    place = point(answer)
    if len(place) == len(statement.region):
        assert failing(statement, place) is answer.state
    return answer


def point(answer: counterexample.Counterexample) -> dict[str, Term]:
    """The coordinates that are known exactly."""
    rational = {n: num(x) for n, x in answer.point.items() if isinstance(x, Fraction)}
    return {**rational, **answer.closed}


SHARP = goals_of("sharp_inequalities.txt")


@pytest.mark.parametrize("name", SHARP)
def test_sharp_inequalities_are_refuted_once_they_are_strengthened(name: str) -> None:
    text, *rest = SHARP[name]
    for larger in ("1.01", "1.000001"):
        assert found(text.replace("C", f"({larger})"), *rest).state is State.NEGATIVE


def test_mills_ratio_needs_more_digits_far_out() -> None:
    text = "exp(-x^2/2)/x - 1.001*sqrt(pi/2)*(1-erf(x/sqrt(2)))"
    assert found(text, "x (0,inf)").state is State.NEGATIVE


TRUE = table(__file__, "true")


TRUE_IN_THE_PLANE = [
    ("kl(p,q)", "p [0,1]; q [0,1]"),
    ("kl(p,q) - 2*(p-q)^2", LAWS),
    ("-x*log(y)", SQUARE),
    ("x/(x-y)", SQUARE, "x > y"),
    ("1/(x-y)", SQUARE, "x > y"),
    ("sqrt(x-y) + log(x)-log(x)", "x (0,1]; y [0,1]", "x >= y"),
    ("kl(p,q) - d_eps(p,q,1)", "p [0,1]; q [0,1]"),
]


@pytest.mark.parametrize("args", TRUE)
def test_true_statements_have_no_counterexample(args: tuple[str, ...]) -> None:
    assert quick(goal(*args)) is None


@pytest.mark.slow
@pytest.mark.parametrize("args", TRUE_IN_THE_PLANE)
def test_true_statements_of_two_variables_have_no_counterexample(args: tuple[str, ...]) -> None:
    assert counterexample.find_counterexample(goal(*args), 20.0) is None


def test_strict_statements_without_equality_have_no_counterexample() -> None:
    assert quick(goal("1 - erf(x)", "x [0,inf)", strict=True)) is None
    assert quick(goal("x + y", "x (0,1]; y [0,1]", strict=True)) is None


HARD = goals_of("hidden_failures.txt")


@pytest.mark.parametrize("name", HARD)
def test_hidden_failures_are_found(name: str) -> None:
    assert found(*HARD[name]).reason


def test_points_where_a_statement_is_undefined_are_exact() -> None:
    cases = {
        ("1/(1-x)^2", "x [0,2]"): "1",
        ("1/(x^2-2)^2", "x [0,2]"): "(2)^(1/2)",
        ("1/(log(x)-1)^2", "x [1,5]"): "exp(1)",
        ("x/x", "x [0,1]"): "0",
        ("1/((3*x-1)^2 + x/10 - 1/30 + abs(x-1/3))", "x [0,1]"): "(1/3)",
    }
    for args, place in cases.items():
        answer = found(*args)
        assert (answer.state, written(point(answer)["x"])) == (State.UNDEFINED, place)


def test_a_pole_without_closed_form_is_enclosed() -> None:
    answer = found("1/(exp(x)-x-2)^2", "x [0,5]")
    place = answer.point["x"]
    assert not isinstance(place, Fraction)
    assert answer.state is State.UNDEFINED
    low, high = (arb(float(end)).exp() - float(end) - 2 for end in (place.lo - 1, place.hi + 1))
    assert low < 0 < high
    assert place.width < Fraction(1, 10**30)


def test_an_equation_without_closed_form_is_enclosed() -> None:
    answer = found("x - 3/2", "x [0,2]", "exp(x) >= x + 2; x + 2 >= exp(x)")
    assert not isinstance(answer.point["x"], Fraction)
    assert quick(goal("x - 1", "x [0,2]", "exp(x) >= x+2; x+2 >= exp(x)")) is None


def test_a_pole_outside_of_the_assumptions_is_none() -> None:
    assert quick(goal("1/(x-y)", SQUARE, "x >= y + 1/100")) is None
    assert found("1/(x-y)", SQUARE, "x >= y").state is State.UNDEFINED


def test_a_strict_statement_fails_where_it_is_an_equality() -> None:
    cases = [
        ("kl(p,q)", LAWS),
        ("x/exp(1) - log(x)", "x (0,inf)"),
        ("(x^2-3)^2 + (y-x)^2", "x [0,2]; y [0,2]"),
        ("abs(x-0.5606) + abs(y-x)", SQUARE),
        ("x*y", SQUARE),
    ]
    for args in cases:
        assert found(*args, strict=True).state is State.ZERO


def test_open_ends_are_not_taken() -> None:
    assert quick(goal("x", "x (0,1)", strict=True)) is None
    assert found("x", "x [0,1)", strict=True).point == {"x": 0}
    assert quick(goal("log(x)*log(x)", "x (0,1)")) is None
    assert quick(goal("1/x", "x (0,1)")) is None
    assert found("1/x", "x [0,1)").state is State.UNDEFINED


def test_infinite_divergences_satisfy_lower_bounds_and_refute_upper_ones() -> None:
    assert quick(goal("kl(1/2,q)", "q [0,1]")) is None
    upper = found("10^6 - kl(p,q)", "p [0,1]; q [0,1]")
    assert upper.state is State.MINUS_INFINITE


def test_counterexamples_are_simple() -> None:
    assert found("kl(p,q) - 2.1*(p-q)^2", LAWS).point["q"] == Fraction(1, 2)
    assert found("log(1+x) - 1.000001*2*x/(2+x)", "x [0,inf)").point == {"x": Fraction(1, 1000)}
    for text in ("x - 1/7", "(x-0.3)^2 - 1/1000"):
        assert found(text, "x [0,1]").point["x"] in [Fraction(k, 10) for k in range(11)]


def test_the_state_of_a_number_is_decided_exactly() -> None:
    cases = {
        "log(2)+log(3)-log(6)": State.ZERO,
        "exp(1) - 2.718281828459045": State.POSITIVE,
        "sqrt(0-1)": State.UNDEFINED,
        "log(exp(0)-1)": State.MINUS_INFINITE,
        "0*log(0)": State.ZERO,
        "0*log(0-1)": State.UNDEFINED,
        "1/log(0)": State.UNKNOWN,
        "1/(sqrt(2)*sqrt(3)-sqrt(6))": State.UNDEFINED,
        "5-3*log(0)": State.PLUS_INFINITE,
        "sqrt(2)*log(0)-sqrt(3)*log(0)": State.UNKNOWN,
        "1/(1-1)-1/(1-1)": State.UNDEFINED,
        "max(log(0-1),1)": State.UNDEFINED,
    }
    assert {text: state_of(parse(text)) for text in cases} == cases


def test_a_point_outside_is_no_counterexample() -> None:
    statement = goal("x - 1", "x (0,1/2]", "x >= 1/10")
    assert failing(statement, {"x": num(Fraction(1, 10))}) is State.NEGATIVE
    for outside in (Fraction(0), Fraction(1, 11), Fraction(51, 100)):
        assert failing(statement, {"x": num(outside)}) is None
    unsure = replace(statement, given=((parse("log(x - 1)"), False),))
    assert failing(unsure, {"x": num(Fraction(1, 10))}) is None


def test_no_time_gives_no_answer() -> None:
    assert counterexample.find_counterexample(goal("x - 2", "x [0,1]"), 0.0) is None


def test_numbers_that_are_too_large_for_a_normal_form_are_left_alone() -> None:
    text = "log(1+exp(x)) - log(1+exp(0.560700001)) - 1/10^9"
    assert found(text, "x (0,2)").state is State.NEGATIVE


def test_simple_fractions_and_closed_forms() -> None:
    assert simplest_between(Fraction(-7, 10), Fraction(-6, 10)) == Fraction(-2, 3)
    assert simplest_between(Fraction(314, 100), Fraction(315, 100)) == Fraction(22, 7)
    assert counterexample.shown(Fraction(-(10**50))) == "-10^50"
    assert "about" in counterexample.shown(Fraction(3**200, 7))
    with working_precision(256):
        forms = [written(term) for term in recognised(-arb(3).sqrt())]
    assert "-1*(3)^(1/2)" in forms


@pytest.mark.slow
def test_z3_refutes_polynomial_statements() -> None:
    statement = goal("x^4 + y^4 + 1 - 3.9*x*y + abs(x-y)/10", "x (-2,2); y (-2,2)", "x >= y")
    with pytest.raises(Found):
        polynomial_models.model(Face(statement, {}, float("inf")))
    polynomial_models.model(Face(goal("x^2 - 2*x + 1", "x (-inf,inf)"), {}, float("inf")))


def test_a_difference_that_is_seen_is_preferred_and_none_is_printed_as_0():
    """At a = 1000 the difference is about -10^-652, which no float holds."""
    wrong = Statement.of("exp(-1500) + max(0, a - 1500) <= 0", "a in [1000, inf)").goal
    assert float(counterexample.find_counterexample(wrong).value) < -1e-3
    faint = Statement.of("1 + exp(-a) <= 1", "a in [1000, inf)").goal
    assert counterexample.find_counterexample(faint).reason.endswith("is negative: -5.07595e-435.")


def test_a_number_without_closed_form_is_no_coordinate_of_a_point() -> None:
    statement = goal("x - 1", "x [0,2]; y [0,2]")
    assert lifted(statement, Found({}, State.NEGATIVE), "x", num(0)) is None
    at = Found({"y": num(1)}, State.NEGATIVE)
    whole = lifted(statement, at, "x", num(0))
    assert whole is not None
    assert whole.point == {"x": num(0), "y": num(1)}


def test_an_assumption_that_says_nothing_hides_no_point() -> None:
    always = "log(2*x) >= log(2) + log(x)"
    assert found("x - 1/2", "x (0,1)", always).state is State.NEGATIVE


def test_a_point_of_many_variables_is_found_in_little_memory() -> None:
    """Three values of 40 variables have more combinations than there is memory for."""
    names = [f"a{i}" for i in range(40)]
    answer = quick(goal(" + ".join(names) + " - 1/2", "; ".join(f"{n} [0,1]" for n in names)))
    assert answer is not None
    assert set(answer.point) == set(names)
    assert sum(answer.point.values()) < Fraction(1, 2)


def test_faces_come_with_few_fixed_variables_first() -> None:
    values = [[None, 0], [None], [None, 0, 1], [None, 2, 3]]
    ordered = sorted(product(*values), key=lambda one: sum(x is not None for x in one))
    assert [one for count in range(5) for one in fixing(values, count)] == ordered
