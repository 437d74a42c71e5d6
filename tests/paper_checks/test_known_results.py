"""The objects behind known results that the documents recall, by second routes."""

import math
import random
from fractions import Fraction
from itertools import accumulate, product
from math import cos, log, pi, sin, sqrt
import numpy as np
import pytest
from programs import lemma_11_self_normalised as self_normalised
from programs import lemma_12_least_eigenvalue as eigenvalue
from programs import lemma_c_25_relative_entropy as entropy
from programs import mechanisms_of_chapter_5 as mechanisms
from programs import theorem_5_6_regret_of_adac_ucb as regret
from banditproof.paper_checks.models.disjoint_blocks import (
    any_partition,
    as_printed,
    counted,
    holds_all,
    lists_of_starts,
)
from banditproof.paper_checks.models.exact_matrices import (
    applied,
    determinant,
    form,
    gram,
    random_vectors,
)
from banditproof.paper_checks.models.noisy_means import tail_above
from banditproof.theory.balls import ball, working_precision


def test_the_partitions_of_n_records_are_as_many_as_the_sets_of_cuts() -> None:
    for n in range(1, 7):
        results = [starts for starts in lists_of_starts(n) if holds_all(starts, n)]
        assert len(results) == 2 ** (n - 1)
        assert all(any_partition(starts, n) for starts in results)
    assert counted(as_printed)[1]["admitted"] == 0


def test_exact_matrices_agree_with_floats() -> None:
    source = random.Random(5)
    for d in (1, 2, 4):
        one = gram(random_vectors(source, d, d + 2))
        floats = np.array([[float(Fraction(str(one[i, j]))) for j in range(d)] for i in range(d)])
        (x,) = random_vectors(source, d, 1)
        assert float(determinant(one)) == pytest.approx(np.linalg.det(floats))
        assert float(form(one, x)) == pytest.approx(x @ floats @ np.array(x))
        assert np.allclose([float(y) for y in applied(one, x)], floats @ np.array(x))
        assert np.linalg.eigvalsh(floats).min() > -1e-9


@pytest.mark.parametrize("scale", ["1/4", "3"])
def test_the_crossings_of_a_walk_are_those_of_all_its_paths(scale: str, monkeypatch) -> None:
    monkeypatch.setattr(self_normalised, "ROUNDS", 9)
    start, delta = Fraction(scale), Fraction(3, 5)

    def crosses(signs: tuple[int, ...], weight: float = 1.0) -> bool:
        return any(
            s * s / (start + t) >= weight * (2 * log(1 / delta) + log((start + t) / start))
            for t, s in enumerate(accumulate(signs), 1)
        )

    paths = list(product((1, -1), repeat=9))
    with working_precision(128):
        result = self_normalised.crossing_probability(
            start, delta, self_normalised.squared_level, (1, -1)
        )
    assert result == Fraction(sum(map(crosses, paths)), len(paths)) > 0
    assert result != Fraction(sum(crosses(path, 0.5) for path in paths), len(paths))


def test_the_mean_of_an_exponential_is_its_closed_form() -> None:
    with working_precision(128):
        for s, v in ((Fraction(-1), Fraction(4)), (Fraction(7, 3), Fraction(5))):
            result = self_normalised.mean_of_exponential(s, v)
            closed = (ball(s) ** 2 / (2 * ball(v))).exp() / ball(v).sqrt()
            assert result.overlaps(closed)
            assert not result.overlaps(2 * closed)


def test_the_variances_between_axes_are_the_largest_on_a_circle() -> None:
    for law in (eigenvalue.basis(2), eigenvalue.tilted()):
        largest = 0.0
        for k in range(360):
            z = cos(k * pi / 180), sin(k * pi / 180)
            squares = [(float(p), (z[0] * x + z[1] * y) ** 2) for (x, y), p in law.items()]
            mean = sum(p * item for p, item in squares)
            largest = max(largest, sum(p * (item - mean) ** 2 for p, item in squares))
        assert float(eigenvalue.largest_variance(law)) == pytest.approx(largest, abs=1e-3)
        assert eigenvalue.least_eigenvalue(law) == Fraction(1, 2)


def test_the_greedy_play_leaves_a_direction_out() -> None:
    """The share of e_2 is the chance that ten contexts are all e_2; the level overtakes it."""
    play = eigenvalue.GREEDY
    contexts = product((1, 2), repeat=play.contexts)
    assert play.second == Fraction(
        sum(set(context) == {2} for context in contexts), 2**play.contexts
    )
    with working_precision(128):
        height = eigenvalue.level(10**6, Fraction(1, 2))
        spread = log((10**6 + 3) * 2 / 0.05)
        assert float(height) == pytest.approx(125000 - 8 * spread - 2 * sqrt(10**6 * spread))
        assert eigenvalue.small_enough(play, 10**6, height) > ball(Fraction(9, 10))
        assert not eigenvalue.small_enough(play, 1000, eigenvalue.level(1000, Fraction(1, 2))) > 0


def test_the_ends_of_relative_entropy_meet() -> None:
    for p, q in product(entropy.GRID, repeat=2):
        ends = entropy.printed_ends(p, q)
        assert len(ends) == (p in (0, 1)) + (q in (0, 1))
        assert all(first == second for first in ends for second in ends)
    assert entropy.minus_log(Fraction(0)).lo == math.inf
    assert float(entropy.minus_log(Fraction(1, 4))) == pytest.approx(math.log(4))


def test_the_spent_deltas_agree_with_normal_tails() -> None:
    """Phi(m/2 - eps/m) - e^eps Phi(-m/2 - eps/m) in floats, m = eps / sqrt(2 log(1.25/delta))."""
    for eps, delta, ratio in mechanisms.EXCESSES:
        e, d = float(eps), float(Fraction(delta))
        m = e / math.sqrt(2 * math.log(1.25 / d))
        first, second = ((-m / 2 + e / m), (m / 2 + e / m))
        spent = (
            math.erfc(first / math.sqrt(2)) / 2 - math.exp(e) * math.erfc(second / math.sqrt(2)) / 2
        )
        assert float(ratio) <= spent / d < float(ratio) + 1e-3


def test_the_level_of_half_the_gap_is_above_the_exact_root() -> None:
    for gap, rho, u in product((0.1, 1.0), (1e-3, 1.0, 1e3), (0.5, 40.0)):
        root = u / gap**2 * (1 + math.sqrt(1 + 4 * gap**2 / (rho * u)))
        width = math.sqrt((1 / (2 * root) + 1 / (rho * root**2)) * u)
        assert 2 * width == pytest.approx(gap)
        level = regret.printed_level(Fraction(gap), ball(Fraction(u)), Fraction(rho))
        assert root < float(level.mid()) < 2 * root


def test_a_coin_at_delta_one_nearly_attains_the_bound() -> None:
    """For c = 0.99, by a numerical normal tail: mu Phi(h/s) + (1 - mu) Phi(-(1 - h)/s)."""
    h = Fraction(1, 200)
    s = float(h) ** 1.5
    result = tail_above(1, 1 - h, h**3, ball(Fraction(0)))
    near, far = (math.erfc(-x / math.sqrt(2)) / 2 for x in (float(h) / s, -(1 - float(h)) / s))
    assert float(result.mid()) == pytest.approx((1 - float(h)) * near + float(h) * far)
    assert float(result.mid()) > 0.99
