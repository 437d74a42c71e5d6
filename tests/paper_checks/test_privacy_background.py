"""The exact objects behind the claims about chapter 2, each against another computation."""

from fractions import Fraction
from itertools import pairwise, product
from math import comb, log

import pytest
from flint import arb

from banditproof.paper_checks.models.advanced_composition import composed_delta
from banditproof.paper_checks.models.finite_laws import excess, neighbours, random_law
from banditproof.paper_checks.models.finite_pairs import (
    coin,
    complement,
    events,
    leaky_pair,
    mass,
    renyi,
)
from banditproof.paper_checks.models.membership_game import best_advantage, joint_laws, target_laws
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy import (
    theorem_2_14_gaussian_mechanism as gaussian_mechanism,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.binary_streams import (
    dyadic_nodes,
    l1_gap,
    node_sums,
    nodes_of_prefix,
    prefix_sums,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.binary_tree_counter import (
    levels,
    natural_log,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.definition_2_12_sensitivity import (
    largest_loss,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.example_2_15_empirical_mean import (
    gaussian_norm,
    laplace_norm,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.gaussian_profile import (
    gaussian_delta,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.gaussian_strips import (
    covering_strips,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.private_counting import (
    at_all_steps,
    at_each_step,
    summed_thirds,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.proposition_2_8_group_privacy import (
    chain,
    geometric_slack,
    printed_slack,
    threshold,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_3_membership_inference.audit_by_membership import (
    over_all_rounds,
    over_own_rounds,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_3_membership_inference.audit_by_successive_tests import (
    critical,
    success,
    tails,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_3_membership_inference.equation_2_30_trade_off_functions import (
    power,
    printed_trade_off,
    value,
    vertices,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_3_membership_inference.exact_audit_counts import (
    as_printed,
    audit_error,
    binomial,
    logs_below_zero,
    radius,
)
from banditproof.theory.accounting import Composition, GaussianLoss
from banditproof.theory.accounting import composed_delta as library_delta
from banditproof.theory.balls import ball, working_precision


def test_the_least_private_pair_is_exactly_as_private_as_it_says() -> None:
    for ratio, delta in product((Fraction(1), Fraction(3)), (Fraction(0), Fraction(1, 9))):
        one, other = leaky_pair(ratio, delta)
        assert sum(one) == sum(other) == 1
        assert excess(one, other, ratio) == delta == excess(other, one, ratio)
        if ratio > 1:
            assert excess(one, other, ratio * Fraction(99, 100)) > delta


def test_events_and_complements() -> None:
    law = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    assert len(set(events(3))) == 8
    assert all(mass(law, e) + mass(law, complement(e)) == 1 for e in events(3))


def test_renyi_of_order_two_is_a_rational_logarithm() -> None:
    one, other = coin(Fraction(3), 0), coin(Fraction(3), 1)
    exact = sum(p * p / q for p, q in zip(one, other, strict=True))
    with working_precision(128):
        assert renyi(one, other, 2).overlaps(ball(exact).log())
        assert not renyi(one, other, 3).overlaps(ball(exact).log())


@pytest.mark.parametrize(
    ("eps", "mu_squared"), [("0", "1"), ("1/3", "4"), ("10", "9"), ("3/2", "1/4")]
)
def test_the_gaussian_delta_is_that_of_the_accountant(eps: str, mu_squared: str) -> None:
    e, m = Fraction(eps), Fraction(mu_squared)
    known = library_delta(Composition(((1, GaussianLoss(m)),)), e)
    with working_precision(192):
        own = gaussian_delta(ball(e), ball(m).sqrt())
        assert ball(known.lo) * (1 - arb("1e-9")) <= own <= ball(known.hi) * (1 + arb("1e-9"))
        # the square of mu in the place of mu would be seen
        assert m == 1 or not gaussian_delta(ball(e), ball(m)).overlaps(own)


def test_the_gaussian_delta_is_the_integral_of_the_positive_part() -> None:
    from scipy.integrate import quad
    from scipy.stats import norm

    for eps, mu in ((0.5, 1.0), (2.0, 1.5)):
        found, _ = quad(
            lambda y, e=eps, m=mu: max(0.0, norm.pdf(y - m) - 2.718281828459045**e * norm.pdf(y)),
            -10,
            12,
            limit=400,
            points=[eps / mu + mu / 2],
        )
        assert float(gaussian_delta(arb(eps), arb(mu))) == pytest.approx(found, abs=1e-9)


def test_the_range_of_the_gaussian_mechanism() -> None:
    known = {"9/10": 3.7871, "1/2": 4.4654, "1/100": 6.7718, "1/1000": 7.4635, "1/100000": 8.4198}
    with working_precision(128):
        for delta, eps in known.items():
            found = gaussian_mechanism.end_of_range(Fraction(delta))
            assert float(found) == pytest.approx(eps, abs=1e-4)
            assert float(found.width) < 1e-6
        strips = covering_strips
        for eps in ("1/10", "1", "2", "3.78"):
            assert strips(Fraction(eps), Fraction(5, 4))[1] is None
        # the smallest crossing over all delta is just below 3.7871, near delta = 0.9
        for eps in ("3.79", "4", "10"):
            assert strips(Fraction(eps), Fraction(5, 4))[1] is not None
        assert strips(Fraction(1), Fraction(11, 10))[1] is None
        assert strips(Fraction(3), Fraction(105, 100))[1] is not None


def test_the_exact_delta_increases_in_eps_at_a_fixed_confidence() -> None:
    with working_precision(128):
        for c in (arb("0.67"), arb(1), arb(3)):
            values = [gaussian_delta(arb(k) / 4, arb(k) / (4 * c)) for k in range(1, 40)]
            assert all(a < b for a, b in pairwise(values))


def test_group_privacy_at_the_threshold() -> None:
    assert float(threshold(2).lo) == pytest.approx(log(2 * 2.718281828459045 - 1), abs=1e-9)
    for d in (2, 3, 10):
        found = threshold(d)
        below, above = found.lower - Fraction(1, 1000), found.upper + Fraction(1, 1000)
        with working_precision(96):
            for eps, larger in ((below, False), (above, True)):
                terms = sum(((arb(i) * ball(eps)).exp() for i in range(d)), arb(0))
                assert bool(terms > printed_slack(Fraction(1), d)) == larger


def test_the_chain_attains_the_geometric_sum() -> None:
    for ratio, size in product((Fraction(1), Fraction(5, 2), Fraction(9)), (1, 2, 5)):
        mechanism, delta = chain(ratio, size)
        gap = excess(mechanism((1,) * size), mechanism((0,) * size), ratio**size)
        assert geometric_slack(ratio, size).overlaps(ball(gap / delta))
        assert all(p >= 0 for p in mechanism((1,) * size))


def test_composed_coins_against_the_product_law() -> None:
    ratio, leak = Fraction(2), Fraction(1, 10)
    one, other = leaky_pair(ratio, leak)
    pairs = [(one[i] * one[j], other[i] * other[j]) for i, j in product(range(4), repeat=2)]
    exact = sum((max(Fraction(0), p - 3 * q) for p, q in pairs), Fraction(0))
    with working_precision(96):
        level = arb(3).log()
        assert composed_delta(2, ratio, leak, level).overlaps(ball(exact))
        assert not composed_delta(2, ratio, Fraction(0), level).overlaps(ball(exact))


def test_the_largest_loss_is_the_l1_distance_over_the_scale() -> None:
    one, other = (Fraction(0), Fraction(3)), (Fraction(1), Fraction(1))
    assert largest_loss(one, other, Fraction(2)) == Fraction(3, 2)
    # no output does better than the corners
    grid = [Fraction(k, 3) for k in range(-9, 15)]
    losses = [
        sum(abs(y - b) - abs(y - a) for y, a, b in zip(point, one, other, strict=True)) / 2
        for point in product(grid, repeat=2)
    ]
    assert max(losses) == Fraction(3, 2)


def test_expected_norms() -> None:
    from scipy.integrate import dblquad

    assert gaussian_norm(1, arb(1)).overlaps((2 / arb.pi()).sqrt())
    assert gaussian_norm(2, arb(1)).overlaps((arb.pi() / 2).sqrt())
    # E sqrt(X^2 + Y^2) for two exponential variables, the absolute values of Laplace noise
    found, _ = dblquad(
        lambda y, x: (x * x + y * y) ** 0.5 * 2.718281828459045 ** (-x - y), 0, 40, 0, 40
    )
    low, high = laplace_norm(2, Fraction(1))
    assert float(low) < found < float(high)
    assert all(end.overlaps(arb(3)) for end in laplace_norm(1, Fraction(3))[:2])


def test_nodes_of_the_tree() -> None:
    for horizon in (1, 2, 5, 8, 13):
        nodes = dyadic_nodes(horizon)
        assert len(nodes) == len(set(nodes)) == sum(horizon >> j for j in range(5))
        for t in range(1, horizon + 1):
            parts = nodes_of_prefix(t)
            assert len(parts) == t.bit_count()
            assert set(parts) <= set(nodes)
            assert [s for a, b in parts for s in range(a, b + 1)] == list(range(1, t + 1))
        assert levels(horizon) == horizon.bit_length()
        assert natural_log(horizon) < horizon.bit_length()
        if horizon <= 8:
            pairs = [(node_sums(d, nodes), node_sums(e, nodes)) for d, e in neighbours(horizon)]
            assert max(l1_gap(d, e) for d, e in pairs) == horizon.bit_length()
    stream = (1, 0, 1, 1, 0, 1, 1, 0)
    counts = dict(zip(dyadic_nodes(8), node_sums(stream, dyadic_nodes(8)), strict=True))
    totals = tuple(sum(counts[n] for n in nodes_of_prefix(t)) for t in range(1, 9))
    assert totals == prefix_sums(stream)


def test_the_two_readings_of_useful() -> None:
    noise = summed_thirds(3)
    assert sum(noise.values()) == 1
    assert at_each_step(noise, 1) == Fraction(8, 27)
    assert at_all_steps(noise, 1) == Fraction(10, 27)
    assert at_all_steps(noise, 3) == 0


def _played(law, mechanism, size):
    """Algorithm 4 step by step: the chance of each (bit, target, output)."""
    found = {}
    for data in product(range(len(law)), repeat=size):
        weight = Fraction(1)
        for record in data:
            weight *= law[record]
        for target, chance in enumerate(law):
            for o, p in enumerate(mechanism(data)):
                found[0, target, o] = found.get((0, target, o), 0) + weight * chance * p
        for place in range(size):
            for o, p in enumerate(mechanism(data)):
                key = (1, data[place], o)
                found[key] = found.get(key, 0) + weight * p / size
    return found


def test_the_membership_game_is_algorithm_4() -> None:
    import random

    source = random.Random(4)
    law = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
    table = {d: random_law(source, 2) for d in product(range(3), repeat=2)}
    played = _played(law, table.__getitem__, 2)
    outs, ins = joint_laws(table.__getitem__, law, 2)
    for target, o in product(range(3), range(2)):
        assert outs[2 * target + o] == played[0, target, o]
        assert ins[2 * target + o] == played[1, target, o]
        # a fixed target is the same game given the target
        out, inside = target_laws(table.__getitem__, law, 2, target)
        assert law[target] * out[o] == played[0, target, o]
        assert law[target] * inside[o] == played[1, target, o]
    assert best_advantage(outs, ins) > 0
    assert best_advantage(outs, outs) == 0


def test_the_trade_off_function_is_the_hull_of_all_tests() -> None:
    import random

    source = random.Random(5)
    for _ in range(10):
        one, other = random_law(source, 3, least=0), random_law(source, 3, least=0)
        tests = [(mass(one, e), 1 - mass(other, e)) for e in events(3)]
        corners = vertices(one, other)
        assert set(corners) <= set(tests)
        for alpha in (Fraction(k, 12) for k in range(13)):
            # randomising between two tests: the lower hull of their errors
            hull = min(
                b if a == c else b + (d - b) * (alpha - a) / (c - a)
                for (a, b), (c, d) in product(tests, repeat=2)
                if a <= alpha <= c and (a != c or a == alpha)
            )
            assert value(corners, alpha) == hull
            best = max(power(one, other, s, alpha) for s in product(range(3), repeat=3))
            assert best <= 1 - hull


def test_the_power_at_a_level_that_is_just_reached() -> None:
    one, other = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4))
    assert power(one, other, (0, 1), Fraction(1, 2)) == Fraction(3, 4)
    assert power(one, other, (0, 1), Fraction(49, 100)) == 0
    assert power(one, other, (0, 1), Fraction(1)) == 1


def test_the_printed_trade_off_has_its_corners() -> None:
    ratio, delta = Fraction(3), Fraction(1, 5)
    assert printed_trade_off(ratio, delta, Fraction(0)) == 1 - delta
    assert printed_trade_off(ratio, delta, 1 - delta) == 0
    assert printed_trade_off(ratio, delta, Fraction(1)) == 0
    assert printed_trade_off(ratio, delta, (1 - delta) / 4) == (1 - delta) / 4


def test_exact_errors_of_audits_against_all_outcomes() -> None:
    p, q, n = Fraction(2, 3), Fraction(1, 5), 3
    above = undefined = Fraction(0)
    r = radius(n, Fraction(1, 10))
    for outcome in product((0, 1), repeat=2 * n):
        i, j = sum(outcome[:n]), sum(outcome[n:])
        chance = p**i * (1 - p) ** (n - i) * q**j * (1 - q) ** (n - j)
        found = as_printed(Fraction(i, n), Fraction(j, n), r, r, Fraction(0))
        if found is None:
            undefined += chance
        elif found > 2:
            above += chance
    found = audit_error((n, n), (p, q), Fraction(2), as_printed, constant=Fraction(1, 10))
    assert found == (above, undefined)
    assert undefined > 0
    assert audit_error((n, n), (p, q), Fraction(2), logs_below_zero)[1] == 0


def test_radii_and_binomial_laws() -> None:
    for n in (1, 2, 7, 100):
        assert radius(n) ** 2 * n >= Fraction(9, 4)
        assert float(radius(n)) == pytest.approx(1.5 / n**0.5, rel=1e-3)
        assert sum(binomial(n, Fraction(2, 7))) == 1
    assert binomial(5, Fraction(1, 4))[2] == comb(5, 2) * Fraction(27, 1024)


def test_rates_of_the_membership_audit() -> None:
    assert over_own_rounds(1, 2, 4, 8)[:2] == (Fraction(1, 4), Fraction(1, 4))
    assert over_all_rounds(1, 2, 4, 8)[:2] == (Fraction(1, 12), Fraction(1, 6))
    assert over_own_rounds(0, 1, 0, 3) is None


def test_critical_counts_against_scipy() -> None:
    from scipy.stats import binom

    with working_precision(128):
        assert critical(Fraction(1)) == 755
        above = tails(success(Fraction(1)))
        p = float(success(Fraction(1)))
        for c in (1, 700, 755, 800):
            assert float(above[c]) == pytest.approx(binom.sf(c - 1, 1000, p), rel=1e-9)
        c = critical(Fraction(3, 2))
        q = float(success(Fraction(3, 2)))
        assert binom.sf(c - 1, 1000, q) <= 0.05 < binom.sf(c - 2, 1000, q)
