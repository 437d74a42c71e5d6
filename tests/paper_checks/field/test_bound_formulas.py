"""Formulas of bounds: numbers of other programs, orders that cannot drift, and where they hold."""

from fractions import Fraction
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

WITH_BOTH = [one for one in rows() if one.formula is not None and one.order is not None]
EXPONENTS = (
    {},
    {"K": (1, 3), "N": (1, 2), "d": (1, 4), "eps": (-1, 8), "rho": (-1, 4)},
    {"K": (1, 6), "N": (1, 8), "d": (1, 5), "eps": (-1, 2), "rho": (-1, 1)},
)
"""Rays along which T grows, and the others as powers of it or not at all."""
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
    """A point of a ray, with T a power of 10 whose roots are whole."""
    powers = {name: Fraction(*power) for name, power in ray.items()}
    found = {"K": Fraction(3), "N": Fraction(4), "d": Fraction(2)} | dict.fromkeys(
        ("eps", "rho"), Fraction(1, 3)
    )
    return found | {"T": Fraction(10) ** size, "delta": Fraction(10) ** -size, "alpha": Fraction(7, 3)} | {
        name: Fraction(10) ** int(power * size) for name, power in powers.items()
    }  # fmt: skip


def quotient(formula: Formula, order: str, ray, size: int, lower: bool) -> float | None:
    """log of the formula over an order at a point of a ray; None where a condition forbids it.

    No regret is above T, so that a lower bound is compared with its order as long as that is not.
    """
    point = along(ray, size)
    value = formula.at(point).value
    if value is None:
        return None
    grown = log_of(value_at(parse(order), point))
    return log_of(value) - (min(grown, log(point["T"])) if lower else grown)


def log_of(value: Enclosure) -> float:
    return log(value.lower.numerator) - log(value.lower.denominator)


def drift(formula: Formula, order: str, lower: bool = False) -> float:
    """The largest change of the quotient along a ray, when log T doubles."""
    found = []
    for ray in EXPONENTS:
        ends = [quotient(formula, order, ray, size, lower) for size in (120, 240)]
        if None not in ends:
            found.append(abs(ends[1] - ends[0]))
    assert found
    return max(found)


def text_of(order: Order) -> str:
    """An order in the notation of formulas."""
    return " + ".join(
        "*".join(f"({name.replace(' ', '*')})**({power})" for name, power in term.powers)
        for term in order.terms
    )


@pytest.mark.parametrize(
    "one",
    WITH_BOTH,
    ids=lambda one: f"{one.claim} {one.setting} {one.notion}{' variant' * one.variant}",
)
def test_a_formula_grows_as_its_order_says(one) -> None:
    """The mutants are a power of T, a root of log T, and one of K, d or N, more or less."""
    order = text_of(one.order)
    lower = one.side == "lower"
    assert drift(one.formula, order, lower) < 0.1
    mutants = ["T**(1/20)", "T**(-1/20)", "sqrt(log(T))", "1/sqrt(log(T))"]
    mutants += [f"{name}**(1/10)" for name in ("K", "d", "N") if name in one.formula.symbols]
    for mutant in mutants:
        assert drift(one.formula, f"({order})*{mutant}", lower) > 0.3, mutant


def test_variants_are_compared_with_their_orders_too() -> None:
    """Every row with a formula and an order is, as the page of the field says."""
    assert sum(one.variant for one in WITH_BOTH) == sum(one.variant for one in rows()) > 0
    assert all(one.formula and one.order for one in rows() if one.variant)


def value_of(claim: str, setting: str, notion: str) -> Enclosure:
    (one,) = (
        x
        for x in stated()
        if (x.claim, x.setting, x.notion) == (claim, setting, notion) and x.formula
    )
    found = one.formula.at(POINT, least=one.side == "upper").value
    assert found is not None
    return found


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
    (one,) = (row for row in stated() if row.claim == "field.local.minimax")
    for arms, horizon in ((2, 3), (10, 10**6)):
        with working_precision(128):
            t = (growth - 1) / (growth + 1)
            other = Enclosure.of(randomised_response.minimax(arms, horizon, t))
            eps = Enclosure.of(arb(growth.numerator).log() - arb(growth.denominator).log()).lower
        point = {"K": Fraction(arms), "T": Fraction(horizon), "eps": Fraction(eps)}
        found = one.formula.at(point).value
        assert abs(found.lower / other.lower - 1) < Fraction(1, 10**9)


def test_bounds_of_games_are_those_of_the_library() -> None:
    table = adversarial_bounds(10, 10**6, "0.1", experts=20)
    library = {one.claim: one.enclosure for one in table.rows}
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
    (other,) = (one.enclosure for one in table if one.claim == claim)
    assert 1 <= value_of(claim, "arms", notion).lower / other.lower < Fraction(101, 100)


def test_a_carried_formula_is_that_of_the_part_at_its_budget() -> None:
    """A sqrt(2 rho)-DP policy is rho-zCDP, so that the carried number depends on the budget."""
    (carried,) = (
        one for one in all_bounds()
        if one.claim == "thesis.thmC.7.sharper" and one.notion == "zcdp" and one.setting == "arms"
    )  # fmt: skip
    (own,) = (one for one in stated() if one.claim == "thesis.thmC.7.sharper")
    there = {**POINT, "rho": Fraction(1, 200)}
    assert log_of(carried.formula.at(there).value) == pytest.approx(
        log_of(own.formula.at(POINT).value), abs=1e-15
    )
    assert carried.formula.at(POINT).value.hi < own.formula.at(POINT).value.lo
    # means of arms are no parameter of norm 1, so that no constant is carried to linear bandits
    linear = [
        one for one in all_bounds() if one.claim == "zcdp.thm11.sharper" and one.setting == "linear"
    ]
    assert linear == [] or all(one.formula is None for one in linear)
    assert all(
        one.formula is None or one.rewards == "unit"
        for one in all_bounds() if one.setting == "linear"
    )  # fmt: skip


def test_a_pair_is_about_one_class_of_instances() -> None:
    """A lower bound for normal rewards is none for rewards in [0, 1]."""
    found = {
        one.rewards: one for one in brackets(numbers_of(cell("arms", "zcdp"), _only("K T rho")))
    }
    assert found["bounded"].lower.bound.rewards == "coins"
    assert found["normal"].lower.bound.rewards == "normal"
    assert found["normal"].upper is None
    assert found["normal"].lower.found.lower > found["bounded"].lower.found.upper
    free = {one.rewards: one for one in brackets(numbers_of(cell("arms", "none"), _only("K T")))}
    assert free["normal"].upper.bound.rewards == "subgaussian"
    assert classes_of("normal") == ("normal", "subgaussian")


def test_what_holds_of_interactive_privacy_alone_bounds_no_other_policy() -> None:
    point = {"K": Fraction(100), "T": Fraction(10**4), "rho": Fraction(1, 1000)}
    (known,) = (
        one for one in brackets(numbers_of(cell("arms", "zcdp"), point)) if one.rewards == "bounded"
    )
    assert not known.lower.bound.of_interactive
    assert known.of_interactive.bound.of_interactive
    assert known.of_interactive.found.lo > known.lower.found.hi
    for there in (cell("arms", "pure"), cell("adversarial", "zcdp")):
        kept = {name: value for name, value in point.items() if name in ("K", "T", "rho")}
        used = {x for one in there.bounds if one.formula for x in one.formula.symbols}
        for one in brackets(numbers_of(there, {n: v for n, v in kept.items() if n in used})):
            assert one.lower is None or not one.lower.bound.of_interactive


def _only(names: str) -> dict[str, Fraction]:
    return {name: POINT[name] for name in names.split()}


def test_no_lower_bound_is_above_an_upper_one() -> None:
    """In no cell, at some sizes and budgets from the smallest to very large ones."""
    seen = 0
    for setting, notion in {(one.setting, one.notion) for one in all_bounds() if one.formula}:
        there = cell(setting, notion)
        for K, T, budget in ((2, 2, 1), (2, 10**3, "1e-9"), (50, 49, "0.5"), (7, 10**12, "1e-4")):
            sizes = {"K": K, "T": T, "d": 3, "N": 9, "alpha": 2, "delta": "0.01"}
            budgets = dict.fromkeys(("eps", "rho"), budget)
            point = {name: Fraction(value) for name, value in {**sizes, **budgets}.items()}
            used = {x for one in there.bounds if one.formula for x in one.formula.symbols}
            kept = {name: value for name, value in point.items() if name in used}
            for one in brackets(numbers_of(there, kept)):
                if one.lower and one.upper:
                    seen += 1
                    assert one.lower.found.lo <= one.upper.found.hi, (setting, notion, one)
    assert seen > 60


def test_the_strongest_come_first_and_those_without_value_last() -> None:
    numbers = best_first(numbers_of(cell("arms", "renyi"), _only("K T eps")))
    lower = [one.found.lo for one in numbers if one.found and one.bound.side == "lower"]
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
