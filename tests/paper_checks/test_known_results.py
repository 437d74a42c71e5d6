"""The objects behind the known results of the zcdp and Renyi papers, by second routes."""

import random
from fractions import Fraction
from itertools import accumulate, product
from math import comb, cos, exp, log, pi, sin, sqrt

import numpy as np
import pytest

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
from banditproof.paper_checks.zcdp.appendix_i_known_results import (
    lemma_10_chi_square_tail as chi_square,
)
from banditproof.paper_checks.zcdp.appendix_i_known_results import (
    lemma_11_self_normalised as self_normalised,
)
from banditproof.paper_checks.zcdp.appendix_i_known_results import (
    lemma_12_least_eigenvalue as eigenvalue,
)
from banditproof.theory.balls import ball, working_precision


def test_the_partitions_of_n_records_are_as_many_as_the_sets_of_cuts() -> None:
    for n in range(1, 7):
        found = [starts for starts in lists_of_starts(n) if holds_all(starts, n)]
        assert len(found) == 2 ** (n - 1)
        assert all(any_partition(starts, n) for starts in found)
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
        found = self_normalised.crossing_probability(
            start, delta, self_normalised.squared_level, (1, -1)
        )
    assert found == Fraction(sum(map(crosses, paths)), len(paths)) > 0
    assert found != Fraction(sum(crosses(path, 0.5) for path in paths), len(paths))


def test_the_mean_of_an_exponential_is_its_closed_form() -> None:
    with working_precision(128):
        for s, v in ((Fraction(-1), Fraction(4)), (Fraction(7, 3), Fraction(5))):
            found = self_normalised.mean_of_exponential(s, v)
            closed = (ball(s) ** 2 / (2 * ball(v))).exp() / ball(v).sqrt()
            assert found.overlaps(closed)
            assert not found.overlaps(2 * closed)


def test_the_level_of_the_chi_square_tail() -> None:
    with working_precision(128):
        found = chi_square.level(4, -ball(Fraction(1, 10)).log())
    assert float(found) == pytest.approx(4 + 2 * sqrt(4 * log(10)) + 2 * log(10))


def test_the_variances_between_axes_are_the_largest_on_a_circle() -> None:
    for law in (eigenvalue.basis(2), eigenvalue.tilted()):
        largest = 0.0
        for k in range(360):
            z = cos(k * pi / 180), sin(k * pi / 180)
            squares = [(float(p), (z[0] * x + z[1] * y) ** 2) for (x, y), p in law.items()]
            mean = sum(p * one for p, one in squares)
            largest = max(largest, sum(p * (one - mean) ** 2 for p, one in squares))
        assert float(eigenvalue.largest_variance(law)) == pytest.approx(largest, abs=1e-3)
        assert eigenvalue.least_eigenvalue(law) == Fraction(1, 2)


def test_the_trace_after_two_rounds_is_that_of_the_eigenvalues() -> None:
    for law in (eigenvalue.basis(2), eigenvalue.tilted()):
        total = 0.0
        for (a, p), (b, q) in product(law.items(), repeat=2):
            one, two = (np.array([float(y) for y in x]) for x in (a, b))
            values = np.linalg.eigvalsh(np.outer(one, one) + np.outer(two, two))
            total += float(p * q) * sum(exp(-value) for value in values)
        with working_precision(128):
            assert float(eigenvalue.trace_after_two(law)) == pytest.approx(total)


def test_the_chance_of_few_rare_actions_is_above_the_exact_one() -> None:
    for p, t, height in ((Fraction(1, 4), 40, 5), (Fraction(1, 2), 30, 9)):
        with working_precision(128):
            found = float(eigenvalue.chance_below(p, t, ball(height)))
        exact = float(sum(comb(t, k) * p**k * (1 - p) ** (t - k) for k in range(height + 1)))
        assert exact <= found < 30 * exact
    assert eigenvalue.chance_below(Fraction(1, 4), 40, ball(11)) == 1


def test_the_greedy_play_leaves_a_direction_out() -> None:
    """The share of e_2 is the chance that ten contexts are all e_2; the level overtakes it."""
    play = eigenvalue.GREEDY
    contexts = product((1, 2), repeat=play.contexts)
    assert play.second == Fraction(sum(set(one) == {2} for one in contexts), 2**play.contexts)
    with working_precision(128):
        height = eigenvalue.level(10**6, Fraction(1, 2))
        spread = log((10**6 + 3) * 2 / 0.05)
        assert float(height) == pytest.approx(125000 - 8 * spread - 2 * sqrt(10**6 * spread))
        assert eigenvalue.small_enough(play, 10**6, height) > ball(Fraction(9, 10))
        assert not eigenvalue.small_enough(play, 1000, eigenvalue.level(1000, Fraction(1, 2))) > 0
