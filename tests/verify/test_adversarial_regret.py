"""Regret on families of losses, expectations of estimates, and Lemma 11 as a test of privacy."""

import math
from dataclasses import replace
from fractions import Fraction
import numpy as np
import pytest
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.ftpl import FTPL
from banditproof.algorithms.adversarial.htinf import HTINF
from banditproof.algorithms.adversarial.loss_families import FAMILIES, make_losses
from banditproof.algorithms.adversarial.loss_sequences import constant_losses, table_losses
from banditproof.algorithms.adversarial.private_learners import LEARNERS as LEARNERS_BY_NAME
from banditproof.algorithms.adversarial.private_learners import make_learner
from banditproof.algorithms.engines.adversarial_engine import LearnerRuns
from banditproof.theory import Enclosure, exact
from banditproof.theory.adversarial import NoisyGame, PrivateGame
from banditproof.theory.adversarial.conversion_bounds import (
    exp3_conversion_printed,
    exp3_conversion_tuned,
    ftpl_conversion_printed,
    ftpl_conversion_proved,
    htinf_conversion_printed,
    htinf_conversion_proved,
)
from banditproof.theory.adversarial.learner_bounds import (
    exp3_proved,
    exp3_tuned,
    exp3_tuned_mixing,
    ftpl_proved,
    htinf_proved,
)
from banditproof.theory.balls import ball
from banditproof.verify.adversarial import looks_at_an_arm as looks_at_an_arm_room
from banditproof.verify.adversarial.looks_at_an_arm import looks_at_an_arm
from banditproof.verify.adversarial.regret_oracles import (
    RegretRow,
    families_of,
    least_regret,
    lower_limit,
    regret_rows,
    regrets,
    tuned_exp3,
)
from banditproof.verify.sampling import upper_limit
from banditproof.verify.sampling.clopper_pearson import lower_limit as binomial_lower_limit


def test_at_least_six_families_are_played():
    assert len(families_of(3)) >= 6
    assert set(families_of(2)) == set(FAMILIES)


def test_no_play_is_below_the_least_regret():
    rng = np.random.default_rng(3)
    for name in families_of(2):
        losses = make_losses(name, 2, 60)
        rows = losses.block(0, 60)
        floor = least_regret(losses)
        assert floor <= 0
        for _ in range(20):
            arms = rng.integers(0, 2, 60)
            suffered = rows[np.arange(60), arms].sum()
            assert suffered - rows.sum(axis=0).min() >= floor - 1e-9


def test_the_lower_limit_errs_seldom():
    """Regrets that are 10 with probability 0.2 and 0 otherwise: their mean is 2."""
    rng = np.random.default_rng(4)
    for _ in range(200):
        result = np.where(rng.random(3) < 0.2, 10.0, 0.0)
        assert lower_limit(result, 0.0, "1e-3") <= 2.0
    assert lower_limit(np.full(50, 10.0), 0.0, "1e-3") > 8
    assert lower_limit(np.full(50, 10.0), -30.0, "1e-3") < 5


class NeverLearns:
    """Plays arm 2 for ever."""

    name = "never learns"

    def start(self, arms):
        return 0

    def law(self, state):
        return (0.0, 1.0)

    def act(self, state, rng):
        return 1

    def update(self, state, arm, loss, rng):
        return state


def test_a_bound_is_refuted_by_what_does_not_learn():
    bound = NoisyGame.of(2, 200, 0).value(exp3_tuned)
    rows = regret_rows(NeverLearns(), bound, 2, 200, runs=20)
    refuted = {row.family for row in rows if row.refuted}
    assert {"linear", "one-good-arm", "lower-bound"} <= refuted
    assert not refuted & {"alternating", "piecewise"}
    assert not any(row.vacuous for row in rows)
    assert regret_rows(NeverLearns(), Enclosure.of(60), 2, 50, 1, ["linear"])[0].vacuous


def test_the_tuned_exp3_is_within_its_bound():
    bound = NoisyGame.of(2, 300, 0).value(exp3_tuned)
    rows = regret_rows(tuned_exp3(2, 300), bound, 2, 300, runs=4)
    assert not any(row.refuted for row in rows)
    assert max(row.share for row in rows) < 1


def test_regret_of_players_of_all_kinds():
    losses = constant_losses((0, 1), 40)
    for player in (HTINF(), BatchedReleases(EXP3(0, 1), 2, 1), NeverLearns()):
        result = regrets(player, losses, 3, rng=2)
        assert result.shape == (3,)
        assert (result >= 0).all()
    assert regrets(NeverLearns(), losses, 2).tolist() == [40.0, 40.0]


ROUNDS = 20000
LEARNERS = {
    "htinf": (HTINF(), htinf_proved),
    "exp3": (tuned_exp3(2, ROUNDS), exp3_tuned),
    "ftpl": (FTPL.tuned(2, ROUNDS, noise=0), ftpl_proved),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LEARNERS)
def test_learners_are_within_their_proved_bounds(name):
    learner, formula = LEARNERS[name]
    bound = NoisyGame.of(2, ROUNDS, 0).value(formula)
    for row in regret_rows(learner, bound, 2, ROUNDS, runs=4):
        assert not row.vacuous
        assert not row.refuted
        assert row.share < 1


PRIVATE = {
    "batched-htinf": (htinf_conversion_proved, htinf_conversion_printed),
    "batched-exp3": (exp3_conversion_tuned, exp3_conversion_printed),
    "batched-ftpl": (ftpl_conversion_proved, ftpl_conversion_printed),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PRIVATE)
def test_private_learners_are_within_proved_and_printed_bounds(name):
    """At eps = 1/2 and 10^5 rounds the proved bounds are below the horizon, printed ones above."""
    rounds, eps = 10**5, "0.5"
    game = PrivateGame.of(2, rounds, eps)
    if name == "batched-exp3":  # its bound is of other rates than the prescribed ones
        policy = BatchedReleases(tuned_exp3(2, rounds // 2, scale=1), 2, eps)
    else:
        policy = make_learner(name, 2, eps, rounds)
    proved, printed = (game.value(formula) for formula in PRIVATE[name])
    assert proved < printed
    for row in regret_rows(policy, proved, 2, rounds, runs=2):
        assert not row.vacuous
        assert not row.refuted
        assert row.mean < float(proved)


@pytest.mark.slow
@pytest.mark.parametrize("name", PRIVATE)
def test_printed_bounds_where_they_say_something(name):
    """At eps = 1 and 10^6 rounds the printed bounds are below the horizon, and far above a run."""
    rounds = 10**6
    printed = PrivateGame.of(2, rounds, 1).value(PRIVATE[name][1])
    policy = make_learner(name, 2, 1, rounds)
    (row,) = regret_rows(policy, printed, 2, rounds, runs=1, families=["small-gap"])
    assert not row.vacuous
    assert 0 < row.share < 0.1


def test_who_never_looks_and_never_changes_is_not_refuted():
    still = BatchedReleases(EXP3(0, 0), 2, 1)
    result = looks_at_an_arm(still, "0.1", 60, plays=3, runs=8)
    assert not result.refuted
    assert result.allowed.lo >= result.dear.lo


def test_who_hardly_looks_and_changes_at_once_is_not_private():
    """EXP3 without noise finds the free arm within 300 rounds, and leaves the dear one."""
    learner = EXP3("0.5", "0.02")
    open_eyes = BatchedReleases(learner, 2, math.inf)
    result = looks_at_an_arm(open_eyes, "0.002", 400, plays=150, runs=40)
    assert result.refuted
    assert exact("0.002") * 150 < Fraction(7, 10)  # p eps < log 2, as the lemma needs
    assert "more than 150 plays" in result.witness.lower()
    private = BatchedReleases(learner, 2, "0.002")
    assert not looks_at_an_arm(private, "0.002", 400, plays=150, runs=40).refuted


PURE = [name for name, entry in LEARNERS_BY_NAME.items() if entry.private and "exp4" not in name]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PURE, "local-exp4"])
def test_every_private_learner_passes_the_test_of_lemma_11(name):
    """The inequality is one of pure privacy, so batched EXP4 is left out."""
    for eps in ("0.05", "0.5"):
        experts = 2 if "experts" in LEARNERS_BY_NAME[name].options else None
        policy = make_learner(name, 2, eps, 600, experts=experts)
        for plays in (1, int(0.6 / float(eps))):
            assert not looks_at_an_arm(policy, eps, 600, plays, runs=20).refuted


def test_table_losses_of_one_round_are_a_game():
    assert least_regret(table_losses([(0, 1), (1, 0)])) == -1.0


def found_pulls(counts):
    """Runs of 40 rounds in which arm 2 was played so often."""
    pulls = np.array([[40 - n, n] for n in counts], np.int64)
    return LearnerRuns(40, (), np.zeros(len(counts)), np.zeros((len(counts), 0)), pulls)


def test_both_worlds_of_lemma_11_have_their_limits(monkeypatch):
    """Of 30 runs each, 2 and 29 have more than 10 plays; exactly 10 are not more."""
    worlds = [[11, 12] + [10] * 28, [11] * 29 + [10]]
    monkeypatch.setattr(
        looks_at_an_arm_room, "simulate_losses", lambda *given: found_pulls(worlds.pop(0))
    )
    policy = BatchedReleases(EXP3(0, 1), 2, 1)
    result = looks_at_an_arm(policy, "0.05", 40, plays=10, runs=30, level="0.01")
    half = Fraction(1, 200)
    assert result.dear == upper_limit(2, 30, half)
    assert result.free == binomial_lower_limit(29, 30, half)
    assert float(result.allowed) == pytest.approx(math.exp(0.5) * float(result.dear.hi))
    assert result.refuted
    assert not replace(result, allowed=Enclosure.of(result.free.lo, 1)).refuted
    assert not replace(result, free=Enclosure.of(0, 1)).refuted


def test_seeds_of_all_kinds_decide_the_runs_of_lemma_11():
    policy = BatchedReleases(EXP3("0.3", "0.3"), 2, 1)
    seeds = (3, 3, 4, *(np.random.default_rng(seed) for seed in (3, 3, 4)))
    results = [looks_at_an_arm(policy, 1, 40, 9, 6, rng=seed).regrets for seed in seeds]
    for first, again, second in (results[:3], results[3:]):
        assert first == again != second


def test_limits_of_regrets_that_are_seldom_small_err_seldom():
    """A regret of 10 with probability 0.55: most runs have it, and the mean is 5.5."""
    rng = np.random.default_rng(6)
    for _ in range(200):
        result = np.where(rng.random(30) < 0.55, 10.0, 0.0)
        assert lower_limit(result, 0.0, "1e-3") <= 5.5


def test_a_row_is_refuted_above_its_bound_alone():
    row = RegretRow("linear", 100, Enclosure.of(40, 50), 45.0, 45.0)
    assert not row.refuted
    assert not replace(row, least=50.0).refuted
    assert replace(row, least=50.1).refuted
    assert not row.vacuous
    assert replace(row, bound=Enclosure.of(100, 101)).vacuous
    assert not replace(row, bound=Enclosure.of(99, 101)).vacuous


def test_the_level_is_shared_by_the_families():
    rows = regret_rows(NeverLearns(), Enclosure.of(9), 2, 50, 4, ["linear", "one-good-arm"], "0.01")
    for row in rows:
        assert row.least == pytest.approx(lower_limit(np.full(4, 40.0), 0.0, "0.005"))


@pytest.mark.parametrize(("arms", "rounds", "scale"), [(2, 900, 0), (3, 5000, 1), (2, 9000, 2)])
def test_the_tuned_exp3_has_the_rates_of_its_bound(arms, rounds, scale):
    game, learner = NoisyGame.of(arms, rounds, scale), tuned_exp3(arms, rounds, scale)
    proved = game.value(lambda g: exp3_proved(g, ball(exact(learner.eta))))
    assert float(proved) == pytest.approx(float(game.value(exp3_tuned)), rel=1e-9)
    if scale:
        assert float(learner.gamma) == pytest.approx(float(game.value(exp3_tuned_mixing)))
