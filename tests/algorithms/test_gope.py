"""GOPE, AdaC-GOPE and AdaR-GOPE: lengths, designs, releases, eliminations, and bad input."""

import copy
import math
import pickle
from fractions import Fraction
from types import SimpleNamespace
import numpy as np
import pytest
from banditproof.algorithms import (
    GOPE,
    POLICIES,
    AdaCGOPE,
    AdaRGOPE,
    LinearEnvironment,
    LinearRewards,
    PrintedAdaCGOPE,
    RewardStacks,
    Sampled,
    Silent,
    make_policy,
    play,
    printed_leak,
    simulate,
)
from banditproof.algorithms.linear.phased_elimination import Phase
from banditproof.theory import certify
from banditproof.theory.budgets import ZCDP, PureDP, RenyiDP
from banditproof.theory.designs import frank_wolfe_design, g_value
from banditproof.theory.phase_lengths import phase_length

AXES = ((1, 0), (0, 1))


def spiral(arms=10):
    """Points on a spiral of the unit sphere: an instance that anyone can rebuild."""
    turn, rows = math.pi * (1 + math.sqrt(5)), []
    for i in range(arms):
        height, angle = math.acos(1 - 2 * (i + 0.5) / arms), turn * (i + 0.5)
        flat = math.sin(height)
        rows.append((math.cos(angle) * flat, math.sin(angle) * flat, math.cos(height)))
    return tuple(rows)


SPIRAL = spiral()
WORLD = LinearEnvironment(theta=("1/3", "2/3", "2/3"), actions=SPIRAL)
EVERY = [
    GOPE(SPIRAL),
    AdaCGOPE(SPIRAL, rho=1),
    AdaCGOPE(SPIRAL, rho="0.1", length="printed", placement="sums"),
    AdaRGOPE(SPIRAL, alpha=4, eps=2),
    AdaRGOPE(SPIRAL, alpha=4, eps=2, length="scalar", placement="whitened"),
    PrintedAdaCGOPE(SPIRAL, rho=1),
]
NAMES = [f"{policy.name}-{place}" for place, policy in enumerate(EVERY)]


def test_the_lengths_of_the_spiral_are_those_computed_by_another_program() -> None:
    """The numbers of the catalogue, made with mpmath; and float against enclosure."""
    oracle = {
        (None, "scalar"): (1083.8191, 4757.1434, 20093.2476),
        (1, "printed"): (1184.8898, 4967.0223, 20522.4086),
        ("0.1", "printed"): (1403.4328, 5420.8390, 21450.3738),
        ("0.01", "printed"): (2094.5265, 6855.9331, 24384.8577),
        (1, "scalar"): (1164.4597, 4926.0897, 20440.4643),
        ("0.01", "scalar"): (1890.2256, 6446.6066, 23565.4153),
    }
    for (rho, form), lengths in oracle.items():
        for phase, length in enumerate(lengths, 1):
            given = (3, 10, phase, "0.001", rho, form)
            result = phase_length(*given)
            assert result == pytest.approx(length, abs=6e-5)
            assert float(certify(phase_length, *given)) == pytest.approx(result, rel=1e-14)
    support = 8 * 3 * 4 * math.log(80e3) + 12 * math.sqrt(4 * 12 * math.log(80e3))
    assert phase_length(3, 10, 1, "0.001", "0.5", "support") == pytest.approx(support, rel=1e-14)


@pytest.mark.parametrize("policy", EVERY, ids=NAMES)
def test_a_policy_is_a_value(policy) -> None:
    again = pickle.loads(pickle.dumps(policy))
    assert again == policy == copy.deepcopy(policy)
    assert hash(again) == hash(policy)
    released = (0.1,) * (10 if policy.statistic == "sums" else 3)
    states = [item.learn(item.start(), None, released) for item in (again, policy)]
    assert states[0] == states[1]


def test_the_budget_is_that_of_the_declared_noise() -> None:
    """A reward in [-1, 1] moves a release by at most 2, so the noise 2 / rho is rho-zCDP."""
    for policy in (AdaCGOPE(AXES, rho="0.3"), AdaCGOPE(AXES, rho="0.3", placement="sums")):
        assert policy.budget == ZCDP("0.3")
        assert policy.curator.noise.loss(2) == ZCDP(Fraction(3, 10))
    renyi = AdaRGOPE(AXES, alpha=3, eps="0.5")
    assert renyi.budget == RenyiDP(3, "0.5")
    assert renyi.curator.noise.renyi(3, 2).lo == Fraction(1, 2)
    assert GOPE(AXES).budget == PureDP(math.inf)
    assert AdaCGOPE(AXES, rho=1, unclipped=True).budget == PureDP(math.inf)
    assert not AdaCGOPE(AXES, rho=1, unclipped=True).clips_rewards


@pytest.mark.parametrize("policy", EVERY[1:-1], ids=NAMES[1:-1])
def test_one_reward_moves_one_release_by_at_most_its_width(policy) -> None:
    played = play(policy, LinearRewards(WORLD, WORLD.offered(1), 1), 9000, Sampled(1))
    columns: dict[int, dict[int, float]] = {}
    for release in played.ledger.releases:
        for t, weight in release.rewards.items():
            columns.setdefault(t, {}).setdefault(release.time, 0.0)
            columns[t][release.time] += weight**2
    assert len(columns) > 5000
    assert all(len(column) == 1 for column in columns.values()), "each reward in one release"
    assert max(max(column.values()) for column in columns.values()) <= 1 + 1e-12


def test_the_printed_box_costs_more_than_rho_where_its_design_is_not_exact() -> None:
    """The leak is the excess leverage of the design, but for what the ceilings absorb."""
    leaks = []
    for steps, excess in ((0, 1.068806), (1, 1.045541), (2, 1.010061), (10, 1.000398)):
        weights = [Fraction(w) for w in frank_wolfe_design(SPIRAL, steps).tolist()]
        total = sum(weights)
        value = g_value(SPIRAL, [w / total for w in weights]) / 3
        assert float(value) == pytest.approx(excess, abs=2e-6)
        leaks.append(printed_leak(PrintedAdaCGOPE(SPIRAL, rho=1, design=steps)))
        assert leaks[-1] == pytest.approx(excess, abs=8e-3)
    assert leaks[0] > leaks[1] > 1.04
    assert leaks[2] > 1
    assert printed_leak(PrintedAdaCGOPE(SPIRAL, rho=1, design="optimal")) <= 1


def test_eliminated_arms_leave_a_smaller_span() -> None:
    """Two of three axes are dropped at once: the third is played for ever, without a release."""
    axes = np.eye(3).tolist()
    policy = AdaCGOPE(axes, rho=10)
    start = policy.start()
    after = policy.learn(start, None, tuple(policy.plan(start).mixing @ [0, 0, 900]))
    assert after == Phase(2, (2,))
    pull = policy.decide(after, 500, Sampled(1))
    assert (pull.arm, pull.releases) == (2, False)
    two = policy.plan(Phase(2, (0, 2)))
    assert [arm for arm, _ in two.parts] == [0, 2]
    sums = np.array([count * mean for (_, count), mean in zip(two.parts, (0.3, -0.5), strict=True)])
    assert two.readout @ two.mixing @ sums == pytest.approx([0.3, -0.5])


def test_arms_of_one_vector_are_not_distinguished() -> None:
    policy = GOPE(((1, 0), (0, 1), (1, 0)))
    assert [arm for arm, _ in policy.plan(policy.start()).parts] == [0, 1]
    assert policy.decide(Phase(3, (0, 2)), 1, Silent()).releases is False


def test_a_phase_that_the_horizon_cuts_releases_nothing() -> None:
    policy = AdaCGOPE(AXES, rho=1)
    total = policy.plan(policy.start()).plays
    stacks = [[1] * total, [-1] * total]
    short, full = (play(policy, RewardStacks(stacks), n, Sampled(1)) for n in (total - 1, total))
    assert not short.ledger.releases
    assert short.state == policy.start()
    assert len(full.ledger.releases) == 2
    assert full.state.number == 2


def test_the_best_arm_survives_and_the_worst_does_not() -> None:
    """The confidence bounds fail with probability at most 1e-6."""
    policy = AdaCGOPE(SPIRAL, rho=1, delta="1e-6")
    pulls = simulate(policy, WORLD, 10**8, 20, rng=1).pulls
    best = int(np.argmax(WORLD.means(WORLD.rows)))
    assert (pulls[:, best] > 0.9 * 10**8).all()
    first = sum(count for arm, count in policy.plan(policy.start()).parts if arm == 8)
    assert (pulls[:, 8] == first).all()


def test_the_catalogue_makes_these_policies_by_their_own_names() -> None:
    for name in ("gope", "adac-gope", "adar-gope"):
        budget = {option: "0.5" for option in ("rho", "eps") if option in POLICIES[name].options}
        order = {"alpha": 3} if "alpha" in POLICIES[name].options else {}
        policy = make_policy(name, arms=2, actions=AXES, delta="0.1", **budget, **order)
        assert policy.name == name
        assert POLICIES[name].private == (policy.budget != PureDP(math.inf))


class Announced(GOPE):
    """GOPE whose releases are the estimates of the arms that are alive."""

    def plan(self, state):
        """The readout alone."""
        return SimpleNamespace(readout=np.eye(len(state.alive)))


@pytest.mark.parametrize(
    ("phase", "gap", "kept"), [(1, 1.0, True), (2, 0.5, True), (2, 0.5625, False), (9, 2**-8, True)]
)
def test_an_arm_goes_if_its_gap_is_above_two_widths_and_not_at_them(phase, gap, kept) -> None:
    policy = Announced(((1, 0), (0, 1), (0.6, 0.8)))
    means = (1.0 - gap, -2.0, 1.0)
    result = policy.learn(Phase(phase, (0, 1, 2)), None, means)
    assert result == Phase(phase + 1, (0, 2) if kept else (2,))
    again = policy.learn(Phase(phase, (0, 2)), None, (1.0, 1.0 - gap))
    assert again.alive == ((0, 2) if kept else (0,))
