"""The rows of AdaP-UCB, AdaP-KLUCB and AdaC-UCB in the table of bounds."""

import math
from fractions import Fraction
import pytest
from banditproof.algorithms import AdaCUCB, simulate
from banditproof.theory import BernoulliBandit, FiniteSupportBandit, GaussianBandit, bounds
from banditproof.theory.balls import ball
from banditproof.theory.concentration import episodic_pulls
from banditproof.theory.lower_bounds.index_policies import best_beta

MEANS = ("0.75", "0.5", "0.25")


def rows_of(bandit, **budget):
    result = bounds(bandit, horizon=20_000, **budget)
    return [row for row in result if "AdaP-" in row.name]


def test_six_rows_with_their_claims():
    rows = rows_of(BernoulliBandit(MEANS), eps="0.5")
    assert [row.claim for row in rows if "AdaP-UCB" in row.name] != []
    assert sorted(row.claim for row in rows) == sorted(
        ["thesis.thmC.4peel"] * 2
        + ["thesis.thm5.3fix", "thesis.thm5.4.pinsker", "thesis.thmC.7.sharper", "thesis.remC.8"]
    )
    assert all(row.applies and "beta = " in row.note for row in rows)


def test_level_by_level_is_below_the_closed_form():
    rows = {
        row.claim + row.name[:10]: float(row.enclosure)
        for row in rows_of(BernoulliBandit(MEANS), eps="0.5")
    }
    levels = [value for key, value in rows.items() if "C.4peel" in key]
    assert max(levels) < rows["thesis.thm5.3fixAdaP-UCB u"]


def test_closed_form_by_hand():
    """beta log T (p + sqrt(p^2 + 8 q gap/eps))^2/(2 gap) + gap (3 + 3/(2(beta-3)))."""
    bandit = BernoulliBandit(("0.75", "0.25"))
    (row,) = (row for row in rows_of(bandit, eps=1) if row.claim == "thesis.thm5.3fix")
    beta = float(row.note.split("beta = ")[1].split(",")[0])
    p, q, gap = 1 + 1 / math.sqrt(beta), 1 + 1 / beta, 0.5
    root = (p + math.sqrt(p * p + 8 * q * gap)) ** 2
    by_hand = beta * math.log(20_000) * root / (2 * gap) + gap * (3 + 1.5 / (beta - 3))
    assert float(row.enclosure) == pytest.approx(by_hand)


def test_rows_that_do_not_apply():
    assert rows_of(BernoulliBandit(MEANS), rho=1) == []
    assert rows_of(GaussianBandit((1, "0.5")), eps=1) == []
    half = ("1/2", "1/2")
    laws = FiniteSupportBandit((0, "1/2"), (half, ("1/4", "3/4")))
    rows = rows_of(laws, eps=1)
    kept = {row.claim for row in rows if row.applies}
    assert kept == {"thesis.thm5.3fix", "thesis.thmC.7.sharper"}
    assert all("Bernoulli rewards" in row.note for row in rows if not row.applies)


@pytest.mark.parametrize(
    ("means", "eps", "horizon"),
    [
        (("0.9", "0.9", "0", "0.55"), "0.03", 1000),
        (("1", "0.25"), "7", 3),
        (("0.4", "0.4"), "0.5", 100),
        (("1", "0.5", "0"), "1e6", 10**12),
    ],
)
def test_other_rows_by_hand(means, eps, horizon):
    """The formulas of the claims in floats, with ties and the means 0 and 1 among the instances."""
    rows = bounds(BernoulliBandit(means), eps=eps, horizon=horizon)
    best, log, budget = max(map(float, means)), math.log(horizon), float(eps)
    gaps = [best - float(mean) for mean in means if float(mean) < best]
    result = set()
    for row in rows:
        if "AdaP-" not in row.name or row.claim in ("thesis.thm5.3fix", "thesis.thmC.4peel"):
            continue
        beta = float(row.note.split("beta = ")[1].split(",")[0])
        noisy = (1 + beta) / ((0.5 - 0.5 / math.sqrt(beta)) * budget)
        free = 2 * math.sqrt(2 * beta * len(means) * horizon * log)
        free += 3 * beta / (beta - 3) * sum(gaps)
        by_hand = {
            "thesis.thm5.4.pinsker": sum(
                4 * log * max(2 * beta / gap, noisy) + gap * (3 + 1.5 / (beta - 3)) for gap in gaps
            ),
            "thesis.thmC.7.sharper": free + 16 * len(gaps) * beta * log / budget,
            "thesis.remC.8": free + 4 * len(gaps) * noisy * log,
        }[row.claim]
        assert float(row.enclosure) == pytest.approx(by_hand)
        result.add(row.claim)
    assert len(result) == 3


def test_level_rows_are_the_sums_of_the_pulls():
    means, horizon = ("0.8", "0.8", "0.3", "0", "0"), 500
    rows = rows_at(means, horizon)
    assert len(rows) == 2
    for row in rows:
        beta = row.note.split("beta = ")[1].split(",")[0]
        index = row.name.split()[0].lower()
        pulls = [episodic_pulls(index, mean, "0.8", horizon, beta, "0.5") for mean in means[2:]]
        assert float(row.enclosure) == pytest.approx(0.5 * pulls[0] + 1.6 * pulls[1])


def rows_at(means, horizon):
    result = bounds(BernoulliBandit(means), eps="0.5", horizon=horizon)
    return [row for row in result if row.claim == "thesis.thmC.4peel"]


def test_no_row_applies_at_a_broken_horizon():
    rows = bounds(BernoulliBandit(MEANS), eps=1, horizon="1000.5")
    rows = [row for row in rows if "AdaP-" in row.name]
    assert len(rows) == 6
    assert not any(row.applies for row in rows)
    assert all("a whole number T" in row.note for row in rows)


FIVE = BernoulliBandit(("0.75", "0.625", "0.5", "0.375", "0.25"))


NAMES = ("AdaC-UCB upper bound of this instance", "AdaC-UCB upper bound without the gaps")


def rows(bandit, rho, horizon):
    table = bounds(bandit, rho=rho, horizon=horizon)
    return [row for name in NAMES for row in table if row.name == name]


def by_gaps(gaps, horizon, rho, beta):
    log = math.log(horizon)
    return sum(
        8 * beta * log / gap + 8 * math.sqrt(beta * log / rho) + gap * (beta - 2) / (beta - 3)
        for gap in gaps
    )


def gap_free(gaps, arms, horizon, rho, beta):
    log = math.log(horizon)
    return (
        2 * math.sqrt(2 * beta * arms * horizon * log)
        + 8 * len(gaps) * math.sqrt(beta * log / rho)
        + (beta - 2) / (beta - 3) * sum(gaps)
    )


@pytest.mark.parametrize("rho", ["0.001", "1", "1000"])
@pytest.mark.parametrize("horizon", [2, 1000, 10**7, 10**15])
def test_the_bounds_are_the_formulas_at_nearly_the_best_beta(rho, horizon):
    gaps = [0.125, 0.25, 0.375, 0.5]
    result = rows(FIVE, rho, horizon)
    for row, formula in (
        (result[0], lambda beta: by_gaps(gaps, horizon, float(rho), beta)),
        (result[1], lambda beta: gap_free(gaps, 5, horizon, float(rho), beta)),
    ):
        beta = float(row.note.split("beta = ")[1].split(",")[0])
        assert beta > 3
        assert row.claim in ("zcdp.thm10.sharper", "zcdp.thm11.sharper")
        assert float(row.enclosure) == pytest.approx(formula(beta), rel=1e-12)
        least = min(formula(3 + 10 ** (k / 50)) for k in range(-600, 150))
        assert float(row.enclosure) <= least * (1 + 1e-3)
        assert float(row.enclosure) < formula(beta + 0.5)  # another beta is noticed


def test_the_regret_stays_below_the_bound_of_its_beta():
    bound = by_gaps([0.125, 0.25, 0.375, 0.5], 10**6, 0.1, 3.5)
    regret = simulate(AdaCUCB(5, rho="0.1", beta="3.5"), FIVE, 10**6, 300, 3).regret
    assert regret.max() < bound
    greedy = simulate(AdaCUCB(5, rho="0.1", beta="1e-6"), FIVE, 10**6, 300, 3).regret
    assert greedy.max() > bound  # the wrong twin, without optimism


def test_they_need_rewards_in_the_unit_interval_a_budget_and_a_horizon():
    assert rows(FIVE, None, 1000) == rows(FIVE, 1, None) == []
    for bandit in (GaussianBandit((1, 0)), FiniteSupportBandit((0, 2), ((0, 1), (1, 0)))):
        for row in rows(bandit, 1, 1000):
            assert row.enclosure is None
            assert "rewards in [0, 1]" in row.note
    half = FiniteSupportBandit((0, "0.5"), (("0.5", "0.5"), (1, 0)))
    assert all(row.applies for row in rows(half, 1, 1000))
    assert not any(row.applies for row in rows(half, 1, "1000.5"))


@pytest.mark.parametrize("means", [(1,), (1, 1), (1, 1 - Fraction(1, 10**300)), ("1e-300", 0)])
def test_extreme_instances_have_bounds(means):
    for row in rows(BernoulliBandit(means), "1e-300", 10**15):
        assert row.applies
        assert row.enclosure.lo >= 0


def test_the_best_beta_of_a_straight_line():
    assert best_beta(Fraction(1), lambda beta: ball(1)) == 4
    assert best_beta(Fraction(0), lambda beta: ball(1)) == 4
    assert best_beta(Fraction(1, 9), lambda beta: ball(1)) == Fraction(3333, 1000)


def test_bounds_of_ucb_need_rewards_that_are_1_subgaussian():
    for sigma, applies in ((1, True), ("1.01", False)):
        rows = [
            row
            for row in bounds(GaussianBandit((1, "0.5"), sigma), horizon=1000)
            if row.name.startswith("UCB")
        ]
        assert [row.applies for row in rows] == [applies] * 3
        assert all("1-subgaussian" in row.note for row in rows if not applies)
