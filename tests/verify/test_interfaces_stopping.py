"""Black boxes that stop, recommend or bring their own loop are played, and audited to their end."""

import numpy as np
import pytest
from black_box_runs import played
from banditproof.algorithms.interfaces.alphabet import Alphabet
from banditproof.algorithms.interfaces.own_loop import OwnLoop
from banditproof.verify.audit import audit
from banditproof.verify.sampling import audit_black_box
from banditproof.verify.sampling.events import ArmAt
from banditproof.verify.sampling.inputs import TableInput
from banditproof.verify.sampling.null_audits import LEVEL


class Finder:
    """Plays both arms in turn until it stops; recommends the arm of the larger noisy sum."""

    def __init__(self, rng, rounds, scale, early=False):
        self.rng, self.rounds, self.scale, self.early = rng, rounds, scale, early
        self.sums, self.t = np.zeros(2), 0

    def select(self):
        return self.t % 2

    def update(self, arm, reward):
        self.t += 1
        self.sums[arm] += reward

    def stopped(self):
        return self.t >= self.rounds or (self.early and self.sums.max() >= 1)

    def recommend(self):
        noisy = self.sums + self.rng.laplace(scale=self.scale, size=2)
        return int(noisy[1] > noisy[0])


def test_a_run_that_stops_shows_its_time_and_its_answer():
    rows, _ = played(lambda rng: Finder(rng, 2, 1e-9), TableInput(((1, 0), (0, 0), (0, 0))))
    assert rows == [[0, 1, 2, 2]]  # two rounds, then the recommendation of the first arm
    rows, _ = played(lambda rng: Finder(rng, 9, 1e-9), TableInput(((0, 0), (0, 1), (0, 0))))
    assert rows == [[0, 1, 0, 3]]  # it did not stop, and recommends at the horizon
    words = Alphabet(2, stops=True)
    shown = ["arm 2", "the end, with arm 1 recommended", "the end, with no arm recommended"]
    assert [words.shown(s) for s in (1, 2, 4)] == shown
    assert str(ArmAt(3, 3, alphabet=words)) == "round 3 is past the end, with arm 2 recommended"


class Raising:
    """Stops by StopIteration, or by None, and recommends what it is asked to."""

    def __init__(self, how, answer=1):
        self.how, self.recommendation, self.t = how, answer, 0

    def select(self):
        self.t += 1
        if self.t > 2:
            if self.how == "none":
                return None
            raise StopIteration
        return 0

    def update(self, arm, reward):
        pass


@pytest.mark.parametrize("how", ["none", "raises"])
@pytest.mark.parametrize(("answer", "end"), [(1, 3), (None, 4)])
def test_a_policy_may_stop_by_an_exception_or_by_none(how, answer, end):
    assert played(lambda: Raising(how, answer))[0] == [[0, 0, end, end, end]]


@pytest.mark.parametrize(
    ("scale", "early", "verdict"),
    [(0.2, False, "fails"), (1.0, False, "not refuted"), (1.0, True, "fails")],
)
def test_the_time_and_the_answer_are_audited(scale, early, verdict):
    """Calibrated answers of a fixed time are private; a time that is read off the sums is not."""
    result = audit_black_box(
        lambda rng: Finder(rng, 4, scale, early), 1, horizon=4, level=LEVEL, samples=12_000
    )
    assert result.verdict == verdict
    if early:
        assert result.lower_bound > 2


def test_the_last_reward_matters_to_who_answers_after_it():
    """Only the reward of the last round leaks."""

    class LastOnly(Finder):
        def update(self, arm, reward):
            self.t += 1
            self.sums[:] = (0, reward) if self.t == 3 else 0

    result = audit_black_box(lambda rng: LastOnly(rng, 3, 0.05), 1, horizon=3, level=LEVEL)
    assert result.verdict == "fails"
    assert result.witness.pair.challenge == 3


def test_an_agent_with_its_own_loop_is_played():
    seen = []

    def agent(rng):
        def fit(step, rounds):
            for t in range(rounds + 3):
                seen.append(step(t % 2))

        return OwnLoop(fit)

    assert played(agent)[0] == [[0, 1, 0, 1]]
    assert seen == [0, 0, 0.5, 0.25]


class Once:
    """Stops after a reward above 1/2, or leaves that to what it recommends."""

    def __init__(self, arms, stops=True):
        self.arms, self.stops = arms, stops
        self.rounds = self.last = 0

    def select(self):
        return 0

    def update(self, arm, reward):
        self.rounds, self.last = self.rounds + 1, int(reward > 0.5)

    def stopped(self):
        return self.rounds > 0 and (self.last > 0 or not self.stops)

    def recommend(self):
        return 0 if self.stops else self.last


@pytest.mark.parametrize(
    ("make", "leaks"),
    [
        (lambda arms: Once(arms), {"arms": 1}),
        (lambda arms: Once(arms, stops=False), {"horizon": 1}),
    ],
)
def test_one_arm_and_one_round_are_asked_for_where_a_policy_stops(make, leaks):
    assert audit(make, 1, samples=3000, **leaks).verdict == "fails"


@pytest.mark.parametrize("alone", ["arms", "horizon"])
def test_one_arm_or_one_round_without_an_end_shows_nothing(alone):
    class Plain:
        def select(self):
            return 0

        def update(self, arm, reward):
            pass

    with pytest.raises(ValueError, match=f"{alone} is 1, so that no reward can change"):
        audit(Plain, 1, samples=10, **{alone: 1})
