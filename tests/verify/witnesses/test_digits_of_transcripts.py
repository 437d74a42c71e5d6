"""Transcripts far out, where floats have few digits: forged ones show nothing of a true claim."""

from fractions import Fraction
import pytest
from releasing_curators import FollowsReleases
from banditproof.algorithms import Curator, DeclaredSums, FactorisedSums
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import PureDP
from banditproof.theory.mechanisms import Gaussian, IntegerLaplace, Laplace
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.witnesses import Witness
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.stated_claim import StatedClaim
from banditproof.verify.witnesses.transcripts import TranscriptEvent

WIDE = Fraction("1.4")
DISCRETE = DeclaredSums(IntegerLaplace(1), center="1/2")


class Shares(Curator):
    """Two numbers that no reward enters, and whose noises have one part in common."""

    def start(self, arms):
        return ()

    def read(self, held, arm, reward):
        return (*held, reward)

    def release(self, held, arm, mechanism, randomness):
        one, two, three = (randomness.noise(Gaussian(sigma_squared=1)) for _ in range(3))
        own = sum(held) + randomness.noise(Laplace(1))
        return (), (one + two, one + three, own)


def checked(curator, eps, left, right, reward=Fraction(1)):
    """What is made of a transcript of two rounds with a reward, against the reward 0."""
    zero, space = Fraction(0), RewardSpace.of(f"0:{max(reward, Fraction(1))}")
    claim = StatedClaim(PureDP(eps), Notion.TABLE, "transcript", space, 2, None)
    event = TranscriptEvent(tuple(map(Fraction, left)), tuple(map(Fraction, right)))
    subject = DeclaredPolicy(None, {}, claim.budget, FollowsReleases(curator, space))
    return Witness(claim, subject, Inputs((reward, zero), (zero, zero)), event).checked()


@pytest.mark.parametrize("bits", [26, 34, 50, 53])
def test_noises_that_round_to_one_number_are_not_told_apart(bits):
    place = 2**bits + 1
    step = Fraction(2) ** (bits - 52)
    places = [place - step * round(WIDE / step + k) for k in (0, 1)]
    left = [one for one in places if float(one) + float(WIDE) == float(place)]
    assert left  # the sums are one float
    for one in left:
        with pytest.raises(Refused, match="within"):
            checked(DeclaredSums(Laplace(1)), WIDE, [one], [place], WIDE)


def test_noise_on_the_integers_that_is_lost_in_a_float_shows_nothing():
    with pytest.raises(Refused, match="no digits for noise on the integers"):
        checked(DISCRETE, 1, [2**54], [2**54 + 2])


def test_a_number_at_the_end_of_a_far_range_does_not_move():
    far = 2**30
    with pytest.raises(Refused, match="does not move with its noise"):
        checked(DeclaredSums(Laplace(1), bounds=(0, far)), 1, [far + 5], [far + 505])


@pytest.mark.parametrize(
    ("large", "left", "right"), [(2**34, [0, 0], [0, "1.9"]), (2**30, ["0.5", 0], ["0.5", "1.1"])]
)
def test_a_step_of_the_grid_of_a_large_noise_shows_nothing_of_a_small_one(large, left, right):
    """The second number has the first noise again, many times, and the reward is hidden by 1."""
    sums = FactorisedSums(((0,), (1,)), Laplace(1), ((1,), (large, 1)), after=(1, 1))
    assert sums.column(0) == (0, 1)
    with pytest.raises(Refused, match="which is within 1"):
        checked(sums, 1, left, right)


def test_where_the_step_is_small_beside_the_noise_the_reward_is_seen():
    sums = FactorisedSums(((0,), (1,)), Laplace(1), ((1,), (2**8, 1)), after=(1, 1))
    assert float(checked(sums, "0.99", ["0.5", 0], ["0.5", 1]).shown.lo) > 0.999


def test_noises_that_are_not_known_one_by_one_are_in_no_later_number():
    with pytest.raises(Refused, match="shares one of several noises"):
        checked(Shares(), 1, [0, 0, 0, 0], [100, -100, -100, 1])


def test_a_transcript_near_the_origin_shows_what_it_did():
    assert float(checked(DeclaredSums(Laplace(1)), "1.39", [0], ["1.4"], WIDE).shown.lo) > 1.3999
