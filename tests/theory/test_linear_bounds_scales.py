"""Structural programs on instances whose numbers no float holds: certified, or wide, never lost."""

from fractions import Fraction
import pytest
from banditproof.theory import LinearBandit, structural_bound
from banditproof.theory.linear_bounds import (
    StructuralBound,
    linear_structural_bounds,
    nonprivate_structural_bound,
    norm_form_structural_bound,
    private_structural_bound,
)

ARMS = ((1, 0), (0, 1), (1, -1), (2, -3))
BOUNDS = {
    "private": private_structural_bound,
    "free": lambda bandit, eps: nonprivate_structural_bound(bandit),
    "both": structural_bound,
    "norm form": norm_form_structural_bound,
}


def overlap(one: StructuralBound, other: StructuralBound, factor: Fraction) -> bool:
    """Whether one bound can be `factor` times the other, both with narrow enclosures."""
    for bound in (one, other):
        assert 0 < bound.lower <= bound.upper
        assert bound.upper - bound.lower <= bound.upper / 10**6
    return one.lower <= factor * other.upper and factor * other.lower <= one.upper


@pytest.mark.parametrize("power", [-400, -200, -12, 12, 200, 400])
@pytest.mark.parametrize("name", BOUNDS)
def test_rewards_in_other_units(name: str, power: int) -> None:
    """theta and sigma times c cost c times as much."""
    unit = Fraction(10) ** power
    eps = Fraction(1, 3)
    plain = BOUNDS[name](LinearBandit(ARMS, (1, "0.3")), eps)
    moved = BOUNDS[name](LinearBandit(ARMS, (unit, 3 * unit / 10), unit), eps)
    assert overlap(moved, plain, unit)
    assert not overlap(moved, plain, unit * Fraction(101, 100))
    assert moved.allocation == pytest.approx(plain.allocation, rel=1e-4, abs=0)


@pytest.mark.parametrize("power", [-320, 320])
def test_budgets_beyond_the_floats(power: int) -> None:
    """The private family is sqrt(2 pi) / eps times a number; the other one ignores eps."""
    bandit, eps = LinearBandit(ARMS, (1, "0.3")), Fraction(10) ** power
    private = private_structural_bound(bandit, eps)
    assert overlap(private, private_structural_bound(bandit, 1), 1 / eps)
    joint = structural_bound(bandit, eps)
    alone = private if power < 0 else nonprivate_structural_bound(bandit)
    assert alone.lower <= joint.upper
    assert joint.lower <= alone.upper * Fraction(1000001, 1000000)


HARD = {
    "one gap of 1e-20": (((1, 0, 0), (0, 1, 0), (0, 0, 1)), (1, 1 - Fraction(1, 10**20), 0)),
    "one gap of 1e-9": (((1, 0, 0), (0, 1, 0), (0, 0, 1)), (1, 1 - Fraction(1, 10**9), 0)),
    "one gap of 1e-400": (((1, 0, 0), (0, 1, 0), (0, 0, 1)), (1, 1 - Fraction(1, 10**400), 0)),
    "actions 1e-30 apart": (
        ((1, 0), (1, Fraction(1, 10**30)), (1, Fraction(2, 10**30)), (0, 1)),
        (1, -1),
    ),
    "long denominators": (
        ((Fraction(10**40 + 7, 10**40 - 33), 1), (1, Fraction(10**60 + 1, 3)), (10**80, 1)),
        (Fraction(10**40 + 7, 10**40 - 33), Fraction(1, 10**40)),
    ),
}


@pytest.mark.parametrize("eps", [Fraction(1, 10), Fraction(1, 10**9), Fraction(10**9)])
@pytest.mark.parametrize("case", HARD)
def test_gaps_of_very_different_sizes_keep_a_certificate(case: str, eps: Fraction) -> None:
    """Each arm on its own is always enough, so 2 sigma^2 / gap and n units are upper bounds."""
    bandit = LinearBandit(*HARD[case])
    gaps = [gap for gap in bandit.gaps if gap]
    free, private = nonprivate_structural_bound(bandit), private_structural_bound(bandit, eps)
    joint, norm_form = structural_bound(bandit, eps), norm_form_structural_bound(bandit, eps)
    slack = Fraction(1000001, 1000000)
    unit = Fraction("2.506628274631") / eps
    assert 0 < free.lower <= free.upper <= slack * sum(2 / gap for gap in gaps)
    assert 0 < private.lower <= private.upper <= slack * unit * len(gaps)
    assert max(free.lower, private.lower) <= slack * joint.upper
    assert joint.upper <= slack * (free.upper + private.upper)
    assert 0 < norm_form.lower <= slack * joint.upper
    if len(bandit.theta) == 3:  # independent arms: the unstructured bound, exactly
        assert overlap(free, free, Fraction(1))
        assert free.upper >= sum(2 / gap for gap in gaps) / slack
        assert private.upper >= unit * len(gaps) / slack
    for row in linear_structural_bounds(bandit, eps):
        assert row.bound is None or 0 < row.bound.lower <= row.bound.upper
