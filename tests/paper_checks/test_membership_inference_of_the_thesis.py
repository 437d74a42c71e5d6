"""The computations behind the claims of Section 2.3, games and audits, each against another one."""

import math
import random
from fractions import Fraction
from itertools import pairwise, product
import numpy as np
import pytest
from flint import arb
from programs import budgets_that_games_miss as missed
from programs import (
    equation_2_26_bernoulli_ratio,
    limit_of_the_bernoulli_ratio,
    power_of_scores,
    scalar_product_score,
)
from programs import event_audit_with_exact_limits as event_audit
from programs import guesses_lowered_after_failures as guesses
from programs import membership_audit_with_exact_limits as two_limits
from programs import radii_for_all_rounds as radii
from programs import two_budgets_for_one_curve as two_budgets
from programs import views_of_gradient_descent as views
from banditproof.paper_checks import find
from banditproof.paper_checks.models.finite_laws import largest_ratio, random_law
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.models.membership_game import best_advantage, joint_laws
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.membership.finite_laws import (
    EnumeratedLaw,
    average_target_game,
    bernoulli_rows,
)
from banditproof.verify.sampling.thesis_audits import event_audit_bounds


def test_joint_coverage_in_all_rounds_by_enumeration_and_its_known_digits() -> None:
    with working_precision(96):
        square, rounds, inside = ball(Fraction(9, 16)), 5, 0
        for labels, ones in product(product((0, 1), repeat=rounds), repeat=2):
            kinds = [[g for b, g in zip(labels, ones, strict=True) if b == kind] for kind in (0, 1)]
            inside += all(
                kind
                and (Fraction(sum(kind), len(kind)) - Fraction(1, 2)) ** 2 * rounds
                <= Fraction(9, 16)
                for kind in kinds
            )
        assert radii.covered(rounds, square).overlaps(ball(Fraction(inside, 4**rounds)))
        assert float(radii.covered(10, radii.of_hoeffding())) == pytest.approx(0.781, abs=5e-4)
        assert float(radii.covered(50, radii.of_hoeffding())) == pytest.approx(0.9275, abs=5e-5)
        assert float(radii.for_all_rounds().sqrt()) == pytest.approx(2.7819, abs=5e-5)
        # without rounds of a kind it is a miss, and nothing else is
        all_kinds = ball(1 - Fraction(2, 2**10))
        assert radii.covered(10, radii.for_all_rounds()).overlaps(all_kinds)


def test_the_normal_test_by_counts_in_floats() -> None:
    result = guesses.critical_hits(Fraction(1))
    e, size = math.e, guesses.SIZE
    for j, c in ((0, result[0]), (80, result[80]), (110, result[110])):
        p0, z = j / size, float(guesses.Z)
        wins = [
            i
            for i in range(size + 1)
            if i / size - e * p0
            > z * math.sqrt((i / size * (1 - i / size) + e * e * p0 * (1 - p0)) / size)
        ]
        assert c == min(wins, default=size + 1)
    with working_precision(96):
        assert float(guesses.normal_rejection(Fraction(1))) == pytest.approx(0.05681, abs=5e-6)


def test_lowered_guesses_on_one_sample_err_as_one_test() -> None:
    with working_precision(128):
        few, many = (guesses.guesses_above(Fraction(1, k)) for k in (4, 20))
        assert (len(few), len(many)) == (3, 11)
        assert guesses.on_one_sample(few).overlaps(guesses.on_one_sample(many))
        assert guesses.on_fresh_runs(few) < guesses.on_fresh_runs(many)


@pytest.mark.slow
def test_the_mechanism_whose_worst_pair_games_miss() -> None:
    for q, target in product((Fraction(2, 9), Fraction(4, 5)), (0, 1)):
        out, inside = missed.played(q, target)
        assert out == missed.value_at(missed.OUT, q)
        assert inside == missed.value_at((missed.IN_ZERO, missed.IN_ONE)[target], q)
        assert missed.best_quotient((1 - out, out), (1 - inside, inside)) < 2
    assert largest_ratio(missed.of_the_count(2), missed.of_the_count(1)) == 3


def test_boxes_without_budgets_are_bounds_of_the_curve() -> None:
    claim = find("thesis.mia.rem.audit-two-budgets.boxes")
    assert (claim.recorded, claim.stated) == ("holds", False)
    # odds 3: (log 3, 0) is a budget, so a box of that height is empty, and no higher one is
    curve = two_budgets.for_each_delta((coin(Fraction(3), 0), coin(Fraction(3), 1)))
    assert curve[0] == 3
    assert all(a > b for a, b in pairwise(curve[:10]))
    assert curve[10] == 1


def test_views_of_a_descent() -> None:
    path = views.iterates(views.of_the_data, [(1, 1), (2, 0), (2, 1)])
    theta = 0.0
    for t in range(1, views.STEPS + 1):
        theta -= 0.25 * sum(x * (x * theta - y) for x, y in [(1, 1), (2, 0), (2, 1)]) / 3
        assert float(path[t]) == pytest.approx(theta)
    assert views.leakage(views.final_parameter, 1) == Fraction(11, 32)
    assert views.leakage(views.all_iterates, 1) == Fraction(3, 8)
    assert views.leakage(lambda path: 0, 1) == 0


def worst_error(runs: int, eps: float, sides: int, complement: bool = True) -> float:
    """The largest error of the event audit over 2000 probabilities of an event, in float64."""
    from scipy.stats import binom

    p, k = np.arange(1, 2000) / 2000, np.arange(runs + 1)
    q = np.minimum(math.exp(eps) * p, 1 - (1 - p) * math.exp(-eps) if complement else 1.0)
    errs = (event_audit_bounds(runs, runs, "0.05", "exact", sides) > eps + 1e-12).astype(float)
    left, right = (binom.pmf(k[None, :], runs, x[:, None]) for x in (q, p))
    return float(((left @ errs) * right).sum(axis=1).max())


@pytest.mark.parametrize(
    ("runs", "eps", "sides", "known"),
    [
        (20, 0.0, 4, 0.000693),
        (60, 2.0, 4, 0.002769),
        (20, 0.0, 2, 0.002236),
        (60, 2.0, 2, 0.005616),
    ],
)
def test_the_worst_error_of_the_event_audit(
    runs: int, eps: float, sides: int, known: float
) -> None:
    assert worst_error(runs, eps, sides) == pytest.approx(known, abs=6e-7)
    # pairs that no mechanism of this budget has would look worse
    assert worst_error(runs, eps, sides, complement=False) >= worst_error(runs, eps, sides)
    if sides == 4:
        exact = event_audit.exact_error(runs, Fraction(eps))
        assert known - 6e-7 < float(exact) < 1.02 * known


@pytest.mark.slow
def test_raised_guesses_of_the_normal_test_have_their_known_digits() -> None:
    with working_precision(96):
        for step, known in ((Fraction(1, 20), 0.08280), (Fraction(1, 10), 0.06271)):
            kept = arb(1)
            for i in range(int(2 / step) + 1):
                kept *= 1 - guesses.normal_rejection(1 + i * step)
            assert float(1 - kept) == pytest.approx(known, abs=5e-6)


@pytest.mark.slow
def test_errors_of_200_rounds_have_their_known_digits() -> None:
    known = {"0": 1.8468e-3, "1/2": 3.5667e-3, "1": 6.7967e-3, "2": 1.50213e-2}
    for eps, digits in known.items():
        assert float(two_limits.error(200, Fraction(eps), 0.025)) == pytest.approx(digits, rel=1e-4)


HALF = Fraction(1, 2)


@pytest.mark.parametrize("law", power_of_scores.SCORES, ids=lambda law: law.name)
def test_score_laws_fall_and_end_at_their_infinities(law):
    for tail in (law.out, law.inside):
        values = [tail(t) for t in power_of_scores.EXTENDED]
        assert sorted(values, reverse=True) == values
        assert values[-1] == 0
        assert tail(60) - values[-1] < Fraction(1, 2**58)
        assert values[0] - tail(-60) < Fraction(1, 2**58)


def test_powers_of_the_mean_of_three_bits():
    _, out, inside = next(iter(power_of_scores.laws_of_games()))
    level = Fraction(3, 8)
    assert power_of_scores.by_thresholds(out, inside, level) == Fraction(1, 4)
    assert power_of_scores.by_random_thresholds(out, inside, level) == Fraction(7, 12)
    # the outputs with the second largest ratio, which a score may put first
    second = [k for k in range(len(out)) if inside[k] / out[k] == Fraction(4, 3)]
    assert sum(out[k] for k in second) == level
    assert sum(inside[k] for k in second) == HALF


def test_games_of_means_are_those_of_the_library():
    for means, size in (((Fraction(1, 3),), 3), ((HALF, Fraction(1, 5)), 2)):
        _, _, out, inside = equation_2_26_bernoulli_ratio.game_of_means(means, size)
        library = average_target_game(bernoulli_rows(means), size)
        assert best_advantage(out, inside) == library.exact_total_variation()
        columns = [(limit_of_the_bernoulli_ratio.averaged_column(size, mu), 1) for mu in means]
        assert EnumeratedLaw.of_columns(columns).exact_total_variation() == best_advantage(
            out, inside
        )


def test_mean_scores_of_single_records():
    # n = 1: IN the release is the target, so that E z z - E z E z = mu (1 - mu)
    mu = Fraction(1, 5)
    score = scalar_product_score.scalar_product
    outside, inside = scalar_product_score.mean_scores((mu,), 1, score)
    assert (outside, inside) == (0, mu * (1 - mu))


def test_quantiles_of_known_tails():
    total = limit_of_the_bernoulli_ratio._quantile_sum(
        Enclosure.of(Fraction(1, 10)), Enclosure.of(Fraction(9, 10))
    )
    assert abs(float(total.mid()) - 2 * 1.2815515655446004) < 1e-12


def test_a_random_game_keeps_the_law_of_its_records():
    records = random_law(random.Random(8), 3)
    laws = joint_laws(lambda data: coin(Fraction(2), data[0] % 2), records, 2)
    for law in laws:
        assert tuple(law[2 * z] + law[2 * z + 1] for z in range(3)) == records
