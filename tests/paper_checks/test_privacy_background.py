"""The exact objects behind the claims about chapter 2 and its curves, each against another one."""

from fractions import Fraction
from itertools import product
from math import comb
import pytest
from flint import arb
from programs import counter_error_quantiles as quantiles
from programs import delta_curves, gaussian_profile, private_counting, proofs_of_gaussian_noise
from programs import equation_2_30_trade_off_functions as trade_offs
from programs import exact_audit_counts as audit_counts
from programs import example_2_15_empirical_mean as empirical_mean
from programs import gaussian_privacy_loss as gaussian_loss
from programs import theorem_2_14_gaussian_mechanism as gaussian_mechanism
from banditproof.paper_checks import Outcome, find, run
from banditproof.paper_checks.models.advanced_composition import composed_delta
from banditproof.paper_checks.models.finite_laws import excess, random_law
from banditproof.paper_checks.models.finite_pairs import coin, leaky_pair, renyi
from banditproof.paper_checks.models.membership_game import best_advantage, joint_laws, target_laws
from banditproof.paper_checks.models.neighbouring_laws import Laws
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.theory.accounting import Composition, GaussianLoss
from banditproof.theory.accounting import composed_delta as library_delta
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.concentration import laplace_density_weights


def test_the_least_private_pair_is_exactly_as_private_as_it_says() -> None:
    for ratio, delta in product((Fraction(1), Fraction(3)), (Fraction(0), Fraction(1, 9))):
        first, second = leaky_pair(ratio, delta)
        assert sum(first) == sum(second) == 1
        assert excess(first, second, ratio) == delta == excess(second, first, ratio)
        if ratio > 1:
            assert excess(first, second, ratio * Fraction(99, 100)) > delta


def test_renyi_of_order_two_is_a_rational_logarithm() -> None:
    first, second = coin(Fraction(3), 0), coin(Fraction(3), 1)
    exact = sum(p * p / q for p, q in zip(first, second, strict=True))
    with working_precision(128):
        assert renyi(first, second, 2).overlaps(ball(exact).log())
        assert not renyi(first, second, 3).overlaps(ball(exact).log())


@pytest.mark.parametrize(
    ("eps", "mu_squared"), [("0", "1"), ("1/3", "4"), ("10", "9"), ("3/2", "1/4")]
)
def test_the_gaussian_delta_is_that_of_the_accountant(eps: str, mu_squared: str) -> None:
    e, m = Fraction(eps), Fraction(mu_squared)
    known = library_delta(Composition(((1, GaussianLoss(m)),)), e)
    with working_precision(192):
        own = gaussian_profile.gaussian_delta(ball(e), ball(m).sqrt())
        assert ball(known.lo) * (1 - arb("1e-9")) <= own <= ball(known.hi) * (1 + arb("1e-9"))
        # the square of mu in the place of mu would be seen
        assert m == 1 or not gaussian_profile.gaussian_delta(ball(e), ball(m)).overlaps(own)


def test_the_range_of_the_gaussian_mechanism() -> None:
    known = {"9/10": 3.7871, "1/2": 4.4654, "1/100": 6.7718, "1/1000": 7.4635, "1/100000": 8.4198}
    with working_precision(128):
        for delta, eps in known.items():
            result = gaussian_mechanism.end_of_range(Fraction(delta))
            assert float(result) == pytest.approx(eps, abs=1e-4)
            assert float(result.width) < 1e-6
        strips = proofs_of_gaussian_noise.covering_strips
        for eps in ("1/10", "1", "2", "3.78"):
            assert strips(Fraction(eps), Fraction(5, 4))[1] is None
        # the smallest crossing over all delta is just below 3.7871, near delta = 0.9
        for eps in ("3.79", "4", "10"):
            assert strips(Fraction(eps), Fraction(5, 4))[1] is not None
        assert strips(Fraction(1), Fraction(11, 10))[1] is None
        assert strips(Fraction(3), Fraction(105, 100))[1] is not None


def test_composed_coins_against_the_product_law() -> None:
    ratio, leak = Fraction(2), Fraction(1, 10)
    first, second = leaky_pair(ratio, leak)
    pairs = [(first[i] * first[j], second[i] * second[j]) for i, j in product(range(4), repeat=2)]
    exact = sum((max(Fraction(0), p - 3 * q) for p, q in pairs), Fraction(0))
    with working_precision(96):
        level = arb(3).log()
        assert composed_delta(2, ratio, leak, level).overlaps(ball(exact))
        assert not composed_delta(2, ratio, Fraction(0), level).overlaps(ball(exact))


def test_expected_norms() -> None:
    from scipy.integrate import dblquad

    assert empirical_mean.gaussian_norm(1, arb(1)).overlaps((2 / arb.pi()).sqrt())
    assert empirical_mean.gaussian_norm(2, arb(1)).overlaps((arb.pi() / 2).sqrt())
    # E sqrt(X^2 + Y^2) for two exponential variables, the absolute values of Laplace noise
    result, _ = dblquad(
        lambda y, x: (x * x + y * y) ** 0.5 * 2.718281828459045 ** (-x - y), 0, 40, 0, 40
    )
    low, high = empirical_mean.laplace_norm(2, Fraction(1))
    assert float(low) < result < float(high)
    assert all(end.overlaps(arb(3)) for end in empirical_mean.laplace_norm(1, Fraction(3))[:2])


def test_the_two_readings_of_useful() -> None:
    noise = private_counting.summed_thirds(3)
    assert sum(noise.values()) == 1
    assert private_counting.at_each_step(noise, 1) == Fraction(8, 27)
    assert private_counting.at_all_steps(noise, 1) == Fraction(10, 27)
    assert private_counting.at_all_steps(noise, 3) == 0


def _played(law, mechanism, size):
    """Algorithm 4 step by step: the chance of each (bit, target, output)."""
    results = {}
    for data in product(range(len(law)), repeat=size):
        weight = Fraction(1)
        for record in data:
            weight *= law[record]
        for target, chance in enumerate(law):
            for o, p in enumerate(mechanism(data)):
                results[0, target, o] = results.get((0, target, o), 0) + weight * chance * p
        for place in range(size):
            for o, p in enumerate(mechanism(data)):
                key = (1, data[place], o)
                results[key] = results.get(key, 0) + weight * p / size
    return results


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


def test_the_power_at_a_level_that_is_just_reached() -> None:
    first, second = (Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4))
    assert trade_offs.power(first, second, (0, 1), Fraction(1, 2)) == Fraction(3, 4)
    assert trade_offs.power(first, second, (0, 1), Fraction(49, 100)) == 0
    assert trade_offs.power(first, second, (0, 1), Fraction(1)) == 1


BETA = Fraction(1, 20)


def test_the_law_of_a_sum_of_laplace_variables() -> None:
    quantiles.require_law(laplace_density_weights, 30)
    # equal weights are right up to two variables and wrong for three
    quantiles.require_law(quantiles.uniform_weights, 2)
    for wrong in (
        quantiles.uniform_weights,
        lambda m: (*laplace_density_weights(m)[:-1], Fraction(0)),
    ):
        with pytest.raises(Counterexample):
            quantiles.require_law(wrong, 3)


def test_quantiles_over_a_run() -> None:
    with working_precision(96):
        quantiles.require_quantiles(quantiles.both_sides, BETA)
        with pytest.raises(Counterexample):
            quantiles.require_quantiles(quantiles.one_side, BETA)
        for horizon in (4, 8, 32):
            assert (
                quantiles.at_one_step(horizon, BETA).hi
                < quantiles.noised_stream_over_a_run(horizon, BETA).lo
            )
            most = (horizon - 1).bit_count()
            assert (
                quantiles.at_one_step(most, BETA).hi < quantiles.tree_over_a_run(horizon, BETA).lo
            )
        # one step has one count, so the union bound is no loss
        assert quantiles.tree_over_a_run(1, BETA) == quantiles.at_one_step(1, BETA)


def test_the_delta_curve_of_two_coins() -> None:
    laws = Laws(10, {((7, 3), (4, 6)): (0, 1), ((4, 6), (7, 3)): (1, 0)})
    places = delta_curves.corners(laws, Fraction(1), Fraction(3))
    # (6 - 3f)/10 and (7 - 4f)/10 are equal at f = 1, and the first is larger until it vanishes
    assert places == [1, 2, 3]
    assert [laws.delta(f) for f in places] == [Fraction(3, 10), 0, 0]


def test_the_gaussian_loss() -> None:
    from scipy.stats import norm

    with working_precision(192):
        gaussian_loss.require_law(gaussian_loss.mean_and_twice_the_mean)
        with pytest.raises(Counterexample):
            gaussian_loss.require_law(gaussian_loss.variance_of_the_mean)
        delta, above, below = gaussian_loss.delta_and_tails(Fraction(1), Fraction(2))
    # Z is normal with mean 2 and variance 4
    assert float(above) == pytest.approx(norm.sf(1, 2, 2), rel=1e-12)
    assert float(below) == pytest.approx(norm.cdf(-1, 2, 2), rel=1e-12)
    assert delta < above
    assert len(gaussian_loss.converse_gaps()) == 9


def test_the_missing_range_of_eps_is_a_repair() -> None:
    claim = find("thesis.thm2.14.approximate")
    assert claim.recorded == Outcome.FAILS_WITH_REPAIR
    assert claim.repaired_by == "thesis.thm2.14.repaired"
    # less noise is no matter of the range of eps
    for name in ("no square of eps", "half of the variance"):
        assert run(claim, **claim.mutants[name]).verdict.outcome == Outcome.FAILS


def test_certain_digits() -> None:
    long = Fraction(comb(200, 77), 2**200 + 1)
    result = audit_counts.certain_digits(long)
    assert result.contains(long)
    assert result.digits >= 10


def _floats(value: object) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict | list | tuple):
        return any(map(_floats, parts))
    return isinstance(value, float)


@pytest.mark.parametrize(
    "id",
    [
        "thesis.def2.3",
        "thesis.mia.rem.audit-worst-case.missed",
        "thesis.audit.event",
        "thesis.audit.mi.all-rounds",
    ],
)
def test_certified_numbers_are_no_floats(id: str) -> None:
    numbers = run(find(id)).verdict.evidence.numbers
    assert numbers
    assert not _floats(dict(numbers))
