"""Where the order of the arms decides, each run has its own, and results are of the given arms."""

from collections import Counter
import numpy as np
import pytest
from scipy import stats
from banditproof.algorithms import POLICIES, NoisyFeedback, Pull, Sweep, make_policy, simulate
from banditproof.algorithms.engines import shuffled_engine
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.shuffled_engine import ShuffledEngine, order_decides
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.theory import BernoulliBandit, GaussianBandit

THREE = BernoulliBandit(("0.75", "0.5", "0.3"))
WELL, BADLY = BernoulliBandit(("0.75", "0.5")), BernoulliBandit(("0.5", "0.75"))
LEVEL = 1e-7


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


def test_dp_se_on_a_short_horizon_depends_on_no_order() -> None:
    """It plays one arm of two: half of the runs lose everything. False alarms: 1e-7."""
    policy = DPSE(2, eps=1, beta="0.001")
    for bandit in (WELL, BADLY):
        regret = simulate(policy, bandit, 1000, 1000, 1).regret
        assert {*regret.tolist()} == {0.0, 250.0}
        assert stats.binomtest(int((regret > 0).sum()), 1000, 0.5).pvalue > LEVEL
    kept = [simulate(policy, bandit, 1000, 9, 1, keep_order=True) for bandit in (WELL, BADLY)]
    assert [{*result.regret.tolist()} for result in kept] == [{0.0}, {250.0}]
    assert [result.shuffled for result in kept] == [False, False]


@pytest.mark.parametrize(
    "policy", [First, lambda: First(), Fixed(3, eps=1), NoisyFeedback(First, 3, eps=1)]
)
def test_each_arm_is_first_equally_often_and_pulls_are_of_the_given_arms(policy) -> None:
    """A chi-square test of 1,800 runs, at 1e-7; a shuffle that rarely moves arms is its mutant."""
    result = simulate(policy, THREE, 20, 1_800, 1, checkpoints=(5, 20))
    assert result.shuffled
    firsts = Counter(result.pulls.argmax(axis=1).tolist())
    seen = [firsts[arm] for arm in range(3)]
    assert stats.chisquare(seen).pvalue > LEVEL
    assert stats.chisquare([seen[0] + 300, *seen[1:]]).pvalue < LEVEL
    gaps = np.array([0, 0.25, 0.45])
    assert np.allclose(result.regret, result.pulls @ gaps)
    assert np.allclose(result.regret_at[:, 0] * 4, result.regret)
    neighbours = np.mean(np.diff(result.pulls.argmax(axis=1)) != 0)
    assert abs(neighbours - 2 / 3) < 0.1  # the runs beside each other have orders of their own


def test_pairs_of_arms_are_in_every_order_equally_often() -> None:
    """Not only rotations: of three arms all six orders. False alarms: 1e-7."""
    engine = engine_of(Experiment(DPSE(3, eps=1, beta="0.001"), THREE, 3_000))
    assert isinstance(shuffled_engine.shuffled(engine, keep_order=False), ShuffledEngine)
    # the first arm is played whole, and the second is cut
    pulls = simulate(DPSE(3, eps=1, beta="0.001"), THREE, 600, 1_200, 2).pulls
    firsts = Counter(map(tuple, np.argsort(-pulls, axis=1, kind="stable").tolist()))
    assert {order[0] for order in firsts} == {0, 1, 2}


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
    made = {}
    for name, entry in POLICIES.items():
        if not entry.stops and not entry.linear:
            given = {key: 1 for key in ("eps", "rho") if key in entry.options}
            alpha = {"alpha": 2} if "alpha" in entry.options else {}
            made[name] = make_policy(name, 2, horizon=1000, **given, **alpha)
    assert {name for name, policy in made.items() if order_decides(policy)} == {"dp-se"}
    assert order_decides(DPIMED(2, ties="last"))
    assert not order_decides(make_policy("gope", 2, horizon=9, eps=1, actions=((1, 0), (0, 1))))


def test_normal_arms_are_shuffled_with_their_spread() -> None:
    result = simulate(First, GaussianBandit((0, 3), sigma=2), 10, 64, 1)
    assert {*result.regret.tolist()} == {0.0, 30.0}


def test_sweeps_shuffle_and_say_it(tmp_path) -> None:
    def swept(**more):
        return Sweep(["dp-se", "dp-imed"], {"a": BADLY}, [1000], [{"eps": 1}], runs=40, **more)

    shuffled, kept = swept(), swept(keep_order=True)
    assert [point.shuffled for point in shuffled.points] == [True, False]
    assert [point.shuffled for point in kept.points] == [False, False]
    same = [a.digest == b.digest for a, b in zip(shuffled.points, kept.points, strict=True)]
    assert same == [False, True]  # cells of other policies are the ones that were kept
    with shuffled.run(tmp_path) as results:
        last = {row[9] for row in results.rows() if row[0] == "dp-se" and row[8] == 1000}
        said = results.plot().get_supxlabel()
    assert last == {0.0, 250.0}
    assert "Each run of dp-se has the arms in an order of its own." in said
    with pytest.raises(ValueError, match="keep_order is 1; give true or false"):
        swept(keep_order=1)


def test_a_simulation_says_it_in_words_and_beside_its_figure() -> None:
    result = simulate(DPSE(2, eps=1, beta="0.001"), WELL, 1000, 20, 1)
    assert "each run has the arms in an order of its own" in repr(result)
    assert "each run has the arms in an order of its own" in result.plot().get_supxlabel()
    plain = simulate(DPIMED(2, eps=1), WELL, 1000, 20, 1, checkpoints=(10, 1000))
    assert "order" not in repr(plain) + plain.plot().get_supxlabel()
