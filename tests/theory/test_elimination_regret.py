"""Lengths of phases, designs after a few steps, and the regret of elimination, phase by phase."""

import math
from fractions import Fraction
from itertools import pairwise
import numpy as np
import pytest
from banditproof.algorithms import GOPE, AdaCGOPE, LinearEnvironment, simulate
from banditproof.theory import LinearBandit, bounds, certify
from banditproof.theory.designs import frank_wolfe_design, g_value, optimal_design
from banditproof.theory.linear_bounds import elimination_regret
from banditproof.theory.phase_lengths import phase_length

TRIANGLE = ((1, 0), (0, 1), ("0.6", "0.6"))


@pytest.mark.parametrize("form", ["scalar", "printed", "support"])
@pytest.mark.parametrize("rho", [None, "1e-9", 1, 10**9])
def test_a_length_is_within_its_enclosure_and_grows(form, rho) -> None:
    lengths = []
    for phase in (1, 2, 17, 200):
        given = (7, 40, phase, "1e-12", rho, form)
        enclosure = certify(phase_length, *given)
        assert float(enclosure) == pytest.approx(phase_length(*given), rel=1e-13)
        lengths.append(enclosure)
    assert all(a.hi < b.lo for a, b in pairwise(lengths))


def test_the_scalar_length_is_the_shortest_from_dimension_one_on() -> None:
    for d in (1, 2, 50):
        scalar, printed, support = (
            phase_length(d, 10, 1, "0.01", "0.001", form)
            for form in ("scalar", "printed", "support")
        )
        assert scalar < printed
        assert scalar <= support
    assert phase_length(1, 10, 1, "0.01", 1, "support") == phase_length(1, 10, 1, "0.01", 1)


@pytest.mark.parametrize(
    "given",
    [
        (2, 10, 1, "1e-400"),
        (2, 10, 1, Fraction(1, 10**400), "1e300"),
        (2, 10, 1, "0.1", 10**400),
        (2, 10, 1, "0.1", "1e-310", "support"),
        (2, 10**400, 1, "0.1", 1, "printed"),
    ],
)
def test_lengths_of_numbers_that_float64_cannot_hold(given) -> None:
    assert float(certify(phase_length, *given)) == pytest.approx(phase_length(*given), rel=1e-13)


@pytest.mark.parametrize(
    "given", [(10**8, 10, 500, "0.001"), (10**400, 10, 1, "0.1"), (2, 10, 1, "0.1", "1e-700")]
)
def test_a_length_beyond_float64_is_refused_and_can_be_certified(given) -> None:
    with pytest.raises(ValueError, match="beyond float64"):
        phase_length(*given)
    assert certify(phase_length, *given).lo > 10**307


def test_the_bound_has_no_last_phase_and_names_its_forms() -> None:
    result = elimination_regret(2, (0, Fraction(1, 10**200)), 10**400)
    assert result.hi < 10**201
    far = elimination_regret(2, (0, Fraction(1, 10**200)), 10**450)
    assert 10**200 < far.lo < far.hi < 10**207


def test_steps_of_frank_and_wolfe_come_near_the_optimal_design() -> None:
    rng = np.random.default_rng(3)
    for rows in (
        rng.standard_normal((12, 4)),
        rng.standard_normal((9, 2)) @ [[1, 0, 2], [0, 1, 1]],
    ):
        rank = optimal_design(rows).dimension
        values = []
        for steps in (0, 1, 10, 300):
            weights = [Fraction(w) for w in frank_wolfe_design(rows, steps).tolist()]
            assert float(sum(weights)) == pytest.approx(1)
            values.append(g_value(rows, [w / sum(weights) for w in weights]))
        assert values[0] > values[2] > values[3] >= rank
        assert values[3] < Fraction(105, 100) * rank
    with pytest.raises(ValueError, match="steps"):
        frank_wolfe_design(rows, -1)


def plain(dimension, gaps, time, rho):
    """The bound by a plain loop in floats."""
    total, before, phase = max(gaps), 0.0, 1
    while before < time:
        weight = max(gap for gap in gaps if phase == 1 or gap <= 8 / 2**phase)
        length = phase_length(dimension, len(gaps), phase, 1 / time, rho)
        after = min(before + length + dimension * (dimension + 1) / 2, time)
        total += weight * (after - before)
        before, phase = after, phase + 1
    return total


@pytest.mark.parametrize("rho", [None, 0.01, 10])
@pytest.mark.parametrize("time", [2, 1000, 10**6, 10**12])
def test_the_bound_is_that_of_a_plain_loop(rho, time) -> None:
    gaps = (0.0, 0.3, 0.05, 1.5)
    result = elimination_regret(3, gaps, time, rho)
    assert float(result) == pytest.approx(plain(3, gaps, time, rho), rel=1e-12)
    assert result.hi <= time * Fraction(3, 2) + 2


def test_more_privacy_and_longer_horizons_cost_more_and_equal_arms_nothing() -> None:
    costs = [elimination_regret(2, (0, 1), 10**6, rho).lo for rho in (None, 1, "0.01", "0.0001")]
    assert costs == sorted(costs)
    assert len(set(costs)) == 4
    assert elimination_regret(2, (0, 0), 10**6).hi == 0


def test_runs_are_below_the_bound_and_not_below_a_tenth_of_it() -> None:
    """The good event fails with probability at most 1e-6 per run."""
    theta, time = ("0.9", "0.1"), 10**6
    world = LinearEnvironment(theta=theta, actions=TRIANGLE)
    for policy, rho in (
        (GOPE(TRIANGLE, delta=Fraction(1, time)), None),
        (AdaCGOPE(TRIANGLE, rho="0.01", delta=Fraction(1, time)), "0.01"),
    ):
        regret = simulate(policy, world, time, 30, rng=2).regret
        bound = float(elimination_regret(2, world.gaps, time, rho))
        assert (regret < bound).all()
        assert regret.max() > bound / 40


def test_the_bounds_of_given_actions_have_both_rows() -> None:
    bandit = LinearBandit(TRIANGLE, ("0.9", "0.1"))
    rows = [row for row in bounds(bandit, rho="0.1", horizon=10**6) if "GOPE" in row.name]
    assert [row.claim for row in rows] == ["zcdp.thm4.sum"] * 2
    assert rows[0].enclosure.hi < rows[1].enclosure.lo
    loud = LinearBandit(TRIANGLE, ("0.9", "0.1"), sigma=2)
    flat = LinearBandit(((1, 0), (2, 0)), ("0.9", "0.1"))
    for other, missing in ((loud, "1-subgaussian"), (flat, "span the space")):
        results = [row for row in bounds(other, rho="0.1", horizon=100) if "GOPE" in row.name]
        assert not any(row.applies for row in results)
        assert all(missing in row.note for row in results)
    assert math.isfinite(float(rows[0].enclosure))
