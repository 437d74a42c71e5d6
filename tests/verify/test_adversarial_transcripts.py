"""The exact law of converted learners: tight, the same for adaptive adversaries, and as played."""

import math
from fractions import Fraction
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from banditproof.algorithms.adversarial.loss_sequences import constant_losses, table_losses
from banditproof.algorithms.adversarial.loss_trees import (
    LossTree,
    histories,
    random_neighbours,
    tree_of,
)
from banditproof.theory.exact import exact
from banditproof.verify.adversarial.advice_privacy import ExpertRounds, expert_law
from banditproof.verify.adversarial.batch_model import BatchModel, local_price, price
from banditproof.verify.adversarial.laplace_cells import CellMass, cell, tail
from banditproof.verify.adversarial.threshold_learners import LastBit, random_threshold_learner
from banditproof.verify.adversarial.transcript_law import (
    action_law,
    action_loss,
    tight_pair,
    transcript_loss,
    transcripts,
)
from banditproof.verify.mutants.batch_conversions import (
    Reread,
    Scaled,
    later_half,
    one_draw,
    told_again,
    told_louder,
)

SMALL = st.integers(-12, 12).map(lambda n: Fraction(n, 4))
MODEL = BatchModel(2, "0.5")


def laplace_cdf(x):
    return math.exp(x) / 2 if x < 0 else 1 - math.exp(-x) / 2


@settings(max_examples=25, deadline=None)
@given(SMALL | st.none(), SMALL | st.none())
@example(Fraction(-1, 2), Fraction(1, 2))
@example(Fraction(-2), Fraction(-1, 2))
def test_cells_have_the_mass_of_the_distribution_function(low, high):
    top = 1.0 if high is None else laplace_cdf(float(high))
    bottom = 0.0 if low is None else laplace_cdf(float(low))
    mass = cell(low, high)
    assert float(mass.ball()) == pytest.approx(max(top - bottom, 0.0), abs=1e-15)
    assert mass.is_zero == (low is not None and high is not None and low >= high)


def test_the_log_of_a_ratio_of_far_tails_is_exact():
    near, far = tail(Fraction(5), above=True), tail(Fraction(7), above=True)
    assert (near / far).log().exact == 2
    around = cell(Fraction(-1), Fraction(2))
    assert (around * near / (around * far)).log().exact == 2
    assert (near / around).log().digits >= 15


@pytest.mark.parametrize("seed", range(4))
def test_masses_are_a_law(seed):
    learner = random_threshold_learner(2, 3, seed, deterministic=seed % 2 == 0)
    tree, _ = random_neighbours(2, 5, seed, parts=3)
    total = sum(float(transcript.mass.ball()) for transcript in transcripts(learner, tree, MODEL))
    assert total == pytest.approx(1, abs=1e-12)
    law = action_law(learner, tree, MODEL)
    assert sum(float(m.ball()) for masses in law.values() for m in masses) == pytest.approx(1)


@pytest.mark.parametrize("tau", [1, 2, 3])
@pytest.mark.parametrize("eps", ["0.25", "1", "3"])
def test_eps_is_attained_exactly(tau, eps):
    """Lemma 3 is tight, for every eps > 0 and whatever tau is."""
    model = BatchModel(tau, eps)
    first, second = tight_pair(model, 2 * tau + 1)
    for level in (9, -9):
        assert transcript_loss(LastBit(level), first, second, model).value.exact == exact(eps)
        assert action_loss(LastBit(level), first, second, model).value.exact == exact(eps)
    inside = transcript_loss(LastBit(Fraction(1, 2 * tau)), first, second, model)
    assert inside.value.lo > 0
    assert inside.value.hi < exact(eps)


@pytest.mark.parametrize("seed", range(6))
def test_no_learner_and_no_adaptive_adversary_is_above_eps(seed):
    learner = random_threshold_learner(2, 2, seed, deterministic=seed % 3 == 0)
    first, second = random_neighbours(2, 5, 100 + seed, parts=2)
    result = transcript_loss(learner, first, second, MODEL)
    actions = action_loss(learner, first, second, MODEL)
    assert result.value.hi <= exact("0.5")
    assert actions.value.lo <= result.value.hi


def test_three_arms_and_a_learner_that_draws():
    learner = random_threshold_learner(3, 1, rng=2)
    first, second = random_neighbours(3, 3, 9, parts=2)
    law = action_law(learner, first, MODEL)
    assert len(law) == 9  # the arms of a whole batch and of an incomplete one
    assert sum(float(m.ball()) for masses in law.values() for m in masses) == pytest.approx(1)
    assert transcript_loss(learner, first, second, MODEL).value.hi <= exact("0.5")


@pytest.mark.slow
def test_random_trees_attain_eps_and_never_exceed_it():
    largest = Fraction(0)
    for seed in range(60):
        learner = random_threshold_learner(2, 3, seed, deterministic=seed % 2 == 0)
        first, second = random_neighbours(2, 7, seed, parts=1 + seed % 3)
        result = transcript_loss(learner, first, second, MODEL)
        assert action_loss(learner, first, second, MODEL).value.lo <= result.value.hi
        largest = max(largest, result.value.hi)
    assert largest == exact("0.5")


def test_neighbours_of_two_rounds_lose_nothing_or_eps():
    """Losses in {0, 1} of two arms and two rounds, changed in round 1 or 2 in all ways."""
    rows = list(histories(2, 2))
    model, result = BatchModel(1, 1), set()
    for first in rows[:2]:
        for second in rows[1:3]:
            losses = tree_of(table_losses([first, second]))
            for row in rows:
                for t in (1, 2):
                    other = losses.changed(t, [row] * 2 ** (t - 1))
                    loss = transcript_loss(LastBit(5), losses, other, model).value
                    result.add(loss.exact)
    assert result == {0, 1}


def test_a_change_in_the_incomplete_batch_is_not_seen():
    losses = tree_of(constant_losses((0, 1), 5))
    other = losses.changed(5, [(1, 0)] * 16)
    assert transcript_loss(LastBit("0.3"), losses, other, MODEL).value.hi == 0
    assert action_loss(LastBit("0.3"), losses, other, MODEL).value.hi == 0


def test_an_adaptive_adversary_is_told_the_arms_in_order():
    """Three rounds by hand: the loss of round 3 is 1 after the arms 0, 1 alone."""
    last = [(0, 0), (1, 1), (0, 0), (0, 0)]
    tree = LossTree([[(0, 0)], [(0, 0)] * 2, last])
    results = {
        transcript.history: transcript
        for transcript in transcripts(LastBit(1), tree, BatchModel(1, 1))
    }
    up, down = math.exp(-1) / 2, 1 - math.exp(-1) / 2
    # the arm of a round is the bit before it, so the first bit decides what round 3 loses
    by_hand = {(1, 1, 1): up * up / 2, (1, 0, 1): up * down / 2, (0, 1, 1): down * up * up}
    for bits, chance in by_hand.items():
        history = tuple(zip((0, *bits[:-1]), bits, strict=True))
        assert float(results[history].mass.ball()) == pytest.approx(chance, rel=1e-12)


def test_noise_that_is_used_twice_has_a_joint_law():
    """Both bits of one draw by hand, and a sum of 1."""
    model, losses = Reread(1, 1, one_draw), table_losses([(0, 0), ("0.5", "0.5")])
    results = {
        transcript.history: transcript.mass
        for transcript in transcripts(LastBit("0.25"), losses, model)
    }
    both = float(results[(0, 1), (1, 1)].ball())
    assert both == pytest.approx(1 - laplace_cdf(0.25))  # Z > 1/4 implies 1/2 + Z > 1/4
    assert ((0, 1), (1, 0)) not in results
    one = float(results[(0, 0), (0, 1)].ball())
    assert one == pytest.approx(laplace_cdf(0.25) - laplace_cdf(-0.25))
    assert sum(float(mass.ball()) for mass in results.values()) == pytest.approx(1)


def test_the_price_is_the_supremum():
    for model in (MODEL, Scaled(2, "0.5", Fraction(1, 4)), Scaled(2, "0.5", Fraction(1))):
        first, second = tight_pair(model, 5)
        assert transcript_loss(LastBit(7), first, second, model).value == price(model, 5)
    reused = Reread(2, "0.5", one_draw)
    first, second = tight_pair(reused, 5)
    assert price(reused, 5).lo == math.inf
    assert transcript_loss(LastBit(0), first, second, reused).value.lo == math.inf


def test_local_privacy_is_of_single_rounds():
    assert local_price(BatchModel(1, "0.5"), 9) == price(BatchModel(1, "0.5"), 9)
    assert local_price(BatchModel(2, "0.5"), 1).hi == 0  # no batch is complete, so nothing leaves
    assert local_price(BatchModel(2, "0.5"), 2).lo == math.inf


def test_with_every_loss_changed_the_loss_is_that_of_all_rounds():
    """Group privacy is not exceeded, and it is attained."""
    model = BatchModel(1, "0.5")
    quiet, loud = (tree_of(constant_losses(row, 3)) for row in ((0, 0), (1, 1)))
    assert transcript_loss(LastBit(8), quiet, loud, model).value.exact == 3 * exact("0.5")


def test_a_mass_is_a_number():
    half = CellMass(Fraction(1, 2))
    assert (half * half).weight == Fraction(1, 4)
    assert (half / half).log().exact == 0


@pytest.mark.parametrize("seed", [1, 4])
def test_the_loss_of_actions_is_that_of_their_sums(seed):
    """Bits that are not seen are summed out before the ratio is taken; in floats, the other way."""
    learner = random_threshold_learner(2, 2, seed)
    first, second = random_neighbours(2, 5, 40 + seed, parts=2)
    mine, theirs = (
        {a: sum(float(m.ball()) for m in masses) for a, masses in law.items()}
        for law in (action_law(learner, world, MODEL) for world in (first, second))
    )
    expected = max(abs(math.log(mine[a] / theirs[a])) for a in mine)
    assert expected > 1e-3
    assert float(action_loss(learner, first, second, MODEL).value) == pytest.approx(
        expected, rel=1e-9
    )


def test_what_only_one_of_two_worlds_can_show_is_an_infinite_loss():
    """Of one draw for all means, whichever of the worlds has more transcripts."""
    model, still = Reread(1, 1, one_draw), [(0, 0)] * 3
    quiet, loud = table_losses(still), table_losses([(0, 0), (1, 1), (0, 0)])
    for first, second in ((quiet, loud), (loud, quiet)):
        assert transcript_loss(LastBit("0.5"), first, second, model).value.lo == math.inf
        assert action_loss(LastBit("0.5"), first, second, model).value.lo == math.inf


def test_the_log_of_a_product_of_cells_has_all_its_factors():
    around = cell(Fraction(-1), Fraction(2))
    expected = math.log(laplace_cdf(2) - laplace_cdf(-1))
    assert around.weight == 1
    assert float(around.log()) == pytest.approx(expected, rel=1e-12)
    assert float((around * around).log()) == pytest.approx(2 * expected, rel=1e-12)


def test_the_bit_of_an_expert_is_that_of_its_noisy_loss():
    """Two rounds by hand: the second expert is 1 where the first loss, 1, and noise exceed 0.4."""
    world = ExpertRounds.of([(0, 1), (0, 0)], [[(0, 1), (1, 0)]] * 2)
    law = expert_law(LastBit("0.4"), world, BatchModel(1, 1))
    mass = sum(float(m.ball()) for ((_, e), _), ms in law.items() if e == 1 for m in ms)
    assert mass == pytest.approx(1 - laplace_cdf(0.4 - 1))


def test_noise_that_is_told_again_costs_nothing_or_everything():
    """The same number twice is one release; one draw at two scales leaves no noise."""
    again, louder = Reread(2, "0.5", told_again), Reread(2, "0.5", told_louder)
    first, second = tight_pair(again, 4)
    assert price(again, 9) == price(MODEL, 9)
    assert transcript_loss(LastBit(7), first, second, again).value == price(again, 4)
    assert price(louder, 2).lo == math.inf
    assert transcript_loss(LastBit("0.25"), first, second, louder).value.lo == math.inf
    assert price(Reread(2, 1, one_draw), 3).exact == 1  # one complete batch


def test_a_later_batch_with_less_noise_is_priced():
    model = Reread(2, "0.5", later_half)
    assert [price(model, horizon).exact for horizon in (3, 4, 9)] == [exact("0.5"), 1, 1]
