"""Points at which statements fail: they are found, simple, and never claimed of true statements."""

from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb

from banditproof.theory.balls import working_precision
from banditproof.theory.prover.kernel.rules import Goal, Interval
from banditproof.theory.prover.kernel.terms import Term, num
from banditproof.theory.prover.notation import parse, written
from banditproof.theory.prover.search import polynomial_models
from banditproof.theory.prover.search.counterexample import (
    Counterexample,
    find_counterexample,
    shown,
)
from banditproof.theory.prover.search.faces import Face, Found
from banditproof.theory.prover.search.judgement import State, failing, state_of
from banditproof.theory.prover.search.simplest import recognised, simplest_between


def interval(text: str) -> Interval:
    """An interval as people write it."""
    low, high = (None if "inf" in end else Fraction(end) for end in text[1:-1].split(","))
    return Interval(low, high, text[0] == "(", text[-1] == ")")


def goal(text: str, *where: str, strict: bool = False) -> Goal:
    """A goal: domains as "x [0,1]; y (0,inf)", assumptions as "p > q; x >= 0"."""
    domain, given = (*where, "", "")[:2]
    region = tuple(
        (one.split()[0], interval("".join(one.split()[1:]))) for one in domain.split(";") if one
    )
    assumed = []
    for one in given.split(";") if given else ():
        sign = ">=" if ">=" in one else ">"
        left, right = one.split(sign)
        assumed.append((parse(f"{left} - ({right})"), sign == ">"))
    return Goal(parse(text), strict, region, tuple(assumed))


def quick(statement: Goal) -> Counterexample | None:
    """The answer of one round."""
    return find_counterexample(statement, 1.0, rounds=1)


def found(text: str, *where: str, strict: bool = False) -> Counterexample:
    """A counterexample that must be found; it is judged once more."""
    statement = goal(text, *where, strict=strict)
    answer = find_counterexample(statement)
    assert answer is not None
    place = point(answer)
    if len(place) == len(statement.region):
        assert failing(statement, place) is answer.state
    return answer


def point(answer: Counterexample) -> dict[str, Term]:
    """The coordinates that are known exactly."""
    rational = {n: num(x) for n, x in answer.point.items() if isinstance(x, Fraction)}
    return {**rational, **answer.closed}


SQUARE = "x [0,1]; y [0,1]"
LAWS = "p [0,1]; q (0,1)"
SHARP = {
    "log": ("log(1+x) - C*2*x/(2+x)", "x [0,inf)"),
    "tanh": ("x - C*tanh(x)", "x [0,inf)"),
    "exponential": ("1 - exp(-x) - C*x + x**2/2", "x [0,inf)"),
    "entropy": ("2*log(2)*sqrt(p*(1-p)) + C*xlogx(p) + C*xlogx(1-p)", "p [0,1]"),
    "Pinsker": ("kl(p,q) - C*2*(p-q)**2", LAWS),
    "chi squared": ("(p-q)**2/(q*(1-q)) - C*kl(p,q)", LAWS),
    "chord": ("log(1/m)*(y-m)/(1-m) - C*kl(y,m)", "y (0,1); m (0,1)", "y >= m"),
    "log x / x": ("x/exp(1) - C*log(x)", "x (0,inf)"),
    "Hoeffding": ("s**2/8 - C*(log(1-p+p*exp(s)) - s*p)", "s (-inf,inf); p [0,1]"),
    "two logarithms": (
        "log(1+t*(exp(e)-1)) + log(1+s*(exp(e)-1)) - C*e*(t+s)",
        "t [0,1]; s [0,1]; e [0,inf)",
    ),
    "Hellinger": ("kl(p,q) - C*2*(1-sqrt(p*q)-sqrt((1-p)*(1-q)))", "p (0,1); q (0,1)"),
    "erf": ("sqrt(1-exp(-4*x**2/pi)) - C*erf(x)", "x [0,inf)"),
    "cosh": ("exp(x**2/2) - C*(exp(x)+exp(-x))/2", "x (-inf,inf)"),
    "Pinsker by the maximum": ("kl(p,q)*2*max(p,q) - C*(p-q)**2", LAWS),
    "log-sum": (
        "a*log(a/c) + b*log(b/d) - C*(a+b)*log((a+b)/(c+d))",
        "a (0,inf); b (0,inf); c (0,inf); d (0,inf)",
    ),
    "Motzkin": ("x**4*y**2 + x**2*y**4 + 1 - C*3*x**2*y**2", "x (-inf,inf); y (-inf,inf)"),
}


@pytest.mark.parametrize("name", SHARP)
def test_sharp_inequalities_are_refuted_once_they_are_strengthened(name: str) -> None:
    text, *rest = SHARP[name]
    for larger in ("1.01", "1.000001"):
        assert found(text.replace("C", f"({larger})"), *rest).state is State.NEGATIVE


def test_mills_ratio_needs_more_digits_far_out() -> None:
    text = "exp(-x**2/2)/x - 1.001*sqrt(pi/2)*(1-erf(x/sqrt(2)))"
    assert found(text, "x (0,inf)").state is State.NEGATIVE


TRUE = [
    ("log(1+x) - 2*x/(2+x)", "x [0,inf)"),
    ("1 + exp(1)*x*log(x)", "x [0,1]"),
    ("1/x - 1", "x (0,1]"),
    ("exp(x*log(x)) - 0.69", "x [0,1]"),
    ("exp(x)", "x (-inf,inf)"),
    ("p*q + 1", "p [0,1]; q [0,1]", "p + q >= 1; 1 >= p + q"),
    ("x - 1.4", "x [0,2]", "x**2 >= 2; 2 >= x**2"),
    ("0",),
    ("1 - 1/(2 + 10**300*x)", "x [0,inf)"),
]


TRUE_IN_THE_PLANE = [
    ("kl(p,q)", "p [0,1]; q [0,1]"),
    ("kl(p,q) - 2*(p-q)**2", LAWS),
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
    assert find_counterexample(goal(*args), 20.0) is None


def test_strict_statements_without_equality_have_no_counterexample() -> None:
    assert quick(goal("1 - erf(x)", "x [0,inf)", strict=True)) is None
    assert quick(goal("x + y", "x (0,1]; y [0,1]", strict=True)) is None


HARD = {
    "pole inside": ("1/(1-x)", "x [0,2]"),
    "pole under tanh": ("tanh(1/(1-x)) + 1/2", "x [0,2]"),
    "root": ("sqrt(x-1) + 1", "x [0,5]"),
    "root in a corner": ("sqrt(x*y - 1/10**6) + 1", SQUARE),
    "minimum of width 10^-15": ("(x-0.7312)**2 + (y-0.2177)**2 - 1/10**30", SQUARE),
    "irrational minimum": ("(x**2-1/2)**2 + (y**3-1/3)**2 - 1/10**60", SQUARE),
    "corner": ("x + (1-y) + 1-z - 1/10**12", "x (0,1); y (0,1); z (0,1)"),
    "close to 1": ("1 - x - 1/10**300", "x (0,1)"),
    "far out": ("10**300 - x", "x [0,inf)"),
    "valley": ("(y-exp(-x))**2*((x-1.234)**2 - 1/10**6)", "x [0,10]; y [0,1]"),
    "narrow place on a tie": ("(x-y)**2*((y-0.3772)**2 - 1/10**24)", "x (0,1); y (0,1)"),
    "narrow place in a valley": (
        "(y-exp(-x))**2*((x-1.234)**2 - 1/10**10) + (y-exp(-x))**4",
        "x (0,10); y (0,1)",
    ),
    "curved wedge": ("(y-x**2)*(y-x**2-x**12)", "x (0,1/10); y (0,1)"),
    "wedge": ("(y-0.3771*x)*(y-0.37710001*x)", SQUARE),
    "band": ("(y**2-1/3)*(y**2-1/3-1/10**8) + x/10**20", SQUARE),
    "edge": ("(x+y)*1000 + (z-0.377)**2 - 1/10**10", "x [0,1]; y [0,1]; z [0,1]"),
    "kink": ("abs(x-0.377) + abs(y-x**2) - 1/10**9", SQUARE),
    "assumptions leave a strip": ("x - y", SQUARE, "y > x; x + 1/10**6 > y"),
    "equation": ("1/4 - p*q - p/10**6", "p [0,1]; q [0,1]", "p + q >= 1; 1 >= p + q"),
    "no variable": ("1 - 2",),
}


@pytest.mark.parametrize("name", HARD)
def test_hidden_failures_are_found(name: str) -> None:
    assert found(*HARD[name]).reason


def test_points_where_a_statement_is_undefined_are_exact() -> None:
    cases = {
        ("1/(1-x)**2", "x [0,2]"): "1",
        ("1/(x**2-2)**2", "x [0,2]"): "(2)**(1/2)",
        ("1/(log(x)-1)**2", "x [1,5]"): "exp(1)",
        ("x/x", "x [0,1]"): "0",
        ("1/((3*x-1)**2 + x/10 - 1/30 + abs(x-1/3))", "x [0,1]"): "(1/3)",
    }
    for args, place in cases.items():
        answer = found(*args)
        assert (answer.state, written(point(answer)["x"])) == (State.UNDEFINED, place)


def test_a_pole_without_closed_form_is_enclosed() -> None:
    answer = found("1/(exp(x)-x-2)**2", "x [0,5]")
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
        ("(x**2-3)**2 + (y-x)**2", "x [0,2]; y [0,2]"),
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
    upper = found("10**6 - kl(p,q)", "p [0,1]; q [0,1]")
    assert upper.state is State.MINUS_INFINITE


def test_counterexamples_are_simple() -> None:
    assert found("kl(p,q) - 2.1*(p-q)**2", LAWS).point["q"] == Fraction(1, 2)
    assert found("log(1+x) - 1.000001*2*x/(2+x)", "x [0,inf)").point == {"x": Fraction(1, 1000)}
    for text in ("x - 1/7", "(x-0.3)**2 - 1/1000"):
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
    assert find_counterexample(goal("x - 2", "x [0,1]"), 0.0) is None


def test_numbers_that_are_too_large_for_a_normal_form_are_left_alone() -> None:
    text = "log(1+exp(x)) - log(1+exp(0.560700001)) - 1/10**9"
    assert found(text, "x (0,2)").state is State.NEGATIVE


def test_simple_fractions_and_closed_forms() -> None:
    assert simplest_between(Fraction(-7, 10), Fraction(-6, 10)) == Fraction(-2, 3)
    assert simplest_between(Fraction(314, 100), Fraction(315, 100)) == Fraction(22, 7)
    assert shown(Fraction(-(10**50))) == "-10^50"
    assert "about" in shown(Fraction(3**200, 7))
    with working_precision(256):
        forms = [written(term) for term in recognised(-arb(3).sqrt())]
    assert "-1*(3)**(1/2)" in forms


@pytest.mark.slow
def test_z3_refutes_polynomial_statements() -> None:
    statement = goal("x**4 + y**4 + 1 - 3.9*x*y + abs(x-y)/10", "x (-2,2); y (-2,2)", "x >= y")
    with pytest.raises(Found):
        polynomial_models.model(Face(statement, {}, float("inf")))
    polynomial_models.model(Face(goal("x**2 - 2*x + 1", "x (-inf,inf)"), {}, float("inf")))
