"""Bounds for any composition by a tilted normal law, and the parts that they are made of."""

import math
import random
from fractions import Fraction as F
import pytest
from case_tables import table
from flint import arb
from banditproof.theory.accounting import (
    Composition,
    DiscreteGaussianLoss,
    DiscreteLaplaceLoss,
    GaussianLoss,
    LaplaceLoss,
    RandomisedResponseLoss,
    composed_delta,
    composed_epsilon,
    normal_approximation,
    parse_composition,
    set_aside,
)
from banditproof.theory.accounting.curves import GaussianCurve, SignSumCurve
from banditproof.theory.accounting.gaussian_profile import gaussian_complement, gaussian_delta
from banditproof.theory.accounting.law_cumulants import Cumulants
from banditproof.theory.accounting.normal_approximation import Bracket, NormalCurve
from banditproof.theory.accounting.set_aside import SetAsideCurve
from banditproof.theory.accounting.tail_bounds import TailBounds
from banditproof.theory.balls import ball, working_precision

LAWS = [
    LaplaceLoss(F(1, 3)),
    LaplaceLoss(40),
    RandomisedResponseLoss(2),
    DiscreteLaplaceLoss(F(1, 2), 4),
    DiscreteGaussianLoss(F(1, 9), 2),
    DiscreteGaussianLoss(F(6, 25), 3),
    DiscreteGaussianLoss(F(1, 5000), 1),
    DiscreteGaussianLoss(F(1, 4), 1),
    DiscreteGaussianLoss(9, 2),
    GaussianLoss(F(1, 7)),
]
POINTS = [F(1, 3), F(-1, 5), F(12, 7), F(33), F(-49, 100)]


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize("s", POINTS, ids=str)
def test_the_cumulants_are_those_of_the_moments(law, s):
    with working_precision(600):
        result = Cumulants.of(law, s)
        assert result.log_moment.overlaps(law.moment(ball(s)).log())
        assert result.log_moment.rel_accuracy_bits() > 500
        step = F(1, 10**40)
        before, after = (Cumulants.of(law, s + sign * step) for sign in (-1, 1))
        mean = (after.log_moment - before.log_moment) / ball(2 * step)
        variance = (after.mean - before.mean) / ball(2 * step)
        size = 1 + abs(result.mean) + result.variance
        assert abs(mean - result.mean) < size * arb(10) ** -60
        assert abs(variance - result.variance) < size * arb(10) ** -60


@pytest.mark.parametrize("s", POINTS, ids=str)
@pytest.mark.parametrize("steps", [1, 4])
def test_the_third_moment_is_bounded(s, steps):
    """By all atoms of a discrete Laplace loss, tilted."""
    eps = F(3, 2)
    law = DiscreteLaplaceLoss(eps, steps) if steps > 1 else RandomisedResponseLoss(eps)
    with working_precision(300):
        ratio = (-ball(eps)).exp()
        weights = [ratio**j * (1 - ratio if 0 < j < steps else 1) for j in range(steps + 1)]
        values = [ball((steps - 2 * j) * eps) for j in range(steps + 1)]
        tilted = [w * (ball(s) * v).exp() for w, v in zip(weights, values, strict=True)]
        total = sum(tilted, arb(0))
        mean = sum((w * v for w, v in zip(tilted, values, strict=True)), arb(0)) / total
        third = sum((w * abs(v - mean) ** 3 for w, v in zip(tilted, values, strict=True)), arb(0))
        result = Cumulants.of(law, s)
        assert result.mean.overlaps(mean)
        assert result.third * arb("1.000000001") > third / total
        assert result.third < third / total * 100


def composition(rng: random.Random) -> Composition:
    scale = rng.choice([F(1, 100), F(1, 10), F(1), F(5)])
    parts = []
    for _ in range(rng.randint(1, 2)):
        law = rng.choice([LaplaceLoss, RandomisedResponseLoss])
        parts.append((rng.choice([1, 2, 5, 40]), law(scale * F(rng.randint(1, 40), 20))))
    return Composition(tuple(parts))


def wrong(exact: TailBounds, found: TailBounds) -> bool:
    """Whether bounds exclude the truth."""
    with working_precision(400):
        low, high = found.ends(middle=exact.middle)
        return bool(low > exact.high or high < exact.low)


def misses(seeds: range) -> int:
    """How often the normal approximation is wrong, against the exact sum."""
    count = 0
    for seed in seeds:
        rng = random.Random(seed)
        whole = composition(rng)
        sizes = sum((n * law.largest for n, law in whole.parts), F(0))
        for place in (F(0), F(rng.randint(1, 99), 100), F(999_999, 1_000_000)):
            exact = SignSumCurve(whole).tail(sizes * place, 1e-40)
            count += wrong(exact, NormalCurve(whole).tail(sizes * place, 1e-12))
    return count


def test_no_bound_is_wrong_and_the_error_of_the_normal_law_cannot_be_dropped(monkeypatch):
    assert misses(range(30)) == 0
    monkeypatch.setattr(normal_approximation, "BERRY_ESSEEN", F(0))
    assert misses(range(30)) > 10


def test_chebyshev_needs_its_half(monkeypatch):
    whole, eps = Composition(((1, RandomisedResponseLoss(1)),)), F(0)
    assert not wrong(SignSumCurve(whole).tail(eps, 1e-30), NormalCurve(whole).tail(eps, 1e-9))
    low = normal_approximation.Tilt(whole, F(1, 2)).chebyshev(eps)
    truth, _ = SignSumCurve(whole).tail(eps, 1e-30).delta()
    assert low < truth
    monkeypatch.setattr(
        normal_approximation.Tilt, "_f", lambda tilt, _: 2 * tilt.peak.abs_upper() + 0 * tilt.mean
    )
    assert normal_approximation.Tilt(whole, F(1, 2)).chebyshev(eps) > truth


@pytest.mark.parametrize("eps", [F(0), F(1, 2), F(5), F(40), F(2000)])
def test_a_gaussian_beside_nothing_else_is_the_closed_form(eps):
    for square in (F(1, 100), F(1), F(100), F(10**4)):
        whole = Composition(((1, GaussianLoss(square)),))
        exact, result = (curve(whole).tail(eps, 1e-12) for curve in (GaussianCurve, NormalCurve))
        assert not wrong(exact, result)
        assert result.spread() < 1e-9


def test_many_releases_are_bounded_closely():
    """Against the binomial sum for a count at which that is still short."""
    whole = Composition(((1000, RandomisedResponseLoss(F(1, 10))),))
    curve = SignSumCurve(whole)
    for eps in (F(0), F(6), F(15), F(40)):
        exact, result = curve.tail(eps, 1e-20), NormalCurve(whole).tail(eps, 1e-9)
        assert not wrong(exact, result)
        assert result.spread() < 3


@pytest.mark.parametrize(
    ("text", "relative"), table(__file__, "huge_counts_and_sizes_have_a_narrow_eps")
)
def test_huge_counts_and_sizes_have_a_narrow_eps(text, relative):
    result = composed_epsilon(parse_composition(text), "1e-6")
    assert 0 < result.width < F(relative) * result.lo


def test_tiny_losses_are_set_aside_and_what_they_add_cannot_be_dropped(monkeypatch):
    main = Composition(((2, RandomisedResponseLoss(1)),))
    tiny = Composition(((3, LaplaceLoss(F(1, 1000))), (1, RandomisedResponseLoss(F(1, 300)))))
    place = [F(0), F(1, 2), F(399, 200), F(2)]
    exact = [SignSumCurve(main + tiny).tail(eps, 1e-30) for eps in place]

    def off() -> list[bool]:
        curve = SetAsideCurve(SignSumCurve(main), tiny)
        results = [curve.tail(eps, 1e-12) for eps in place]
        return [wrong(a, b) for a, b in zip(exact, results, strict=True)]

    assert not any(off())
    monkeypatch.setattr(set_aside.SetAsideCurve, "_shift", lambda *_: (F(0), arb(0)))
    assert any(off())


def test_a_tiny_gaussian_is_set_aside_within_its_tail():
    main, tiny = (
        Composition(((1, GaussianLoss(4)),)),
        Composition(((1, GaussianLoss(F(1, 10**6))),)),
    )
    for eps in (F(0), F(1), F(9), F(40)):
        exact = GaussianCurve(main + tiny).tail(eps, 1e-30)
        assert not wrong(exact, SetAsideCurve(GaussianCurve(main), tiny).tail(eps, 1e-12))


def test_both_forms_of_the_gaussian_tail_add_up_to_one():
    with working_precision(300):
        for square in (F(1, 10**6), F(1), F(10**8)):
            for eps in (F(0), F(1), square / 2, 2 * square):
                total = gaussian_delta(square, eps) + gaussian_complement(square, eps)
                assert total.contains(arb(1))
                assert total.rel_accuracy_bits() > 200


@pytest.mark.parametrize("root", [F(1, 10**30), F(1, 7), F(10**40), F(-1, 10**30), F(-49, 100)])
@pytest.mark.parametrize("start", [F(1, 3), F(1, 10**6)])
def test_a_bracket_closes_around_a_root(root, start):
    bracket = Bracket(abs(start) if root > 0 else -abs(start))
    for _ in range(300):
        if not bracket.move(None, above=bracket.c > root):
            break
        assert bracket.c > 0 if root > 0 else -1 < 2 * bracket.c < 0
    assert abs(bracket.c - root) <= abs(root) / 10**20


def test_a_step_out_of_the_bracket_is_not_taken():
    bracket = Bracket(F(1))
    assert bracket.move(F(1, 2), above=True)
    assert bracket.c == F(1, 2)
    assert bracket.move(F(-3), above=False)
    assert F(1, 2) < bracket.c < 1


def test_tails_near_one_and_near_zero_intersect():
    with working_precision(64):
        near_one = TailBounds.sound(arb(2) ** -40, arb(2) ** -30, middle=True)
        delta = TailBounds.sound(1 - arb(2) ** -35, arb(1), middle=False)
        both = near_one.narrowed(delta)
        assert both.middle
        assert both.low == arb(2) ** -40
        assert arb(2) ** -35 <= both.high < arb(2) ** -34
        low, high = TailBounds(arb(2) ** -5000, arb(2) ** -4000, middle=True).delta()
        assert low < high < 1


def test_a_certainty_needs_no_precision():
    """1 - delta is about e^-120000: the precision does not grow with the 120000."""
    for text in ("1e6*pure(1)", "1e7*laplace(0.5)"):
        result = composed_delta(parse_composition(text), 1)
        assert result.hi == 1
        assert result.lo > 1 - F(1, 10**12)


def test_work_is_limited_and_then_nothing_is_claimed(monkeypatch):
    monkeypatch.setattr(normal_approximation, "MOST_WORK", -1)
    result = NormalCurve(Composition(((5, LaplaceLoss(1)),))).tail(F(1), 1e-9)
    assert result.delta() == (arb(0), arb(1))


@pytest.mark.parametrize(
    "text", ["laplace(1e-9)", "gaussian(1e9)", "gaussian(1e30)", "1e6*rr(1e-9)"]
)
def test_a_tiny_eps_has_digits_without_a_width(text):
    tiny = composed_epsilon(parse_composition(text), "1e-45" if "30" in text else "1e-18")
    assert tiny.lo > 0
    assert tiny.width <= tiny.lo / 10**9
    absolute = composed_epsilon(parse_composition(text), "1e-18", "1e-10")
    assert absolute.width <= F(1, 10**10)


def test_no_work_left_gives_the_trivial_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search ends with proved ends, also where the upper one is infinite and floats end."""
    parts = ((10**48, DiscreteGaussianLoss(F(1, 10**60))), (1, LaplaceLoss("1e-40")))
    monkeypatch.setattr(normal_approximation, "MOST_WORK", -1)
    result = composed_epsilon(Composition(parts), "1e-6")
    assert (result.lo, result.hi) == (0, math.inf)
