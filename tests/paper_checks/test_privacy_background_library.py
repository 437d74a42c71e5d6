"""The library's formulas of chapter 2 against the exact objects of the claims."""

from fractions import Fraction
from itertools import product
from math import exp, log
import pytest
from flint import arb
from programs import audit_by_successive_tests as successive_tests
from programs import binary_streams, gaussian_profile, membership_advantage
from programs import equation_2_30_trade_off_functions as trade_offs
from programs import exact_audit_counts as audit_counts
from programs import proposition_2_6_conversions as conversions
from programs import proposition_2_8_group_privacy as group_privacy
from banditproof.paper_checks.models.finite_laws import excess, neighbours, random_law
from banditproof.paper_checks.models.finite_pairs import coin, kl_divergence, leaky_pair
from banditproof.theory.accounting.conversions import (
    pure_to_zcdp,
    zcdp_to_approx,
    zcdp_to_approx_printed,
)
from banditproof.theory.accounting.group_privacy import (
    chain_of_answers,
    group_delta,
    group_delta_printed,
)
from banditproof.theory.accounting.trade_off import largest_advantage, trade_off, trade_off_of_laws
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.mechanisms.binary_tree import BinaryTree, printed_tree_loss
from banditproof.theory.mechanisms.gaussian import Gaussian
from banditproof.theory.mechanisms.simple_counters import FreshNoiseCounter, NoisyStreamCounter
from banditproof.verify.sampling.successive_tests import incremental_error_as_printed


def _near(eps: Fraction) -> Fraction:
    """A rational within 1e-15 of e^eps."""
    return Fraction(exp(eps))


@pytest.mark.parametrize("eps", [Fraction(1, 2), Fraction(1), Fraction(3)])
def test_group_privacy(eps: Fraction) -> None:
    ratio, delta = _near(eps), Fraction(1, 1000)
    for size in (1, 2, 4):
        mechanism, own = group_privacy.chain(ratio, size)
        attained = excess(mechanism((1,) * size), mechanism((0,) * size), ratio**size) / own
        assert float(group_delta(eps, delta, size)) == pytest.approx(float(attained * delta))
        printed = float(group_privacy.printed_slack(ratio, size)) * float(delta)
        assert float(group_delta_printed(delta, size)) == pytest.approx(printed)
        # the library's own chain is the same one
        answers = [mechanism((1,) * j + (0,) * (size - j))[1] for j in range(size + 1)]
        assert list(chain_of_answers(ratio, own, size)) == answers


@pytest.mark.parametrize("horizon", [1, 2, 5, 8])
def test_counters(horizon: int) -> None:
    tree = BinaryTree.calibrated(horizon, 1)
    nodes = binary_streams.dyadic_nodes(horizon)
    assert sorted(tree.nodes()) == sorted(nodes)
    assert all(
        list(tree.prefix(t)) == binary_streams.nodes_of_prefix(t) for t in range(1, horizon + 1)
    )
    pairs = list(neighbours(horizon))
    gap = max(
        binary_streams.l1_gap(
            binary_streams.node_sums(d, nodes), binary_streams.node_sums(e, nodes)
        )
        for d, e in pairs
    )
    assert tree.levels == gap
    assert tree.loss().eps == 1 == gap / Fraction(tree.noise.scale)
    if horizon > 1:
        assert float(printed_tree_loss(horizon, 1)) == pytest.approx(float(gap) / log(horizon))
    fresh, noisy = FreshNoiseCounter(horizon, eps=1), NoisyStreamCounter(horizon, eps=1)
    sums = max(
        binary_streams.l1_gap(binary_streams.prefix_sums(d), binary_streams.prefix_sums(e))
        for d, e in pairs
    )
    assert sums / Fraction(fresh.noise.scale) == 1 == fresh.loss().eps
    assert 1 / Fraction(noisy.noise.scale) == 1 == noisy.loss().eps
    assert noisy.variance(horizon) == 2 * horizon
    assert fresh.variance(horizon) == 2 * horizon**2


def test_conversions() -> None:
    for eps in (Fraction(1, 10), Fraction(1), Fraction(5)):
        with working_precision(128):
            known = pure_to_zcdp(eps)
            tight = conversions.tight_rho(ball(eps))
            assert ball(known.lo) <= tight <= ball(known.hi) or tight.overlaps(ball(known.lo))
            ratio = _near(eps)
            mean = kl_divergence(coin(ratio, 0), coin(ratio, 1))
            assert float(mean) == pytest.approx(float(known), rel=1e-12)
    for rho, delta in product(
        (Fraction(1, 50), Fraction(1, 2)), (Fraction(1, 10), Fraction(1, 10**9))
    ):
        with working_precision(128):
            eps = conversions.chernoff_eps(ball(rho), -ball(delta).log())
        printed = zcdp_to_approx_printed(rho, delta)
        assert float(printed) == pytest.approx(float(eps), rel=1e-14)
        # the best order promises less than delta there, and more than the Gaussian spends
        best = zcdp_to_approx(rho, printed.hi)
        assert best.hi <= delta
        with working_precision(128):
            assert float(gaussian_profile.gaussian_delta(eps, (2 * ball(rho)).sqrt())) <= float(
                best
            )


def test_trade_offs() -> None:
    import random

    for eps, delta in product(
        (Fraction(0), Fraction(1, 2), Fraction(2)), (Fraction(0), Fraction(1, 8))
    ):
        ratio = _near(eps)
        top = largest_advantage(eps, delta)
        assert float(top) == pytest.approx(
            float(membership_advantage.tight_bound(ratio, delta)), rel=1e-12
        )
        for k in range(9):
            a = Fraction(k, 8)
            own = float(trade_offs.printed_trade_off(ratio, delta, a))
            assert float(trade_off(eps, delta, a)) == pytest.approx(own, rel=1e-12, abs=1e-12)
    source = random.Random(6)
    pairs = [(random_law(source, 4), random_law(source, 4)) for _ in range(5)]
    for first, second in (*pairs, leaky_pair(Fraction(3), Fraction(1, 7))):
        # the library merges equal likelihood ratios, so its corners are some of these
        known, own = trade_off_of_laws(first, second), trade_offs.vertices(first, second)
        assert set(known) <= set(own)
        assert {min(known), max(known)} == {min(own), max(own)}


def test_gaussian_mechanism() -> None:
    for variance, eps in ((Fraction(1, 4), Fraction(1)), (Fraction(9), Fraction(1, 3))):
        known = Gaussian(sigma_squared=variance).delta(eps)
        with working_precision(160):
            own = gaussian_profile.gaussian_delta(ball(eps), (1 / ball(variance)).sqrt())
            assert abs(own - ball(Fraction(known.mid))) < arb("1e-25")
            assert not abs(
                gaussian_profile.gaussian_delta(ball(eps), 1 / ball(variance)) - own
            ) < arb("1e-9")
    assert Gaussian.for_zcdp(Fraction(1, 2)).loss().rho == Fraction(1, 2)


def test_audits() -> None:
    with working_precision(128):
        own = successive_tests.raise_if_not_rejected(Fraction(1, 10))
    known = incremental_error_as_printed(1, Fraction(1, 10), 1000, Fraction(1, 20))
    assert float(own) == pytest.approx(float(known), rel=1e-9)
    # a coin that keeps its promise is never accused more often than a worse one
    keep, worse = Fraction(3, 4), Fraction(9, 10)
    errors = [
        audit_counts.audit_error(
            (36, 36), (p, 1 - p), Fraction(3), audit_counts.logs_below_zero, constant=Fraction(1)
        )[0]
        for p in (keep, worse)
    ]
    assert errors[0] < Fraction(1, 20)
    assert errors[0] < errors[1]
