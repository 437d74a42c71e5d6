"""The law of the regret against exact enumeration, against runs, and against altered laws."""

import math
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from banditproof.algorithms import Scripted, make_policy
from banditproof.algorithms.regret.explore_then_commit import ExploreThenCommit
from banditproof.algorithms.regret.imed import IMED
from banditproof.algorithms.regret.phased_index import DOUBLING, ArmRecord
from banditproof.algorithms.regret.table_policy import TablePolicy
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.theory import BernoulliBandit
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.exact_price import exact_price
from banditproof.theory.exact_price.price_file import policy_table, price_facts
from banditproof.theory.mechanisms import DiscreteLaplace, IntegerLaplace, NoNoise
from banditproof.verify.exact_laws import phased_law
from banditproof.verify.exact_laws.enumeration import Enumeration, list_feed
from banditproof.verify.exact_laws.phased_choices import CHOICES, Known, chances
from banditproof.verify.exact_laws.phased_law import PhasedPlay
from banditproof.verify.exact_laws.regret_law import (
    RegretLaw,
    on_the_integers,
    regret_law,
    regret_laws,
)
from banditproof.verify.exact_laws.trusted_law import trusted_pulls
from banditproof.verify.exact_laws.weights_from_below import noise_line

BANDIT = BernoulliBandit(("0.3", "0.8"))
SHORT = DiscreteLaplace("1/64")
"""Noise that is nearly always small, so that an enumeration loses little."""
PHASED = sorted(CHOICES)
BUDGETS = {"eps": "0.5", "rho": "0.5", "alpha": 2}


def made(name, **changes):
    """A policy of two arms with noise on the integers."""
    return replace(make_policy(name, 2, horizon=2000, **BUDGETS), **changes)


class ExactIMED(IMED):
    """IMED with the exponentials of its indices, as fractions: floats break ties of IMED."""

    def scores(self, records, t):
        means = [Fraction(int(r.total), r.pulls) for r in records]
        best = max(means)
        return [
            -math.inf
            if x < best == 1
            else -r.pulls
            * ((x / best) ** int(r.total) if x else 1)
            * (((1 - x) / (1 - best)) ** (r.pulls - int(r.total)) if x < 1 else 1)
            for x, r in zip(means, records, strict=True)
        ]


def nearly_open(name):
    """The policy with noise that is nearly always small, if it has any."""
    if name == "imed":
        return ExactIMED(2)
    return replace(made(name), noise=SHORT) if hasattr(made(name), "noise") else made(name)


def enumerated(policy, horizon):
    """The probabilities of the pulls of the first arm, from all lists of rewards, and the loss."""
    masses, lost = defaultdict(Fraction), Fraction(0)
    for rewards in product((0, 1), repeat=horizon):
        law = Enumeration(policy, horizon, cut=3).law(list_feed(rewards))
        lost = max(lost, law.lost)
        for actions, mass in law.masses.items():
            for arm, reward in zip(actions, rewards, strict=True):
                mean = BANDIT.exact_means[arm]
                mass *= mean if reward else 1 - mean
            masses[actions.count(0)] += mass
    return masses, lost


def agree(law, masses, lost):
    """Whether the law and an enumeration, which both err below only, can be those of one policy."""
    return all(
        law.masses.get(n, 0) <= mass + lost and mass <= law.masses.get(n, 0) + law.missing
        for n, mass in masses.items()
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", PHASED)
def test_the_law_is_that_of_an_exact_enumeration(name) -> None:
    policy = nearly_open(name)
    horizon = 4 if getattr(policy, "noise", None) and policy.schedule != DOUBLING else 5
    masses, lost = enumerated(policy, horizon)
    assert lost < 1e-6
    law = regret_law(IMED(2) if name == "imed" else policy, BANDIT, horizon)
    assert law.missing < 1e-9
    assert agree(law, masses, lost)


@pytest.mark.parametrize("ties", ["first", "last", "random"])
def test_explore_then_commit_is_that_of_an_exact_enumeration(ties) -> None:
    for horizon, explore in ((1, 1), (4, 2), (5, 1), (5, 2), (5, 3)):
        policy = ExploreThenCommit(2, explore, ties)
        masses, lost = enumerated(policy, horizon)
        assert agree(regret_law(policy, BANDIT, horizon), masses, lost)


@pytest.mark.slow
@pytest.mark.parametrize("horizon", [1, 2, 4, 8])
def test_the_trusted_leader_is_that_of_an_exact_enumeration(horizon, monkeypatch) -> None:
    # with short explorations and no patience the leader is dismissed, and ties are broken, early
    class Short(TrustedLeader):
        def exploration(self, epoch):
            return 1

    policy = Short(2, patience="1/2", noise=SHORT)
    masses, lost = enumerated(policy, horizon)
    law = trusted_pulls(policy, BANDIT, horizon, 0, 1e-14)
    assert sum(law.values()) > 1 - 1e-9
    assert agree(RegretLaw(horizon, Fraction(1, 2), law), masses, lost)
    if horizon == 8:
        early = lambda self, epoch: 2 * TrustedLeader.tolerance(self, epoch) + 1  # noqa: E731
        monkeypatch.setattr(Short, "tolerance", early)
        wrong = trusted_pulls(policy, BANDIT, horizon, 0, 1e-14)
        assert not agree(RegretLaw(horizon, Fraction(1, 2), wrong), masses, lost)


def test_a_table_has_the_regret_of_its_certificate() -> None:
    price = exact_price(2, 4, "log(2)")
    table = TablePolicy(2, 4, policy_table(price_facts(price)).laws)
    laws = [regret_law(table, BernoulliBandit(means), 4) for means in ((1, 0), (0, 1))]
    assert [law.missing for law in laws] == [0, 0]
    assert max(law.mean.hi for law in laws) == price.upper
    with pytest.raises(ValueError, match="the table has 4 rounds"):
        regret_law(table, BANDIT, 5)


@pytest.mark.parametrize("name", ["dp-imed", "dp-klucb", "dp-klucb-at-one"])
def test_a_budget_of_any_size_leaves_no_choice_undecided(name) -> None:
    # e^-eps is beyond every precision, and log(3) is the index of IMED at 0/1 beside 2/3
    laws = [regret_law(made(name, eps=eps, noise=SHORT), BANDIT, 30) for eps in (60, 1000, 10**9)]
    assert max(law.missing for law in laws) < 1e-9
    assert float(laws[0].mean) == pytest.approx(float(laws[2].mean), abs=1e-9)
    assert float(laws[1].mean) == pytest.approx(float(laws[2].mean), abs=1e-9)


@pytest.mark.parametrize("name", ["dp-imed", "trusted-leader", "dp-se", "adac-ucb"])
def test_noise_of_any_size_has_a_law_or_is_refused(name) -> None:
    least, most = ("1e-12", 10**12)
    budget = "rho" if name == "adac-ucb" else "eps"
    free, wide = (
        on_the_integers(make_policy(name, 2, horizon=50, **{budget: size}))
        for size in (most, least)
    )
    assert regret_law(free, BANDIT, 50).missing < 1e-9
    with pytest.raises(ValueError, match=r"reaches more than \d+ integers; give a larger budget"):
        regret_law(wide, BANDIT, 50)


@pytest.mark.parametrize("name", ["dp-ucb", "lazy-dp-ts", "adac-ucb-printed"])
def test_a_policy_without_a_law_says_why(name) -> None:
    with pytest.raises(ValueError, match=r"not known here, since .*; give one of adac-ucb, .*ucb"):
        regret_law(made(name), BANDIT, 100)
    with pytest.raises(ValueError, match="chooses again after each pull; give at most 200"):
        regret_law(made("ucb"), BANDIT, 201)


RELEASED = PhasedPlay._released
ALTERED = {
    "phases that end one pull late": ("_pulls", lambda _, node: (2 ** node[0], 2 ** node[1] - 1)),
    "half of the noise": ("_noise", phased_law.noise_line(DiscreteLaplace("1/128"), 1e-14)),
    "rewards of the other arm": ("_released", lambda play, arm, k: RELEASED(play, 1 - arm, k)),
}


@pytest.mark.slow
@pytest.mark.parametrize("change", ALTERED)
def test_an_altered_law_is_noticed(change, monkeypatch) -> None:
    policy = made("dp-imed", noise=SHORT)
    masses, lost = enumerated(policy, 5)
    monkeypatch.setattr(PhasedPlay, *ALTERED[change])
    assert not agree(regret_law(policy, BANDIT, 5), masses, lost)


@pytest.mark.parametrize("name", PHASED)
@pytest.mark.parametrize("ties", ["first", "last", "random"])
def test_choices_are_those_of_the_policy(name, ties) -> None:
    policy, rng = made(name, ties=ties), np.random.default_rng(5)
    played = ExactIMED(2, ties=ties) if name == "imed" else policy
    for phases in ((1, 1), (2, 3), (6, 3), (5, 5)):
        behind = policy.schedule.batch if policy.forgets else policy.schedule.pulls
        pulls = [behind(number - 1) for number in phases]
        wide = 4.0 if policy.declared_noise != NoNoise() else 0.0
        totals = [np.arange(-wide, n + wide + 1) for n in pulls]
        known = tuple(map(Known, phases, pulls, totals))
        t = sum(policy.schedule.pulls(number - 1) for number in phases) + 1
        first, second = chances(policy, known, t)
        for _ in range(60):
            x, y = (int(rng.integers(len(values))) for values in totals)
            record = tuple(map(ArmRecord, phases, pulls, (totals[0][x], totals[1][y])))
            arms = [played.decide(record, t, Scripted(uniforms=[u])).arm for u in (0.25, 0.75)]
            assert [first[x, y], second[x, y]] == [arms.count(0) / 2, arms.count(1) / 2]


def test_the_number_of_an_instance() -> None:
    # a program with Fourier transforms, written before this one, printed it
    policy = on_the_integers(make_policy("dp-imed", 2, eps=1))
    law = regret_law(policy, BernoulliBandit(("0.9", "0.1")), 1000)
    assert law.missing < 1e-11
    assert float(law.mean) == pytest.approx(8.120504, abs=1e-6)


@pytest.mark.parametrize("horizon", range(1, 6))
def test_short_horizons_and_orders_of_the_arms(horizon) -> None:
    policy = made("dp-imed", noise=SHORT, schedule=GeometricSchedule(2, first=2))
    for means in (("0.9", "0.1"), ("0.1", "0.9"), ("0.5", "0.5"), (1, 0)):
        law = regret_law(policy, BernoulliBandit(means), horizon)
        assert law.missing < 1e-11
        if horizon <= 4:  # the first phases, in order, whatever was seen
            bad = law.gap and (min(2, horizon) if means[0] < means[1] else max(0, horizon - 2))
            assert law.mean.contains(law.gap * bad)


def test_one_pass_gives_the_laws_of_all_horizons() -> None:
    policy, horizons = made("dp-klucb", noise=IntegerLaplace(2)), (1, 2, 3, 7, 8, 60, 300)
    for law in regret_laws(policy, BANDIT, horizons):
        alone = regret_law(policy, BANDIT, law.horizon)
        assert law.masses == alone.masses
        assert law.missing < 1e-11


def test_mean_quantiles_and_tails_fit_each_other() -> None:
    law = regret_law(made("dp-klucb", noise=IntegerLaplace(2)), BANDIT, 300, tail=1e-6)
    wide = law.quantile("0.9")
    assert 1e-7 < law.missing < 1e-3
    assert law.quantile(0).lo <= wide.lo <= wide.hi <= law.quantile(1).hi == law.gap * 300
    assert law.tail(wide.hi).lo <= Fraction(1, 10) <= law.tail(wide.lo - law.gap).hi
    finer = regret_law(made("dp-klucb", noise=IntegerLaplace(2)), BANDIT, 300)
    assert law.mean.lo <= finer.mean.lo <= finer.mean.hi <= law.mean.hi


def test_wide_noise_gives_the_law_that_its_sums_with_the_rewards_give(monkeypatch) -> None:
    policy = made("dp-klucb", noise=IntegerLaplace(4))
    by_blocks = regret_law(policy, BANDIT, 60)
    line = noise_line(IntegerLaplace(4), 1e-14)
    assert line.falls is not None
    monkeypatch.setattr(PhasedPlay, "_noise", replace(line, falls=None))
    at_once = regret_law(policy, BANDIT, 60)
    assert by_blocks.masses.keys() == at_once.masses.keys()
    assert by_blocks.masses != at_once.masses  # other roundings, so that another way was gone
    for pulls, mass in at_once.masses.items():
        assert abs(by_blocks.masses[pulls] - mass) < 1e-11
