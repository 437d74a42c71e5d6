"""The objects behind the recalled results of the thesis's Appendix C.5, by second routes."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from banditproof.paper_checks.models.noisy_means import tail_above
from banditproof.paper_checks.thesis.appendix_c_chapter_5 import (
    lemma_c_19_divergence_decomposition as histories,
)
from banditproof.paper_checks.thesis.appendix_c_chapter_5 import (
    lemma_c_25_relative_entropy as entropy,
)
from banditproof.paper_checks.thesis.appendix_c_chapter_5 import lemma_c_26_chernoff as chernoff
from banditproof.paper_checks.thesis.appendix_c_chapter_5 import lemmas_c_22_and_c_23_tails as tails
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy import (
    mechanisms_of_chapter_5 as mechanisms,
)
from banditproof.paper_checks.thesis.chapter_5_algorithm_design.section_5_3_regret import (
    theorem_5_6_regret_of_adac_ucb as regret,
)
from banditproof.theory.balls import ball, working_precision


def test_histories_have_mass_one_and_the_pulls_of_a_simulation() -> None:
    policy = histories.random_policy(histories.Random(3), 3)
    means = (Fraction(1, 3), Fraction(3, 4))
    law = histories.laws(policy, 3, means)
    assert sum(law.values()) == 1
    assert len(law) == 4**3
    both = [histories.expected_pulls(law, law, arm) for arm in (0, 1)]
    assert sum(both) == 3
    # one arm after one reward, by the law of the first round
    first = policy[()]
    second = sum(
        first[a] * (mu if r else 1 - mu) * policy[((a, r),)][0]
        for (a, mu), r in product(enumerate(means), (0, 1))
    )
    short = histories.laws(policy, 2, means)
    assert histories.expected_pulls(short, short, 0) == first[0] + second


def test_divergences_of_coins_agree_with_floats() -> None:
    for p, q in product((0.0, 0.2, 0.5, 1.0), (0.1, 0.5, 0.9)):
        terms = [a * math.log(a / b) for a, b in ((p, q), (1 - p, 1 - q)) if a]
        found = histories.bernoulli_divergence(Fraction(p), Fraction(q))
        assert float(found.mid()) == pytest.approx(sum(terms), abs=1e-12)


def test_the_ends_of_relative_entropy_meet() -> None:
    for p, q in product(entropy.GRID, repeat=2):
        ends = entropy.printed_ends(p, q)
        assert len(ends) == (p in (0, 1)) + (q in (0, 1))
        assert all(one == other for one in ends for other in ends)
    assert entropy.minus_log(Fraction(0)).lo == math.inf
    assert float(entropy.minus_log(Fraction(1, 4))) == pytest.approx(math.log(4))


def test_tails_of_coins_agree_with_a_recursion() -> None:
    """One coin after the other, in place of binomial coefficients."""
    for up in (True, False):
        for n, mu, k, tail in chernoff.tails(up):
            if n > 12:
                continue
            masses = [Fraction(1)]
            for _ in range(n):
                grown = [*(m * (1 - mu) for m in masses), Fraction(0)]
                for i, mass in enumerate(masses):
                    grown[i + 1] += mass * mu
                masses = grown
            assert sum(masses[k:] if up else masses[: k + 1]) == tail


def test_laplace_masses_agree_with_a_sum() -> None:
    a, b = Fraction(3, 2), Fraction(2)
    with working_precision(64):
        found = float(tails.mass_above(a, b).mid())
    x = np.linspace(1.5, 81.5, 400001)
    density = np.exp(-x / 2) / 4
    assert found == pytest.approx(np.trapezoid(density, x), rel=1e-8)


def test_the_spent_deltas_agree_with_normal_tails() -> None:
    """Phi(m/2 - eps/m) - e^eps Phi(-m/2 - eps/m) in floats, m = eps / sqrt(2 log(1.25/delta))."""
    for eps, delta, ratio in mechanisms.EXCESSES:
        e, d = float(eps), float(Fraction(delta))
        m = e / math.sqrt(2 * math.log(1.25 / d))
        one, other = ((-m / 2 + e / m), (m / 2 + e / m))
        spent = (
            math.erfc(one / math.sqrt(2)) / 2 - math.exp(e) * math.erfc(other / math.sqrt(2)) / 2
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
    found = tail_above(1, 1 - h, h**3, ball(Fraction(0)))
    near, far = (math.erfc(-x / math.sqrt(2)) / 2 for x in (float(h) / s, -(1 - float(h)) / s))
    assert float(found.mid()) == pytest.approx((1 - float(h)) * near + float(h) * far)
    assert float(found.mid()) > 0.99
