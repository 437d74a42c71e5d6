"""The exact law beside the bounds of all policies at one horizon."""

from fractions import Fraction
import pytest
from banditproof.algorithms import make_policy
from banditproof.theory import BernoulliBandit
from banditproof.theory.one_horizon import bounds_at_horizon, pulls_if_reliable
from banditproof.verify.exact_laws.regret_law import on_the_integers, regret_law

BEST, P, Q, ROUNDS = (Fraction(number) for number in ("0.9", "0.1", "0.99", "1000"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dp-imed", "dp-klucb"])
def test_exact_laws_satisfy_the_bounds_at_one_horizon(name) -> None:
    policy = on_the_integers(make_policy(name, 2, eps=1))
    here, there = (regret_law(policy, BernoulliBandit((BEST, m)), ROUNDS, 1e-9) for m in (P, Q))
    assert max(here.mean.hi, there.mean.hi) >= bounds_at_horizon((BEST, P), ROUNDS, 1).regret
    # on the neighbour arm 2 is missed where the other one has at least half of the rounds
    missed = there.tail(there.gap * (ROUNDS / 2 - Fraction(1, 2))).upper
    pulls = here.mean / here.gap
    assert pulls.hi >= pulls_if_reliable(P, Q, Fraction(1), 1000, missed)
    # the law refutes the bound of a budget that the policy exceeds
    assert pulls.hi < pulls_if_reliable(P, Q, Fraction(1, 4), 1000, missed)
