"""An arm is left out of a law only if no totals pull it: lost or vanished mass is not a reason."""

from fractions import Fraction
from itertools import product
import pytest
from banditproof.algorithms import DPIMED, DPKLUCB, AdaPKLUCB, Ties
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.theory import PureDP
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.continuous_law import continuous_law
from banditproof.verify.exact_laws.decision_border import possible_arms
from banditproof.verify.exact_laws.exact_privacy import exact_privacy

BUILT_IN = (DPIMED, DPKLUCB, AdaPKLUCB)


@pytest.mark.parametrize("kind", BUILT_IN)
def test_noise_so_small_that_masses_vanish_keeps_every_possible_sequence(kind: type) -> None:
    law = continuous_law(kind(arms=2, eps=1000, ties="first"), horizon=4, steps=128)
    table = law.law()
    for rewards in range(8):
        assert table.total(rewards).contains(1)
    # against the rewards only noise of hundreds of scales pulls arm 2 in round 3: about e^-1000
    rare = law.probability((0, 1, 1, 1), (1, 0, 0, 0))
    assert rare.lo == 0 < rare.hi < Fraction(1, 10**9)


def test_the_pure_loss_of_a_policy_with_little_noise_is_bounded_by_its_noise() -> None:
    policy = DPIMED(arms=2, eps=1000, ties="first")
    result = exact_privacy(policy, Notion.TABLE, horizon=3, seconds=0.5)
    assert result.value.hi == 1000
    assert result.verdict(PureDP(1000)) == "holds"


@pytest.mark.parametrize("kind", BUILT_IN)
@pytest.mark.parametrize("ties", ["first", "last", "random"])
def test_possible_arms_are_those_that_some_totals_pull(kind: type, ties: Ties) -> None:
    totals = (-1e6, -1.0, 0.0, 0.5, 1.0, 2.0, 3.0, 7.0, 1e6)
    seen = set()
    for eps, pulls, t in product(
        ("0.3", "1", "9"), ((1, 1), (3, 1), (1, 3), (7, 1), (3, 7)), (3, 9)
    ):
        policy = kind(arms=2, eps=eps, ties=ties)
        pulled = [False, False]
        for x, y in product(totals, totals):
            first, second = policy.scores((ArmRecord(1, pulls[0], x), ArmRecord(1, pulls[1], y)), t)
            pulled[0] |= first > second or (first == second and ties != "last")
            pulled[1] |= second > first or (first == second and ties != "first")
        assert possible_arms(policy, pulls, t) == tuple(pulled)
        seen.add(tuple(pulled))
    assert len(seen) > 1 or kind is not DPIMED  # an arm that is out of reach does occur


def test_of_a_policy_that_is_not_built_in_nothing_is_known_beyond_the_lattice() -> None:
    class Declared(DPIMED):
        monotone_scores = True

    assert possible_arms(Declared(arms=2, eps=1), (3, 1), 5) == (True, True)
