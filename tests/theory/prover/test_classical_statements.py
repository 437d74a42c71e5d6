"""Classical inequalities are proved, both checks accept the proofs, and stronger ones fail."""

import json
from dataclasses import replace
from functools import partial
from typing import Any
import pytest
from case_tables import table
from named_statements import ASKED, CLASSICAL
from tiers import sampled
from banditproof.theory.balls import working_precision
from banditproof.theory.prover import Disproof, Proof, Statement, Undecided, prove
from banditproof.theory.prover.kernel.rules import BITS
from banditproof.theory.prover.kernel.terms import num, power, var
from banditproof.theory.prover.search import (
    assumptions,
    centres,
    comparisons,
    difference_of_powers,
    exponential_sums,
    jensen,
    means,
    minorants,
    new_variables,
    orders,
    tangents,
    triangles,
)
from banditproof.theory.prover.search.counterexample import find_counterexample
from banditproof.theory.prover.search.hunt import Search, find_proof
from banditproof.theory.prover.search.judgement import failing, inside
from banditproof.theory.prover.search.samples import looks_true
from banditproof.theory.prover.two_checks import check_twice

ALL = CLASSICAL | ASKED
PROVED = [name for name in ALL if ALL[name].proved]
SAMPLE = table(__file__, "sample")


def proof_of(name: str, seconds: float) -> Any:
    goal = Statement.of(ALL[name].text, ALL[name].domain).goal
    tree = find_proof(goal, seconds)
    assert tree is not None, name
    check_twice(goal, json.loads(json.dumps(tree)))
    return tree


def refute(name: str, seconds: float) -> None:
    goal = Statement.of(ALL[name].twin, ALL[name].domain).goal
    assert find_counterexample(goal, seconds) is not None, name


def test_nearly_all_statements_that_a_reader_asks_are_proved() -> None:
    assert len(ASKED) == 143
    assert len([name for name in ASKED if ASKED[name].proved]) >= 140


@pytest.mark.parametrize("name", SAMPLE)
def test_a_classical_inequality_is_proved_and_its_twin_fails(name: str) -> None:
    proof_of(name, 60)
    refute(name, 20)


@pytest.mark.parametrize("name", sampled([name for name in PROVED if name not in SAMPLE], 5))
def test_every_classical_inequality_is_proved(name: str) -> None:
    proof_of(name, 300)


@pytest.mark.parametrize("name", sampled([name for name in ALL if name not in SAMPLE], 5))
def test_every_twin_fails_at_a_point(name: str) -> None:
    refute(name, 30)


def by(tactic: Any, text: str, domain: str, depth: int = 4) -> Any:
    """The proof that one tactic finds first, after both checks."""
    goal, search = Statement.of(text, domain).goal, Search(60)
    search.limit = 2000
    with working_precision(BITS):
        result = tactic(search, goal, depth)
    if result is not None:
        check_twice(goal, json.loads(json.dumps(result)))
    return result


CHANNEL = "kl(a*p + b*(1 - p), a*q + b*(1 - q)) <= {}*kl(p, q)"
LINE = "kl(t*p + (1 - t)*r, t*q + (1 - t)*s) <= {}*(t*kl(p, q) + (1 - t)*kl(r, s))"
UNITS = "p, q, r, s, a, b, t in (0, 1)"
CHOI = "x**2*y**2 + y**2*z**2 + z**2*x**2 + 1 >= {}*x*y*z"
SHANNON = "entropy((p + q)/2) - (entropy(p) + entropy(q))/2 >= {}*(p - q)**2"
ROOT = "p - q <= {}*sqrt(1 - exp(-kl(p, q)))"
SINH = "(exp(x) - exp(-x))**3 >= 4*x**3*(exp(x) + exp(-x))"
MEANS = "x, y in (0, inf), p in (0, 1)"
EMPTY = "x, y in (0, 1), y + exp(x) <= {}, y >= exp(x) - 0.5"
FOURTH = "kl(p, q) >= 2*(p - q)**2 + {}*(p - q)**4"
CHI = "log(p**2/q + (1 - p)**2/(1 - q)) >= {}*kl(p, q)"
SHARP = [
    (orders.by_sorting, "x**3 + y**3 + z**3 >= {}*x*y*z", "x, y, z in [0, inf)", "3", "3.001"),
    (triangles.by_restating, "1/(2 - 2*x/3) >= {}", "x in (0, 3)", "1/2", "0.501"),
    (tangents.by_tangents, CHANNEL, UNITS, "1", "0.99"),
    (tangents.by_tangents, LINE, UNITS, "1", "0.99"),
    (means.by_means, CHOI, "x, y, z in [0, inf)", "4", "4.04"),
    (means.by_tangent_exponents, "x**s >= {}*e*s*log(x)", "x, s in (0, inf)", "1", "1.01"),
    (centres.by_centre, SHANNON, "p, q in (0, 1)", "0.5", "0.505"),
    (comparisons.by_named_root, ROOT, "p, q in (0, 1)", "1", "0.99"),
    (partial(minorants.by_minorant, name="p"), FOURTH, "p, q in (0, 1)", "4/9", "0.45"),
    (jensen.by_jensen, CHI, "p, q in (0, 1)", "1", "1.01"),
    (jensen.by_jensen, "log(x + y) >= log({}*x*y)/2", "x, y in (0, inf)", "4", "4.04"),
]
"""Statements with a number, which is the best one, and with a stronger one, which is wrong."""


@pytest.mark.parametrize(
    ("tactic", "text", "domain"),
    [
        *((tactic, text.format(most), domain) for tactic, text, domain, most, _ in SHARP),
        (exponential_sums.by_exponential_sum, SINH, "x in [0, inf)"),
        (exponential_sums.by_exponential_sum, "exp(x) <= 1 + x + x**2/2", "x in (-inf, 0]"),
        (orders.by_tie, "(x - y)*(exp(x) - exp(y)) >= 0", "x, y in [0, 1]"),
        (triangles.by_power, "sqrt(x)*(1 - sqrt(x))**2 >= 0", "x in (0, 1]"),
        (new_variables.by_argument, "tanh(x + x*y) <= x + x*y", "x, y in (0, inf)"),
        (means.by_means, "t*x + (1 - t)*y >= x**t*y**(1 - t)", "x, y in (0, inf), t in (0, 1)"),
        (
            new_variables.by_even_powers,
            "x**2*y**4 + x**4*y**2 + 1 >= 3*x**2*y**2",
            "x, y in (-inf, inf)",
        ),
        (difference_of_powers.by_difference_of_powers, "log(x)**3 <= 27/e**3*x", "x in (1, inf)"),
        (assumptions.by_multiplier, "x >= a*log(x)", "x, a in (0, inf), x >= 2*a*log(a)"),
        (assumptions.by_forgetting, "x**2 + y**2 >= 2*x*y", "x, y in [0, 1], x + y <= 0.9"),
        (assumptions.by_contradiction, "log(x - y) >= 1", EMPTY.format("1.5")),
    ],
)
def test_a_tactic_settles_its_kind(tactic: Any, text: str, domain: str) -> None:
    assert by(tactic, text, domain) is not None


@pytest.mark.parametrize(
    ("tactic", "text", "domain"),
    [
        *((tactic, text.format(wrong), domain) for tactic, text, domain, _, wrong in SHARP),
        (exponential_sums.by_exponential_sum, "exp(x) >= 1 + x + 0.501*x**2", "x in [0, inf)"),
        (exponential_sums.by_exponential_sum, "exp(x) >= 1 + x", "x in (1, inf)"),
        (means.by_means, "t*x + (1 - t)*y >= x**t*y**(1 - t)", "x, y in (0, inf), t in (1, 2)"),
        (new_variables.by_even_powers, "x**2 + y**2 >= 1.01*x*y", "x, y in (-inf, inf)"),
        (difference_of_powers.by_difference_of_powers, "log(x)**2 <= 0.54*x", "x in (1, inf)"),
        (difference_of_powers.by_difference_of_powers, "log(x)**2 <= 4/e**2*x", "x in (0, inf)"),
        (assumptions.by_multiplier, "x >= a*log(x)", "x, a in (0, inf), x >= a*log(a)"),
        (assumptions.by_forgetting, "x <= 0.9", "x, y in [0, 1], x + y <= 0.9"),
        (centres.by_centre, "p*(1 - q) <= q*(1 - p)", "p, q in (0, 1), p <= q"),
        (jensen.by_jensen, "log(p*x + (1 - p)*y) > p*log(x) + (1 - p)*log(y)", MEANS),
        (jensen.by_jensen, "log(p*x + (1 - p)*y) >= p*log(x) + (1.01 - p)*log(y)", MEANS),
        (jensen.by_jensen, "log(p*x + (1 - p)*y) <= p*log(x) + (1 - p)*log(y)", MEANS),
        (assumptions.by_contradiction, "log(x - y) >= 1", EMPTY.format("1.51")),
    ],
)
def test_a_tactic_settles_nothing_else(tactic: Any, text: str, domain: str) -> None:
    assert by(tactic, text, domain) is None


@pytest.mark.parametrize(("text", "domain"), table(__file__, "a_tie_is_not_left_out"))
def test_a_tie_is_not_left_out(text: str, domain: str) -> None:
    """Where both branches agree, one of them has to be shown."""
    assert find_proof(Statement.of(text, domain).goal, 5) is None


def test_what_a_logarithm_loses_by_rounding_speaks_against_nothing() -> None:
    small = "log(1 + x**2) <= x**2"
    assert looks_true(Statement.of(small, "x in (0, 1/10000)").goal)
    assert not looks_true(Statement.of(small.replace("<", ">"), "x in (0, 1)").goal)


PROVED_STATEMENTS = table(__file__, "proved_statements")


@pytest.mark.parametrize(("text", "domain"), PROVED_STATEMENTS)
def test_a_statement_is_proved(text: str, domain: str) -> None:
    assert isinstance(prove(Statement.of(text, domain), 20), Proof)


def test_an_equation_fails_at_a_point() -> None:
    result = prove(Statement.of("sqrt(x**2) == x", "x in [-1, 1]"), 20)
    assert isinstance(result, Disproof)
    assert result.sides is not None
    assert result.sides[0].lo > result.sides[1].hi


@pytest.mark.parametrize(
    ("text", "domain", "place"), table(__file__, "where_a_statement_has_no_value_is_named")
)
def test_where_a_statement_has_no_value_is_named(text: str, domain: str, place: str) -> None:
    result = prove(Statement.of(text, domain), 60)
    assert isinstance(result, Undecided)
    assert f"At {place} " in result.why
    assert result.seconds < 30


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("log(x) > 2*log(x)", "x in [0, 1)"),
        ("-2*log(x) > -log(x)", "x in [0, 1)"),
        pytest.param(
            *("2*kl(p, q) > kl(p, q)", "p in [0.5, 1], q in [0, 0.1]"), marks=pytest.mark.slow
        ),
        ("y*log(x) - log(x) > -1", "y in [0, 1], x in [0, 1], x + y >= 1"),
        ("max(y, 1)*log(x) - log(x) > -1", "x in [0, 1], y in [0, 1]"),
        ("log(2*x) >= log(x) + 0.5", "x in [0, 1]"),
        pytest.param(*("2*log(x) >= log(x)", "x, y in [0, 1], x + y <= 0"), marks=pytest.mark.slow),
        ("x**x < 1", "x in [0, 1)"),
        ("-log(x) >= 1", "x in [0, 0]"),
    ],
)
def test_infinite_sides_prove_and_disprove_nothing(text: str, domain: str) -> None:
    result = prove(Statement.of(text, domain), 10)
    assert isinstance(result, Undecided)
    assert not result.errors


def test_a_huge_range_is_no_fault_of_the_search() -> None:
    result = prove(Statement.of("exp(x) > 0", "x in [-1e320, 1]"), 2)
    assert not getattr(result, "errors", ())


def test_lambert_is_undefined_below_its_branch() -> None:
    result = prove(Statement.of("lambertw(x) >= -1", "x in [-1, 1]"), 20)
    assert isinstance(result, Disproof)
    assert "not defined" in result.why


def test_a_coordinate_without_a_value_is_no_counterexample() -> None:
    goal = Statement.of("x >= x", "x in (-inf, inf)").goal
    nowhere = {"x": power(num(0), -1)}
    assert not inside(goal, nowhere)
    assert failing(replace(goal, term=var("x")), nowhere) is None
