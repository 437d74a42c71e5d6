"""A thousand random statements that are false: a counterexample is found, and mpmath agrees."""

from collections.abc import Callable
from fractions import Fraction
from itertools import cycle, islice
from random import Random
from typing import Any
import mpmath
import pytest
from enclosure_checks import mpf
from goals_as_text import LAWS, SQUARE, goal, goals_of
from tiers import sampled
from banditproof.theory.prover.kernel.rules import Goal, Interval
from banditproof.theory.prover.kernel.terms import Term, nodes
from banditproof.theory.prover.search.counterexample import Counterexample, find_counterexample
from banditproof.theory.prover.search.judgement import State

SHARP = list(goals_of("sharp_inequalities.txt", drawn=True).values())
CONVEX = ("exp({})", "-log({})", "xlogx({})", "1/({})", "-sqrt({})", "({})**4", "log(1+exp({}))")


def _small(random: Random, least: int = 2, most: int = 12) -> str:
    return f"{random.randint(1, 9)}/10**{random.randint(least, most)}"


def _share(random: Random) -> Fraction:
    return Fraction(random.randint(1, 99), 100) + Fraction(random.randint(0, 9), 10**4)


def strengthened(random: Random) -> Goal:
    """A sharp inequality with a constant that is too large."""
    text, domain, _ = random.choice(SHARP)
    return goal(text.replace("C", f"(1+{_small(random, 2, 11)})"), domain)


def pocket(random: Random) -> Goal:
    """A positive definite form around a point, less a small number."""
    a, b, c = (_share(random) for _ in range(3))
    form = f"(x-{a})**2 + {c}*(x-{a})*(y-{b}) + {random.randint(1, 50)}*(y-{b})**2"
    return goal(f"{form} - {_small(random, 3, 30)}", SQUARE)


def corner(random: Random) -> Goal:
    """A sum that is small in one corner alone, less a number of relative size 10^-12."""
    names = ["x", "y", "z"][: random.randint(1, 3)]
    terms = [random.choice((n, f"(1-{n})")) for n in names]
    powers = [f"{random.randint(1, 9)}*{t}**{random.choice(('1', '2', '(1/2)'))}" for t in terms]
    ends = random.choice(("[0,1]", "(0,1)"))
    return goal(
        " + ".join(powers) + " - " + _small(random, 9, 13),
        "; ".join(f"{name} {ends}" for name in names),
    )


def tangent(random: Random) -> Goal:
    """A convex function above its tangent, lifted too little."""
    function, a = random.choice(CONVEX), _share(random)
    at, h = function.format("x"), Fraction(1, 10**9)
    rise = f"({function.format(a + h)} - ({function.format(a - h)}))/{2 * h}*(x-({a}))"
    lift = f"{_small(random, 3, 9)}*{_share(random)}"
    return goal(f"{at} - ({function.format(a)}) - {rise} - {lift}", "x (0,2)")


def tie(random: Random) -> Goal:
    """A square of a difference times a factor that is negative in a narrow place."""
    a, width = _share(random), random.choice((2, 3, 4, 6))
    difference = random.choice(("x-y", "y-x**2", "x+y-1", "y-exp(-x)"))
    factor = f"(x-{a})**2 - 1/10**{width}"
    return goal(f"({difference})**2*({factor})", SQUARE)


def wedge(random: Random) -> Goal:
    """Two lines through a corner, with a thin wedge between them."""
    a, k = _share(random), random.randint(2, 8)
    text = f"(y-{a}*x)*(y-({a}+1/10**{k})*x)"
    return goal(text, f"x {random.choice(('[0,1]', '(0,1)'))}; y [0,1]")


def undefined(random: Random) -> Goal:
    """A statement with a pole, or with a root or a logarithm of a negative number."""
    a, b = _share(random), _share(random)
    inner = random.choice(
        (f"x-{a}", f"x-y-{a}/10", f"x**2-{a}", f"x*y-{a * b}", f"exp(x)-1-{a}", f"x+y-{a}")
    )
    outer = random.choice(
        (
            "1/({})**2",
            "1+1/({})**4",
            "tanh(1/({}))+2",
            "sqrt({})+1",
            "log({})**2",
            "1/(({})*({}))**2",
        )
    )
    return goal(outer.replace("{}", inner), SQUARE)


def conditional(random: Random) -> Goal:
    """A statement about p < q alone."""
    bound = f"2*(1+{_small(random, 2, 8)})*(p-q)**2"
    given = random.choice(("q > p", "p >= q", "q >= p; 1/2 > p", "q > p; p+1/100 >= q"))
    return goal(f"kl(p,q) - {bound}", LAWS, given)


def equal(random: Random) -> Goal:
    """A strict inequality that is an equality somewhere."""
    a = _share(random)
    text, domain = random.choice(
        (
            (f"(x-{a})**2", "x [0,1]"),
            (f"(x**2-{a})**2", "x [0,1]"),
            ("kl(p,q)", "p (0,1); q (0,1)"),
            (f"x/({a}) - log(x/({a})) - 1", "x (0,inf)"),
            (f"abs(x-{a}) + abs(y-x)", "x [0,1]; y [0,1]"),
            ("x/exp(1) - log(x)", "x (0,inf)"),
        )
    )
    return goal(text, domain, strict=True)


def far(random: Random) -> Goal:
    """A statement that fails only far out, or close to an open end."""
    k = random.randint(20, 280)
    text, domain = random.choice(
        (
            (f"10**{k} - x", "x [0,inf)"),
            (f"1 - x - 1/10**{k}", "x (0,1)"),
            (f"x*y - 1/10**{k}", "x (0,1); y (1/2,1)"),
            (f"{k} - log(x)", "x (0,inf)"),
            (f"{k} + log(x)/2", "x (0,1]"),
            (f"1 + 1/x - 1/10**{k}*x", "x [1,inf)"),
        )
    )
    return goal(text, domain)


KINDS = (
    strengthened, pocket, corner, tangent, tie, wedge, undefined, conditional, equal, far,
)  # fmt: skip


def false_statements(seed: int, count: int) -> list[tuple[str, Goal]]:
    """So many false statements of all kinds in turn, with the names of their kinds."""
    random = Random(seed)
    return [(kind.__name__, kind(random)) for kind in islice(cycle(KINDS), count)]


OWN: dict[str, Callable[..., Any]] = {
    "add": lambda *a: mpmath.fsum(a),
    "xlogx": lambda x: x * mpmath.log(x) if x else x,
    "max": max,
    "min": min,
    "abs": abs,
    "log": mpmath.log,
    "exp": mpmath.exp,
    "erf": mpmath.erf,
    "tanh": mpmath.tanh,
}


def value(term: Term, point: dict[str, Any]) -> Any:
    """The value of a term by mpmath, with 0 log 0 = 0; complex or an error where it has none."""
    if term.kind in ("num", "pi"):
        return mpf(term.value) if term.kind == "num" else mpmath.mp.pi
    if term.kind == "var":
        return point[term.value]
    args = [value(a, point) for a in term.args]
    if term.kind == "mul":
        return mpmath.mpf(0) if 0 in args else mpmath.fprod(args)
    if term.kind == "pow":
        return args[0] ** mpf(term.value)
    return OWN[term.kind](*args)


def lies_in(where: Interval, x: Any) -> bool:
    """Whether a number lies in an interval."""
    low, high = (None if end is None else mpf(end) for end in where[:2])
    above = low is None or x > low or (where.takes(False) and x == low)
    return bool(above and (high is None or x < high or (where.takes(True) and x == high)))


def tiny() -> Any:
    """What 0 may be for numbers of 700 digits."""
    return mpmath.mpf(10) ** -650


def misses(node: Term, point: dict[str, Any]) -> bool:
    """Whether a quotient by 0, or a root or a logarithm of a negative number."""
    if node.kind not in ("pow", "log", "xlogx"):
        return False
    try:
        inner = value(node.args[0], point)
    except ZeroDivisionError:
        return False
    if node.kind == "pow" and node.value.denominator == 1:
        return bool(node.value < 0 and abs(inner) < tiny())
    return bool(mpmath.re(inner) < 0)


def confirmed(goal: Goal, found: Counterexample) -> bool:
    """Whether mpmath finds the same at the point, with many digits."""
    with mpmath.workdps(700):
        point: dict[str, Any] = {}
        for name, x in found.point.items():
            if isinstance(x, Fraction):
                point[name] = mpf(x)
            elif name in found.closed:
                point[name] = value(found.closed[name], {})
            else:
                return found.state is State.UNDEFINED
        if not all(lies_in(where, point[name]) for name, where in goal.region):
            return False
        for term, strict in goal.given:
            assumed = value(term, point)
            if not (assumed > 0 or (not strict and assumed == 0)):
                return False
        if found.state is State.UNDEFINED:
            return any(misses(node, point) for node in nodes(goal.term))
        result = value(goal.term, point)
        return bool(
            {
                State.MINUS_INFINITE: lambda: result == -mpmath.inf,
                State.ZERO: lambda: abs(result) < tiny(),
                State.NEGATIVE: lambda: -mpmath.inf < result < 0,
            }[found.state]()
        )


def refuted(seed: int, count: int) -> list[bool]:
    """Which false statements are refuted; each refutation is confirmed."""
    answers = []
    for kind, statement in false_statements(seed, count):
        result = find_counterexample(statement, 5.0)
        assert result is None or confirmed(statement, result), (kind, statement, result)
        answers.append(result is not None)
    return answers


def test_false_statements_are_refuted_by_points_that_mpmath_confirms() -> None:
    assert all(refuted(1, 30))


@pytest.mark.parametrize("seed", sampled(range(2, 7), each=5))
def test_nearly_all_of_a_thousand_false_statements_are_refuted(seed: int) -> None:
    assert sum(refuted(seed, 200)) >= 198


def test_a_goal_that_is_true_is_not_confirmed_as_false() -> None:
    result = find_counterexample(goal("x - 1/2", "x [0,1]"))
    assert result is not None
    assert confirmed(goal("x - 1/2", "x [0,1]"), result)
    assert not confirmed(goal("x + 1/2", "x [0,1]"), result)
    assert not confirmed(goal("x - 1/2", "x [1/2,1]"), result)
