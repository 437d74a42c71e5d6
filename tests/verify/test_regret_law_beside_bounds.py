"""The exact law beside the bounds of all policies at one horizon."""

import math
from fractions import Fraction
import pytest
from banditproof.algorithms import make_policy
from banditproof.paper_checks.one_horizon.policies_at_one_horizon import (
    INSTANCES,
    NAMES,
    row_of,
    stored_rows,
)
from banditproof.theory import BernoulliBandit, d_eps
from banditproof.theory.one_horizon import bounds_at_horizon, pulls_if_reliable
from banditproof.verify.exact_laws import law_beside_bounds as beside
from banditproof.verify.exact_laws.law_beside_bounds import law_beside_bounds
from banditproof.verify.exact_laws.regret_law import on_the_integers, regret_law

BEST, P, Q, ROUNDS = (Fraction(number) for number in ("0.9", "0.1", "0.99", "1000"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dp-imed", "dp-klucb"])
def test_exact_laws_satisfy_the_bounds_at_one_horizon(name) -> None:
    """Of two neighbours: arm 2 has the mean P here and Q there, where it is the best one."""
    policy = on_the_integers(make_policy(name, 2, eps=1))
    here, there = (regret_law(policy, BernoulliBandit((BEST, m)), ROUNDS, 1e-9) for m in (P, Q))
    assert max(here.mean.hi, there.mean.hi) >= bounds_at_horizon((BEST, P), ROUNDS, 1).regret
    # on the neighbour arm 2 is missed where the other one has at least half of the rounds
    missed = there.tail(there.gap * (ROUNDS / 2 - Fraction(1, 2))).upper
    pulls = here.mean / here.gap
    assert pulls.hi >= pulls_if_reliable(P, Q, Fraction(1), 1000, missed)
    # the law refutes the bound of a budget that the policy exceeds
    assert pulls.hi < pulls_if_reliable(P, Q, Fraction(1, 4), 1000, missed)
    # the two laws of the pulls of arm 2 are near (Theorem 8); at a quarter of the budget they would
    # be nearer. There the law is of the pulls of arm 1, which are the other ones of 1000
    laws = [
        (n, float(mass), float(there.masses.get(1000 - n, 0) + there.missing))
        for n, mass in here.masses.items()
    ]
    p, q = float(P), float(Q)
    divergence = sum(x * math.log(x / y) for _, x, y in laws if x)
    for budget, near in ((1.0, True), (0.25, False)):
        assert (divergence <= d_eps(p, q, budget) * float(pulls)) == near
    less = math.exp(-1.0)
    ratio = (1 - q + q * less) / (1 - p + p * less)
    assert all(y >= ratio**n * x for n, x, y in laws)


LONGER = ((), pytest.mark.slow, pytest.mark.night("slow tests have the shorter horizons"))
"""The tiers of the instances, whose laws take the longer the more rounds there are."""
CASES = [
    pytest.param(name, *instance, marks=() if name == "dp-se" else LONGER[place])
    for name in NAMES
    for place, instance in enumerate(INSTANCES)
]


@pytest.mark.parametrize(("name", "means", "eps", "horizon"), CASES)
def test_the_stored_pairs_are_computed_again_and_no_policy_is_below_its_bounds(
    name, means, eps, horizon
) -> None:
    row = row_of(name, means, eps, horizon)
    assert row in stored_rows()
    assert Fraction(row["bound"]) <= Fraction(row["largest"][0])
    assert Fraction(row["bound_as_reliable"] or 0) <= Fraction(row["here"][0])


def test_every_policy_and_instance_has_its_pair() -> None:
    assert [row["policy"] for row in stored_rows()] == [n for n in NAMES for _ in INSTANCES]


@pytest.mark.parametrize("means", [("0.9", "0.1"), ("0.1", "0.9")])
def test_a_pair_is_about_the_neighbours_of_its_bounds(means) -> None:
    policy, bandit = on_the_integers(make_policy("dp-klucb", 2, eps=1)), BernoulliBandit(means)
    pair = law_beside_bounds(policy, bandit, 101, eps=1)

    def on(mean):
        there = [mean if own == "0.1" else own for own in means]
        return regret_law(policy, BernoulliBandit(there), 101, beside.COARSE)

    assert pair.there == on(pair.bounds.neighbour).mean
    assert pair.largest.lo == max(pair.law.mean.lo, pair.there.lo)
    # of 101 rounds the other arm has at least 51
    missed = sum(mass for n, mass in on(pair.bounds.reliable[0].neighbour).masses.items() if n > 50)
    assert pair.missed.lo == missed
    again = bounds_at_horizon(
        means, 101, 1, [1 - pair.missed.upper], pair.bounds.reliable[0].neighbour
    )
    assert pair.as_reliable == again.reliable[0].regret


def test_where_no_mean_is_above_the_best_one_there_is_no_pair() -> None:
    policy = on_the_integers(make_policy("dp-imed", 2, eps=1))
    pair = law_beside_bounds(policy, BernoulliBandit((1, 0)), 50, eps=1)
    assert (pair.there, pair.missed, pair.largest, pair.as_reliable) == (None, None, None, None)
