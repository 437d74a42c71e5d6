"""What is fed and at which horizons: rewards inside a range, late leaks, suggested pairs, limits.

Seeds are fixed, and the level of each audit is 1e-6 unless stated.
"""

import math
import time

import numpy as np
import pytest

from banditproof.algorithms import DPIMED
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.randomness import Sampled
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.algorithms.rewards import RewardTable
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.interfaces.alphabet import Alphabet
from banditproof.verify.interfaces.library_policies import LibraryBox
from banditproof.verify.sampling import audit_black_box, audit_sampler, search_and_test
from banditproof.verify.sampling.best_event import best_event
from banditproof.verify.sampling.boundary_mechanisms import CautiousBandit
from banditproof.verify.sampling.events import ArmAt, ArmsAt, Prefixes, PulledAtLeast, ScoreAtLeast
from banditproof.verify.sampling.fed_rewards import FedRewards
from banditproof.verify.sampling.fresh_test import FreshTest
from banditproof.verify.sampling.inputs import ListInput, TableInput
from banditproof.verify.sampling.neighbourhoods import (
    Pair,
    bases,
    challenged,
    inner_neighbours,
    neighbours,
    replacements,
    varied,
)
from banditproof.verify.sampling.shrinking import shrunk
from banditproof.verify.sampling.witness import shown

LEVEL = "1e-6"


class Committing:
    """Plays the arms in turn, `each` times, and then the arm of the largest noisy sum.

    `paid` changes a reward before it is added; `raw_from` is the round from which on the noise is
    left away; with `again` it is drawn anew in every round.
    """

    def __init__(
        self, rng, arms=2, each=2, scale=1.0, paid=lambda r: r, raw_from=math.inf, again=False
    ):
        self.rng, self.arms, self.each, self.scale, self.paid = rng, arms, each, scale, paid
        self.raw_from, self.again = raw_from, again
        self.sums, self.t, self.best = np.zeros(arms), 0, None

    def select(self):
        if self.t < self.each * self.arms:
            return self.t % self.arms
        if self.t + 1 >= self.raw_from:
            return np.argmax(self.sums)
        if self.best is None or self.again:
            self.best = np.argmax(self.sums + self.rng.laplace(scale=self.scale, size=self.arms))
        return self.best

    def update(self, arm, reward):
        if self.t < self.each * self.arms:
            self.sums[arm] += self.paid(reward)
        self.t += 1


def committing(**settings):
    return lambda rng, arms: Committing(rng, arms, **settings)


def tripled(reward):
    return 3 * reward if 0 < reward < 1 else reward


def test_a_policy_that_is_wrong_inside_the_range_only_is_refuted():
    """And is not if the claim is about 0 and 1 alone, which the result then says."""
    inside = audit_black_box(committing(paid=tripled), 1, level=LEVEL, horizon=6, samples=80_000)
    assert inside.verdict == "fails"
    fed = {r for source in (inside.witness.pair.left, inside.witness.pair.right)
           for block in source.blocks for r in block}  # fmt: skip
    assert fed & {0.5, 0.25, 0.9}
    assert inside.tried.endswith("rewards 0, 1, 0.5, 0.25, 0.9, 0.001")
    ends = audit_black_box(
        committing(paid=tripled), 1, level=LEVEL, horizon=6, samples=6000, rewards=[0, 1]
    )
    assert ends.verdict == "not refuted"
    assert ends.tried.endswith("rewards 0, 1")
    assert ends.tried in ends.sentence


def test_its_correct_reference_is_not_refuted():
    found = audit_black_box(committing(), 1, level=LEVEL, horizon=6, samples=20_000)
    assert found.verdict == "not refuted"
    assert found.tried.startswith("20000 runs of 6 rounds on ")


def test_rewards_of_a_wider_range_need_wider_noise():
    wide, enough = (
        audit_black_box(
            committing(scale=s), 1, rewards="0:5", horizon=6, level=LEVEL, samples=20_000
        )
        for s in (1.0, 5.0)
    )
    assert (wide.verdict, enough.verdict) == ("fails", "not refuted")
    assert wide.rewards == "0, 5, 2.5, 1.25, 4.5, 0.005"


@pytest.mark.slow
def test_a_policy_that_claims_to_clip_is_fed_what_lies_outside():
    def clipped(reward):
        return min(max(reward, 0), 1)

    def capped(reward):  # forgets the lower end
        return min(reward, 1)

    settings = {"horizon": 6, "level": LEVEL, "samples": 12_000, "clips": True}
    good = audit_black_box(committing(paid=clipped), 1, **settings)
    bad = audit_black_box(committing(paid=capped), 1, **settings)
    assert (good.verdict, bad.verdict) == ("not refuted", "fails")
    assert bad.rewards.endswith("-2, 3")
    settings["clips"] = False
    assert audit_black_box(committing(paid=capped), 1, **settings).verdict == "not refuted"


@pytest.mark.parametrize("raw_from", [20, pytest.param(50, marks=pytest.mark.slow)])
def test_a_leak_after_many_rounds_is_found_at_a_late_horizon(raw_from):
    settings = {"level": LEVEL, "samples": 12_000}
    late = audit_black_box(committing(raw_from=raw_from), 1, horizon=(8, 64), **settings)
    assert late.verdict == "fails"
    assert late.witness.event.rounds >= raw_from
    assert late.horizons == (8, 64)
    early = audit_black_box(committing(raw_from=raw_from), 1, horizon=8, **settings)
    assert early.verdict == "not refuted"


def test_noise_that_is_drawn_again_is_found_in_many_rounds():
    found = audit_black_box(committing(again=True), 1, horizon=(8, 32), level=LEVEL)
    assert found.verdict == "fails"


def test_a_leak_of_the_third_arm_is_found():
    class Third(Committing):
        def select(self):
            arm = super().select()
            return int(self.sums[2] == 0) if self.t == 6 else arm

    def factory(rng, arms):
        return Third(rng, arms)

    assert audit_black_box(factory, 1, arms=3, level=LEVEL).verdict == "fails"
    assert audit_black_box(committing(), 1, arms=3, level=LEVEL, samples=9000).verdict == (
        "not refuted"
    )


class OneGaussian(Committing):
    """Adds the same Gaussian number to all sums, or one to each."""

    def __init__(self, rng, arms, shared):
        super().__init__(rng, arms)
        self.shared = shared

    def select(self):
        if self.t == self.each * self.arms and self.best is None:
            noise = self.rng.normal(scale=2.0, size=self.arms)
            self.best = np.argmax(self.sums + (noise[0] if self.shared else noise))
        return super().select()


@pytest.mark.parametrize(("shared", "verdict"), [(True, "fails"), (False, "not refuted")])
def test_gaussian_noise_that_sums_share_is_refuted_under_zcdp(shared, verdict):
    found = audit_black_box(
        lambda rng, arms: OneGaussian(rng, arms, shared),
        ZCDP("0.125"),
        horizon=6,
        level=LEVEL,
        samples=20_000,
    )
    assert found.verdict == verdict


def test_two_horizons_share_the_runs_and_the_level(monkeypatch):
    levels = []

    def recorded(budget, level, planned=None):
        levels.append(level)
        return FreshTest(budget, level, planned)

    monkeypatch.setattr(search_and_test, "FreshTest", recorded)
    samplers = [CautiousBandit(math.e).sampler(rounds) for rounds in (3, 5)]
    left = TableInput(((1, 1), (0, 0)))
    suggested = Pair(left, left.with_block(1, (0, 0)))
    found = audit_sampler(
        samplers, PureDP(1), level="0.01", samples=6000, first_round=300, pairs=[suggested], rng=1
    )
    assert found.verdict == "not refuted"
    assert len(levels) == found.tested > 5
    assert sum(levels) < 0.01
    assert [0.01 / float(level) for level in levels] == pytest.approx(
        [k * (k + 1) for k in range(1, len(levels) + 1)]
    )
    assert found.runs == 6000
    assert found.horizons == (3, 5)


def test_a_suggested_pair_is_explored_first():
    """A leak on one table among 3^8: no search would meet it, and the suggestion does."""
    table = ((0, 1), (0.5, 0), (1, 0.5), (0.5, 1))
    other = ((0.5, 1), *table[1:])
    watched = {table: 0, other: 1}

    class Locked:
        def __init__(self, blocks):
            self.blocks, self.t = blocks, 0

    def law(source):
        return {(0, 0, 0, watched.get(source.blocks[:4], 0)): 1.0}

    class Sampler:
        arms, horizon, publics, alphabet = 2, 4, 1, Alphabet(2)

        def sample(self, inputs, which, rng):
            rows = [next(iter(law(inputs[i]))) for i in which]
            return np.array(rows, np.int16).reshape(len(rows), 4)

    def audited(pairs):
        fed = FedRewards.of([0, 1, "0.5"])
        return audit_sampler(Sampler(), PureDP(1), fed=fed, pairs=pairs, samples=4000, rng=1)

    pair = Pair(TableInput(table), TableInput(other))
    assert audited([pair]).verdict == "fails"
    assert audited([]).verdict == "not refuted"
    short = Pair(TableInput(((1, 1),)), TableInput(((0, 0),)))
    assert audited([short]).verdict == "not refuted"
    long = Pair(*(TableInput((*rows, (0, 0))) for rows in (table, other)))
    with pytest.raises(ValueError, match="has 5 rounds, and the longest horizon is 4"):
        audited([long])
    with pytest.raises(ValueError, match="differ in 0 rounds"):
        audited([Pair(pair.left, pair.left)])


@pytest.mark.slow
def test_the_speed_of_the_machine_changes_nothing(monkeypatch):
    """A clock that runs a thousand times faster, as on a slow machine; and one that stands."""

    def audited():
        found = audit_black_box(committing(scale=0.3), 1, horizon=(5, 12), level=LEVEL, rng=3)
        return found.verdict, found.runs, found.tested, found.pairs, found.witness

    plain, real = audited(), time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: 1000 * real())
    assert audited() == plain
    monkeypatch.setattr(time, "monotonic", lambda: 5.0)
    assert audited() == plain
    assert plain[0] == "fails"


class Busy(Committing):
    """Computes for a long time in one call, without sleeping."""

    def select(self):
        until = time.perf_counter() + 5
        while time.perf_counter() < until:
            sum(range(1000))
        return super().select()


class Compiling(Committing):
    """Spends its time while it is made, as a first compilation does."""

    def __init__(self, rng, arms):
        until = time.perf_counter() + 5
        while time.perf_counter() < until:
            sum(range(1000))
        super().__init__(rng, arms)


@pytest.mark.parametrize("kind", [Busy, Compiling])
def test_seconds_bind_a_run_that_is_longer(kind):
    began = time.monotonic()
    found = audit_black_box(lambda rng, arms: kind(rng, arms), 1, seconds=0.4)
    assert time.monotonic() - began < 2
    assert (found.verdict, found.runs) == ("not refuted", 0)


class Slow(Committing):
    def update(self, arm, reward):
        time.sleep(0.0003)
        super().update(arm, reward)


@pytest.mark.slow
def test_seconds_bind_the_shrinking_too():
    began = time.monotonic()
    found = audit_black_box(
        lambda rng, arms: Slow(rng, arms, scale=1e-3), 1, horizon=5, seconds=3, level="0.01"
    )
    assert time.monotonic() - began < 4.5
    assert found.verdict == "fails"


@pytest.mark.parametrize(
    ("given", "fed", "text"),
    [
        ("0:1", FedRewards(0, 1, (0.5, 0.25, 0.9, 0.001)), "0, 1, 0.5, 0.25, 0.9, 0.001"),
        ([0, 1], FedRewards(), "0, 1"),
        ((-1, 1), FedRewards(-1, 1, (0, -0.5, 0.8, -0.998)), "-1, 1, 0, -0.5, 0.8, -0.998"),
        (RewardSpace.of([1, 5, 2]), FedRewards(1, 5, (2,)), "1, 5, 2"),
    ],
)
def test_what_is_fed(given, fed, text):
    assert FedRewards.of(given) == fed
    assert str(fed) == text
    assert all(isinstance(value, int | float) for value in fed.values)


def test_neighbours_pay_what_is_fed():
    fed = FedRewards.of([0, 1, "0.5", "0.9"])
    rng = np.random.default_rng(3)
    assert replacements((0, 1), fed)[0] == (1, 0)
    assert (0.9, 0.9) in replacements((0, 1), fed)
    found = bases(Notion.TABLE, 2, 6, rng, fed=fed)
    paid = {r for base in found for block in base.blocks for r in block}
    assert paid == set(fed.values)
    pairs = [pair for base in found for pair in inner_neighbours(base, fed, 5, rng)]
    assert {pair.left.blocks[pair.challenge - 1] for pair in pairs} == {(0.5, 0.5), (0.9, 0.9)}
    assert {pair.right.blocks[pair.challenge - 1] for pair in pairs} == {(0, 0), (1, 1)}
    for pair in pairs[:40]:
        for _ in range(10):
            pair = varied(pair, rng, fed)
            assert {r for block in pair.right.blocks for r in block} <= set(fed.values)
            assert pair.challenge <= 5


def test_some_rounds_of_a_long_input_are_challenged_and_all_of_a_short_one():
    assert challenged(8) == list(range(1, 9))
    rng = np.random.default_rng(1)
    seen = {t for _ in range(200) for t in challenged(31, rng)}
    assert seen == set(range(1, 32))
    base = TableInput(((0, 0),) * 32)
    assert [p.challenge for p in neighbours(base)] == challenged(31)
    assert [p.challenge for p in neighbours(TableInput(((0, 0),) * 3), last=3)] == [1, 2, 3]


LATE_PULLS = "arm 2 is played 2 times or more in rounds 2 to 4"
ROWS = np.array([[0, 1, 0, 2], [1, 0, 1, 1], [1, 1, 1, 0]])


@pytest.mark.parametrize(
    ("event", "hits", "rounds", "words"),
    [
        (ArmsAt(1, 1, 1, 3), [0, 1, 1], 3, "round 1 plays arm 2 and round 3 plays arm 2"),
        (PulledAtLeast(1, 2, 4, 2), [0, 1, 1], 4, LATE_PULLS),
        (Prefixes(frozenset({(1, 1)}), 3, 3), [0, 1, 0], 4, "the arms from round 3 on are 22"),
        (
            ScoreAtLeast(((1, -1, 0), (0, 2, 0)), -1, 2, given=(1, 1)),
            [0, 1, 1],
            3,
            "round 1 plays arm 2, and -1 points or more (+1 for arm 1 in round 2, -1 for arm 2 in "
            "round 2, +2 for arm 2 in round 3)",
        ),
    ],
)  # fmt: skip
def test_events_from_a_round_on(event, hits, rounds, words):
    assert event.happened(ROWS).tolist() == [bool(hit) for hit in hits]
    assert event.rounds == rounds
    assert str(event) == words


def two_samples(change, runs=3000, rounds=12):
    """Coin flips on both sides, the left ones changed."""
    rng = np.random.default_rng(6)
    left, right = rng.integers(0, 2, (2, runs, rounds)).astype(np.int16)
    change(left, rng)
    return left, right


def late_arm_after_challenge(left, rng):
    seen = left[:, 2] == 0
    left[seen, 10] = 1


def a_little_in_each_round(left, rng):
    left[:, 4:] |= rng.random((len(left), 8)) < 0.2


def alternating(left, rng):
    left[:, 4::2] |= rng.random((len(left), 4)) < 0.3
    left[:, 5::2] &= rng.random((len(left), 4)) > 0.3


def a_sequence_from_the_challenge(left, rng):
    left[left[:, 3] == 0, 4] = 0
    left[(left[:, 3] == 0) & (left[:, 2] == 1), 4] = 1


@pytest.mark.parametrize(
    ("change", "kind", "after"),
    [
        (late_arm_after_challenge, ArmsAt, 3),
        (a_little_in_each_round, PulledAtLeast, 3),
        (alternating, ScoreAtLeast, 3),
        (a_sequence_from_the_challenge, Prefixes, 3),
    ],
)
def test_the_best_event_is_of_the_kind_that_shows_most(change, kind, after):
    left, right = two_samples(change)
    event, counts, score, swapped = best_event(left, right, 2, PureDP("0.3"), after)
    assert isinstance(event, kind)
    assert event.rounds > after
    assert score > 4
    one, two = (right, left) if swapped else (left, right)
    half = isinstance(event, ScoreAtLeast) or counts.left_runs == len(one) // 2
    start = len(one) // 2 if half else 0
    assert counts.left_hits == event.happened(one[start:]).sum()
    assert counts.right_hits == event.happened(two[start:]).sum()


def test_symbols_of_an_alphabet_are_named_in_events():
    words = Alphabet(3, slate=2)
    assert str(ArmAt(7, 2, alphabet=words)) == "round 2 plays arms 3 and 2"
    assert str(PulledAtLeast(0, 1, 2, alphabet=words)).startswith("arms 1 and 1 is played")
    assert ArmAt(7, 2, alphabet=words) == ArmAt(7, 2)


def test_a_witness_shows_the_rounds_that_its_event_reads():
    found = audit_black_box(committing(scale=0.1), 1, horizon=9, level=LEVEL, rng=2)
    witness = found.witness
    line = str(witness).splitlines()[1]
    assert len(line.split()) == 1 + witness.event.rounds - 1
    assert shown(TableInput(((0, 0.5), (1, 1)), public=2)) == (
        "rewards 0,0.5 1,1, contexts number 3"
    )
    assert shown(ListInput(((0,), (10,)))) == "rewards 0 10"


def test_rewards_that_do_not_matter_become_the_lowest_one():
    left = ListInput(((5,), (2,), (-1,), (2,)))
    pair = Pair(left, left.with_block(1, (-1,)))
    small, event = shrunk(pair, ArmAt(0, 4), lambda pair, event: True, plain=-1)
    assert small.left.blocks == ((5,), (-1,), (-1,), (-1,))[: event.rounds]


def test_a_shrunk_witness_pays_rewards_of_the_claim_only():
    """Zero is no reward here, so what does not matter becomes the lowest reward, which is 2."""

    class Delayed:
        """Round 5 shows the first reward; no other reward is read."""

        def __init__(self):
            self.told = []

        def select(self):
            return int(len(self.told) == 4 and self.told[0] > 2)

        def update(self, arm, reward):
            self.told.append(reward)

    found = audit_black_box(Delayed, 1, rewards=[2, 3, 4], horizon=6, level=LEVEL, rng=5)
    blocks = [*found.witness.pair.left.blocks, *found.witness.pair.right.blocks]
    assert {reward for block in blocks for reward in block} <= {2, 3, 4}
    assert found.verdict == "fails"


def test_a_policy_of_this_library_is_clipped_to_its_rewards_as_in_the_engine():
    policy = DPIMED(arms=2, eps="0.7", ties="first")
    rows = [[2, -1], [0.25, 7], [1, 0], [0.5, 0.5], [-3, 1], [1, 1]]
    for seed in range(3):
        box = LibraryBox(policy, np.random.default_rng(seed))
        actions = []
        for row in rows:
            actions.append(box.select())
            box.update(actions[-1], row[actions[-1]])
        assert tuple(actions) == play(policy, RewardTable(rows), 6, Sampled(seed)).actions


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"horizon": ()}, "There is no horizon"),
        ({"horizon": (8, 1)}, "horizon is 1"),
        ({"rewards": "5:0"}, "lo < hi"),
        ({"rewards": [1]}, "at least two"),
        ({"slate": 0}, "slate is 0"),
        ({"batch": 0}, "batch is 0"),
    ],
)
def test_wrong_settings_raise(settings, words):
    class Batched(Committing):
        update_batch = None

        def update(self, arm, reward):
            pass

        def partial_fit(self, arms, rewards):
            pass

    with pytest.raises(ValueError, match=words):
        audit_black_box(lambda rng, arms: Batched(rng, arms), 1, **settings)
