"""Where the order of the arms decides, each run has its own, and results are of the given arms."""

from collections import Counter
from itertools import permutations
import numpy as np
import pytest
from scipy import stats
from banditproof.algorithms import (
    POLICIES,
    NoisyFeedback,
    Pull,
    Simulation,
    Sweep,
    make_policy,
    simulate,
)
from banditproof.algorithms.engines.shuffled_engine import order_decides
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.algorithms.sweeps.sweep_results import COLUMNS
from banditproof.theory import BernoulliBandit, GaussianBandit

THREE = BernoulliBandit(("0.75", "0.5", "0.3"))
WELL, BADLY = BernoulliBandit(("0.75", "0.5")), BernoulliBandit(("0.5", "0.75"))
"""The best arm is named first, or last."""
LEVEL = 1e-7
"""A test of a right engine fails with this probability."""


class First:
    """Plays the first arm for ever."""

    def select(self):
        return 0

    def update(self, arm, reward):
        pass


class Fixed(DPIMED):
    """A policy of one's own that plays the first arm for ever."""

    def decide(self, state, t, randomness):
        return Pull(0, 10, releases=False)


class ThreeTwoOne:
    """Plays the arms in their order: three times, twice, and once."""

    def __init__(self):
        self.arms = [0, 0, 0, 1, 1, 2]

    def select(self):
        return self.arms.pop(0)

    def update(self, arm, reward):
        pass


def are_equally_many(counts: list[int]) -> bool:
    """A chi-square test at the level; its mutant, one count that is 300 higher, must be noticed."""
    assert stats.chisquare([counts[0] + 300, *counts[1:]]).pvalue < LEVEL
    return bool(stats.chisquare(counts).pvalue > LEVEL)


def test_dp_se_on_a_short_horizon_depends_on_no_order() -> None:
    """It plays one arm of two: half of the runs lose everything."""
    policy = DPSE(2, eps=1, beta="0.001")
    for bandit in (WELL, BADLY):
        regret = simulate(policy, bandit, 1000, 1000, 1).regret
        assert {*regret.tolist()} == {0.0, 250.0}
        assert stats.binomtest(int((regret > 0).sum()), 1000, 0.5).pvalue > LEVEL


@pytest.mark.parametrize(("bandit", "regret"), [(WELL, 0.0), (BADLY, 250.0)])
def test_with_the_given_order_the_first_arm_decides_the_regret_of_dp_se(bandit, regret) -> None:
    policy = DPSE(2, eps=1, beta="0.001")
    result = simulate(policy, bandit, 1000, 9, 1, keep_order=True)
    assert {*result.regret.tolist()} == {regret}
    assert not result.shuffled


@pytest.fixture(
    scope="module",
    params=[First, lambda: First(), Fixed(3, eps=1), NoisyFeedback(First, 3, eps=1)],
    ids=["class", "function", "policy", "noisy feedback"],
)
def played(request) -> Simulation:
    """1,800 runs of a policy that plays the first of its three arms alone."""
    return simulate(request.param, THREE, 20, 1_800, 1, checkpoints=(5, 20))


def test_each_arm_is_first_equally_often(played) -> None:
    assert played.shuffled
    firsts = played.pulls.argmax(axis=1)
    assert are_equally_many([int((firsts == arm).sum()) for arm in range(3)])
    changes = np.mean(np.diff(firsts) != 0)
    assert abs(changes - 2 / 3) < 0.1, "runs beside each other have orders of their own"


def test_pulls_and_regret_are_those_of_the_given_arms(played) -> None:
    gaps = np.array([0, 0.25, 0.45])
    assert np.allclose(played.regret, played.pulls @ gaps)
    assert np.allclose(played.regret_at[:, 0] * 4, played.regret)


def test_all_orders_of_three_arms_are_equally_frequent() -> None:
    """Rotations are three of the six."""
    pulls = simulate(ThreeTwoOne, THREE, 6, 1_800, 2).pulls
    orders = Counter(map(tuple, np.argsort(-pulls, axis=1).tolist()))
    assert are_equally_many([orders[order] for order in permutations(range(3))])


def test_the_law_of_a_symmetric_policy_is_the_same_and_seeds_are_kept() -> None:
    policy = make_policy("dp-imed", 2, eps=1)
    one, two = (simulate(policy, WELL, 1000, 50, 3, keep_order=keep) for keep in (True, False))
    assert (one.regret == two.regret).all()
    assert not two.shuffled


def test_workers_and_more_runs_change_nothing() -> None:
    policy = DPSE(3, eps=1, beta="0.001")
    few = simulate(policy, THREE, 5000, 300, 7).pulls
    many = simulate(policy, THREE, 5000, 600, 7).pulls
    assert (few[:256] == many[:256]).all()
    assert (many == simulate(policy, THREE, 5000, 600, 7, workers=2).pulls).all()


def test_which_policies_are_shuffled() -> None:
    budgets = {"eps": 1, "rho": 1, "alpha": 2}
    for name, entry in POLICIES.items():
        if entry.stops or entry.linear:
            continue
        given = {key: budgets[key] for key in budgets.keys() & entry.options}
        policy = make_policy(name, 2, horizon=1000, **given)
        assert order_decides(policy) == (name == "dp-se"), name
    assert order_decides(DPIMED(2, ties="last"))
    assert not order_decides(make_policy("gope", 2, horizon=9, eps=1, actions=((1, 0), (0, 1))))


def test_normal_arms_are_shuffled_with_their_spread() -> None:
    result = simulate(First, GaussianBandit((0, 3), sigma=2), 10, 64, 1)
    assert {*result.regret.tolist()} == {0.0, 30.0}


def swept(**more) -> Sweep:
    return Sweep(["dp-se", "dp-imed"], {"a": BADLY}, [1000], [{"eps": 1}], runs=40, **more)


def test_a_sweep_shuffles_where_the_order_decides() -> None:
    assert [point.shuffled for point in swept().points] == [True, False]
    assert [point.shuffled for point in swept(keep_order=True).points] == [False, False]
    with pytest.raises(ValueError, match="keep_order is 1; give true or false"):
        swept(keep_order=1)


def test_kept_cells_of_other_policies_are_used_again() -> None:
    pairs = zip(swept().points, swept(keep_order=True).points, strict=True)
    assert [shuffled.digest == kept.digest for shuffled, kept in pairs] == [False, True]


def test_a_sweep_says_whose_arms_are_shuffled(tmp_path) -> None:
    with swept().run(tmp_path) as results:
        frame = [dict(zip(COLUMNS, row, strict=True)) for row in results.rows()]
        said = results.plot().get_supxlabel()
    at_the_end = [row for row in frame if row["policy"] == "dp-se" and row["round"] == 1000]
    assert {row["regret"] for row in at_the_end} == {0.0, 250.0}
    assert "Each run of dp-se has the arms in an order of its own." in said


def test_a_simulation_says_it_in_words_and_beside_its_figure() -> None:
    result = simulate(DPSE(2, eps=1, beta="0.001"), WELL, 1000, 20, 1)
    assert "each run has the arms in an order of its own" in repr(result)
    assert "each run has the arms in an order of its own" in result.plot().get_supxlabel()
    plain = simulate(DPIMED(2, eps=1), WELL, 1000, 20, 1, checkpoints=(10, 1000))
    assert "order" not in repr(plain) + plain.plot().get_supxlabel()
