"""Adaptive adversaries as trees: the losses of a round depend on the arms before it."""

import numpy as np
import pytest
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.loss_sequences import constant_losses, table_losses
from banditproof.algorithms.adversarial.loss_trees import (
    LossTree,
    histories,
    punishing_tree,
    random_loss_tree,
    random_neighbours,
    tree_of,
)
from banditproof.algorithms.adversarial.rounds import play_learner


@pytest.mark.parametrize(("arms", "horizon", "parts"), [(1, 4, 1), (2, 5, 1), (3, 3, 7)])
def test_a_tree_has_a_row_for_each_history(arms, horizon, parts):
    tree = random_loss_tree(arms, horizon, rng=2, parts=parts)
    assert (tree.arms, tree.horizon) == (arms, horizon)
    for t in range(horizon):
        rows = [tree.exact_losses(actions) for actions in histories(arms, t)]
        assert rows == list(tree.levels[t])
        assert all((loss * parts).denominator == 1 and 0 <= loss <= 1 for r in rows for loss in r)


@pytest.mark.parametrize("parts", [1, 3, 7])
def test_random_losses_take_all_values(parts):
    tree = random_loss_tree(2, 6, rng=1, parts=parts)
    results = {loss * parts for level in tree.levels for row in level for loss in row}
    assert results == {*range(parts + 1)}


def test_neighbours_differ_in_one_round():
    rng = np.random.default_rng(5)
    for _ in range(20):
        tree, other = random_neighbours(2, 4, rng)
        assert len(tree.rounds_that_differ(other)) == 1


def test_an_oblivious_adversary_is_a_tree():
    losses = table_losses([(0, 1), ("0.5", 0), (1, "0.25")])
    tree, learner = tree_of(losses), EXP3(eta="0.8", gamma="0.2")
    for seed in range(5):
        assert play_learner(learner, tree, seed) == play_learner(learner, losses, seed)


def test_losses_follow_the_arms_that_were_played():
    """Whoever stays at an arm loses 1 in the next round, and who changes loses nothing."""
    rows = [[[int(past[-1] == a) if past else 0 for a in range(2)] for past in histories(2, t)]
            for t in range(4)]  # fmt: skip
    played = play_learner(EXP3(eta=0, gamma=1), LossTree(rows), rng=3)
    expected = [0, *(int(a == b) for a, b in zip(played.arms, played.arms[1:], strict=False))]
    assert list(played.losses) == expected


@pytest.mark.parametrize("learner", [EXP3(eta="0.5", gamma="0.1"), HTINF(sigma_squared="0.1")])
def test_the_punishing_adversary_takes_more_than_half(learner):
    """The likeliest of two arms loses 1, so each round costs at least 1/2 in expectation."""
    tree = punishing_tree(learner, arms=2, horizon=6)
    expected = 0.0
    for t in range(6):
        for past in histories(2, t):
            state, chance = learner.start(2), 1.0
            for s, arm in enumerate(past):
                chance *= learner.law(state)[arm]
                state = learner.update(state, arm, tree.losses_after(past[:s])[arm])
            law, row = learner.law(state), tree.losses_after(past)
            assert row[law.index(max(law))] == 1.0
            assert sum(row) == 1.0
            expected += chance * float(np.dot(law, row))
    assert expected >= 3.0 - 1e-12
    constant = play_learner(learner, constant_losses((0, 1), 6), rng=1).suffered
    assert constant <= 6
