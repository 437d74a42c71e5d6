"""AdaC-UCB with discrete Gaussian noise: its exact zCDP as a machine, by several routes."""

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
import pytest
from banditproof.algorithms import AdaCUCB, RewardSpace
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.mechanisms import DiscreteGaussian
from banditproof.verify.definitions.cached_noise import CachedUCB
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.phased_machine import machine_of

REACH = 4


@dataclass(frozen=True)
class WithDiscreteNoise(AdaCUCB):
    """AdaC-UCB on rewards in {0, 1}, with noise on the integers of the same concentration."""

    rewards = RewardSpace.of([0, 1])

    def mechanism(self, state, pull):
        return DiscreteGaussian(sigma_squared=1 / (2 * Fraction(self.rho)))


def few_atoms(_):
    """The masses exp(-z^2) for |z| <= 4 as short fractions."""
    weights = {
        z: Fraction(math.exp(-z * z)).limit_denominator(10**9) for z in range(-REACH, REACH + 1)
    }
    total = sum(weights.values())
    return [(z, weight / total) for z, weight in weights.items()]


def machine(horizon):
    policy = WithDiscreteNoise(arms=2, rho=1, beta=1, ties="first")
    return machine_of(policy, horizon, noise=few_atoms)


def neighbours(rounds):
    for bits in product((0, 1), repeat=rounds - 1):
        for j in range(rounds - 1):
            yield (*bits, 0), (*bits[:j], 1 - bits[j], *bits[j + 1 :], 0)


def test_the_constant_on_lists_is_that_of_the_law_of_the_view():
    policy = CachedUCB(Fraction(1), Fraction(1), 3, reach=REACH)
    by_laws = max(policy.view_zcdp(*pair, 5).value.hi for pair in neighbours(3))
    by_definition = zcdp_constant(machine(3), Notion.VIEW, 6)
    assert float(by_definition) == pytest.approx(float(by_laws), rel=1e-5)
    assert float(by_definition) == pytest.approx(0.357088, abs=2e-6)


@pytest.mark.parametrize(
    ("notion", "expected"), [(Notion.VIEW, 0.496674), (Notion.TABLE, 0.501265)]
)
def test_all_adversaries_together_cost_less_than_the_noise_of_one_release(notion, expected):
    """Tables cost more than lists here, and adversaries no more than tables; rho is 1."""
    result = zcdp_constant(machine(4), notion, 6)
    assert float(result) == pytest.approx(expected, abs=2e-6)
    assert result.hi < 1
    if notion is Notion.TABLE:
        asked = zcdp_constant(machine(4), Notion.INTERACTIVE, 6)
        assert asked.lo <= result.hi
        assert result.lo <= asked.hi


def largest_share(rho, rounds):
    """The largest D_alpha / (alpha rho) over all lists, at the orders 3/2, 2, 3 and 5."""
    policy = CachedUCB(rho, Fraction(1), rounds)
    with working_precision(64):
        laws = {bits: policy.view_law((*bits, 0)) for bits in product((0, 1), repeat=rounds - 1)}
        shares = []
        for left, right in neighbours(rounds):
            p, q = laws[left[:-1]], laws[right[:-1]]
            for order in map(ball, (Fraction(3, 2), Fraction(2), Fraction(3), Fraction(5))):
                total = sum(mass * (mass / q[path]) ** (order - 1) for path, mass in p.items())
                shares.append(float(total.log() / (order - 1) / order))
    return max(shares)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rho", "rounds", "expected"),
    [(1, 6, 0.755744), (1, 8, 0.758012), (Fraction(1, 4), 8, 0.156687)],
)
def test_the_view_costs_less_than_rho_at_longer_horizons(rho, rounds, expected):
    assert largest_share(Fraction(rho), rounds) == pytest.approx(expected, abs=1e-6)
    assert expected < rho
