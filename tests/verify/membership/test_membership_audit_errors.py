"""Audits by games: their exact errors, against enumeration, and over all private mechanisms."""

import math
from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from case_tables import table
from scipy.stats import beta as beta_law
from scipy.stats import binom
from banditproof.algorithms.membership.games.membership_game import GameRecord
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.membership.error_limits import (
    ExactLimits,
    GameAudit,
    RadiusOfAllRounds,
    RadiusOfOwnRounds,
    bound_from_limits,
)
from banditproof.verify.membership.exact_error import AuditedGame, chance_of_a_miss
from banditproof.verify.sampling.two_samples import response

AUDIT = GameAudit()
LIMITS = [ExactLimits(), RadiusOfOwnRounds(), RadiusOfAllRounds()]


def corner(eps):
    """The errors of the answer of a randomised response."""
    return response(eps, truth=False), response(eps, truth=False)


def enumerated(audit, eps, rounds, alpha, beta, delta=0.0):
    """The probability of a bound above eps, from all sequences of bits and wrong guesses."""
    total = Fraction(0)
    for bits in product((0, 1), repeat=rounds):
        for wrong in product((0, 1), repeat=rounds):
            chance = Fraction(1, 2**rounds)
            for bit, error in zip(bits, wrong, strict=True):
                rate = beta if bit else alpha
                chance *= rate if error else 1 - rate
            b, w = np.array(bits, bool), np.array(wrong, bool)
            if audit.bound(GameRecord(b, b ^ w), delta) > eps:
                total += chance
    return total


@pytest.mark.parametrize(
    ("audit", "eps", "delta"),
    [
        (GameAudit(ExactLimits(0.9)), Fraction(0), Fraction(0)),
        (GameAudit(ExactLimits(0.9)), Fraction(1, 4), Fraction(1, 5)),
        (GameAudit(RadiusOfOwnRounds(0.999)), Fraction(0), Fraction(0)),
    ],
)
def test_the_error_is_that_of_all_sequences_of_rounds(audit, eps, delta):
    alpha, beta = Fraction(1, 5), Fraction(1, 3)
    result = AuditedGame(audit, eps, 4, delta).error(alpha, beta)
    true = enumerated(audit, float(eps), 4, alpha, beta, float(delta))
    assert true > 0
    assert result.lo <= true <= result.hi
    assert float(result.width) < 1e-9


@pytest.mark.parametrize(
    ("rounds", "eps", "error"),
    [(20, 0, 4.294e-4), (20, "1/2", 8.054e-4), (20, 1, 0), (20, 2, 0), (60, 1, 4.4133e-3)],
)
def test_known_errors_of_the_exact_limits(rounds, eps, error):
    result = AuditedGame(AUDIT, eps, rounds).error(*corner(eps))
    assert float(result) == pytest.approx(error, rel=2e-4, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(("rounds", "eps", "error"), table(__file__, "known_errors_of_many_rounds"))
def test_known_errors_of_many_rounds(rounds, eps, error):
    result = AuditedGame(AUDIT, eps, rounds).error(*corner(eps))
    assert float(result) == pytest.approx(error, rel=2e-4)


def worst_on_a_grid(level, eps, runs):
    """The largest error over 2000 pairs on the border, for fixed runs of each bit, in floats."""
    first = np.linspace(0, 1 / (1 + math.exp(eps)), 1000)
    alphas = np.concatenate([first, 1 - math.exp(eps) * first])
    betas = np.concatenate([1 - math.exp(eps) * first, first])
    counts = np.arange(runs + 1)
    limits = np.append(beta_law.ppf(1 - level / 2, counts[:-1] + 1, runs - counts[:-1]), 1.0)
    a, b = limits[:, None], limits[None, :]
    alarms = np.maximum((1 - b) / a, (1 - a) / b) > math.exp(eps) * (1 + 1e-12)
    left, right = (binom.pmf(counts, runs, rates[:, None]) for rates in (alphas, betas))
    return float(((left @ alarms) * right).sum(axis=1).max())


@pytest.mark.parametrize(("level", "known"), [(0.025, 6.9e-4), (0.05, 2.24e-3)])
def test_the_worst_error_for_fixed_runs_of_each_bit(level, known):
    """The audit by an event errs twice as often at eps = 0: for E and, at other counts, for not E.

    The numbers of the audit by an event, with both of its limits at level/2, are known.
    """
    game = AuditedGame(GameAudit(ExactLimits(level)), 0, 40, without=20)
    result = game.worst_error(cells=40)
    assert 2 * float(result.lo) == pytest.approx(known, abs=6e-6)
    assert result.lo == game.error("1/2", "1/2").lo
    assert float(result.lo) == pytest.approx(worst_on_a_grid(level, 0, 20), rel=1e-6)
    assert result.hi < level


@pytest.mark.slow
def test_the_worst_error_for_fixed_runs_at_eps_2():
    """Both logarithms may be too large, so the error is about twice that of an event, 0.00276."""
    game = AuditedGame(GameAudit(ExactLimits(0.025)), 2, 120, without=60)
    result = game.worst_error(cells=40)
    assert worst_on_a_grid(0.025, 2, 60) == pytest.approx(float(result.lo), rel=1e-3)
    assert result.lo <= game.error(*corner(2)).hi
    assert float(result.lo) == pytest.approx(2 * 0.00276, rel=0.02)
    assert result.hi < 0.025


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize(("eps", "delta"), [(0, 0), ("3/10", 0), (1, "1/10")])
def test_no_private_mechanism_is_worse_than_the_worst(limits, eps, delta):
    game = AuditedGame(GameAudit(limits), eps, 16, delta)
    worst = game.worst_error(cells=16)
    assert worst.hi <= 0.05
    factor, rest = math.exp(float(Fraction(eps))), 1 - float(Fraction(delta))
    rng = np.random.default_rng(5)
    for alpha in rng.random(6):
        least = max(rest - factor * alpha, (rest - alpha) / factor, 0.0)
        beta = min(1.0, least + 1e-9 + 0.1 * rng.random() * (1 - least))
        assert game.error(float(alpha), float(beta)).lo <= worst.hi


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("rounds", [1, 3, 10, 40])
def test_both_limits_hold_together(limits, rounds):
    for alpha, beta in (("1/2", "1/2"), ("1/10", "1/3"), (0, 1)):
        assert chance_of_a_miss(limits, alpha, beta, rounds).hi <= 0.05


def test_the_chance_of_a_miss_is_that_of_all_counts():
    limits, alpha, beta, rounds = ExactLimits(0.5), Fraction(1, 3), Fraction(1, 4), 5
    total = Fraction(0)
    for zeros in range(rounds + 1):
        ones, weight = rounds - zeros, Fraction(math.comb(rounds, zeros), 2**rounds)
        for i, j in product(range(zeros + 1), range(ones + 1)):
            missed = limits.upper(i, zeros, rounds) < alpha or limits.upper(j, ones, rounds) < beta
            chance = math.comb(zeros, i) * alpha**i * (1 - alpha) ** (zeros - i)
            chance *= math.comb(ones, j) * beta**j * (1 - beta) ** (ones - j)
            total += weight * chance * bool(missed)
    result = chance_of_a_miss(limits, alpha, beta, rounds)
    assert 0 < result.lo <= total <= result.hi


def test_the_constant_for_all_rounds():
    assert chance_of_a_miss(RadiusOfAllRounds(), 0, 1, 8) == Enclosure.of(0)
    assert RadiusOfAllRounds(0.025).constant == pytest.approx(2.7819, abs=1e-4)
    trivial = RadiusOfAllRounds().upper([0, 0], [0, 3], 6)
    assert trivial.tolist() == [1.0, 1.0]


def test_bounds_of_one_game():
    bits = np.arange(40) % 2 == 0
    right = GameRecord(bits, bits)
    a, b = right.error_limits()
    assert AUDIT.bound(right) == pytest.approx(math.log((1 - b) / a), abs=1e-6)
    assert AUDIT.bound(right) <= math.log((1 - b) / a)
    assert AUDIT.bound(right, 0.5) == pytest.approx(math.log((0.5 - b) / a), abs=1e-6)
    assert AUDIT.bound(GameRecord(bits, ~bits)) == 0
    assert AUDIT.bound(GameRecord(np.zeros(30, bool), np.zeros(30, bool))) == 0
    assert bound_from_limits(0.2, 0.5, 0.5) == 0
    assert bound_from_limits(0.0, 0.0, 0.5) == math.inf


class Falling(ExactLimits):
    """Limits that fall with the number of errors."""

    def upper(self, errors, own, rounds):
        return super().upper(np.asarray(own) - np.asarray(errors), own, rounds)


def test_limits_that_fall_have_no_worst_error_by_their_ends():
    with pytest.raises(ValueError, match="may rise"):
        AuditedGame(GameAudit(Falling()), 0, 12).worst_error()
