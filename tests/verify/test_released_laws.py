"""Laws of several releases: what breaks a claim of any kind is refuted, its exact twin is not."""

import math
from fractions import Fraction
import pytest
from releasing_policies import Summing, TakesTurns
from telescoping_policies import (
    Adaptive,
    Combined,
    RawTotals,
    Telescoping,
    clipped,
    halved,
    halved_raw,
    mirrored,
    normal,
    redrawn,
    repeated,
    shared,
    turned,
)
from test_policy_witnesses import found
from banditproof.algorithms import DeclaredSums
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.accounting import Composition, LaplaceLoss, composed_delta
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.witnesses import Witness, released_laws
from banditproof.verify.witnesses.between import Box, OpenQuestion
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.released_laws import ReleasedLaw
from banditproof.verify.witnesses.scripted_plays import require_closed
from banditproof.verify.witnesses.stated_claim import StatedClaim


class Follows(TakesTurns):
    """Each arm once, and then the arm with the largest released number."""

    def decide(self, state, t, randomness):
        return Pull((t // 2) % 2 if t < 4 else state.index(max(state)), 2)


class FollowsAnother(Follows):
    """The same, with a coin that everybody sees."""

    def decide(self, state, t, randomness):
        pull = super().decide(state, t, randomness)
        return Pull(randomness.choice((pull.arm, 1 - pull.arm)), 2)


class Scaled(Summing):
    """Gaussian noise of one variance; that of each release may be smaller than the last."""

    def __init__(self, variance, factor=1):
        self.variance, self.factor = Fraction(variance), Fraction(factor)

    def start(self, arms):
        return (0,) * arms + (self.variance,)

    def release(self, held, arm, mechanism, randomness):
        value = held[arm] + randomness.noise(Gaussian(sigma_squared=held[-1]))
        return (*held[:arm], 0, *held[arm + 1 : -1], held[-1] * self.factor), value


def twice(noise):
    """Each reward in two releases."""
    return DeclaredSums(noise, memory=2)


PAIRS = {
    "a reward in two releases": (twice(normal(1)), twice(normal(2))),
    "half the scale": (Scaled("1/4"), Scaled(1)),
    "noise that shrinks": (Scaled(1, factor="1/2"), Scaled(1, factor=2)),
}
"""What breaks a claim for a shift of one deviation, and what spends exactly that."""


def delta_of(eps, shift):
    """The smallest delta of normal noise, a little above."""
    tails = [0.5 * math.erfc((eps / shift - sign * shift / 2) / math.sqrt(2)) for sign in (1, -1)]
    return Fraction(tails[0] - math.exp(eps) * tails[1]) + Fraction(1, 10**9)


BUDGETS = (ZCDP("1/2"), RenyiDP(3, "3/2"), ApproxDP(1, delta_of(1, 1)))


@pytest.mark.parametrize("policy", [TakesTurns, Follows])
@pytest.mark.parametrize("budget", BUDGETS, ids=["zcdp", "renyi", "delta"])
@pytest.mark.parametrize("name", PAIRS)
def test_what_several_releases_show_is_refuted_and_its_twin_is_not(name, budget, policy):
    broken, exact = PAIRS[name]
    witness = found(policy(broken), budget)
    assert isinstance(witness.event, ReleasedLaw)
    shown = witness.checked()
    assert shown.shown.lo > shown.allowed
    assert found(policy(exact), budget) is None


def renyi_of_two(order, scales):
    """The Renyi divergence of two Laplace releases with a shift of so many scales each."""
    parts = math.exp((order - 1) * scales) * order + math.exp(-order * scales) * (order - 1)
    return 2 * math.log(parts / (2 * order - 1)) / (order - 1)


def test_two_releases_show_the_exact_loss_and_no_more():
    policy, half = TakesTurns(twice(Laplace(2))), Fraction(1, 2)
    delta = composed_delta(Composition(((2, LaplaceLoss(half)),)), half)
    renyi = Fraction(renyi_of_two(3, 0.5))
    for budget, value in (
        (lambda x: ApproxDP(half, x), delta.lo),
        (lambda x: RenyiDP(3, x), renyi),
    ):
        witness = found(policy, budget(value * Fraction(999, 1000)))
        assert float(witness.checked().shown.lo) == pytest.approx(float(value), rel=1e-6)
        assert found(policy, budget(value * Fraction(1001, 1000))) is None
    both = found(TakesTurns(twice(normal(1))), ZCDP("0.99"))
    assert float(both.checked().shown.lo) == pytest.approx(1, rel=1e-6)
    assert found(TakesTurns(twice(normal(1))), ZCDP("1.0001")) is None


@pytest.mark.parametrize("policy", [TakesTurns, Follows])
def test_the_largest_loss_of_two_releases_is_shown_and_no_more(policy):
    """Two releases with a shift of half a scale lose 1."""
    asked = policy(twice(Laplace(2)))
    assert float(found(asked, RenyiDP(math.inf, "0.999")).checked().shown.lo) == pytest.approx(1)
    assert found(asked, RenyiDP(math.inf, 1)) is None
    assert found(policy(twice(normal(9))), RenyiDP(math.inf, 9)).checked().shown.lo == math.inf


@pytest.mark.parametrize("budget", [BUDGETS[0], BUDGETS[2]], ids=["zcdp", "delta"])
@pytest.mark.parametrize(
    "curator", [Telescoping(), *map(Combined, (repeated, halved, turned, redrawn, clipped))]
)
def test_what_is_made_of_released_numbers_and_noise_costs_nothing(curator, budget):
    assert found(TakesTurns(curator), budget) is None


def law_of(policy, budget, rounds=4):
    """The law as a witness, of rounds of which the first has another reward."""
    rewards = (Fraction(0),) * rounds
    inputs = Inputs(rewards, (Fraction(1), *rewards[1:]))
    claim = StatedClaim(budget, Notion.TABLE, "transcript", UNIT, 2, None)
    subject = DeclaredPolicy(None, {}, budget, policy)
    return Witness(claim, subject, inputs, ReleasedLaw(Fraction(10**6)))


def test_noise_that_two_numbers_share_is_not_counted_twice():
    with pytest.raises(Refused, match="shares one of several noises"):
        law_of(TakesTurns(Combined(shared)), ZCDP(1)).checked()


@pytest.mark.parametrize("budget", BUDGETS, ids=["zcdp", "renyi", "delta"])
@pytest.mark.parametrize(
    ("curator", "deviations"),
    [(RawTotals(), None), (Combined(halved_raw), 1.25), (Combined(mirrored), math.inf)],
)
def test_raw_sums_that_enter_numbers_again_are_counted(curator, deviations, budget):
    shown = found(TakesTurns(curator), budget).checked()
    assert shown.shown.lo > shown.allowed
    if isinstance(budget, ZCDP) and deviations:
        assert float(shown.shown.lo) == pytest.approx(deviations / 2, rel=1e-6)


@pytest.mark.parametrize(("above", "variance"), [(0, Fraction(1, 4)), (-1, 4), (9, Fraction(1, 4))])
def test_a_curator_that_chooses_laws_by_what_left_is_not_followed(above, variance):
    """Below a threshold the law is another one; a delta of 0.51 counts the smaller noise alone."""
    assert found(TakesTurns(Adaptive(above, variance)), ApproxDP(1, delta_of(1, 1))) is None


def test_coins_that_everybody_sees_are_followed():
    assert found(FollowsAnother(twice(normal(1))), ZCDP("0.55")) is not None
    assert found(FollowsAnother(twice(normal(2))), ZCDP("0.5")) is None


class Hidden(TakesTurns):
    """A coin that nobody sees chooses the scale of the noise: the law of a number is a mixture."""

    laws = (Laplace(Fraction(1, 2)), Laplace(2))

    def decide(self, state, t, randomness):
        return Pull(0, 1, note=randomness.choice((0, 1)))

    def mechanism(self, state, pull):
        return self.laws[pull.note or 0]


class HiddenNormal(Hidden):
    laws = (normal(1), normal(4))


class HiddenByTwo(Hidden):
    """Both of two coins must fall so that the noise is small."""

    def decide(self, state, t, randomness):
        return Pull(0, 1, note=randomness.choice((1, 0)) | randomness.choice((1, 0)))


class Plain(Summing):
    def release(self, held, arm, mechanism, randomness):
        return (*held[:arm], 0, *held[arm + 1 :]), held[arm] + randomness.noise(mechanism)


@pytest.mark.parametrize(
    ("policy", "budget"),
    [
        (Hidden(Plain()), PureDP("1.6")),  # its loss is 1.47, that of the smaller scale 2
        (HiddenByTwo(Plain()), PureDP("1.6")),
        (HiddenNormal(Plain()), ApproxDP(1, "0.0352")),  # 0.0036, and 0.067 on average
        (HiddenNormal(Plain()), ZCDP("0.3")),
    ],
)
def test_a_coin_that_nobody_sees_is_no_witness(policy, budget):
    assert found(policy, budget) is None


def test_coins_that_were_not_all_followed_are_no_witness(monkeypatch):
    """The first side alone would show a delta of 0.063."""
    monkeypatch.setattr(released_laws, "MOST_BOXES", 1)
    assert found(HiddenNormal(Plain()), ApproxDP(1, "0.0352")) is None
    assert found(TakesTurns(twice(normal(1))), ZCDP("0.99")) is not None


class Curious(Follows):
    """Asks what a number is, and decides by that."""

    def decide(self, state, t, randomness):
        try:
            asked = self.asks(max(state)) if t >= 4 else 0
        except BaseException:
            asked = 1
        return Pull((t // 2 + bool(asked)) % 2, 2)


@pytest.mark.parametrize(
    "asks",
    [
        float,
        hash,
        repr,
        round,
        math.floor,
        lambda x: x.is_integer(),
        lambda x: x**2,
        lambda x: [*x],
    ],
)
def test_what_needs_the_number_itself_is_not_followed(asks):
    """The law of the first two releases shows 0.5, that of all 1; one far transcript shows 1."""
    policy = type("Asking", (Curious,), {"asks": staticmethod(asks)})(twice(normal(1)))
    witness = found(policy, ZCDP("0.6"))
    assert witness is None or not isinstance(witness.event, ReleasedLaw)
    assert isinstance(found(Follows(twice(normal(1))), ZCDP("0.6")).event, ReleasedLaw)


class Knows(TakesTurns):
    """Pulls the same arm again, but only if it is asked about a whole box of numbers."""

    def decide(self, state, t, randomness):
        return Pull(int(max(state) > 0 and t > 2), 2)

    def learn(self, state, pull, released):
        return (9.0 if type(released) is float else -9.0,) * 2


def test_a_policy_that_knows_a_box_from_a_number_is_refused():
    with pytest.raises(Refused, match="decides otherwise on the numbers themselves"):
        law_of(Knows(twice(normal(1))), ZCDP("0.6")).checked()


@pytest.mark.parametrize(
    ("compared", "answer"),
    [
        (lambda x, y: x < y, None),
        (lambda x, y: x + 9 > y, True),
        (lambda x, y: -x * 2 - 1 < y / 2, True),
        (lambda x, y: abs(y) > 0.5, True),
        (lambda x, y: max(x, 3.0) == 3.0, True),
        (lambda x, y: [x == x, x <= x, x != x, x > x] == [True, True, False, False], True),
        (lambda x, y: bool(x), True),
        (lambda x, y: 1 / y > 0, None),
        (lambda x, y: y / x > 0, True),
        (lambda x, y: isinstance(x, float), True),
    ],
)
def test_a_comparison_is_answered_where_all_numbers_agree(compared, answer):
    box = Box({0: (1.0, 2.0), 1: (1.5, 4.0)})
    try:
        assert compared(box.number(0), box.number(1)) is answer
        assert box.open is None
    except OpenQuestion:
        assert answer is None
        with pytest.raises((OpenQuestion, Refused)):
            require_closed(box)
