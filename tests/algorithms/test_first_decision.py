"""The exact law of the first adaptive decision, two arms pulled once (claim `bern.alg1.imed`)."""

import math
from itertools import product
import numpy as np
import pytest
from scipy import integrate
from banditproof.algorithms import DPIMED, DPKLUCB, Silent
from banditproof.algorithms.regret.phased_index import ArmRecord, clipped


class Recorder(Silent):
    """Notes the options of each tie."""

    def __init__(self):
        self.options = []

    def choice(self, options):
        self.options.append(tuple(options))
        return options[0]


def tied_arms(policy, noisy):
    """Between which arms the first decision of a policy with random ties is open."""
    recorder = Recorder()
    state = tuple(ArmRecord(1, 1, value) for value in noisy)
    pull = policy.decide(state, 3, recorder)
    return recorder.options[0] if recorder.options else (pull.arm,)


def larger_clipped(noisy):
    x, y = (clipped(value) for value in noisy)
    return (0, 1) if x == y else ((0,) if x > y else (1,))


def distribution(value, reward, eps):
    """Pr[reward + Lap(1/eps) <= value]."""
    z = eps * (value - reward)
    return 0.5 * math.exp(z) if z < 0 else 1 - 0.5 * math.exp(-z)


def law(rewards, eps):
    """Pr[tie] and Pr[arm 1 strictly ahead], if the larger clipped noisy reward wins."""
    low = [distribution(0, r, eps) for r in rewards]
    high = [1 - distribution(1, r, eps) for r in rewards]
    tie = low[0] * low[1] + high[0] * high[1]

    def ahead_at(x):
        return eps / 2 * math.exp(-eps * abs(x - rewards[0])) * distribution(x, rewards[1], eps)

    inside, _ = integrate.quad(ahead_at, 0, 1, epsabs=1e-14)
    return tie, inside + high[0] * (1 - high[1])


GRID = [-3.0, -0.5, -1e-9, 0.0, 1e-9, 0.2, 0.2000001, 0.5, 0.999999999, 1.0, 1.000000001, 1.7, 9.0]


@pytest.mark.parametrize("eps", [0.25, 1, 4])
def test_dp_imed_first_chooses_the_larger_clipped_noisy_reward(eps):
    policy = DPIMED(2, eps=eps)
    random = np.random.default_rng(20).laplace(0.5, 1.0, (2000, 2)).tolist()
    for noisy in [*product(GRID, GRID), *random]:
        assert tied_arms(policy, noisy) == larger_clipped(noisy)


def test_dp_klucb_first_ties_always_when_the_index_is_saturated():
    """log 3 >= eps (1 - x) for all x at eps = 1; at eps = 4 the data count."""
    pairs = list(product(GRID, GRID))
    assert {tied_arms(DPKLUCB(2, eps=1), noisy) for noisy in pairs} == {(0, 1)}
    assert len({tied_arms(DPKLUCB(2, eps=4), noisy) for noisy in pairs}) == 3


@pytest.mark.parametrize("eps", [0.25, 1.0, 4.0])
def test_the_closed_forms_of_the_law(eps):
    for rewards in [(0, 0), (1, 1)]:
        tie, ahead = law(rewards, eps)
        assert tie == pytest.approx((1 + math.exp(-2 * eps)) / 4, abs=1e-12)
        assert ahead == pytest.approx((1 - tie) / 2, abs=1e-12)
    tie, behind = law((0, 1), eps)
    assert tie == pytest.approx(math.exp(-eps) / 2, abs=1e-12)
    assert behind == pytest.approx(math.exp(-eps) * (1 + eps) / 4, abs=1e-12)
    assert law((1, 0), eps)[1] == pytest.approx(1 - math.exp(-eps) * (3 + eps) / 4, abs=1e-12)


def arm_1(rewards, eps, share):
    """Pr[the first decision is arm 1] if arm 1 gets a share of the ties."""
    tie, ahead = law(rewards, eps)
    return ahead + share * tie


def test_the_numbers_of_the_catalogue_at_eps_1():
    assert law((0, 0), 1)[0] == pytest.approx(0.283833820809, abs=1e-12)
    assert law((0, 1), 1)[0] == pytest.approx(0.183939720586, abs=1e-12)
    for share, expected in (
        (1, [0.641916910405, 0.641916910405, math.exp(-1), 0.816060279414]),
        (0.5, [0.5, 0.5, 0.275909580879, 0.724090419121]),
    ):
        laws = [arm_1(r, 1, share) for r in [(0, 0), (1, 1), (0, 1), (1, 0)]]
        assert laws == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("eps", "share", "largest"),
    [(1, 1, 0.666157), (1, 0.5, 0.594535), (0.25, 1, 0.206453), (0.25, 0.5, 0.132217)],
)
def test_the_largest_log_ratio_over_neighbours(eps, share, largest):
    ratios = []
    for r, s in product(product((0, 1), repeat=2), repeat=2):
        if sum(a != b for a, b in zip(r, s, strict=True)) == 1:
            p, q = arm_1(r, eps, share), arm_1(s, eps, share)
            ratios += [math.log(p / q), math.log((1 - p) / (1 - q))]
    assert max(ratios) == pytest.approx(largest, abs=1e-6)
    assert max(ratios) < eps
