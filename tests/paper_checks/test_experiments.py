"""The statistical claims at a small size, their mutants, and the statistics behind them."""

from fractions import Fraction
from functools import cache
from math import comb
import numpy as np
import pytest
from case_tables import table
from long_checks import by_day
from programs import experiment_settings as settings
from programs import regret_figures as experiments
from programs import regret_samples
from banditproof.algorithms import DPIMED, DPKLUCB, make_policy
from banditproof.paper_checks import find, run
from banditproof.paper_checks.running.runner import Result, whole_result
from banditproof.paper_checks.statements.index import text_index
from banditproof.theory import BernoulliBandit

CI = experiments.Samples(horizon=10**5, runs=20_000, competitor=100, slow=60)
SHORT = experiments.Samples(horizon=10**5, runs=20_000, competitor=2000, slow=60)
LESS_SHORT = experiments.Samples(horizon=4 * 10**5, runs=20_000, competitor=1000, slow=60)
CI_PANELS = (("mu2", "0.1"), ("mu2", "1"))


def test_a_limit_of_the_median_is_wrong_as_rarely_as_it_says() -> None:
    for count in (30, 40, 60, 100, 1000):
        k = regret_samples.order_statistic(count)
        assert k >= 1
        # Pr[ Bin(count, 1/2) < k ] by its whole sum: at most MISS, and above it for k + 1
        below = Fraction(sum(comb(count, j) for j in range(k)), 2**count)
        assert below <= regret_samples.MISS < below + Fraction(comb(count, k), 2**count)
    assert regret_samples.order_statistic(29) == 0
    with pytest.raises(ValueError, match="give at least 30"):
        regret_samples.median_limits(np.zeros(29))


def test_limits_of_the_median_do_not_depend_on_the_law() -> None:
    rng = np.random.default_rng(1)
    sample = rng.normal(size=1001)
    low, high = regret_samples.median_limits(sample)
    assert low < 0 < high
    # increasing maps and arbitrarily heavy tails move the limits with the sample
    assert regret_samples.median_limits(np.exp(9 * sample)) == pytest.approx(
        (np.exp(9 * low), np.exp(9 * high))
    )


def test_limits_of_the_mean_enclose_it_for_a_heavy_tail() -> None:
    # a law on [0, 1000] with mean 2: 1000 with probability 1/1000, else 1000/999
    rng = np.random.default_rng(5)
    for count in (40, 1000, 100_000):
        sample = np.where(rng.random(count) < 1e-3, 1000.0, 1000 / 999)
        low, high = regret_samples.mean_limits(sample, 1000.0)
        assert 0 < low <= 2 <= high
    assert high - low < 3
    # 60 equal draws: the smallest one times (miss / 120)^(1/60)
    low, high = regret_samples.mean_limits(np.full(60, 3.0), 1000.0)
    assert low == pytest.approx(3 * float(regret_samples.MISS / 120) ** (1 / 60))
    assert high > 3
    with pytest.raises(ValueError, match="between 0 and 2"):
        regret_samples.mean_limits(np.full(60, 3.0), 2.0)


def test_the_lower_limit_of_the_mean_is_rarely_too_high() -> None:
    # 2000 samples at miss = 1/10: about 200 misses are allowed, and the limit is conservative
    rng = np.random.default_rng(6)
    samples = rng.exponential(size=(2000, 50)).clip(0, 20)
    limits = [regret_samples.mean_limits(sample, 20.0, Fraction(1, 10)) for sample in samples]
    assert sum(low > 1 for low, _ in limits) <= 200
    assert sum(high < 1 - 1e-6 for _, high in limits) <= 200


@pytest.mark.slow
def test_the_right_algorithms_are_ordered_as_printed_at_a_small_size() -> None:
    # 2 * (2 + 3) pairs of limits, each wrong with probability 1e-9: false alarm below 1e-7
    result = experiments.compare(CI_PANELS, experiments.RIGHT, CI)
    assert result.unresolved == result.reversed == []
    assert result.resolved == 12
    assert min(result.factors("dp-klucb", "best")) > 1
    assert experiments.privacy_fault(experiments.RIGHT) is None


@pytest.mark.parametrize("name", experiments.DEFECTS)
def test_a_wrong_twin_is_caught_at_a_small_size(name: str) -> None:
    policies, factor = (
        experiments.DEFECTS[name].get("policies", experiments.RIGHT),
        experiments.DEFECTS[name].get("factor", 1.0),
    )
    fault = experiments.privacy_fault(policies)
    if fault is None:
        result = experiments.compare((("mu2", "0.1"),), policies, CI, factor)
        assert result.unresolved or result.reversed


def test_the_batchwise_play_has_the_law_of_the_engine() -> None:
    # the 5 % level of a two-sample test would be useless here: compare medians at 1e-9 each
    bandit, policy = BernoulliBandit(settings.INSTANCES["mu2"]), DPKLUCB(arms=5, eps=0.5)
    fast = regret_samples.regret_sample(DPKLUCB, settings.INSTANCES["mu2"], "0.5", 10**4, 2000)
    seeds = np.random.SeedSequence(8).spawn(200)
    slow = [regret_samples._batchwise(policy, bandit, 10**4, seed) for seed in seeds]
    first, second = regret_samples.median_limits(fast), regret_samples.median_limits(slow)
    assert first.low <= second.high
    assert second.low <= first.high
    assert abs(np.median(fast) - np.median(slow)) < 0.25 * np.median(fast)


REFERENCE_MEDIANS = table(__file__, "reference_medians")
"""Medians of final regret at T = 10^6 by an independent simulation, for the five budgets."""

REFERENCE_MEANS = {
    "adap-klucb": {"mu1": (26218, 8012, 6126, 3988, 3363), "mu4": (48053, 7764, 4299, 2981, 2164)},
    "dp-se": {"mu1": (39661, 10567, 10453, 10441, 10399), "mu3": (42030, 6070, 3514, 3503, 3503)},
}
"""Means of final regret at T = 10^6, which converge for these two."""

BUDGETS = ("0.01", "0.1", "0.25", "0.5", "1")


@pytest.mark.parametrize("name", REFERENCE_MEDIANS)
def test_medians_are_those_of_an_independent_simulation(name: str) -> None:
    # 2000 runs: the median is within 1.2 % of mass 1/2 with probability 0.7, and within 7 % of it
    # with probability 1 - 1e-9; the lattice of batch sizes allows neighbours 8 % apart
    for instance, medians in REFERENCE_MEDIANS[name].items():
        for eps, reference in zip(BUDGETS, medians, strict=True):
            sample = regret_samples.regret_sample(
                experiments.RIGHT[name], settings.INSTANCES[instance], eps, 10**6, 2000
            )
            assert np.median(sample) == pytest.approx(reference, rel=0.1), (instance, eps)


@pytest.mark.parametrize("name", REFERENCE_MEANS)
def test_means_of_the_competitors_are_those_of_an_independent_simulation(name: str) -> None:
    for instance, means in REFERENCE_MEANS[name].items():
        for eps, reference in zip(BUDGETS, means, strict=True):
            policy = make_policy(name, 5, eps, 10**6)
            sample = regret_samples.regret_sample(
                lambda arms, eps, policy=policy: policy,
                settings.INSTANCES[instance],
                eps,
                10**6,
                500,
            )
            assert sample.mean() == pytest.approx(reference, rel=0.02), (instance, eps)


def test_the_figures_have_all_their_panels() -> None:
    assert set(experiments.FIGURE_CHECKS) == set(settings.PANELS)
    assert {instance for instance, _ in experiments.ALL_PANELS} == set(settings.INSTANCES)
    assert len(experiments.ALL_PANELS) == 18


SLOW = [facts.id for facts in text_index().values() if facts.tier == "slow"]
WRONG = [
    pytest.param(
        id,
        name,
        marks=pytest.mark.slow
        if name == by_day(text_index()[id])
        else pytest.mark.night("a slow test has another mutant of the claim"),
    )
    for id in SLOW
    for name in text_index()[id].mutants
]
LONG_PANEL = ("mu1", "0.01")
"""At T = 10^5 the means of this setting are not distinguished, at 4 * 10^5 they are."""
SHORTER = {
    **{id: {"size": SHORT} for id in ("bern.fig1", "bern.fig5", "bern.fig6", "bern.fig7")},
    # its other panels are among those of the order, which is played at the shorter horizon
    "bern.fig4": {"size": LESS_SHORT, "panels": (LONG_PANEL,)},
    "bern.exp5.factor": {"size": SHORT},
    "bern.exp5.best": {"size": SHORT},
    "bern.exp5.order": {
        "size": SHORT,
        "panels": tuple(panel for panel in experiments.ALL_PANELS if panel != LONG_PANEL),
    },
}
"""Experiments that the tests play shorter; `banditproof check --tier all` plays them in full."""


@cache
def played(id: str) -> Result:
    """The verdict on a claim, or on its shorter experiment; wholes have theirs from their parts."""
    claim = find(id)
    if claim.parts:
        return whole_result(claim, [played(part) for part in claim.parts])
    if claim.repeats:
        known = played(claim.repeats)
        return Result(claim, known.verdict, 0.0, known.error)
    return run(claim, **SHORTER.get(id, {}))


@pytest.mark.slow
@pytest.mark.each("the recorded verdict of a slow claim")
@pytest.mark.parametrize("id", SLOW)
def test_a_slow_claim_gives_its_verdict(id: str) -> None:
    """Parts run once for themselves and their whole, whose other parts are fast."""
    result = played(id)
    assert result.as_recorded, result.verdict.summary
    stored = text_index()[id]
    assert (result.grade, result.facts.universal) == (stored.grade, stored.universal), "make grades"


@pytest.mark.each("what a slow claim does not say, and its check notices")
@pytest.mark.parametrize(("id", "name"), WRONG)
def test_a_slow_claim_rejects_its_mutants(id: str, name: str) -> None:
    claim = find(id)
    wrong = run(claim, **{**SHORTER.get(id, {}), **claim.mutants[name]})
    assert wrong.error is None
    assert wrong.verdict.outcome != claim.recorded


def test_the_right_policies_are_the_default_subjects() -> None:
    assert experiments.RIGHT == {"dp-klucb": DPKLUCB, "dp-imed": DPIMED}
