"""The table of bounds: hypotheses decide over numbers; regimes, limits, and reference values."""

import math
from fractions import Fraction
from itertools import pairwise, product
import mpmath
import pytest
from hypothesis import strategies as st
from named_rows import by_name, inside
from properties import for_all
from banditproof.theory import (
    BernoulliBandit,
    FiniteSupportBandit,
    GaussianBandit,
    LawBandit,
    LinearBandit,
    bounds,
)
from banditproof.theory.known_bounds.rows import rows
from banditproof.theory.laws import Exponential, Gamma, NegativeBinomial, Poisson

MEANS = st.lists(st.fractions(Fraction(0), Fraction(1), max_denominator=60), min_size=1, max_size=4)
POSITIVE = st.lists(
    st.fractions(Fraction(1, 20), Fraction(9), max_denominator=20), min_size=1, max_size=3
)
BUDGETS = st.sampled_from([None, "1e-6", "0.05", "1", "40"])
HORIZONS = st.sampled_from([None, 2, 7, 10**4, 10**9])
RISKS = st.sampled_from([None, "1e-9", "0.1", "0.4", "0.5", "0.75", "0.999"])


@st.composite
def finite(draw) -> FiniteSupportBandit:
    rows = draw(
        st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=3)
    )
    rows = [row if sum(row) else [1, 0, 0] for row in rows]
    laws = tuple(tuple(Fraction(x, sum(row)) for x in row) for row in rows)
    return FiniteSupportBandit((0, "0.5", 1), laws)


BANDITS = st.one_of(
    MEANS.map(lambda means: BernoulliBandit(tuple(means))),
    st.builds(lambda m, s: GaussianBandit(tuple(m), s), POSITIVE, st.sampled_from([1, "0.2", 30])),
    POSITIVE.map(lambda means: LawBandit(tuple(Poisson(mean) for mean in means))),
    POSITIVE.map(lambda means: LawBandit(tuple(Exponential(mean) for mean in means))),
    finite(),
)


ASKED = (BANDITS, BUDGETS, BUDGETS, HORIZONS, RISKS)


@for_all(*ASKED)
def the_hypotheses_decide(bandit, eps, rho, horizon, delta) -> None:
    for row in by_name(bandit, eps=eps, rho=rho, horizon=horizon, delta=delta, digits=6).values():
        satisfied = all(holds for _, holds in row.hypotheses)
        assert row.applies == satisfied == (row.enclosure is not None)
        assert row.to_json()["lo"] is None or row.applies
        if not row.applies:
            assert row.note
            assert row.factors == ()
            assert row.to_json()["value"] is None
        else:
            assert row.enclosure.lo >= 0
        assert row.privacy != "pure" or eps is not None
        assert row.privacy != "zcdp" or rho is not None
        assert row.quantity != "regret at T" or horizon is not None
        assert row.quantity != "samples" or delta is not None
        if row.quantity == "samples" and row.applies:
            risk = Fraction(delta)
            assert len(bandit.best_arms) == 1 < bandit.arms
            assert risk <= Fraction(1, 2) or row.side == "upper"
            assert risk < Fraction(1, 3) or row.privacy == "none" or row.side == "upper"
        if row.claim.startswith("thesis.thm4.20") and row.over and row.applies:
            assert Fraction(rho) <= 1


@pytest.mark.parametrize("examples", [20, pytest.param(150, marks=pytest.mark.slow)])
def test_never_a_number_where_a_hypothesis_fails(examples: int) -> None:
    the_hypotheses_decide(examples=examples)


TIES = BernoulliBandit(("0.4", "0.4", "0.1"))
TWO = BernoulliBandit(("0.8", "0.3"))
NORMAL = GaussianBandit((1, 0))
WIDE = GaussianBandit((1, 0), sigma=2)
CASES = [
    (TWO, {"horizon": 100, "eps": 1}, "minimax lower bound, pure DP, as printed", None),
    (TWO, {"horizon": 100, "eps": "1e-3"}, "minimax lower bound, pure DP, as printed", "T >= 2"),
    (TWO, {"horizon": 100, "eps": "1e-3"}, "minimax lower bound, pure DP, repaired", None),
    (TWO, {"horizon": 100, "rho": "1.5"}, "minimax lower bound, zCDP, as printed", "rho <= 1"),
    (TWO, {"horizon": 100, "rho": "1.5"}, "minimax lower bound, zCDP, repaired", "rho <= 1"),
    (TWO, {"horizon": 10, "rho": "1e-4"}, "minimax lower bound, zCDP, as printed", "T**2 >="),
    (TWO, {"horizon": "10.5"}, "minimax lower bound", "a whole number T"),
    (BernoulliBandit((1, *[0] * 9)), {"horizon": 8}, "minimax lower bound", "T >= K - 1"),
    (BernoulliBandit((1,)), {"horizon": 8}, "minimax lower bound", "K >= 2"),
    (BernoulliBandit((1, 0)), {}, "KL-UCB upper bound, without privacy", "best mean below 1"),
    (NORMAL, {}, "UCB upper bound, without privacy", None),
    (WIDE, {}, "UCB upper bound, without privacy", "1-subgaussian"),
    (LawBandit((Poisson(1), Poisson(2))), {}, "UCB upper bound, without privacy", "1-subgauss"),
    (TWO, {"delta": "0.5"}, "samples without privacy", None),
    (TWO, {"delta": "0.51"}, "samples without privacy", "delta <= 1/2"),
    (TWO, {"delta": "0.45"}, "samples without privacy, with the logarithm", "delta < 1/2.4"),
    (TWO, {"delta": "0.34", "eps": 1}, "samples, pure DP", "delta < 1/3"),
    (TWO, {"delta": "0.33", "eps": 1}, "samples, pure DP", None),
    (TIES, {"delta": "0.1"}, "samples without privacy", "a unique best arm"),
    (
        FiniteSupportBandit((0, 1), (("0.5", "0.5"), (1, 0))),
        {"delta": "0.1"},
        "samples without privacy",
        "one-parameter family",
    ),
    (
        BernoulliBandit((1, "0.5")),
        {"eps": 1},
        "budget from which arm 2 costs no more in Theorem 4.16",
        "a law with a mean above",
    ),
]


@pytest.mark.parametrize(("bandit", "options", "name", "reason"), CASES)
def test_each_hypothesis_takes_the_number_away(bandit, options, name, reason) -> None:
    row = by_name(bandit, **options)[name]
    assert row.applies == (reason is None)
    if reason is not None:
        assert row.enclosure is None
        assert reason in row.note


def test_normal_arms_against_mpmath() -> None:
    rows = by_name(GaussianBandit((1, "0.5", "-1"), 2), eps="0.2", horizon=1000, delta="0.05")
    with mpmath.workdps(40):
        cases = [(mpmath.mpf("0.5"), 2), (mpmath.mpf(2), 2)]
        kl = [gap**2 / (2 * mpmath.mpf(s) ** 2) for gap, s in cases]
        tv = [mpmath.erf(gap / (2 * mpmath.sqrt(2) * s)) for gap, s in cases]
        free = sum(gap / d for (gap, _), d in zip(cases, kl, strict=True))
        eps = mpmath.mpf("0.2")
        private = sum(gap / min(d, eps * t) for (gap, _), d, t in zip(cases, kl, tv, strict=True))
        assert inside(rows["lower bound without privacy"], free)
        assert inside(rows["private lower bound, KL_inf and TV_inf"], private)
        stronger = rows["private lower bound, d_inf"].enclosure
        assert stronger.lo > rows["private lower bound, KL_inf and TV_inf"].enclosure.hi
        for arm in (0, 1):
            name = f"budget from which arm {arm + 2} costs no more in Theorem 4.16"
            assert inside(rows[name], kl[arm] / tv[arm])


def test_the_samples_of_two_normal_arms_against_mpmath() -> None:
    """K = 2: T*_KL = 8 sigma^2 / gap^2, T*_TV = 2 / TV."""
    rows = by_name(GaussianBandit((0, "0.5")), eps="0.01", delta="0.05")
    with mpmath.workdps(40):
        delta, gap = mpmath.mpf("0.05"), mpmath.mpf("0.5")
        kl = (1 - 2 * delta) * mpmath.log((1 - delta) / delta)
        tv = mpmath.erf(gap / (2 * mpmath.sqrt(2)))
        assert inside(rows["samples without privacy"], 8 / gap**2 * kl)
        assert inside(
            rows["samples without privacy, with the logarithm"],
            -8 / gap**2 * mpmath.log(mpmath.mpf("2.4") * delta),
        )
        # eps is far below the threshold, so only the total variation counts
        private = 2 / tv / mpmath.mpf("0.01") * -mpmath.log(3 * delta)
        assert inside(rows["samples, pure DP"], private)
        assert inside(rows["samples, pure DP, simplified"], private)
        border = rows["eps at which the two terms of Corollary 4.25 are equal"]
        assert inside(border, 2 / tv / (8 / gap**2))


OF_EACH_ARM = "samples, pure DP, a compromise for each arm"


def least(f, low: float, high: float) -> float:
    """The least value of a convex function, by thirds."""
    for _ in range(60):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if f(a) < f(b) else (a, high)
    return f((low + high) / 2)


def test_the_samples_of_two_symmetric_coins_against_mpmath() -> None:
    """By symmetry both have half of the samples, and 1/2 confuses them: T* = 1/d_eps(p, 1/2)."""
    for p, eps in (("0.9", "0.25"), ("0.9", "1"), ("0.9", "3"), ("0.6", "0.1")):
        means = (Fraction(p), 1 - Fraction(p))
        rows = by_name(BernoulliBandit(means), eps=eps, delta="0.05")
        with mpmath.workdps(40):
            mean, budget, delta = mpmath.mpf(p), mpmath.mpf(eps), mpmath.mpf("0.05")
            z = min(mean, 1 / (1 + mpmath.exp(-budget)))
            cost = budget * (mean - z) + z * mpmath.log(2 * z) + (1 - z) * mpmath.log(2 - 2 * z)
            kl = (1 - 2 * delta) * mpmath.log((1 - delta) / delta)
            assert inside(rows[OF_EACH_ARM], kl / cost)
            # the mutants: one of KL and TV for the whole law, and the constant of Theorem 4.24
            assert not inside(rows["samples, pure DP"], kl / cost)
            assert not inside(rows[OF_EACH_ARM], -mpmath.log(3 * delta) / cost)


def test_the_samples_of_two_coins_against_a_search() -> None:
    kl = 0.98 * math.log(99)
    for means, eps in (((0.75, 0.5), 0.2), ((0.9, 0.1), 1.0), ((0.3, 0.2), 0.05)):

        def d(x: float, y: float, eps: float = eps) -> float:
            def cost(z: float) -> float:
                return (
                    eps * abs(x - z) + z * math.log(z / y) + (1 - z) * math.log((1 - z) / (1 - y))
                )

            return least(cost, min(x, y), max(x, y))

        def rate(w: float, means: tuple[float, float] = means, d=d) -> float:
            return -least(lambda x: w * d(means[0], x) + (1 - w) * d(means[1], x), *means[::-1])

        row = by_name(BernoulliBandit(tuple(map(str, means))), eps=str(eps), delta="0.01")
        assert float(row[OF_EACH_ARM].enclosure) * -least(rate, 0.01, 0.99) == pytest.approx(kl)


def test_a_compromise_for_each_arm_is_between_the_bounds_of_the_thesis() -> None:
    """Its time is that of Theorem 4.24 at least, twice that of Corollary 4.25 at most."""
    bandit = BernoulliBandit(("0.75", "0.7", "0.6"))
    for eps in (Fraction(1, 10**14), "1e-10", "0.001", "0.1", "0.25", "1", "40"):
        rows = by_name(bandit, eps=eps, delta="0.01")
        own, whole, simple = (
            rows[name].factors[0][1]
            for name in (OF_EACH_ARM, "samples, pure DP", "samples, pure DP, simplified")
        )
        assert own.hi >= whole.lo
        assert own.lo <= 2 * simple.hi
        assert rows[OF_EACH_ARM].enclosure.hi >= rows["samples without privacy"].enclosure.lo
        assert float(own) == pytest.approx(float(own.hi), rel=1e-9, abs=0)
    assert OF_EACH_ARM not in by_name(GaussianBandit((0, 1)), eps=1, delta="0.01")


def test_a_formula_has_a_name_or_a_reason_for_having_none() -> None:
    for row in rows():
        assert not (row.name and row.nameless)
        assert bool(row.name or row.nameless) == (row.formula is not None), row.claim


def test_what_has_no_name_since_it_is_weaker_is_weaker() -> None:
    weaker, stronger = (
        next(row for row in rows() if row.claim == claim)
        for claim in ("zcdp.regimes.cost.tables", "field.zcdp.arms")
    )
    assert weaker.nameless == f"below {stronger.claim} at all sizes at which it holds"
    budgets = (Fraction(1), Fraction(1, 10**3), Fraction(1, 10**30))
    for arms, time, rho in product((8, 50, 10**6), (3, 100, 10**9), budgets):
        point = {"K": Fraction(arms), "T": Fraction(time), "rho": rho}
        assert weaker.value_at(point).value.hi < stronger.value_at(point).value.lo


FAMILIES = [
    BernoulliBandit(("0.7", "0.4")),
    NORMAL,
    LawBandit((Poisson(2), Poisson(1))),
    LawBandit((Exponential(2), Exponential(1))),
    LawBandit((Gamma(2, shape=3), Gamma(1, shape=3))),
    LawBandit((NegativeBinomial(2, failures=2), NegativeBinomial(1, failures=2))),
    FiniteSupportBandit((0, "0.5", 1), (("0.2", "0.3", "0.5"), ("0.5", "0.3", "0.2"))),
]


@pytest.mark.parametrize("bandit", FAMILIES)
def test_the_private_bounds_fall_with_the_budget_to_the_one_without(bandit) -> None:
    budgets = ("1e-4", "0.01", "0.3", "2", "200")
    tables = [by_name(bandit, eps=eps, digits=8) for eps in budgets]
    private = [
        name
        for name, row in tables[0].items()
        if row.privacy == "pure" and row.side == "lower" and row.quantity == "coefficient of log T"
    ]
    assert private
    free = tables[0]["lower bound without privacy"].enclosure
    for name in private:
        values = [table[name].enclosure for table in tables]
        for earlier, later in pairwise(values):
            assert earlier.hi >= later.lo
        assert all(value.hi >= free.lo for value in values)
        assert values[0].lo > 5 * free.hi
        assert values[-1].lo <= free.hi * Fraction(1000001, 1000000)


def test_the_regime_of_an_arm_is_the_side_of_its_threshold() -> None:
    threshold = by_name(NORMAL, eps=1)["budget from which arm 2 costs no more in Theorem 4.16"]
    edge = Fraction(threshold.enclosure.mid)
    assert float(edge) == pytest.approx(1.30573, abs=1e-5)
    for factor, word in ((Fraction(99, 100), "privacy costs"), (Fraction(101, 100), "not below")):
        rows = by_name(NORMAL, eps=edge * factor)
        assert word in rows[threshold.name].regime
        private = rows["private lower bound, KL_inf and TV_inf"].enclosure
        free = rows["lower bound without privacy"].enclosure
        assert (private.lo > free.hi) == (factor < 1)


def test_arms_of_equal_laws_share_a_threshold_and_order_does_not_matter() -> None:
    first = bounds(BernoulliBandit(("0.5", "0.8", "0.5")), 1, rho=1, horizon=50, delta="0.1")
    second = bounds(BernoulliBandit(("0.8", "0.5", "0.5")), 1, rho=1, horizon=50, delta="0.1")
    assert any(row.name.startswith("budget from which arm 1, 3") for row in first)
    for mine, its in zip(first, second, strict=True):
        assert mine.quantity == its.quantity
        if mine.quantity != "samples":
            assert mine.enclosure == its.enclosure


def test_the_upper_bounds_of_ucb_are_the_printed_ones() -> None:
    rows = by_name(BernoulliBandit((1, "0.5")), horizon=100)
    with mpmath.workdps(40):
        log = mpmath.log(100)
        assert inside(rows["UCB upper bound of this instance, without privacy"], 16 * log * 2 + 1.5)
        assert inside(
            rows["UCB upper bound without the gaps, without privacy"],
            8 * mpmath.sqrt(200 * log) + 1.5,
        )


def test_no_budget_is_free_of_cost_where_nothing_is_at_stake():
    """At a best mean of 1 regret is constant under any budget: the threshold is not infinite."""
    name = "budget from which privacy is free"
    at_one = by_name(BernoulliBandit((1, "0.5")), eps=1)[name]
    assert not at_one.applies
    assert "a best mean below 1" in at_one.note
    # but with a mean of 0 the cost never ends
    never = by_name(BernoulliBandit(("0.5", 0)), eps=1)[name]
    assert never.enclosure.lo == math.inf
    assert never.regime == "eps is below: privacy costs regret"


@pytest.mark.parametrize(
    "bandit", [LinearBandit(((1, 0), (0, 1)), (1, 0)), LinearBandit(((1, 0), (0, 1)), (1, 1))]
)
def test_what_does_not_apply_names_what_it_needs(bandit):
    rows = by_name(bandit, eps=1, rho=2, horizon=10, delta="0.4").values()
    assert any(not row.applies for row in rows)
    for row in rows:
        assert row.applies == all(satisfied for _, satisfied in row.hypotheses)
        assert row.applies == (row.enclosure is not None)


def test_laws_that_are_written_differently_are_computed_once():
    bandit = LawBandit((Poisson(3), Poisson("0.5"), Poisson(0.5), Poisson(Fraction(1, 2))))
    names = [row.name for row in bounds(bandit, eps=1) if row.name.startswith("budget from")]
    assert names == ["budget from which arm 2, 3, 4 costs no more in Theorem 4.16"]
