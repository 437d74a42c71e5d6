"""What is fed and at which horizons: rewards inside a range, late leaks, suggested pairs, limits.

Seeds are fixed, and the level of each audit is 1e-6 unless stated.
"""

import numpy as np
import pytest
from black_box_runs import Committing, committing
from banditproof.algorithms import DPIMED, RewardSpace, RewardTable, Sampled, play
from banditproof.algorithms.interfaces.alphabet import Alphabet
from banditproof.algorithms.interfaces.library_policies import LibraryBox
from banditproof.theory import ZCDP, PureDP
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.sampling import audit_black_box, audit_sampler
from banditproof.verify.sampling.events import ArmAt
from banditproof.verify.sampling.fed_rewards import FedRewards
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
    result = audit_black_box(committing(), 1, level=LEVEL, horizon=6, samples=20_000)
    assert result.verdict == "not refuted"
    assert result.tried.startswith("20000 runs of 6 rounds on ")


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
    result = audit_black_box(committing(again=True), 1, horizon=(8, 32), level=LEVEL)
    assert result.verdict == "fails"


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
    result = audit_black_box(
        lambda rng, arms: OneGaussian(rng, arms, shared),
        ZCDP("0.125"),
        horizon=6,
        level=LEVEL,
        samples=20_000,
    )
    assert result.verdict == verdict


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
    result = bases(Notion.TABLE, 2, 6, rng, fed=fed)
    paid = {r for base in result for block in base.blocks for r in block}
    assert paid == set(fed.values)
    pairs = [pair for base in result for pair in inner_neighbours(base, fed, 5, rng)]
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


def test_a_witness_shows_the_rounds_that_its_event_reads():
    result = audit_black_box(committing(scale=0.1), 1, horizon=9, level=LEVEL, rng=2)
    witness = result.witness
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
            self.received = []

        def select(self):
            return int(len(self.received) == 4 and self.received[0] > 2)

        def update(self, arm, reward):
            self.received.append(reward)

    result = audit_black_box(Delayed, 1, rewards=[2, 3, 4], horizon=6, level=LEVEL, rng=5)
    blocks = [*result.witness.pair.left.blocks, *result.witness.pair.right.blocks]
    assert {reward for block in blocks for reward in block} <= {2, 3, 4}
    assert result.verdict == "fails"


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
