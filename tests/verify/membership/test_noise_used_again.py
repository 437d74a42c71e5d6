"""Noise that is used again, half of the noise, and rows at the ends of the data are found."""

from fractions import Fraction
import numpy as np
import pytest
from banditproof.verify.membership.programs.attacked_program import AttackedProgram
from banditproof.verify.membership.programs.called_program import Program
from banditproof.verify.membership.programs.declared_curve import ClaimedPair
from banditproof.verify.membership.programs.neighbouring_tables import TargetOfTable
from banditproof.verify.membership.programs.training import Training

NOTHING = ClaimedPair(None, Fraction(0))
CLAIM = ClaimedPair(Fraction(1), Fraction(1, 10**5))
BITS = np.array([[0, 1], [1, 1], [0, 0], [1, 0], [0, 1.0]])
OF_MODULE = np.random.default_rng(7).standard_normal((9, 9))
SEEDS = range(5)


def played(function, seed, games, *, training=None, claim=NOTHING, target=None, both="remove"):
    return AttackedProgram(
        program=Program("program", function),
        data=None,
        target=target,
        neighbours=both,
        training=training,
        claim=claim,
        games=games,
        delta=Fraction(1, 10**5),
        level=0.05,
        seed=seed,
    ).facts(lambda _: None)


NOISES = {
    "in each step anew": lambda rng, steps, d: rng.standard_normal((steps, d)),
    "one vector for all steps": lambda rng, steps, d: np.tile(rng.standard_normal(d), (steps, 1)),
    "one vector for two steps": lambda rng, steps, d: np.repeat(
        rng.standard_normal((steps // 2, d)), 2, axis=0
    ),
    "and taken back": lambda rng, steps, d: np.outer(np.resize([1, -1], steps), rng.normal(size=d)),
    "one number for all coordinates": lambda rng, steps, d: rng.standard_normal((steps, 1)),
    "one for all games": lambda rng, steps, d: OF_MODULE[:steps, :d],
    "half of it": lambda rng, steps, d: rng.standard_normal((steps, d)) / 2,
}


def loop(noise):
    """DP-SGD for logistic regression that shows its iterates, with a kind of noise."""

    def train(data, noise_multiplier, clip, rng, steps=4):
        x, y = data[:, :-1], data[:, -1]
        iterates = [np.zeros(x.shape[1])]
        for vector in NOISES[noise](rng, steps, x.shape[1]) * np.ones(x.shape[1]):
            gradients = (1 / (1 + np.exp(-x @ iterates[-1])) - y)[:, None] * x
            lengths = np.linalg.norm(gradients, axis=1, keepdims=True).clip(1e-12)
            total = (gradients * np.minimum(1, clip / lengths)).sum(axis=0)
            iterates.append(iterates[-1] - 0.1 * (total + noise_multiplier * clip * vector))
        return np.array(iterates[1:])

    return train


@pytest.mark.parametrize("both", ["remove", "replace"])
@pytest.mark.parametrize("noise", NOISES)
def test_noise_that_is_used_again_is_found_and_new_noise_is_not_refuted(noise, both) -> None:
    training = Training(Training.usual_noise(4, both), Fraction(1, 10), 4)
    found = sum(
        played(loop(noise), seed, 400, training=training, both=both).refuted for seed in SEEDS
    )
    assert found == (0 if noise == "in each step anew" else len(SEEDS))


def test_the_step_of_a_loop_of_any_norm_shows_noise_that_is_used_again() -> None:
    for clip in (Fraction(1, 1000), Fraction(1), Fraction(10)):
        training = Training(Training.usual_noise(4, "remove"), clip, 4)
        assert played(loop("one vector for all steps"), 0, 400, training=training).refuted


def sums(columns, scale):
    """Sums of columns of bits with Laplace noise: (columns / scale, 0)-DP for one row."""
    return lambda rows, rng: rows[:, :columns].sum(axis=0) + rng.laplace(scale=scale, size=columns)


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize(("share", "found"), [(0.5, 12), (1.0, 0)])
def test_half_of_the_noise_is_refuted_at_1000_games(columns, share, found) -> None:
    target = TargetOfTable(BITS, BITS[1], 1, "row 1")
    released = sums(columns, share * columns)
    facts = [
        played(released, seed, 1000, claim=CLAIM, target=target, both="replace")
        for seed in range(12)
    ]
    assert all(one.refutable for one in facts)
    assert sum(one.refuted for one in facts) == found


def test_a_correct_release_is_refuted_less_often_than_the_level_says() -> None:
    """Exactly as private as claimed: 50 at level 0.05 are at most 9, but for chance 0.001."""
    target = TargetOfTable(BITS, BITS[1], 1, "row 1")
    games = [
        played(sums(1, 1.0), seed, 200, claim=CLAIM, target=target, both="replace")
        for seed in range(50)
    ]
    assert sum(one.refuted for one in games) <= 9


SPREAD = np.array([[0.5], [0.1], [0.6], [0.4], [1.0], [0.0], [0.5]])
LEAKS = {
    "the largest row": lambda rows: rows.max(),
    "the smallest row": lambda rows: rows.min(),
    "the first row": lambda rows: rows[0, 0],
    "the last row": lambda rows: rows[-1, 0],
    "rows above 0.9": lambda rows: (rows > 0.9).sum(),
    "nothing": lambda rows: 0.0,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_release_that_shows_rows_at_an_end_of_the_data_is_refuted(leak) -> None:
    def release(rows, rng):
        return np.array([rows.sum() + rng.laplace(), LEAKS[leak](rows)])

    target = TargetOfTable(SPREAD, SPREAD[3], 3, "row 3")
    facts = played(release, 0, 400, claim=CLAIM, target=target, both="replace")
    assert facts.refuted == (leak != "nothing")


def test_without_a_claim_the_target_stays_and_several_rows_take_its_place() -> None:
    def release(rows, rng):
        return (rows > 0.9).sum() + rng.normal(scale=0.01)

    target = TargetOfTable(SPREAD, SPREAD[2], 2, "row 2")
    facts = played(release, 0, 400, target=target, both="replace")
    assert (facts.target_row, facts.refuted) == (2, False)
    assert facts.epsilon_shown > 1, "the row 0 is farther, and shows nothing"


def test_a_release_with_its_own_chance_is_played_on_the_asked_target() -> None:
    chance = np.random.default_rng(0)
    target = TargetOfTable(BITS, BITS[1], 1, "row 1")
    facts = played(
        lambda rows, rng: rows.sum() + chance.laplace(scale=0.2),
        0,
        1000,
        claim=CLAIM,
        target=target,
        both="replace",
    )
    assert (facts.target_row, facts.refuted) == (1, True)
