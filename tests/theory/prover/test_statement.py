"""Statements: domains, goals, values, LaTeX and SymPy."""

import math
from fractions import Fraction
import pytest
import sympy
from case_tables import table
from enclosure_checks import overlap
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.prover import Statement
from banditproof.theory.prover.domain import Domain
from banditproof.theory.prover.kernel.goals import Interval
from banditproof.theory.prover.kernel.terms import num
from banditproof.theory.prover.notation import parse

UNIT = Interval(Fraction(0), Fraction(1), False, False)


def region_of(domain: str) -> dict[str, Interval]:
    names = ", ".join(
        name for name in "xyz" if name in domain.replace("max", "").replace("exp", "")
    )
    return dict(Statement.of(f"max(0, {names}) >= 0", domain).goal.region)


def test_the_goal_is_the_larger_side_minus_the_smaller_one():
    domain = "x in [0, 1], y in [0, 1]"
    for text, term, strict in (
        ("x >= y", "x - y", False),
        ("x > y", "x - y", True),
        ("x <= y", "y - x", False),
        ("x < y", "y - x", True),
        ("x ≥ y", "x - y", False),
    ):
        goal = Statement.of(text, domain).goal
        assert goal.term is parse(term)
        assert goal.strict is strict
        assert goal.region == (("x", UNIT), ("y", UNIT))
        assert goal.given == ()


@pytest.mark.parametrize(
    ("domain", "region"),
    [
        ("x in [0, 1]", {"x": UNIT}),
        ("x∈[0,1]", {"x": UNIT}),
        ("x in (0, 1.793]", {"x": Interval(Fraction(0), Fraction("1.793"), True, False)}),
        ("x in [-1/3, inf)", {"x": Interval(Fraction(-1, 3), None, False, True)}),
        ("x in (-inf, ∞)", {"x": Interval(None, None)}),
        ("x in (-oo, +oo)", {"x": Interval(None, None)}),
        ("x, y in [0, 1]", {"x": UNIT, "y": UNIT}),
        ("x in [0, 1]; y in [0, 1]", {"x": UNIT, "y": UNIT}),
        ("x in [0, inf), x <= 1", {"x": UNIT}),
        ("x in [-5, 1], 2*x - 3 > -3", {"x": Interval(Fraction(0), Fraction(1), True, False)}),
        ("x in [0, 1], x > 0", {"x": Interval(Fraction(0), Fraction(1), True, False)}),
        ("x in (0, 1), x >= 0", {"x": Interval(Fraction(0), Fraction(1), True, True)}),
        ("x in [-9, 9], 0 <= x <= 1", {"x": UNIT}),
        ("x in [sqrt(4) - 2, exp(0)]", {"x": UNIT}),
        ("x in [0, 9], y in [1, 1], x <= y", {"x": UNIT}),
    ],
)
def test_ranges_and_what_narrows_them(domain, region):
    assert region_of(domain) == region


def test_side_conditions_stay_where_they_join_variables():
    goal = Statement.of("x >= 0", "x, y, z in [0, 1], 0 < x < y, x*y <= 1/2 and z > x").goal
    given = [(parse("y - x"), True), (parse("1/2 - x*y"), False), (parse("z - x"), True)]
    assert list(goal.given) == given
    assert goal.where("x") == Interval(Fraction(0), Fraction(1), True, False)


@pytest.mark.parametrize(("mark", "strict"), [("]", False), (")", True)])
def test_an_end_that_is_not_rational_is_a_side_condition(mark, strict):
    goal = Statement.of("x >= 0", f"x in [0, pi{mark}").goal
    where = goal.where("x")
    assert where.hi_open
    assert 0 < where.hi - Fraction(math.pi) < Fraction(1, 10**15)
    assert goal.given == ((parse("pi - x"), strict),)
    low = Statement.of("x >= 0", f"x in [-pi, 1{mark}").goal.where("x")
    assert low.lo < Fraction(-math.pi) + Fraction(1, 10**15)
    assert low.lo_open


def test_a_range_of_one_point_is_a_value():
    statement = Statement.of("x*y >= y", "x in [2, 2], y in [0, 1]")
    assert statement.goal.region == (("y", UNIT),)
    assert statement.goal.term is parse("y")
    assert statement.domain.fixed == {"x": 2}
    assert statement.evaluate({"y": 1}).lo == 1
    assert Statement.of("3 >= 2").goal.term is num(1)


@pytest.mark.parametrize("domain", table(__file__, "a_domain_with_points_is_not_called_empty"))
def test_a_domain_with_points_is_not_called_empty(domain):
    assert Statement.of("x >= 0", domain).goal.given


def test_values_are_enclosed_with_both_conventions_at_the_ends():
    pinsker = Statement.of("kl(p, q) >= 2*(p - q)**2", "p, q in [0, 1]")
    wanted = certify(kl, "0.3", "0.4", digits=30) - Fraction("0.02")
    result = pinsker.evaluate({"p": "0.3", "q": "0.4"})
    assert result.digits > 17
    assert overlap(result, wanted)
    assert pinsker.evaluate({"p": 0, "q": 0}) == Enclosure.of(0)
    assert pinsker.evaluate({"p": 1, "q": 1}) == Enclosure.of(0)
    assert pinsker.evaluate({"p": "0.5", "q": 0}).lo == math.inf
    assert (
        Statement.of("2 >= kl(p, q)", "p, q in [0, 1]").evaluate({"p": 1, "q": 0}).hi == -math.inf
    )
    box = pinsker.evaluate({"p": Enclosure.of("0.1", "0.2"), "q": Enclosure.of("0.6", "0.7")})
    assert box.lo < pinsker.evaluate({"p": "0.15", "q": "0.65"}).lo < box.hi


def test_differences_that_cancel_are_exact():
    statement = Statement.of("sqrt(x)**2 + log(6) >= x + log(2) + log(3)", "x in [0, 9]")
    assert statement.evaluate({"x": 2}) == Enclosure.of(0)


def test_latex_is_readable():
    shown = Statement.of("kl(p,q) >= 2*(p-q)**2", "p in [0,1], q in (0,1), p < q").latex
    assert shown == (
        r"\mathrm{kl}(p,q) \ge 2 \, (p - q)^{2} \quad \text{for all } "
        r"p \in [0, 1],\; q \in (0, 1),\; p < q"
    )


@pytest.mark.parametrize(("text", "latex"), table(__file__, "latex_of_expressions"))
def test_latex_of_expressions(text, latex):
    from banditproof.theory.prover.latex import latex as latex_of
    from banditproof.theory.prover.reading import read_expression

    assert latex_of(read_expression(text)) == latex


P, Q = sympy.symbols("p q", real=True)
FUNCTIONS = [
    sympy.log(1 + P) - P * Q / 3,
    sympy.sqrt(P) ** 3 / (1 + Q) ** 2,
    sympy.exp(-P * Q) - sympy.erf(P) + sympy.erfc(Q),
    sympy.Max(P, Q, sympy.Rational(1, 3)) - sympy.Min(P, 2 * Q),
    sympy.Abs(P - Q) + sympy.tanh(P) * sympy.sinh(Q) - sympy.cosh(P),
    sympy.Piecewise((P, P < Q), (Q**2, 1 - Q < Q), (1, True)),
    sympy.LambertW(P) - sympy.pi * sympy.E**Q,
    P**Q - 2**P,
    -(P - Q) / (2 * P * Q) - P / 7,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=str)
def test_sympy_and_the_statement_agree_at_random_points(function):
    statement = Statement.from_sympy(function >= Q / 5, "p, q in (0, 1)")
    again = Statement.of(statement.claim, str(statement.domain))
    assert again.goal == statement.goal
    back = statement.sympy
    for p, q in (("0.31", "0.62"), ("0.77", "0.13"), ("0.05", "0.97")):
        there = {P: sympy.Rational(p), Q: sympy.Rational(q)}
        wanted = float((function - Q / 5).subs(there).evalf(30))
        assert float(statement.evaluate({"p": p, "q": q})) == pytest.approx(wanted, rel=1e-9)
        assert float((back.lhs - back.rhs).subs(there).evalf(30)) == pytest.approx(wanted, rel=1e-9)


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(["kl(p, q)", "d_eps(p, q, 0.7)", "entropy(p)", "xlogx(q)", "normal_pdf(p)"]),
    st.integers(1, 99),
    st.integers(1, 99),
)
def test_what_is_written_out_for_sympy_has_the_same_values(text, p, q):
    statement = Statement.of(f"{text} >= 0", "p, q in (0, 1)")
    there = {P: sympy.Rational(p, 100), Q: sympy.Rational(q, 100)}
    result = statement.evaluate({"p": Fraction(p, 100), "q": Fraction(q, 100)})
    wanted = float(statement.sympy.lhs.subs(there).evalf(30, chop=True))
    assert float(result) == pytest.approx(wanted, rel=1e-9, abs=1e-15)


def test_differences_from_sympy_read_as_differences():
    claim = sympy.Symbol("q") - sympy.Symbol("p") ** 2 >= -sympy.Symbol("q") / 2
    assert Statement.from_sympy(claim, "p, q in [0, 1]").claim == "-p^2 + q >= -(q/2)"


def test_functions_of_sympy_by_name_are_ours():
    claim = sympy.Function("kl")(P, Q) >= 2 * (P - Q) ** 2
    statement = Statement.from_sympy(claim, "p, q in (0, 1)")
    assert statement.claim == "kl(p, q) >= 2*(p - q)^2"


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (sympy.sin(P), "sin.*has no meaning here"),
        (sympy.Ne(P, Q), "is no inequality"),
        (sympy.true, "SymPy has made True of the statement"),
        (sympy.zoo, "has no meaning here"),
        (sympy.oo, "has no meaning here"),
        (sympy.Piecewise((P, P > 0)), "has no value elsewhere"),
        (sympy.Symbol("a b"), "is no word"),
        (P**sympy.I, "has no meaning here"),
    ],
    ids=str,
)
def test_sympy_without_a_meaning_is_refused(claim, sentence):
    with pytest.raises(ValueError, match=sentence):
        Statement.from_sympy(claim, "p, q, x in (0, 1)")


def test_names_that_are_printed_alike_are_refused():
    with pytest.raises(ValueError, match="The names x1 and x_1 are printed alike; rename one"):
        Statement.of("x1 <= x_1", "x1 in [0, 1], x_1 in [1, 2]")


def test_a_statement_is_a_value():
    first, second = (Statement.of("p >= q", "p, q in [0, 1]") for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert first != Statement.of("p >= q", "p, q in [0, 2]")
    with pytest.raises(ValueError, match="The relation is '!='"):
        Statement(first.left, "!=", first.right, first.domain)


@pytest.mark.parametrize(
    ("text", "expected"), table(__file__, "a_condition_between_numbers_is_decided_for_sympy")
)
def test_a_condition_between_numbers_is_decided_for_sympy(text: str, expected: str) -> None:
    assert str(Statement.of(text, "x in [0, 1]").sympy.lhs) == expected


def test_an_equation_goes_to_sympy_and_comes_back() -> None:
    claim = Statement.of("x + 1 == 1 + x**2/x", "x in (0, 1]")
    assert claim.latex.startswith("x + 1 = 1 + ")
    assert str(Statement.from_sympy(sympy.Eq(P, 2 * P), "p in [0, 1]")).startswith("p = 2*p")
    assert isinstance(claim.sympy, sympy.Eq)


@pytest.mark.parametrize(("text", "meaning"), table(__file__, "a_chain_between_ends_gives_ranges"))
def test_a_chain_between_ends_gives_ranges(text, meaning):
    domain = Domain.of(text)
    assert str(domain) == meaning
    assert str(Domain.of(meaning)) == meaning


@pytest.mark.parametrize(
    "text", ["0 < inf < x", "x <= inf, x in [0, 1]", "0 < x > -inf", "inf < x"]
)
def test_an_infinite_end_that_bounds_nothing_is_refused(text):
    with pytest.raises(ValueError, match="infinite end that bounds nothing"):
        Domain.of(text)


@pytest.mark.parametrize(
    ("given", "condition"),
    [("[y, 1]", "x >= y"), ("(y, 1]", "x > y"), ("[0, y]", "x <= y"), ("[0, y)", "x < y")],
)
def test_an_end_that_is_no_number_is_refused_with_the_condition_that_says_it(given, condition):
    with pytest.raises(
        ValueError, match=f"give the end in numbers, and the side condition {condition}[.]"
    ):
        Statement.of("x <= 1", f"x in {given}, y in [0, 1]")


@pytest.mark.parametrize(
    ("eps", "domain"),
    [("e", "e in [-1, 0]"), ("-1", ""), ("e - 1", "e in [0, 2]"), ("log(x)", ""), ("sqrt(-x)", "")],
)
def test_a_budget_that_may_be_negative_is_refused(eps, domain):
    with pytest.raises(ValueError, match=r"The eps of d_eps is .* may be negative"):
        Statement.of(f"1 + deps(x, y, {eps}) >= 0", f"x, y in (0, 1), {domain}".rstrip(", "))


def test_a_budget_that_a_condition_shows_is_read():
    Statement.of("d_eps(x, y, e - f) >= 0", "x, y in (0, 1), e, f in [0, 1], e >= f")
    Statement.of("d_eps(x, y, e**2) >= 0", "x, y in (0, 1), e in [-1, 1]")


@pytest.mark.parametrize("name", ["log2", "max_x", "kl_a", "lim_n"])
def test_a_name_is_not_printed_as_a_function(name: str) -> None:
    with pytest.raises(ValueError, match=f"The name {name} is printed as a function"):
        Statement.of(f"{name} >= 0", f"{name} in [0, 1]")
