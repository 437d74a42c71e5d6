"""Objects with select and update are simulated and swept, in whatever style audits take them."""

from collections import Counter
from itertools import product
from math import prod
import numpy as np
import pytest
from scipy import stats
from banditproof.algorithms import Policy, Sampled, Sweep, play, simulate
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.object_engine import ObjectEngine
from banditproof.algorithms.engines.simulation import engine_of
from banditproof.algorithms.interfaces.object_policy import object_policy
from banditproof.algorithms.interfaces.own_loop import OwnLoop
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.rewards import BernoulliRewards
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.budgets import ZCDP, PureDP

PAIR = BernoulliBandit(("0.8", "0.3"))
ROUNDS, RUNS = 5, 20_000
LEVEL = 1e-7
"""With which a right engine fails a test of a law."""


class WinStay:
    """Stays with an arm that pays, and leaves it otherwise."""

    def __init__(self, arms):
        self.arm, self.arms = 0, arms

    def select(self):
        return self.arm

    def update(self, arm, reward):
        self.arm = arm if reward == 1 else (arm + 1) % self.arms


class OtherNames(WinStay):
    select = update = None

    def choice(self):
        return np.int64(self.arm)

    def getReward(self, reward):  # a name of other libraries
        WinStay.update(self, self.arm, reward)


def looping(arms):
    inner = WinStay(arms)

    def fit(step, rounds):
        for _ in range(rounds):
            arm = inner.select()
            inner.update(arm, step(arm))

    return OwnLoop(fit)


def law_of_pulls(means) -> dict[int, float]:
    """How often arm 1 is played by WinStay: all rewards of all rounds are gone through."""
    law: Counter[int] = Counter()
    for paid in product((0, 1), repeat=ROUNDS):
        box, arms = WinStay(2), []
        for reward in paid:
            arms.append(box.select())
            box.update(arms[-1], reward)
        chances = (means[a] if r else 1 - means[a] for a, r in zip(arms, paid, strict=True))
        law[arms.count(0)] += prod(chances)
    return law


def p_value(pulls, law) -> float:
    seen = [int((pulls == k).sum()) for k in law]
    return float(stats.chisquare(seen, [RUNS * share for share in law.values()]).pvalue)


@pytest.mark.parametrize("made", [WinStay, OtherNames, looping])
def test_runs_have_the_law_of_all_paths(made) -> None:
    """False alarms: 1e-7. The law of arms in another order is the mutant."""
    pulls = simulate(made, PAIR, ROUNDS, RUNS, rng=3, keep_order=True).pulls[:, 0]
    assert p_value(pulls, law_of_pulls((0.8, 0.3))) > LEVEL
    assert p_value(pulls, law_of_pulls((0.8, 0.35))) < LEVEL


def test_the_specification_engine_plays_the_same_law() -> None:
    policy, rng = object_policy(WinStay, "stay", 2, ROUNDS), np.random.default_rng(5)
    rewards = BernoulliRewards(PAIR, rng)
    chance = Sampled(rng)
    pulls = np.array(
        [play(policy, rewards, ROUNDS, chance).counts(2)[0] for _ in range(RUNS // 10)]
    )
    law = law_of_pulls((0.8, 0.3))
    seen = [int((pulls == k).sum()) for k in law]
    expected = [len(pulls) * share for share in law.values()]
    assert stats.chisquare(seen, expected).pvalue > LEVEL
    assert isinstance(engine_of(Experiment(policy, PAIR, ROUNDS)), ObjectEngine)


def test_regret_is_that_of_the_arms_and_a_seed_gives_the_same_with_any_workers() -> None:
    given = {"checkpoints": (1, 7, 60), "keep_order": True}
    one = simulate(WinStay, PAIR, 60, 40, 1, **given)
    two = simulate(WinStay, PAIR, 60, 40, 1, **given, workers=2)
    assert (one.regret_at == two.regret_at).all()
    assert np.allclose(one.regret, 0.5 * one.pulls[:, 1])
    assert (one.regret_at[:, 0] == 0).all()
    assert np.allclose(one.regret_at[:, 2], one.regret)


class GlobalCoin:
    """Draws from the global generator, which is seeded for each run and put back afterwards."""

    def select(self):
        return np.random.randint(2)  # noqa: NPY002

    def update(self, arm, reward):
        pass


def test_global_random_numbers_are_those_of_the_run() -> None:
    np.random.seed(7)  # noqa: NPY002
    state = np.random.get_state()[1].tolist()  # noqa: NPY002
    one, two = (simulate(lambda: GlobalCoin(), PAIR, 30, 20, 4).pulls for _ in range(2))
    assert (one == two).all()
    assert len({*map(tuple, one.tolist())}) > 1
    assert np.random.get_state()[1].tolist() == state  # noqa: NPY002


class Copies:
    """Looks for its rewards in a copy of the generator that it gets."""

    found = 0

    def __init__(self, arms, rng):
        from copy import deepcopy

        self.guess = deepcopy(rng).random(50).tolist()

    def select(self):
        return 0

    def update(self, arm, reward):
        Copies.found += (self.guess.pop(0) < 0.8) == (reward == 1)


def test_an_object_cannot_compute_its_rewards_from_its_generator() -> None:
    """Guesses are right with probability 0.68, in 1,000 rounds; false alarms: below 1e-7."""
    Copies.found = 0
    simulate(Copies, PAIR, 50, 20, 1, keep_order=True)
    assert 600 < Copies.found < 760


class Paid:
    sums = 0.0

    def select(self):
        return 1

    def update(self, arm, reward):
        Paid.sums += reward


def test_normal_rewards_are_told_as_they_are() -> None:
    """The mean of 4,000 rewards is within six standard errors; false alarms: 2e-9."""
    Paid.sums = 0.0
    simulate(Paid, GaussianBandit((0, 3), sigma=2), 100, 40, 1, keep_order=True)
    assert abs(Paid.sums / 4000 - 3) < 6 * 2 / 4000**0.5


class Asks(WinStay):
    def __init__(self, arms, rho=None, epsilon=None):
        super().__init__(arms)
        assert (rho, epsilon) in ((None, 0.5), (None, 2.0), (0.125, None))


class AsksEps(WinStay):
    def __init__(self, arms, eps):
        super().__init__(arms)
        assert eps == 0.5


def test_budgets_go_to_factories_as_in_audits() -> None:
    assert simulate(Asks, PAIR, 5, 2, 1, budget=PureDP("0.5")).runs == 2
    assert simulate(Asks, PAIR, 5, 2, 1, budget=ZCDP("1/8")).runs == 2
    assert simulate(AsksEps, PAIR, 5, 2, 1, budget=ZCDP("1/8")).runs == 2  # that of eps = 1/2
    made = simulate(DPIMED, PAIR, 100, 5, 1, budget=PureDP(1))
    assert (made.regret == simulate(DPIMED(2, eps=1), PAIR, 100, 5, 1).regret).all()
    with pytest.raises(ValueError, match="takes no eps"):
        simulate(WinStay, PAIR, 5, 2, 1, budget=PureDP(1))
    with pytest.raises(ValueError, match="A budget is for a class or a function"):
        simulate(DPIMED(2, eps=1), PAIR, 5, 2, 1, budget=PureDP(1))


def test_sweeps_take_names_classes_and_labels(tmp_path, monkeypatch) -> None:
    (tmp_path / "objects_of_mine.py").write_text(
        "class Turns:\n"
        "    def __init__(self, arms, eps):\n"
        "        self.arms, self.t = arms, -1\n"
        "    def select(self):\n"
        "        self.t += 1\n"
        "        return self.t % self.arms\n"
        "    def update(self, arm, reward):\n"
        "        pass\n"
    )
    monkeypatch.chdir(tmp_path)
    policies = ["objects_of_mine:Turns", WinStay, {"name": AsksEps, "label": "mine"}, "dp-imed"]
    sweep = Sweep(policies, {"two": PAIR}, [40], budgets=[{"eps": "0.5"}], seeds=2, runs=3)
    budgets = {point.policy.label: point.budget.label for point in sweep.points}
    eps = "eps = 0.5"
    expected = {"objects_of_mine:Turns": eps, "WinStay": "", "mine": eps, "dp-imed": eps}
    assert budgets == expected
    with sweep.run(tmp_path / "one") as one, sweep.run(tmp_path / "two", workers=2) as two:
        rows = list(one.rows())
        assert rows == list(two.rows())
    assert {row[9] for row in rows if row[0] == "objects_of_mine:Turns" and row[8] == 40} == {10.0}


def test_what_is_no_policy_is_said() -> None:
    with pytest.raises(ValueError, match=r"made int, which is no Policy, and has neither"):
        simulate(lambda: 3, PAIR, 5, 2, 1)
    with pytest.raises(ValueError, match="requires model; the factory of a policy may have"):
        simulate(lambda model: 3, PAIR, 5, 2, 1)
    with pytest.raises(ValueError, match="is asked in each round, and the horizon is"):
        simulate(WinStay, PAIR, 10**8, 2, 1)
    assert not issubclass(WinStay, Policy)


def test_a_policy_with_a_method_of_such_a_name_is_a_policy() -> None:
    from banditproof.algorithms import TTUCB
    from banditproof.algorithms.interfaces.object_policy import is_played_object

    assert hasattr(TTUCB, "choose")
    assert not is_played_object(TTUCB(2, "1/2", "1/2", delta="0.1"))
    assert is_played_object(WinStay(2))
