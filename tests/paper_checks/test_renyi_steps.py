"""Refutations in the Renyi document, computed again by mpmath alone.

Their claims are proofs of numbered steps. Nothing of these, nor of `banditproof.theory`, is used
here: plays are played, norms come from matrices, probabilities and divergences from the normal law.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
import pytest
from mpmath import exp, inf, log, matrix, mp, mpf, ncdf, npdf, quad, sqrt


@pytest.fixture(autouse=True)
def digits() -> Iterator[None]:
    with mp.workdps(25):
        yield


def det_of_line_6(actions: list[tuple[int, int]]) -> list[int]:
    """The rounds at which line 6 fires in two dimensions, lambda = C = 1, actions on the axes."""
    first, second, old, rounds = 1, 1, 1, []
    for t, (x, y) in enumerate([*actions, (0, 0)], 1):
        if first * second > 2 * old:
            old = first * second
            rounds.append(t)
        first, second = first + x * x, second + y * y
    return rounds


def test_each_later_estimate_reads_the_first_reward() -> None:
    assert det_of_line_6([(1, 0)] * 6) == [3, 7]

    def estimate(rewards: list[int], noise: Fraction) -> Fraction:
        return (sum(rewards) + noise) / Fraction(1 + len(rewards))

    noise = Fraction(3, 10)
    assert estimate([1, 0, 0, 0, 0, 0], noise) - estimate([0] * 6, noise) == Fraction(1, 7)


def test_the_third_episode_begins_where_the_reward_decides() -> None:
    one, two = (1, 0), (0, 1)
    assert det_of_line_6([one, one, one, one]) == [3]
    assert det_of_line_6([one, one, two, one]) == [3, 5]

    def chance(total: int) -> mpf:
        """That e_1 has the larger index in round 3, for Y of variance 4."""
        width = 2 * (1 - 1 / sqrt(mpf(3)))
        return 1 - ncdf((width - mpf(total) / 3) / sqrt(4 * (mpf(1) / 9 + 1)))

    assert chance(1) - chance(0) > mpf("0.05")


def test_phase_3_begins_where_the_reward_decides() -> None:
    for m in (1, 7, 300):
        c = 2 * m + 1
        assert (2 * ceil(Fraction(c, 2)), c) == (2 * m + 2, 2 * m + 1)

    def one_is_gone(mean: mpf, deviation: mpf) -> mpf:
        return ncdf((mean - 1) / deviation) + ncdf((-1 - mean) / deviation)

    for plays in (10, 40):
        deviation = sqrt(2 * mpf(4)) / plays
        assert one_is_gone(mpf(1) / plays, deviation) > 1.01 * one_is_gone(mpf(0), deviation)


def test_the_largest_norm_is_not_in_the_support() -> None:
    x, y = sqrt(mpf(3) / 8), sqrt(mpf(5) / 8)
    support = [(mpf(1), mpf(0)), (-x, y), (-x, -y)]
    weights = [mpf(1) / 5, mpf(2) / 5, mpf(2) / 5]

    def design(counts: list[mpf]) -> matrix:
        total = matrix(2, 2)
        for n, (a, b) in zip(counts, support, strict=True):
            total += n * matrix([[a * a, a * b], [a * b, b * b]])
        return total

    def squared(v: matrix, action: tuple[mpf, mpf]) -> mpf:
        column = matrix(action)
        return (column.T * (v**-1) * column)[0]

    optimal = design(weights)
    assert all(abs(squared(optimal, a) - 2) < mpf(10) ** -20 for a in [*support, (0, 1)])
    for m in (1, 20, 1000):
        played = design([mpf(ceil((5 * m + mpf("0.1")) * w)) for w in weights])
        assert squared(played, (mpf(0), mpf(1))) > max(squared(played, a) for a in support)


def test_the_private_part_of_the_radius_grows_at_an_update() -> None:
    updates, tau = [], 0
    for t in range(1, 2060):
        if t > 2 * (1 + tau):
            tau = t - 1
            updates.append(tau)

    def part(t: int) -> mpf:
        level = log(10 * (mpf(t) + 3))
        below = 1 + mpf(t) / 4 - 8 * level - 2 * sqrt(t * level)
        assert below > 0
        return sqrt(sum(u <= t for u in updates) / below)

    assert updates[9] == 2046
    assert part(2046) > mpf("1.04") * part(2045)


def test_two_estimates_of_one_reward_cost_twice_the_budget() -> None:
    alpha, eps = mpf(3), mpf("0.7")
    deviation = sqrt(alpha / (2 * eps))

    def moment(shift: mpf) -> mpf:
        def term(x: mpf) -> mpf:
            return npdf(x, shift, deviation) ** alpha * npdf(x, 0, deviation) ** (1 - alpha)

        return quad(term, [-inf, 0, 3, inf])

    one = log(moment(mpf(1))) / (alpha - 1)
    both = log(moment(mpf(1)) ** 2) / (alpha - 1)
    assert abs(one - eps) < mpf(10) ** -12
    assert abs(both - 2 * eps) < mpf(10) ** -12


def test_the_printed_event_is_not_that_of_the_lemma() -> None:
    for d in (1, 2, 10, 1000):
        for level in (mpf(1), mpf(5), mpf(60)):
            printed = d + 2 * sqrt(d * level + 2 * level)
            assert printed < d + 2 * sqrt(d * level) + 2 * level
    # one dimension, T/delta = e^20: the printed level is passed too often
    assert 2 * (1 - ncdf(sqrt(1 + 2 * sqrt(60)))) > 1000 * exp(-20)


def test_the_dropped_ceilings_are_above_the_bound() -> None:
    ratios = []
    for d in (mpf(10) ** 20, mpf(10) ** 30):
        horizon = d**2 / 2
        level = log((horizon + 1) * horizon * log(horizon))
        printed = 1000 * (sqrt(d * horizon * level) + sqrt(level) * log(horizon))
        ratios.append(4 * d * (d + 1) / printed)
    assert 1 < ratios[0] < ratios[1]
