"""Exact quantiles, curves and node counts behind the definitions, each computed another way."""

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from flint import arb

from banditproof.paper_checks import Outcome, find, run
from banditproof.paper_checks.bernoulli.appendix_h_known_facts.proposition_h_1_privacy_facts import (
    geometric_slack,
)
from banditproof.paper_checks.models.neighbouring_laws import Laws
from banditproof.paper_checks.thesis.appendix_a_chapter_3.delta_curves import (
    corners,
    line_at,
    where_equal,
)
from banditproof.paper_checks.thesis.appendix_a_chapter_3.finite_policy import appendix, both_laws
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.binary_streams import (
    sensitivity,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.binary_tree_without_root import (
    used_nodes,
    without_the_root,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.counter_error_quantiles import (
    at_one_step,
    both_sides,
    noised_stream_over_a_run,
    one_side,
    require_law,
    require_quantiles,
    smallest,
    tree_over_a_run,
    two_steps_fail,
    uniform_weights,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.definition_2_5_privacy_loss import (
    no_loss,
    wider_tail,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.gaussian_privacy_loss import (
    converse_gaps,
    delta_and_tails,
    mean_and_twice_the_mean,
    require_wider_tail,
    variance_of_the_mean,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_1_differential_privacy.gaussian_privacy_loss import (
    require_law as require_gaussian_law,
)
from banditproof.paper_checks.thesis.chapter_2_background.section_2_3_membership_inference.exact_audit_counts import (
    certain_digits,
)
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.theory.balls import working_precision
from banditproof.theory.concentration import laplace_density_weights

BETA = Fraction(1, 20)


def test_the_law_of_a_sum_of_laplace_variables() -> None:
    require_law(laplace_density_weights, 30)
    # equal weights are right up to two variables and wrong for three
    require_law(uniform_weights, 2)
    for wrong in (uniform_weights, lambda m: (*laplace_density_weights(m)[:-1], Fraction(0))):
        with pytest.raises(Counterexample):
            require_law(wrong, 3)


@pytest.mark.parametrize("m", [1, 2, 3, 6])
def test_quantiles_against_the_difference_of_two_gamma_variables(m: int) -> None:
    from scipy.integrate import quad
    from scipy.stats import gamma

    with working_precision(96):
        found = at_one_step(m, BETA)
    a = float(found)
    tail, _ = quad(lambda y: gamma.pdf(y, m) * gamma.sf(a + y, m), 0, 60)
    assert 2 * tail == pytest.approx(0.05, rel=1e-7)
    assert float(found.width) < 1e-9


def test_quantiles_over_a_run() -> None:
    with working_precision(96):
        require_quantiles(both_sides, BETA)
        with pytest.raises(Counterexample):
            require_quantiles(one_side, BETA)
        for horizon in (4, 8, 32):
            assert at_one_step(horizon, BETA).hi < noised_stream_over_a_run(horizon, BETA).lo
            most = (horizon - 1).bit_count()
            assert at_one_step(most, BETA).hi < tree_over_a_run(horizon, BETA).lo
        # one step has one count, so the union bound is no loss
        assert tree_over_a_run(1, BETA) == at_one_step(1, BETA)


def test_two_steps_by_integration_and_by_simulation() -> None:
    import numpy as np
    from scipy.integrate import quad
    from scipy.stats import laplace

    for a in (0.5, 2.0, 5.0):
        inside, _ = quad(
            lambda x, a=a: laplace.pdf(x) * (laplace.cdf(a - x) - laplace.cdf(-a - x)),
            -a,
            a,
            points=[0.0],
        )
        assert float(two_steps_fail(Fraction(a))) == pytest.approx(1 - inside, abs=1e-9)
    # 2e5 runs: a false alarm at 6 standard deviations has probability below 2e-9
    steps = np.random.default_rng(5).laplace(size=(200_000, 2))
    with working_precision(96):
        a = float(smallest(two_steps_fail, BETA))
    late = (np.abs(steps.cumsum(axis=1)).max(axis=1) > a).mean()
    assert abs(late - 0.05) < 6 * (0.05 * 0.95 / 200_000) ** 0.5
    assert abs((np.abs(steps.sum(axis=1)) > a).mean() - 0.05) > 0.002


def test_the_delta_curve_of_two_coins() -> None:
    laws = Laws(10, {((7, 3), (4, 6)): (0, 1), ((4, 6), (7, 3)): (1, 0)})
    places = corners(laws, Fraction(1), Fraction(3))
    # (6 - 3f)/10 and (7 - 4f)/10 are equal at f = 1, and the first is larger until it vanishes
    assert places == [1, 2, 3]
    assert [laws.delta(f) for f in places] == [Fraction(3, 10), 0, 0]


def test_the_curve_is_linear_between_its_corners_and_bends_at_each() -> None:
    for laws in both_laws(appendix):
        places = corners(laws, Fraction(1), Fraction(3))
        for low, high in pairwise(places):
            for k in range(1, 8):
                weight = Fraction(k, 8)
                mixed = (1 - weight) * laws.delta(low) + weight * laws.delta(high)
                assert laws.delta((1 - weight) * low + weight * high) == mixed
        for left, corner, right in zip(places, places[1:], places[2:], strict=False):
            slopes = [
                (laws.delta(b) - laws.delta(a)) / (b - a)
                for a, b in ((left, corner), (corner, right))
            ]
            assert slopes[0] < slopes[1]
        assert all(line_at(laws, f).at(f) == laws.delta(f) for f in places)


def test_where_the_curves_of_the_finite_policy_agree() -> None:
    view, table = both_laws(appendix)
    ends = where_equal(view, table, Fraction(1), Fraction(3))
    assert ends == (Fraction(63, 40), Fraction(882, 325))
    tiny = Fraction(1, 10**6)
    for factor, same in (
        (ends[0], True),
        (ends[0] + tiny, False),
        (ends[1] - tiny, False),
        (ends[1], True),
        (Fraction(100), True),
    ):
        assert (view.delta(factor) == table.delta(factor)) == same
    assert where_equal(view, view, Fraction(1), Fraction(3)) == (3, 1)
    assert where_equal(view, table, Fraction(2), Fraction(5, 2)) == (None, None)


def test_nodes_without_the_root() -> None:
    for horizon in (2, 8, 32):
        k = horizon.bit_length() - 1
        assert sensitivity(horizon, without_the_root(horizon)) == k
        # left children, one of each pair, and the root if the last count is released
        assert len(used_nodes(horizon, horizon - 1)) == horizon - 1
        assert set(used_nodes(horizon, horizon)) - set(used_nodes(horizon, horizon - 1)) == {
            (1, horizon)
        }
        assert all(a % (2 * (b - a + 1)) == 1 for a, b in used_nodes(horizon, horizon - 1))


def test_the_gaussian_loss() -> None:
    from scipy.stats import norm

    with working_precision(192):
        require_gaussian_law(mean_and_twice_the_mean)
        with pytest.raises(Counterexample):
            require_gaussian_law(variance_of_the_mean)
        delta, above, below = delta_and_tails(Fraction(1), Fraction(2))
    # Z is normal with mean 2 and variance 4
    assert float(above) == pytest.approx(norm.sf(1, 2, 2), rel=1e-12)
    assert float(below) == pytest.approx(norm.cdf(-1, 2, 2), rel=1e-12)
    assert delta < above
    assert len(converse_gaps()) == 9


def test_the_wider_tail_holds_for_gaussian_noise_and_the_naive_one_does_not() -> None:
    require_wider_tail(wider_tail)
    for wrong in (no_loss, lambda delta, ratio, extra: arb(0)):
        with pytest.raises(Counterexample):
            require_wider_tail(wrong)


def test_group_privacy_at_eps_zero_is_k_delta() -> None:
    delta = Fraction(1, 50)
    assert [geometric_slack(Fraction(1), delta, k) for k in range(4)] == [
        k * delta for k in range(4)
    ]
    two = Fraction(2)
    assert geometric_slack(two, delta, 3) == delta * (two**3 - 1) / (two - 1)


def test_the_missing_range_of_eps_is_a_repair() -> None:
    claim = find("thesis.thm2.14.approximate")
    assert claim.recorded == Outcome.HOLDS_WITH_REPAIR
    assert claim.repaired_by == "thesis.thm2.14.repaired"
    # less noise is no matter of the range of eps
    for name in ("no square of eps", "half of the variance"):
        assert run(claim, **claim.mutants[name]).verdict.outcome == Outcome.FAILS


def test_certain_digits() -> None:
    long = Fraction(comb(200, 77), 2**200 + 1)
    found = certain_digits(long)
    assert found.contains(long)
    assert found.digits >= 10


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
        "thesis.audit.mi",
    ],
)
def test_certified_numbers_are_no_floats(id: str) -> None:
    numbers = run(find(id)).verdict.evidence.numbers
    assert numbers
    assert not _floats(dict(numbers))
