"""Plays of learners for adversarial losses against the exact law of their transcripts."""

import math
from collections import Counter
import numpy as np
import pytest
from banditproof.algorithms import Sampled, play
from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts
from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.experts_as_arms import ExpertsAsArms
from banditproof.algorithms.adversarial.locally_private_exp4 import LocallyPrivateExperts
from banditproof.algorithms.adversarial.loss_sequences import constant_losses, table_losses
from banditproof.algorithms.adversarial.loss_trees import random_neighbours, tree_of
from banditproof.algorithms.adversarial.losses_as_rewards import AdversaryRewards, LossRewards
from banditproof.theory import exact
from banditproof.verify.adversarial.advice_privacy import ExpertRounds, expert_law
from banditproof.verify.adversarial.batch_model import BatchModel
from banditproof.verify.adversarial.threshold_learners import LastBit, random_threshold_learner
from banditproof.verify.adversarial.transcript_law import action_law
from banditproof.verify.mutants.batch_conversions import Scaled


@pytest.mark.parametrize(("tau", "horizon"), [(1, 3), (2, 7), (3, 3)])
def test_the_model_reads_what_the_conversion_releases(tau, horizon):
    policy = BatchedReleases(LastBit("0.5"), arms=2, eps="0.5", tau=tau)
    adversary = AdversaryRewards(tree_of(constant_losses((0, 1), horizon)))
    released = play(policy, adversary, horizon, Sampled(1)).ledger.releases
    model = BatchModel(tau, "0.5")
    reads = [r for b in range(1, model.batches(horizon) + 1) for r in model.reads(b, horizon)]
    assert len(released) == len(reads)
    for result, read in zip(released, reads, strict=True):
        assert tuple(sorted(result.rewards)) == read.rounds
        assert {exact(c) * read.divisor for c in result.rewards.values()} == {1} or tau == 3
        (noise,) = result.noises.values()
        scale = float(noise * exact(result.mechanism.scale))
        assert scale == pytest.approx(float(read.scale), rel=1e-15)
    assert len({n for result in released for n in result.noises}) == len(released)


def test_local_releases_are_of_one_round_each():
    """Algorithm 6 in the code: the reads of a model with tau = 1, with noise of scale 1 / eps."""
    policy = LocallyPrivateExperts(EXP4("0.1", "0.2"), arms=2, experts=2, eps="0.5")
    answered = AdviceContexts(AdviceCycle([[(1, 0), (0, 1)]]))
    rewards = LossRewards(constant_losses((0, 1), 4))
    released = play(policy, rewards, 4, Sampled(2), answered).ledger.releases
    model = BatchModel(1, "0.5")
    reads = [model.reads(t, 4)[0] for t in range(1, len(released) + 1)]
    assert [dict(result.rewards) for result in released] == [{read.rounds[0]: 1} for read in reads]
    assert {exact(result.mechanism.scale) for result in released} == {model.scale} == {2}
    assert len({n for result in released for n in result.noises}) == len(released) >= 3


@pytest.mark.slow
def test_plays_of_the_conversion_have_the_exact_law():
    """6000 plays against an adaptive adversary: Hoeffding, below 1e-7 for all four sequences."""
    learner, runs = LastBit("0.4"), 6000
    tree, _ = random_neighbours(2, 3, 5, parts=2)
    model = BatchModel(1, "0.8")
    law = {
        a: sum(float(m.ball()) for m in masses)
        for a, masses in action_law(learner, tree, model).items()
    }
    policy = BatchedReleases(learner, arms=2, eps="0.8", tau=1)
    seeds = np.random.SeedSequence(3).spawn(runs)
    counts = Counter(
        tuple(play(policy, AdversaryRewards(tree), 3, Sampled(seed)).actions) for seed in seeds
    )
    distance = math.sqrt(math.log(2 * len(law) / 1e-7) / (2 * runs))
    assert set(counts) <= set(law)
    assert all(abs(counts[a] / runs - law[a]) < distance for a in law)
    wrong = Scaled(1, "0.8")
    other = {
        a: sum(float(m.ball()) for m in masses)
        for a, masses in action_law(learner, tree, wrong).items()
    }
    assert any(abs(counts[a] / runs - other[a]) > distance for a in law)


@pytest.mark.slow
def test_plays_with_experts_have_the_exact_law():
    """5000 plays of Theorem 7's conversion: Hoeffding, below 1e-7 for all sequences of arms."""
    learner, runs = LastBit("0.4"), 5000
    losses, advice = [(0, 1), (1, "0.5")], [[("0.75", "0.25"), (0, 1)]] * 2
    model = BatchModel(1, "0.8")
    law: Counter[tuple[int, ...]] = Counter()
    seen = expert_law(learner, ExpertRounds.of(losses, advice), model)
    for (_, arms), masses in seen.items():
        law[arms] += sum(float(mass.ball()) for mass in masses)
    policy = ExpertsAsArms(BatchedReleases(learner, arms=2, eps="0.8", tau=1), arms=2)
    answered = AdviceContexts(AdviceCycle([[(0.75, 0.25), (0, 1)]]))
    counts = Counter(
        play(policy, LossRewards(table_losses(losses)), 2, Sampled(seed), answered).actions
        for seed in np.random.SeedSequence(8).spawn(runs)
    )
    distance = math.sqrt(math.log(2 * len(law) / 1e-7) / (2 * runs))
    assert set(counts) <= set(law)
    assert all(abs(counts[arms] / runs - law[arms]) < distance for arms in law)
    uniform = 1 / len(law)
    assert any(abs(law[arms] - uniform) > 2 * distance for arms in law)


def test_learners_keep_bits_only():
    learner, rng = random_threshold_learner(3, 2, rng=4), np.random.default_rng(0)
    state = learner.start(3)
    assert learner.act(state, rng) in (0, 1, 2)
    above = learner.update(learner.start(3), 1, 5.0)
    assert above == learner.update(learner.start(3), 1, 50.0) == (3, ((1, 1),))
    assert sum(learner.law(above)) == pytest.approx(1)
    assert LastBit(0).act(LastBit(0).start(2), rng) == 0


def test_a_learner_keeps_the_bit_of_the_arm_that_was_played():
    """The threshold of the code is that of the exact law, arm by arm."""
    for seed in range(5):
        learner, answered = random_threshold_learner(3, 2, seed), []
        state = learner.start(3)
        for arm, loss in ((2, 0.3), (1, 1.1)):
            bit = int(loss > learner.threshold(tuple(answered), arm))
            answered.append((arm, bit))
            state = learner.update(state, arm, loss)
            assert state == (3, tuple(answered))
