"""The coupled environment forward in time: two enumerations, identities, corners."""

from fractions import Fraction

import numpy as np
import pytest

from banditproof.verify.decompositions.adaptive_witnesses import stays_after_a_one
from banditproof.verify.decompositions.coupled_environment import (
    coupled_divergence,
    coupled_paths,
    distances,
    mismatch_moments,
)
from banditproof.verify.decompositions.visible_laws import action_law
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws

ONE = ((Fraction(1, 3), Fraction(2, 3)), (Fraction(3, 4), Fraction(1, 4)))
TWO = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 4), Fraction(3, 4)))


def drawn(seed, **options):
    return FinitePolicy.random(np.random.default_rng(seed), **options)


def moments_of_paths(policy, one, two, rounds):
    away = distances(policy, one, two)
    sums = [Fraction(0)] * 6
    for path in coupled_paths(policy, one, two, rounds):
        arms = path.actions[:rounds]
        s = sum((away[a] for a in arms), Fraction(0))
        v = sum((away[a] * (1 - away[a]) for a in arms), Fraction(0))
        d = path.mismatches
        for place, value in enumerate((s, s * s, v, (d - s) * s, d, d * d)):
            sums[place] += path.under_p * value
    return tuple(sums)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("last", [0, 1])
def test_moments_by_two_enumerations(seed, last):
    policy = drawn(seed, zeros=True)
    found = mismatch_moments(policy, ONE, TWO, 2 + last)
    names = ("total", "square", "variance", "cross", "distance", "distance_square")
    assert tuple(getattr(found, name) for name in names) == moments_of_paths(
        policy, ONE, TWO, 2 + last
    )
    assert found.distance == found.total
    assert found.distance_square == found.printed + 2 * found.cross
    assert found.square >= found.total**2


def test_three_rewards():
    one = ((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)),) * 2
    two = ((Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)), one[1])
    policy = drawn(5, horizon=2, rewards=(0, Fraction(1, 2), 1))
    found = mismatch_moments(policy, one, two)
    assert (found.total, found.distance_square) == (
        policy.kernel[()][0] / 4,
        policy.kernel[()][0] / 4,
    )
    assert moments_of_paths(policy, one, two, 1)[5] == found.distance_square
    laws = action_law(policy, one), action_law(policy, two)
    coupled = coupled_divergence(policy, one, two)
    assert divergence_of_laws(*laws).hi < coupled.lo


def test_conditioning_on_all_actions_is_the_trap():
    case = stays_after_a_one()
    found = mismatch_moments(case.policy, case.one, case.two, 2)
    assert (found.distance_square, found.printed, found.cross) == (
        Fraction(5, 4),
        Fraction(1),
        Fraction(1, 8),
    )
    again = [
        path
        for path in coupled_paths(case.policy, case.one, case.two)
        if path.actions == (0, 0) and path.under_p
    ]
    # given both actions the first pair differs for sure, not with probability t = 1/2
    assert {path.rewards[0] != path.others[0] for path in again} == {True}


def test_a_response_of_loss_two_gives_the_catalogued_moment():
    e_squared = Fraction(738905609893065, 10**14)
    case = stays_after_a_one(e_squared)
    found = mismatch_moments(case.policy, case.one, case.two, 2)
    assert round(float(found.distance_square), 3) == 1.190
    assert found.printed == 1


def test_equal_environments_never_differ():
    policy = drawn(6)
    found = mismatch_moments(policy, ONE, ONE)
    assert (found.total, found.distance_square, found.cross) == (0, 0, 0)
    assert coupled_divergence(policy, ONE, ONE).hi == 0
    assert all(path.under_p == path.under_q for path in coupled_paths(policy, ONE, ONE))


def test_sure_differences_make_the_hamming_distance_constant():
    up, down = ((Fraction(0), Fraction(1)),) * 2, ((Fraction(1), Fraction(0)),) * 2
    found = mismatch_moments(drawn(7), up, down)
    assert (found.distance_square, found.square, found.variance) == (4, 4, 0)


def test_masses_sum_to_one_and_a_zero_makes_the_divergence_infinite():
    policy = drawn(8)
    paths = list(coupled_paths(policy, ONE, TWO))
    assert sum(path.under_p for path in paths) == sum(path.under_q for path in paths) == 1
    copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
    assert coupled_divergence(copy, ONE, TWO).lo == float("inf")


def test_one_round_shows_nothing():
    policy = FinitePolicy.from_rule(2, 1, lambda history: (1, 0))
    assert mismatch_moments(policy, ONE, TWO).distance_square == 0
    assert mismatch_moments(policy, ONE, TWO, 1).distance == Fraction(1, 6)
    with pytest.raises(ValueError, match="give T or T - 1"):
        mismatch_moments(drawn(9), ONE, TWO, 1)
