"""What declared curators answer: probabilities against quadrature and sums, and witnesses."""

import json
import math
from fractions import Fraction
from itertools import product
import mpmath
import pytest
from flint import arb
from releasing_curators import FollowsReleases
from banditproof.algorithms import ExponentialChoice, NoisyMax, RandomisedRewards, SparseVector
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.answer_witnesses import roughly
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.witnesses import Witness
from banditproof.verify.witnesses.answer_events import AnswersEvent
from banditproof.verify.witnesses.answering_curators import answering
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.laplace_products import Factor, integral
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.stated_claim import StatedClaim

ZERO, ONE = Fraction(0), Fraction(1)
MIXED = [
    Factor("density", Fraction(1, 3), Fraction(2)),
    Factor("below", Fraction(-1), Fraction(3, 2)),
    Factor("above", Fraction(2), Fraction(3, 2)),
    Factor("above", Fraction(2), Fraction(2)),
]


def by_quadrature(factors, until):
    def product_at(z):
        total = mpmath.mpf(1)
        for factor in factors:
            x = (z - mpmath.mpf(factor.place.numerator) / factor.place.denominator) / float(
                factor.scale
            )
            tail = mpmath.exp(-abs(x)) / 2
            if factor.kind == "density":
                total *= tail / float(factor.scale)
            else:
                total *= 1 - tail if (x >= 0) == (factor.kind == "below") else tail
        return total

    end = 80.0 if until is None else float(until)
    places = sorted({-80.0, *(float(f.place) for f in factors if f.place < end), end})
    return mpmath.quad(product_at, places)


@pytest.mark.parametrize("until", [None, Fraction(-2), Fraction(1), Fraction(5, 2)])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_an_integral_is_that_of_quadrature(count, until):
    exactly = integral(MIXED[:count], until)
    assert float(exactly.rad()) < 1e-9
    assert float(exactly) == pytest.approx(float(by_quadrature(MIXED[:count], until)), abs=1e-9)
    assert float(roughly(MIXED[:count], until)) == pytest.approx(float(exactly), abs=2e-3)


def answers_of(curator, batches, ways):
    """The probabilities of some ways to answer batches of rewards of the first arm."""
    found = {}
    for way in ways:
        own = answering(curator, [tuple(map(Fraction, answer)) for answer in way])
        held = own.start(2)
        for batch in batches:
            for arm, reward in batch:
                held = own.read(held, arm, reward)
            held, _ = own.release(held, 0, None, None)
        found[way] = own.probability
    return found


BATCHES = [[(0, 1.0), (1, 0.5)], [(0, 0.0), (0, 1.0)], [(0, 1.0), (1, 1.0)]]
BITS = [tuple(zip(way, strict=True)) for way in product((0, 1), repeat=3)]
COUNTS = [tuple(zip(way, strict=True)) for way in product(range(2), range(3), range(2))]


@pytest.mark.parametrize(
    ("curator", "ways"),
    [
        (NoisyMax(Laplace(1)), BITS),
        (NoisyMax(Laplace("1/3"), ("x", "x**2")), BITS),
        (ExponentialChoice("1/2"), BITS),
        (RandomisedRewards("3/4"), COUNTS),
        (SparseVector(Laplace(1), Laplace(2), threshold=1), BITS),
        (SparseVector(Laplace(2), Laplace(1), threshold=1, most=2), BITS),
        (SparseVector(Laplace(2), Laplace(1), 1, most=None, restarts=True, renews=True), BITS),
        (SparseVector(Laplace("2/3"), Laplace("5/7"), 1, most=None), BITS),
    ],
    ids=str,
)
def test_the_probabilities_of_all_answers_add_up_to_one(curator, ways):
    laws = answers_of(curator, BATCHES, ways)
    assert sum(laws.values(), arb(0)).contains(1)
    assert all(0 <= float(p) <= 1 for p in laws.values())


def test_a_noisy_maximum_of_two_is_a_difference_of_two_noises():
    """P(z_1 - z_0 > d) = (1 + d/2) e^-d / 2 for unit scales."""
    p = answers_of(NoisyMax(Laplace(1)), [[(0, 1.0), (0, 1.0)]], [((1,),)])[((1,),)]
    assert p.overlaps(2 * arb(-2).exp() / 2)


def test_the_first_comparison_is_one_of_two_noises():
    p = answers_of(SparseVector(Laplace(1), Laplace(1), 3), [[(0, 1.0)]], [((1,),)])[((1,),)]
    assert p.overlaps(2 * arb(-2).exp() / 2)


def test_a_value_that_is_told_has_a_density_beside_the_place():
    """Over all values, they add up to the probability of the place."""
    curator = NoisyMax(Laplace(1), tells_value=True)
    steps = [k / 8 for k in range(-160, 161)]
    ways = [((1, value),) for value in steps]
    total = sum(float(p) for p in answers_of(curator, [[(0, 1.0)]], ways).values()) / 8
    place = answers_of(NoisyMax(Laplace(1)), [[(0, 1.0)]], [((1,),)])[((1,),)]
    assert total == pytest.approx(float(place), abs=1e-3)


def test_a_told_sum_that_was_compared_ends_the_noise_of_the_threshold():
    curator = SparseVector(Laplace(1), Laplace(1), 1, tells_value=True)
    steps = [k / 8 for k in range(-160, 161)]
    ways = [((0, 0), (1, value)) for value in steps]
    batches = [[(0, 1.0)], [(0, 1.0)]]
    total = sum(float(p) for p in answers_of(curator, batches, ways).values()) / 8
    silent = SparseVector(Laplace(1), Laplace(1), 1)
    way = ((0,), (1,))
    assert total == pytest.approx(float(answers_of(silent, batches, [way])[way]), abs=1e-3)


MAX = FollowsReleases(NoisyMax(Laplace("1/2")))


def witness(ways, budget=None, policy=MAX, **changed):
    """A witness about the second of two rounds of rewards of an arm."""
    claim = {
        "budget": budget or PureDP(1),
        "notion": Notion.TABLE,
        "output": "transcript",
        "rewards": RewardSpace(),
        "arms": 2,
        "horizon": None,
    } | changed
    inputs = Inputs((ZERO, ZERO), (ONE, ZERO))
    event = AnswersEvent(tuple(tuple(tuple(map(Fraction, a)) for a in way) for way in ways))
    subject = DeclaredPolicy(None, {}, claim["budget"], policy)
    return Witness(StatedClaim(**claim), subject, inputs, event)


def test_a_witness_of_answers_shows_their_ratio():
    found = witness([[(1,)]])
    assert found.checked().shown.lo == pytest.approx(math.log(0.5 / (math.exp(-2))), abs=1e-9)
    stored = json.loads(json.dumps(found.to_json()))
    assert Witness.read(stored, MAX) == found
    assert Witness.read(stored, MAX).checked() == found.checked()


def test_answers_show_a_delta_and_a_concentrated_loss():
    both = [[(0,)], [(1,)]]
    assert witness(both, ApproxDP(1, "0.1")).checked().shown.lo > 0.13  # 1/2 - e/e^2
    with pytest.raises(Refused, match="within"):
        witness(both, ApproxDP(1, "0.14")).checked()
    with pytest.raises(Refused, match="needs one that is at least 1"):
        witness(both, ZCDP("1/4")).checked()


FORGED = {
    "the likelier world": ([[(0,)]], {}, "within"),
    "twice the same": ([[(1,)], [(1,)]], {}, "overlap"),
    "one begins another": ([[(1,)], [(1,), (1,)]], {}, "overlap"),
    "100,001 ways": ([[(k,)] for k in range(100_001)], {}, "at most 100000 rounds are played"),
    "no answer": ([[]], {}, "no answers"),
    "too many": ([[(1,), (1,)]], {}, "asks for 1 releases of 2"),
    "no place": ([[(2,)]], {}, "none that the curator gives"),
    "a part of a place": ([[("1/2",)]], {}, "none that the curator gives"),
    "a value that is not told": ([[(1, 5)]], {}, "is a place"),
    "the actions": ([[(1,)]], {"output": "actions"}, "no part of the claimed output"),
    "a larger claim": ([[(1,)]], {"budget": PureDP("1.4")}, "within"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_witness_of_answers_is_refused(name):
    ways, changed, why = FORGED[name]
    with pytest.raises(Refused, match=why):
        witness(ways, **changed).checked()


def test_a_curator_of_ones_own_has_no_known_law():
    class Mine(NoisyMax):
        pass

    with pytest.raises(Refused, match="whose answers have a known law"):
        witness([[(1,)]], policy=FollowsReleases(Mine(Laplace("1/2")))).checked()


def test_what_a_policy_puts_into_its_curator_is_not_asked():
    curator = NoisyMax(Laplace("1/2"))
    object.__setattr__(curator, "scored", lambda held: None)
    assert witness([[(1,)]], policy=FollowsReleases(curator)).checked()


class DecidesByChance(FollowsReleases):
    """Draws its arm: on equal answers and draws both worlds decide the same."""

    def decide(self, state, t, randomness):
        randomness.uniform()
        return super().decide(state, t, randomness)


def test_decisions_that_draw_show_pure_privacy_alone():
    drawing = DecidesByChance(NoisyMax(Laplace("1/2")))
    assert witness([[(1,)]], policy=drawing).checked()
    with pytest.raises(Refused, match="pure privacy alone"):
        witness([[(0,)], [(1,)]], ApproxDP(1, "0.1"), policy=drawing).checked()


CORRECT = {
    "max": NoisyMax(Laplace(1)),
    "choice": ExponentialChoice(1),
    "answers": RandomisedRewards("0.731"),
    "sparse": SparseVector(Laplace(2), Laplace(6), threshold=1, most=3),
    "changes": SparseVector(Laplace(2), Laplace(2), 1, most=None, restarts=True, renews=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CORRECT)
def test_no_answer_speaks_against_a_correct_curator(name, monkeypatch):
    """The search is made although the price would end the audit."""
    from banditproof.verify.audit import transcript_witnesses
    from banditproof.verify.audit.claim import Claim
    from banditproof.verify.audit.facts import Facts

    monkeypatch.setattr(transcript_witnesses, "SECONDS", 2.0)
    policy = FollowsReleases(CORRECT[name])
    claim = Claim(PureDP(1), output="transcript", arms=2)
    facts = Facts(policy, claim, (), (), True)
    subject = DeclaredPolicy(None, {}, claim.budget, policy)
    assert transcript_witnesses.release_witness(subject, facts) is None
    barely = Claim(PureDP("0.3"), output="transcript", arms=2)
    found = transcript_witnesses.release_witness(subject, Facts(policy, barely, (), (), True))
    assert found is not None


def test_the_messages_of_an_audit_of_releases():
    """No price is no infinite price, and where releases are claimed, nothing is said of actions."""
    curator = SparseVector(Laplace(1), Laplace(1), 1, most=None)
    reports = [
        audit(FollowsReleases(curator), 1, arms=2, output=output, samples=50)
        for output in ("transcript", "actions")
    ]
    notes = [report.checks[0].note for report in reports]
    assert all("no price is known under eps" in note and "inf" not in note for note in notes)
    assert ["the actions may reveal less" in note for note in notes] == [False, True]
