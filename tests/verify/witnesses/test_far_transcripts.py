"""One transcript far out, under claims of divergences: it shows nearly all of a large order."""

import json
from fractions import Fraction
import pytest
from releasing_curators import FollowsReleases
from banditproof.algorithms import Curator, DeclaredSums
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import ZCDP, ApproxDP, RenyiDP
from banditproof.theory.mechanisms import Gaussian
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.witnesses import Witness
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.stated_claim import StatedClaim
from banditproof.verify.witnesses.transcripts import TranscriptEvent

ZERO, ONE = Fraction(0), Fraction(1)
SUMS = FollowsReleases(DeclaredSums(Gaussian(sigma_squared=1)))
"""A reward moves one number by a deviation: rho = 1/2, and a/2 at the order a."""


class Own(Curator):
    """A curator of code, which rounds to no grid."""


class Drawing(FollowsReleases):
    """Draws before it decides."""

    def decide(self, state, t, randomness):
        randomness.uniform()
        return super().decide(state, t, randomness)


def shown(budget, order=2000, policy=SUMS):
    """What the transcript shows that is the best one for an order."""
    claim = StatedClaim(budget, Notion.TABLE, "transcript", RewardSpace(), 2, None)
    far = Fraction(order or 2)
    event = TranscriptEvent((far - 1,), (far,), (), None if order is None else far)
    subject = DeclaredPolicy(None, {}, budget, policy)
    witness = Witness(claim, subject, Inputs((ONE, ZERO), (ZERO, ZERO)), event)
    stored = json.loads(json.dumps(witness.to_json()))
    assert Witness.read(stored, policy).event == event
    return float(witness.checked().shown.lo)


def test_it_shows_nearly_all_of_a_concentrated_loss_and_no_more():
    assert 0.499 < shown(ZCDP("0.49")) < 0.5
    with pytest.raises(Refused, match="within"):
        shown(ZCDP("1/2"))


def test_it_shows_a_renyi_loss_of_a_large_order_and_nothing_of_a_small_one():
    assert 999 < shown(RenyiDP(2000, 990), 2000) < 1000
    with pytest.raises(Refused, match="within"):
        shown(RenyiDP(2000, 1000), 2000)
    with pytest.raises(Refused, match="within"):
        shown(RenyiDP(2, "0.01"), 2)


def test_nothing_is_shown_where_the_grid_or_the_law_is_not_known():
    with pytest.raises(Refused, match="The grid of the numbers is known"):
        shown(ZCDP("0.1"), policy=FollowsReleases(Own()))
    with pytest.raises(Refused, match="Decisions draw"):
        shown(ZCDP("0.1"), policy=Drawing(SUMS.curator))
    with pytest.raises(Refused, match="pure or Renyi privacy"):
        shown(ApproxDP(1, "1e-3"))
    with pytest.raises(Refused, match="The order of the witness is None"):
        shown(ZCDP("0.1"), None)
