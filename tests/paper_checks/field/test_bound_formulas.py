"""Formulas of bounds: numbers of other programs, orders that cannot drift, and where they hold."""

from fractions import Fraction
from itertools import product
from math import log
import pytest
from flint import arb
from programs import randomised_response
from banditproof.paper_checks.field.cells import cell
from banditproof.paper_checks.field.numbers import best_first, brackets, numbers_of
from banditproof.theory.adversarial import adversarial_bounds
from banditproof.theory.balls import working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.known_bounds.carried import all_bounds
from banditproof.theory.known_bounds.formulas import Condition, Formula, classes_of
from banditproof.theory.known_bounds.orders import Order
from banditproof.theory.known_bounds.rows import rows, stated
from banditproof.theory.lower_bounds import bounds, minimax
from banditproof.theory.prover.evaluation import value_at
from banditproof.theory.prover.notation import parse

ORDERED = [row for row in rows() if row.formula is not None and row.order is not None]
RAYS = (
    {},
    {"K": (1, 3), "N": (1, 2), "d": (1, 4), "eps": (-1, 8), "rho": (-1, 4)},
    {"K": (1, 6), "N": (1, 8), "d": (1, 5), "eps": (-1, 2), "rho": (-1, 1)},
)
"""Rays along which T grows: each other number is this power of T, or stays where it is."""
SIZES = (120, 240)
"""The logarithms of T, in base 10, between which a quotient may drift; roots of T are whole."""
HERE = {
    "K": 10,
    "T": 10**6,
    "d": 5,
    "N": 20,
    "alpha": 2,
    "rho": "0.01",
    "eps": "0.1",
    "delta": "1e-6",
}
POINT = {name: Fraction(value) for name, value in HERE.items()}


def along(ray, size: int) -> dict[str, Fraction]:
    """The point of a ray at T = 10^size and delta = 1/T."""
    third = Fraction(1, 3)
    fixed = {"K": 3, "N": 4, "d": 2, "eps": third, "rho": third, "alpha": Fraction(7, 3)}
    ends = {"T": Fraction(10) ** size, "delta": Fraction(10) ** -size}
    powers = {name: Fraction(10) ** int(Fraction(*power) * size) for name, power in ray.items()}
    return {name: Fraction(value) for name, value in {**fixed, **ends, **powers}.items()}


def log_of(value: Enclosure) -> float:
    """The logarithm of a number that is beyond the range of floats."""
    return log(value.lower.numerator) - log(value.lower.denominator)


def quotient(formula: Formula, order: str, ray, size: int, lower: bool) -> float | None:
    """log of the formula over an order at a point of a ray; None where a condition forbids it.

    No regret is above T, so that a lower bound is compared with T where its order is above that.
    """
    point = along(ray, size)
    value = formula.at(point).value
    if value is None:
        return None
    grown = log_of(value_at(parse(order), point))
    if lower:
        grown = min(grown, log(point["T"]))
    return log_of(value) - grown


def drift(formula: Formula, order: str, lower: bool = False) -> float:
    """The largest change of the quotient along a ray, when log T doubles."""
    changes = []
    for ray in RAYS:
        start, end = (quotient(formula, order, ray, size, lower) for size in SIZES)
        if start is not None and end is not None:
            changes.append(abs(end - start))
    assert changes, "no ray meets the conditions of the formula"
    return max(changes)


def text_of(order: Order) -> str:
    """An order in the notation of formulas."""
    return " + ".join(
        "*".join(f"({name.replace(' ', '*')})**({power})" for name, power in term.powers)
        for term in order.terms
    )


@pytest.mark.parametrize(
    "row",
    ORDERED,
    ids=lambda row: f"{row.claim} {row.setting} {row.notion}{' variant' * row.variant}",
)
def test_a_formula_grows_as_its_order_says(row) -> None:
    """The mutants are a power of T, a root of log T, and one of each size or budget, more or less."""
    order = text_of(row.order)
    lower = row.side == "lower"
    assert drift(row.formula, order, lower) < 0.1
    mutants = ["T**(1/20)", "T**(-1/20)", "sqrt(log(T))", "1/sqrt(log(T))"]
    sizes = [name for name in ("K", "d", "N", "eps", "rho") if name in row.formula.symbols]
    mutants += [f"{name}**({sign}1/10)" for name in sizes for sign in ("", "-")]
    for mutant in mutants:
        assert drift(row.formula, f"({order})*{mutant}", lower) > 0.3, mutant


def test_variants_are_compared_with_their_orders_too() -> None:
    """Every row with a formula and an order is, as the page of the field says."""
    variants = [row for row in rows() if row.variant]
    assert variants
    assert all(row in ORDERED for row in variants)


def value_of(claim: str, setting: str, notion: str) -> Enclosure:
    """What the formula of a claim in a cell of the field is at the usual point."""
    cell_of_claim = (claim, setting, notion)
    known = [row for row in stated() if (row.claim, row.setting, row.notion) == cell_of_claim]
    (row,) = (row for row in known if row.formula)
    value = row.formula.at(POINT, least=row.side == "upper").value
    assert value is not None
    return value


def only(names: str) -> dict[str, Fraction]:
    """The usual point with these numbers alone: others would name further bounds."""
    return {name: POINT[name] for name in names.split()}


def brackets_at(setting: str, notion: str, point: dict[str, Fraction]):
    """The pairs of bounds of a cell, at those numbers of a point that its formulas have."""
    there = cell(setting, notion)
    symbols = {name for bound in there.bounds if bound.formula for name in bound.formula.symbols}
    return brackets(numbers_of(there, {n: value for n, value in point.items() if n in symbols}))


@pytest.mark.parametrize(
    ("claim", "notion", "function", "budget"),
    [
        ("thesis.thm2.28.by_regret", "none", minimax.free_by_regret, ()),
        ("thesis.thm4.15.logarithm", "pure", minimax.pure_logarithmic, ("eps",)),
        ("thesis.thm4.15.bernoulli_logarithm", "pure", minimax.bernoulli_logarithmic, ("eps",)),
        ("thesis.thm4.15.repaired", "pure", minimax.pure_proved, ("eps",)),
        ("thesis.thm4.20.sharp", "zcdp", minimax.zcdp_sharp, ("rho",)),
        ("thesis.thm4.20.bernoulli", "zcdp", minimax.bernoulli_zcdp, ("rho",)),
    ],
)
def test_lower_bounds_are_those_of_the_library(claim, notion, function, budget) -> None:
    """Their decimals are rounded to the safe side, by less than a part in 10,000."""
    with working_precision(128):
        ball = function(10, POINT["T"], *(POINT[name] for name in budget))
        other = Enclosure.of(ball)
    found = value_of(claim, "arms", notion)
    assert found.lo <= other.hi
    assert found.hi >= other.lo * Fraction(9999, 10000)


@pytest.mark.parametrize("growth", [Fraction(11, 10), Fraction(4)])
def test_the_local_lower_bound_is_the_one_that_its_claim_checks(growth) -> None:
    """The claim has e^eps as a fraction, and the row its logarithm."""
    (row,) = (row for row in stated() if row.claim == "field.local.minimax")
    for arms, horizon in ((2, 3), (10, 10**6)):
        with working_precision(128):
            t = (growth - 1) / (growth + 1)
            other = Enclosure.of(randomised_response.minimax(arms, horizon, t))
            eps = Enclosure.of(arb(growth.numerator).log() - arb(growth.denominator).log()).lower
        point = {"K": Fraction(arms), "T": Fraction(horizon), "eps": Fraction(eps)}
        found = row.formula.at(point).value
        assert abs(found.lower / other.lower - 1) < Fraction(1, 10**9)


def test_bounds_of_games_are_those_of_the_library() -> None:
    table = adversarial_bounds(10, 10**6, "0.1", experts=20)
    library = {row.claim: row.enclosure for row in table.rows}
    for claim, setting, notion in (
        ("adv.lem11.every_algorithm", "adversarial", "none"),
        ("thesis.thm4.15.bernoulli_logarithm", "arms", "pure"),
        ("adv.thm9.sharp", "experts", "local"),
    ):
        found, other = value_of(claim, setting, notion), library[claim]
        assert abs(found.lower / other.lower - 1) < Fraction(1, 10**9), claim


@pytest.mark.parametrize(
    ("claim", "notion", "budget"),
    [("thesis.thmC.7.sharper", "pure", "eps"), ("zcdp.thm11.sharper", "zcdp", "rho")],
)
def test_upper_bounds_are_those_of_the_library_at_gaps_of_1(claim, notion, budget) -> None:
    """There beta is the best one; here one of a few."""
    table = bounds(BernoulliBandit((1,) + (0,) * 9), horizon=10**6, **{budget: HERE[budget]})
    (other,) = (row.enclosure for row in table if row.claim == claim)
    assert 1 <= value_of(claim, "arms", notion).lower / other.lower < Fraction(101, 100)


def test_a_carried_formula_is_that_of_the_part_at_its_budget() -> None:
    """A sqrt(2 rho)-DP policy is rho-zCDP, so that the carried number depends on the budget."""
    claim = "thesis.thmC.7.sharper"
    (own,) = (row for row in stated() if row.claim == claim)
    (carried,) = (
        row for row in all_bounds()
        if (row.claim, row.notion, row.setting) == (claim, "zcdp", "arms")
    )  # fmt: skip
    value, other = own.formula.at(POINT).value, carried.formula.at(POINT).value
    same_budget = {**POINT, "rho": POINT["eps"] ** 2 / 2}
    there = carried.formula.at(same_budget).value
    assert log_of(there) == pytest.approx(log_of(value), abs=1e-15)
    assert other.hi < value.lo


def test_no_constant_of_arms_is_carried_to_linear_bandits() -> None:
    """Means of arms are no parameter of norm 1."""
    linear = [row for row in all_bounds() if row.setting == "linear"]
    assert all(row.formula is None for row in linear if row.claim == "zcdp.thm11.sharper")
    assert all(row.formula is None or row.rewards == "unit" for row in linear)


def test_a_pair_is_about_one_class_of_instances() -> None:
    """A lower bound for normal rewards is none for rewards in [0, 1]."""
    concentrated = numbers_of(cell("arms", "zcdp"), only("K T rho"))
    pair = {bracket.rewards: bracket for bracket in brackets(concentrated)}
    assert pair["bounded"].lower.bound.rewards == "coins"
    assert pair["normal"].lower.bound.rewards == "normal"
    assert pair["normal"].upper is None
    assert pair["normal"].lower.found.lower > pair["bounded"].lower.found.upper
    free = brackets(numbers_of(cell("arms", "none"), only("K T")))
    (normal,) = (bracket for bracket in free if bracket.rewards == "normal")
    assert normal.upper.bound.rewards == "subgaussian"
    assert classes_of("normal") == ("normal", "subgaussian")


def test_what_holds_of_interactive_privacy_alone_bounds_no_other_policy() -> None:
    point = {"K": Fraction(100), "T": Fraction(10**4), "rho": Fraction(1, 1000)}
    concentrated = brackets(numbers_of(cell("arms", "zcdp"), point))
    (bounded,) = (bracket for bracket in concentrated if bracket.rewards == "bounded")
    assert bounded.lower.bound.of_all
    assert bounded.of_a_class.bound.policies == "interactive"
    assert bounded.of_a_class.found.lo > bounded.lower.found.hi
    for setting, notion in (("arms", "pure"), ("adversarial", "zcdp")):
        for bracket in brackets_at(setting, notion, point):
            assert bracket.lower is None or bracket.lower.bound.of_all


def test_no_lower_bound_is_above_an_upper_one() -> None:
    """In no cell, at some sizes and budgets from the smallest to very large ones."""
    cells = {(row.setting, row.notion) for row in all_bounds() if row.formula}
    sizes = ((2, 2, 1), (2, 10**3, "1e-9"), (50, 49, "0.5"), (7, 10**12, "1e-4"))
    seen = 0
    for (setting, notion), (K, T, budget) in product(cells, sizes):
        numbers = {"K": K, "T": T, "d": 3, "N": 9, "alpha": 2, "delta": "0.01"}
        numbers |= {"eps": budget, "rho": budget}
        point = {name: Fraction(value) for name, value in numbers.items()}
        for bracket in brackets_at(setting, notion, point):
            if bracket.lower and bracket.upper:
                seen += 1
                assert bracket.lower.found.lo <= bracket.upper.found.hi, (setting, notion, bracket)
    assert seen > 60


def test_the_strongest_come_first_and_those_without_value_last() -> None:
    numbers = best_first(numbers_of(cell("arms", "renyi"), only("K T eps")))
    lower = [n.found.lo for n in numbers if n.found and n.bound.side == "lower"]
    assert lower == sorted(lower, reverse=True)
    assert numbers[-1].found is None
    assert numbers[-1].value.missing == ("alpha",)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("K >= 10", True), ("K > 10", False), ("rho <= 1/100", True), ("rho < 1/100", False),
        ("log(T) >= 14", False), ("log(T) < 13.9", True),
    ],
)  # fmt: skip
def test_a_condition_that_is_not_seen_to_hold_is_none(text, holds) -> None:
    assert Condition.of(text).holds(POINT) == holds


def test_a_formula_with_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match="x"):
        Formula.of("K/x")
    with pytest.raises(ValueError, match="write it with one of"):
        Condition.of("K == 2")
