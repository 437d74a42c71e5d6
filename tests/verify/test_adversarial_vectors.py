"""The noisy vectors of batched EXP4: sensitivity, certified budgets, and release with the arms."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.algorithms.adversarial.loss_trees import random_neighbours
from banditproof.theory.accounting import Composition, LaplaceLoss, composed_delta
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.adversarial import vector_privacy
from banditproof.verify.adversarial.advice_privacy import ExpertRounds, advice_loss, expert_law
from banditproof.verify.adversarial.batch_model import BatchModel
from banditproof.verify.adversarial.joint_release import (
    Outcome,
    given_vectors,
    joint_delta,
    joint_loss,
    small_game,
)
from banditproof.verify.adversarial.threshold_learners import LastBit, random_threshold_learner
from banditproof.verify.adversarial.vector_privacy import (
    coordinate_loss,
    delta_threshold,
    is_private,
    least_factor,
    vector_delta,
    vector_shift,
    worst_shift,
)

TOLERANCE = Fraction(1, 10**5)


@pytest.mark.parametrize(("experts", "known"), [(2, "0.999837"), (5, "0.999329")])
def test_thresholds_of_delta(experts, known):
    result = delta_threshold(experts, width="1e-6")
    assert result.lo - TOLERANCE <= Fraction(known) <= result.hi + TOLERANCE
    assert result.width <= Fraction(1, 10**6)
    assert is_private(experts, 1, result.lo, moved=experts - 1) is True
    assert is_private(experts, 1, result.hi, moved=experts - 1) is False


@pytest.mark.slow
@pytest.mark.parametrize(("experts", "known"), [(20, "0.998496"), (100, "0.997839")])
def test_thresholds_of_delta_of_many_experts(experts, known):
    result = delta_threshold(experts, width="1e-6")
    assert result.lo - TOLERANCE <= Fraction(known) <= result.hi + TOLERANCE


def test_delta_near_one_is_too_large_for_the_printed_noise():
    """N = 20, delta = 0.999: all but 1.5e-4, and all but 9.9e-5 if all coordinates move."""
    nineteen, twenty = (vector_delta(20, 1, "0.999", moved=moved) for moved in (19, None))
    assert float(1 - nineteen) == pytest.approx(1.5e-4, rel=0.01)
    assert float(1 - twenty) == pytest.approx(9.9e-5, rel=0.01)
    assert is_private(20, 1, "0.999") is False
    assert is_private(20, 1, "0.4") is is_private(20, 1, "0.9") is True


@pytest.mark.slow
def test_the_factor_three_is_generous():
    """The least factors of the catalogue's brackets, with all N coordinates moved."""
    result = least_factor(100, 1, "1e-6")
    assert Fraction("1.104") - Fraction("0.02") <= result.lo
    assert result.hi <= Fraction("1.117") + Fraction("0.02")
    assert is_private(200, 1, "1e-3", "0.93") is False
    assert is_private(200, 1, "1e-3", "0.98") is True


def test_a_coordinate_spends_its_shift_over_the_scale():
    policy = BatchedEXP4(3, 4, eta="0.1", gamma="0.2", tau=5, eps=1, delta="1e-3")
    noise = float(policy.curator.noise.scale) / policy.tau
    shift = 3 / (0.2 * 5)
    assert float(coordinate_loss(4, 1, "1e-3")) == pytest.approx(shift / noise, rel=1e-12)


@pytest.mark.parametrize(("experts", "arms", "tau"), [(2, 2, 1), (3, 2, 2), (3, 3, 1)])
def test_the_sensitivity_is_approached_by_all_coordinates_but_one(experts, arms, tau):
    gamma = Fraction(1, 10)
    limit = arms / (gamma * tau)
    result = worst_shift(experts, arms, gamma, tau, least=Fraction(1, 10**9))
    assert result.largest < limit < result.largest * (1 + Fraction(1, 10**6))
    assert result.moved(limit, Fraction(99, 100)) == experts - 1


def test_a_shift_is_the_advice_over_the_chance_of_the_arm():
    """Two equal experts, sure of one arm each: Q = 1/2 * 1/2 + 1/4, and tau = 2."""
    half = Fraction(1, 2)
    assert vector_shift([half] * 2, [(1, 0), (0, 1)], 0, "0.5", 2) == (1, 0)
    assert vector_shift([half] * 2, [(1, 0), (1, 0)], 0, "0.5", 1) == (Fraction(4, 3),) * 2


def test_no_advice_moves_a_coordinate_further():
    """A grid of mixed advice and weights: never above K / (gamma tau), never all near it."""
    gamma, limit = Fraction(1, 5), Fraction(10)
    grid = [Fraction(n, 4) for n in range(5)]
    for share, *advice in product(grid, repeat=3):
        rows = [(a, 1 - a) for a in advice]
        for arm in (0, 1):
            shifts = vector_shift([share, 1 - share], rows, arm, gamma, 1)
            assert max(shifts) <= limit
            assert min(shifts) < limit


# -- arms and vectors together (adv.thm10.post) ---------------------------------------------------


def laplace_above(z):
    return math.exp(-z) / 2 if z >= 0 else 1 - math.exp(z) / 2


def test_the_joint_law_is_that_of_the_algorithm():
    """The first batch by hand: the arm's chance times the tails of both coordinates."""
    game = small_game(scale=2, rounds=1)
    law = game.law([(0, "0.5")])
    assert sum(float(m.ball()) for m in law.values()) == pytest.approx(1)
    seen = float(law[Outcome((1,), ((0, 1),))].ball())
    assert seen == pytest.approx(0.5 * (1 - laplace_above(0.5)) * laplace_above((1 - 1) / 2))


def test_arms_are_no_post_processing_of_the_vectors():
    """Given the same bits, the probability of the arms depends on the losses."""
    game = small_game(scale=1, rounds=1)
    quiet, loud = (given_vectors(game.law([row])) for row in ((0, 0), (0, 1)))
    apart = [abs(quiet[key] - loud[key]) for key in quiet]
    assert max(item.lo for item in apart) > Fraction(1, 4)


@pytest.mark.parametrize("tau", [1, 2])
@pytest.mark.parametrize("rows", [((0, 0), (1, 1)), ((1, 0), (0, 1))])
def test_arms_and_vectors_together_are_as_private_as_a_release(tau, rows):
    game = small_game(scale=8, tau=tau, rounds=2)
    size = 2 / (game.gamma * tau * game.scale)
    release = Composition(((1, LaplaceLoss(size)),))
    first, second = (game.law([row, (1, 0)]) for row in rows)
    assert joint_loss(first, second).hi <= size
    for eps in ("0.05", "0.2"):
        allowed = composed_delta(release, eps)
        assert joint_delta(first, second, eps).hi <= allowed.lo
        assert joint_delta(second, first, eps).hi <= allowed.lo


@pytest.mark.parametrize("seed", range(3))
def test_adaptive_losses_change_nothing_of_that(seed):
    """Trees that are equal but for one round: the joint loss is at most that of one release."""
    game = small_game(scale=8, tau=2, rounds=2 + seed % 2)
    first, second = random_neighbours(2, 2 + seed % 2, seed, parts=2)
    size = 2 / (game.gamma * 2 * game.scale)
    assert joint_loss(game.law(first), game.law(second)).hi <= size


def test_two_changed_losses_are_more_than_one_release():
    """The negative control: neighbours differ in one round, and these differ in two."""
    game = small_game(scale=8, rounds=2)
    size = 2 / (game.gamma * game.scale)
    first, second = game.law([(0, 0), (0, 0)]), game.law([(1, 1), (1, 1)])
    assert joint_loss(first, second).lo > Fraction(3, 4) * 2 * size / 2 > size / 2


# -- advice (adv.rem.advice) ----------------------------------------------------------------------


def random_rounds(rng, rounds, experts):
    losses = [[Fraction(int(x), 2) for x in rng.integers(0, 3, 2)] for _ in range(rounds)]
    shares = rng.integers(1, 50, (rounds, experts))
    advice = [[(Fraction(int(a), 50), 1 - Fraction(int(a), 50)) for a in row] for row in shares]
    return losses, advice


def test_sure_advice_is_told_by_the_arm():
    worlds = [ExpertRounds.of([(0, 1)], [[row]]) for row in [(1, 0), (0, 1)]]
    for eps in ("0.01", 1, 9):
        model = BatchModel(1, eps)
        assert advice_loss(LastBit(0), *worlds, model).lo == math.inf
        assert advice_loss(LastBit(0), *worlds, model, hidden=1).hi < Fraction(1, 10**15)


@pytest.mark.parametrize("seed", range(3))
def test_experts_and_the_other_arms_are_private(seed):
    """Losses and advice of one round change; the arm of that round is left out."""
    rng = np.random.default_rng(seed)
    losses, advice = random_rounds(rng, 3, 2)
    other_losses, other_advice = random_rounds(rng, 3, 2)
    changed = seed % 3
    two_losses, two_advice = list(losses), list(advice)
    two_losses[changed], two_advice[changed] = other_losses[0], other_advice[0]
    first, second = ExpertRounds.of(losses, advice), ExpertRounds.of(two_losses, two_advice)
    learner = random_threshold_learner(2, 3, seed, deterministic=True)
    model = BatchModel(1, 1)
    seen = advice_loss(learner, first, second, model)
    safe = advice_loss(learner, first, second, model, hidden=changed + 1)
    assert safe.hi <= 1 < seen.lo + 1
    total = sum(
        float(m.ball()) for masses in expert_law(learner, first, model).values() for m in masses
    )
    assert total == pytest.approx(1)


def test_advice_is_that_of_its_round_and_an_open_batch_shows_nothing():
    """tau = 2 and three rounds, whose experts change their minds in each: by hand."""
    sure = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    torn = ((Fraction(1), Fraction(0)), (Fraction(1), Fraction(0)))
    game = replace(small_game(scale=2, tau=2, rounds=3), advice=(sure, torn, sure))
    law = game.law([(0, 0)] * 3)
    assert {len(outcome.bits) for outcome in law} == {1}
    assert {len(outcome.arms) for outcome in law} == {3}
    assert sum(float(m.ball()) for m in law.values()) == pytest.approx(1)
    second = sum(float(m.ball()) for outcome, m in law.items() if outcome.arms[1] == 0)
    assert second == pytest.approx(0.75)  # both experts say arm 0, and gamma is 1/2
    third = {bits: [0.0, 0.0] for bits in product((0, 1), repeat=2)}
    for outcome, mass in law.items():
        third[outcome.bits[0]][outcome.arms[2]] += float(mass.ball())
    share = third[1, 0][0] / sum(third[1, 0])
    assert share == pytest.approx(0.5 / 3 + 0.25)


def test_outcomes_of_one_world_alone_are_an_infinite_loss():
    law = small_game(scale=2, rounds=1).law([(0, 1)])
    less = dict(list(law.items())[1:])
    assert joint_loss(law, less).lo == joint_loss(less, law).lo == math.inf
    assert joint_loss(law, law).hi == 0


@pytest.mark.parametrize(("low", "high", "found"), [(1, 2, True), (2, 4, None), (4, 5, False)])
def test_privacy_is_decided_by_enclosures_alone(low, high, found, monkeypatch):
    wide = Enclosure.of(Fraction(low, 10), Fraction(high, 10))
    monkeypatch.setattr(vector_privacy, "vector_delta", lambda *given, **more: wide)
    assert is_private(3, 1, "0.3") is found
