"""Whole audits: policies with too little noise are caught, careful ones are not refuted.

Seeds are fixed. The level of each audit is 1e-6, so that a careful policy is rejected with
probability at most 1e-6; a wrong one is so far from its claim that it is always caught.
"""

import copy
import json
import math
import random
import time
from fractions import Fraction

import numpy as np
import pytest

from banditproof.algorithms import DPIMED
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.verify.sampling import audit_black_box, audit_sampler, search_and_test
from banditproof.verify.sampling.boundary_mechanisms import CautiousBandit
from banditproof.verify.sampling.event_bounds import Counts, concentrated_loss
from banditproof.verify.sampling.events import ArmAt
from banditproof.verify.sampling.fresh_test import FreshTest, fresh_counts
from banditproof.verify.sampling.inputs import TableInput
from banditproof.verify.sampling.neighbourhoods import Pair
from banditproof.verify.sampling.sampler import LawSampler
from banditproof.verify.sampling.statistical_audit import detectable_eps, rounded_down

LEVEL = "1e-6"
NOTIONS = ["view", "table", "interactive", "adaptive"]


class Cautious:
    """Repeats the arm of the last reward by randomised response; private with `spent`."""

    def __init__(self, rng, spent):
        self.rng, self.keep = rng, 1 / (1 + math.exp(-spent))
        self.arm = int(rng.integers(2))

    def select(self):
        return self.arm

    def update(self, arm, reward):
        stays = (self.rng.random() < self.keep) == bool(reward)
        self.arm = arm if stays else 1 - arm


def spending(eps):
    return lambda rng: Cautious(rng, eps)


@pytest.mark.parametrize("notion", NOTIONS)
def test_a_policy_that_spends_too_much_is_caught_under_every_notion(notion):
    found = audit_black_box(spending(3), 1, notion=notion, horizon=4, level=LEVEL, rng=1)
    assert found.verdict == "fails"
    assert 1 < found.lower_bound < 3
    assert found.runs < 20_000
    counts = found.witness.counts
    assert (
        counts.left_hits * counts.right_runs > math.e * counts.right_hits * counts.left_runs
        or (counts.right_runs - counts.right_hits) * counts.left_runs
        > math.e * (counts.left_runs - counts.left_hits) * counts.right_runs
    )


@pytest.mark.parametrize("notion", NOTIONS)
def test_a_policy_at_the_boundary_is_not_refuted(notion):
    found = audit_black_box(
        spending(1), 1, notion=notion, horizon=4, level=LEVEL, rng=1, samples=2500
    )
    assert (found.verdict, found.interrupted) == ("not refuted", False)
    assert found.lower_bound <= 1
    assert "proves nothing" in found.sentence


def rho_of(eps):
    keep = Fraction(1 / (1 + math.exp(-eps)))
    return float(concentrated_loss(keep, 1 - keep))


@pytest.mark.parametrize(
    ("budget", "enough"),
    [
        (ZCDP("0.2"), ZCDP(rho_of(1.5) * 1.001)),
        (ApproxDP("0.5", "0.01"), ApproxDP("1.5", "0.01")),
        (RenyiDP(2, "0.2"), RenyiDP(2, "1.3")),
        (PureDP("0.5"), PureDP("1.5")),
    ],
    ids=repr,
)
def test_every_budget_can_be_audited(budget, enough):
    sampler = CautiousBandit(math.exp(1.5)).sampler(3)
    bad = audit_sampler(sampler, budget, level=LEVEL, rng=2)
    good = audit_sampler(sampler, enough, level=LEVEL, rng=2, samples=6000)
    assert (bad.verdict, good.verdict) == ("fails", "not refuted")
    number = getattr(budget, "eps", getattr(budget, "rho", None))
    assert bad.lower_bound > Fraction(number)
    json.dumps([bad.to_json(), good.to_json()])


def test_the_witness_is_shrunk_and_replays_to_the_same_counts():
    found = audit_black_box(spending(3), "0.5", horizon=5, level=LEVEL, rng=4)
    witness = found.witness
    assert witness.event.rounds == len(witness.pair.left.blocks)
    assert witness.event.rounds == witness.pair.challenge + 1
    assert witness.replay() == witness.counts
    assert witness.replay(100).runs == 100
    fresh = witness.replay(2000, seed=99)
    share = fresh.left_hits / fresh.left_runs, fresh.right_hits / fresh.right_runs
    assert share != (
        witness.counts.left_hits / witness.counts.left_runs,
        witness.counts.right_hits / witness.counts.right_runs,
    )
    assert share[0] > 1.5 * share[1] or 1 - share[1] > 1.5 * (1 - share[0])
    assert "runs on" in str(witness)
    assert witness.to_json()["left"]["rewards"] == [list(b) for b in witness.pair.left.blocks]


def test_the_witness_of_known_laws_is_one_in_truth():
    """The exact probabilities of its event are beyond the claim."""
    bandit = CautiousBandit(9)
    for notion in ("view", "table"):
        found = audit_sampler(bandit.sampler(4), PureDP(1), notion=notion, level=LEVEL, rng=3)
        pair, event = found.witness.pair, found.witness.event
        laws = [bandit.law(source) for source in (pair.left, pair.right)]
        hits = event.happened(np.array(list(laws[0])))
        p, q = (sum(m for m, hit in zip(w.values(), hits, strict=True) if hit) for w in laws)
        assert max(p / q, (1 - q) / (1 - p)) > Fraction(math.e)
        assert math.exp(found.lower_bound) < max(p / q, (1 - q) / (1 - p))


def test_one_integer_reproduces_an_audit():
    first, second, other = (
        audit_black_box(spending(2), 1, horizon=3, rng=seed, shrink=False) for seed in (5, 5, 6)
    )
    assert first.witness == second.witness
    assert first.runs == second.runs
    assert first.reproducible
    assert (first.witness, first.runs) != (other.witness, other.runs)


class Revealing(Cautious):
    """Shows the first reward in round 2."""

    def __init__(self, rng):
        super().__init__(rng, 50)


def test_a_certain_leak_has_a_large_bound_within_a_few_runs():
    found = audit_black_box(Revealing, 1, level=LEVEL, rng=1)
    assert found.verdict == "fails"
    assert found.runs < 10_000
    assert found.lower_bound > 1.5


def test_a_policy_of_this_library_with_too_small_a_claim_is_caught():
    found = audit_black_box(
        DPIMED(arms=2, eps=2, ties="first"),
        "0.1",
        horizon=3,
        level="1e-3",
        samples=3000,
        shrink=False,
    )
    assert found.verdict == "fails"
    assert found.lower_bound < 2


class Leaky(Cautious):
    """Private under tables, but not if the label of a reward is another arm's."""

    def update(self, arm, reward):
        if arm != self.arm:
            self.keep = 0.999
        super().update(arm, reward)


def test_an_adversary_who_shows_other_arms_finds_what_tables_do_not():
    def factory(rng):
        return Leaky(rng, 0.5)

    shown = audit_black_box(factory, 1, notion="interactive", horizon=4, level=LEVEL, rng=1)
    table = audit_black_box(factory, 1, notion="table", horizon=4, level=LEVEL, rng=1, samples=2500)
    assert (shown.verdict, table.verdict) == ("fails", "not refuted")


class Contextual(Cautious):
    """Reveals a reward only after the same arm twice."""

    def __init__(self, rng):
        super().__init__(rng, 0.3)
        self.before = None

    def update(self, arm, reward):
        kept, self.keep = self.keep, 0.999 if arm == self.before else self.keep
        super().update(arm, reward)
        self.before, self.keep = arm, kept


@pytest.mark.parametrize("notion", ["table", "adaptive"])
def test_a_leak_after_a_condition_is_found(notion):
    settings = {"horizon": 4, "level": LEVEL, "rng": 2, "shrink": False}
    found = audit_black_box(Contextual, 1, notion=notion, **settings)
    assert found.verdict == "fails"


def interrupting(runs):
    calls = [0]

    def factory(rng):
        calls[0] += 1
        if calls[0] == runs:
            raise KeyboardInterrupt
        return Cautious(rng, 1)

    return factory


@pytest.mark.parametrize("runs", [10, 100, 2500])
def test_an_interrupt_returns_what_is_known(runs):
    found = audit_black_box(interrupting(runs), 1, horizon=3, rng=1)
    assert (found.interrupted, found.verdict) == (True, "not refuted")
    assert found.runs <= runs
    assert "(interrupted)" in found.sentence
    assert found.tested == (runs > 1600)


class Slow(Cautious):
    def select(self):
        time.sleep(0.02)
        return super().select()


def test_a_slow_policy_keeps_to_its_seconds():
    found = audit_black_box(lambda rng: Slow(rng, 1), 1, horizon=3, seconds=0.5, rng=1)
    assert found.seconds < 0.8
    assert found.reproducible


def test_seconds_limit_an_audit():
    found = audit_black_box(spending(1), 1, horizon=3, seconds=0.6, rng=1)
    assert 0.5 < found.seconds < 3
    assert found.runs > 1000
    nothing = audit_black_box(spending(1), 1, horizon=3, seconds=1e-9, rng=1)
    assert (nothing.runs, nothing.verdict, nothing.lower_bound) == (0, "not refuted", 0)
    one = audit_black_box(spending(1), 1, horizon=3, samples=1, rng=1)
    assert one.verdict == "not refuted"


def test_the_level_is_shared_by_the_guesses(monkeypatch):
    """Guess k is tested at level / (k (k + 1)), and these sum to less than the level."""
    levels = []

    def recorded(budget, level, planned=None):
        levels.append(level)
        return FreshTest(budget, level, planned)

    monkeypatch.setattr(search_and_test, "FreshTest", recorded)
    sampler = CautiousBandit(math.exp(1)).sampler(3)
    found = audit_sampler(sampler, PureDP(1), level="0.01", samples=8000, first_round=300, rng=1)
    assert found.tested == len(levels) > 3
    assert levels == [Fraction(1, 100 * k * (k + 1)) for k in range(1, len(levels) + 1)]
    counts = Counts(150, 200, 62, 200)
    assert FreshTest(PureDP("0.5"), Fraction(1, 20)).rejects(counts)
    assert not FreshTest(PureDP("0.5"), Fraction(1, 600)).rejects(counts)


def test_each_fresh_run_flips_a_coin_for_its_input():
    """The number of runs on the left input is binomial; the false-alarm rate is below 1e-6."""
    sampler = CautiousBandit(2).sampler(2)
    left = TableInput(((1, 1), (0, 0)))
    pair = Pair(left, left.with_block(1, (0, 0)))
    lefts = []
    for seed in range(300):
        (counts,) = fresh_counts(sampler, pair, ArmAt(0, 2), 100, seed)
        assert counts.runs == 100
        lefts.append(counts.left_runs)
    assert 3.8 < np.std(lefts) < 6.3
    assert abs(np.mean(lefts) - 50) < 1.5


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"notion": "joint"}, "view, table, interactive, adaptive"),
        ({"level": 0}, "strictly between 0 and 1"),
        ({"level": 1}, "strictly between 0 and 1"),
        ({"horizon": 1}, "horizon is 1"),
        ({"arms": 1}, "arms is 1"),
        ({"samples": 0}, "samples is 0"),
        ({"patience": -1}, "patience"),
        ({"budget": math.inf}, "promises nothing"),
        ({"budget": -1}, "eps is -1"),
        ({"budget": "one"}, "is not a number"),
    ],
)
def test_wrong_arguments_raise(settings, words):
    budget = settings.pop("budget", 1)
    with pytest.raises(ValueError, match=words):
        audit_black_box(spending(1), budget, **settings)


def test_numbers_are_rounded_down_and_the_power_is_stated():
    assert rounded_down(Fraction(1999999, 10**6)) == 1.99999
    assert rounded_down(0.1) <= 0.1
    assert rounded_down(math.inf) == math.inf
    many, few = (detectable_eps(PureDP("0.1"), Fraction(1, 1000), n) for n in (10**6, 1000))
    assert 0.1 < many < 0.12 < few < 1
    assert detectable_eps(ZCDP(1), Fraction(1, 1000), 1000) == math.inf
    assert detectable_eps(PureDP(1), Fraction(1, 1000), 0) == math.inf


def test_zero_eps_can_be_audited():
    constant = LawSampler(lambda source: {(0, 1, 0)[: len(source.blocks)]: 1.0}, 2, 3)
    assert audit_sampler(constant, PureDP(0), samples=2000).verdict == "not refuted"
    sampler = CautiousBandit(3).sampler(3)
    assert audit_sampler(sampler, PureDP(0), level=LEVEL, rng=1).verdict == "fails"


class ResponseWithChance:
    """The first reward decides all later arms by randomised response of budget 1/2: private."""

    def __init__(self, chance):
        self.chance, self.arm, self.t = chance, 0, 0

    def select(self):
        return self.arm

    def update(self, arm, reward):
        self.t += 1
        if self.t == 1:
            keeps = self.chance.random() < 1 / (1 + math.exp(-0.5))
            self.arm = int(reward) if keeps else 1 - int(reward)


def copying_its_argument(rng):
    return ResponseWithChance(copy.deepcopy(rng))


def copying_pythons_generator():
    chance = random.Random()
    chance.setstate(random.getstate())
    return ResponseWithChance(chance)


def copying_numpys_generator():
    chance = np.random.RandomState()
    chance.set_state(np.random.get_state())  # noqa: NPY002
    return ResponseWithChance(chance)


@pytest.mark.slow
@pytest.mark.parametrize(
    "factory", [copying_its_argument, copying_pythons_generator, copying_numpys_generator]
)
@pytest.mark.parametrize("budget", [PureDP("0.5"), ZCDP("0.13")], ids=str)
def test_runs_of_a_policy_that_copies_a_generator_are_independent(factory, budget):
    found = audit_black_box(factory, budget, horizon=3, samples=4000, level=LEVEL, rng=1)
    assert (found.verdict, found.reproducible) == ("not refuted", True)


def test_a_policy_cannot_turn_back_the_coins_of_the_audit():
    def rewinding(rng):
        rng.bit_generator.state = START
        return ResponseWithChance(random.Random(random.random()))

    START = np.random.default_rng(5).bit_generator.state
    found = audit_black_box(rewinding, PureDP("0.5"), horizon=3, samples=4000, level=LEVEL)
    pair = Pair(TableInput(((0, 0),) * 3), TableInput(((1, 1), (0, 0), (0, 0))))
    coins = []

    class Watched:
        def sample(self, inputs, which, rng):
            coins.append(tuple(which[:100].tolist()))
            return found.witness.sampler.sample(inputs, which, rng)

    for _ in fresh_counts(Watched(), pair, ArmAt(1, 2), 1200, seed=3):
        pass
    assert len(set(coins)) == len(coins) > 3
