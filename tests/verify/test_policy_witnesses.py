"""Witnesses about policies that are code: transcripts, first releases, and laws of the actions."""

import json
import math
from fractions import Fraction
from random import SystemRandom
import pytest
from releasing_policies import (
    Bare,
    BothNoises,
    ClippedAfter,
    DecidesRaw,
    GaussianNoise,
    Growing,
    HalfTheScale,
    LateLeak,
    LocationForScale,
    NoisyBaseline,
    Noting,
    RawBaseline,
    RecommendsRaw,
    Redrawn,
    SharedNoise,
    Shifted,
    Shrinking,
    StopsByNumbers,
    Summing,
    TakesTurns,
    ThreeTimesTheNoise,
    Tossing,
    TwoAtHalf,
    TwoNoises,
    TwoReleases,
    UnderACoin,
    Untraced,
    Unused,
)
from banditproof.algorithms import DPIMED, DeclaredSums, DPUCBPrinted, RewardSpace
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.reward_space import UNIT
from banditproof.theory import ZCDP, ApproxDP, PureDP, RenyiDP
from banditproof.theory.balls import working_precision
from banditproof.theory.mechanisms import DiscreteLaplace, Gaussian, Laplace, NoNoise
from banditproof.verify.audit import Claim, audit
from banditproof.verify.audit.action_witnesses import action_witness
from banditproof.verify.audit.facts import recorded
from banditproof.verify.audit.transcript_witnesses import release_witness
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.continuous_law import continuous_law
from banditproof.verify.exact_laws.merged_law import action_law
from banditproof.verify.witnesses import Refused, Witness
from banditproof.verify.witnesses.action_laws import mass_of
from banditproof.verify.witnesses.declared_policies import DeclaredPolicy
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.released_laws import ReleasedLaw
from banditproof.verify.witnesses.stated_claim import StatedClaim
from banditproof.verify.witnesses.transcripts import TranscriptEvent
from banditproof.verify.witnesses.witness import ActionEvent

LISTS = (Fraction(0), Fraction(1))


def found(policy, budget, output="transcript", **claimed):
    """The witness that an audit would find, read again from its JSON."""
    options = {"rewards": policy.rewards, "arms": policy.arms} | claimed
    claim = Claim(budget, output=output, **options)
    facts = recorded(policy, claim)
    declared = DeclaredPolicy(None, {}, budget, policy)
    search = release_witness if output == "transcript" else action_witness
    witness = search(declared, facts)
    return witness and Witness.read(json.loads(json.dumps(witness.to_json())), policy)


BROKEN = {
    "half the scale": TakesTurns(HalfTheScale()),
    "a reward in two releases": TakesTurns(TwoReleases()),
    "noise that shrinks": TakesTurns(Shrinking()),
    "Gaussian noise under a pure claim": TakesTurns(GaussianNoise()),
    "a declared Gaussian under a pure claim": TakesTurns(DeclaredSums(Gaussian(sigma_squared=9))),
    "no noise": TakesTurns(Bare()),
    "one noise for two numbers": TakesTurns(SharedNoise()),
    "no noise in releases 2, 4, 8": TakesTurns(LateLeak()),
    "a raw baseline": TakesTurns(RawBaseline()),
    "sums that count three times": TakesTurns(ClippedAfter()),
    "the scale as location": TakesTurns(LocationForScale()),
    "two numbers with one noise": TakesTurns(BothNoises()),
    "a recommendation from raw rewards": RecommendsRaw(Noting()),
    "decisions from raw rewards": DecidesRaw(Noting()),
    "clipping after the noise": TakesTurns(
        DeclaredSums(Laplace(1), bounds=(0, 2)), rewards=RewardSpace.of("0:5")
    ),
    "overlapping buffers": TakesTurns(DeclaredSums(Laplace(1), memory=2)),
    "too small a noise in a tree": DPUCBPrinted(2, eps=1, horizon=64),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_misbehaves_is_refuted_by_its_transcript(name):
    witness = found(BROKEN[name], PureDP(1))
    assert witness is not None
    assert witness.checked().shown.lo > 1


RIGHT = {
    "the scale": TakesTurns(Summing()),
    "two releases at half of the budget": TakesTurns(TwoAtHalf()),
    "noise that grows": TakesTurns(Growing()),
    "a released baseline": TakesTurns(NoisyBaseline()),
    "three times with three times the noise": TakesTurns(ThreeTimesTheNoise()),
    "a public shift": TakesTurns(Shifted()),
    "two numbers with two noises": TakesTurns(TwoNoises()),
    "a noise that is not used": TakesTurns(Unused()),
    "numbers that the ledger does not follow": TakesTurns(Untraced()),
    "random turns": Tossing(Summing()),
    "a raw bit under a coin": UnderACoin(Noting()),
    "a stop by released numbers": StopsByNumbers(Summing()),
    "declared sums": TakesTurns(DeclaredSums(Laplace(1))),
    "overlapping buffers at half of it": TakesTurns(DeclaredSums(Laplace(2), memory=2)),
    "clipping before and after": TakesTurns(
        DeclaredSums(Laplace(1), clip=(0, 1), bounds=(0, 2)), rewards=RewardSpace.of("0:5")
    ),
    "a built-in policy": DPIMED(2, eps=1),
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_correct_twin_has_no_witness(name):
    assert found(RIGHT[name], PureDP(1)) is None


BUDGETS = {
    "gaussian": (Gaussian(sigma_squared=1), "0.5", Fraction("0.126936737506")),
    "laplace": (Laplace(Fraction(1, 2)), None, 1 - Fraction(math.exp(-0.5))),
}


@pytest.mark.parametrize("name", BUDGETS)
def test_the_first_release_shows_the_loss_of_its_noise_and_no_more(name):
    noise, rho, delta = BUDGETS[name]
    policy = TakesTurns(DeclaredSums(noise))
    for budget, value in ((ApproxDP(1, delta * Fraction(99, 100)), delta), (ZCDP("0.49"), rho)):
        witness = found(policy, budget)
        assert isinstance(witness.event, ReleasedLaw)
        if value is not None:
            assert float(witness.checked().shown.lo) == pytest.approx(float(Fraction(value)), 1e-6)
    assert found(policy, ApproxDP(1, delta * Fraction(101, 100))) is None
    renyi = RenyiDP(2, "0.99")
    assert found(policy, renyi).checked().shown.lo > Fraction(99, 100)
    if rho is not None:
        assert found(policy, ZCDP("0.5001")) is None
        assert found(policy, RenyiDP(2, "1.001")) is None


@pytest.mark.parametrize("budget", [ZCDP("0.4"), ApproxDP(1, "0.12"), RenyiDP(2, "0.9")])
@pytest.mark.parametrize(
    "output", [DeclaredSums(Gaussian(sigma_squared=1), bounds=(0, 1)), Untraced()]
)
def test_a_first_release_that_hides_more_than_its_noise_does_is_refused(budget, output):
    assert found(TakesTurns(output), budget) is None


WRONG = {
    "rewards that clip to one value": (
        TakesTurns(Summing(), rewards=RewardSpace.of("0:5")),
        {"rewards": RewardSpace.of("5:9")},
        TakesTurns(HalfTheScale(), rewards=RewardSpace.of("0:9")),
        {"rewards": RewardSpace.of("5:9")},
    ),
    "nothing is released within the horizon": (
        TakesTurns(LateLeak()),
        {"horizon": 2},
        TakesTurns(LateLeak()),
        {"horizon": 4},
    ),
    "a reward outside of the claim": (
        TakesTurns(ClippedAfter(), rewards=RewardSpace.of([0, "0.25", 5])),
        {"rewards": RewardSpace.of([0, "0.25"])},
        TakesTurns(ClippedAfter(), rewards=RewardSpace.of([0, "0.25", 5])),
        {},
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_outside_of_the_claim_refutes_nothing(name):
    policy, claimed, twin, of_the_twin = WRONG[name]
    assert found(policy, PureDP(1), **claimed) is None
    assert found(twin, PureDP(1), **of_the_twin) is not None
    true = found(twin, PureDP(1), **of_the_twin)
    stated = {"rewards": policy.rewards, "horizon": None} | claimed
    claim = StatedClaim(
        PureDP(1), Notion.TABLE, "transcript", stated["rewards"], 2, stated["horizon"]
    )
    with pytest.raises(Refused):
        Witness(
            claim, DeclaredPolicy(None, {}, PureDP(1), policy), true.inputs, true.event
        ).checked()


def test_releases_are_no_part_of_the_actions():
    witness = found(BROKEN["half the scale"], PureDP(1))
    stored = witness.to_json()
    stored["claim"]["output"] = "actions"
    with pytest.raises(Refused, match="no part of the claimed output"):
        Witness.read(stored, BROKEN["half the scale"]).checked()


@pytest.mark.parametrize(
    ("curator", "left", "right", "sentence"),
    [
        (DeclaredSums(Laplace(1), bounds=(100, 101)), (0,), (5,), "does not move"),
        (Redrawn(), (-1, 3), (-9, 2), "in no number"),
        (Summing(), (1,), (1,), "different numbers"),
        (Summing(), (0,), (-1,), "within"),
    ],
)
def test_a_transcript_that_is_no_function_of_its_noises_shows_nothing(
    curator, left, right, sentence
):
    event = TranscriptEvent(tuple(map(Fraction, left)), tuple(map(Fraction, right)))
    claim = StatedClaim(PureDP(1), Notion.TABLE, "transcript", UNIT, 2, None)
    inputs = Inputs((LISTS[0],) * 2, (LISTS[1], LISTS[0]))
    subject = DeclaredPolicy(None, {}, PureDP(1), TakesTurns(curator))
    with pytest.raises(Refused, match=sentence):
        Witness(claim, subject, inputs, event).checked()


def test_a_policy_that_does_not_repeat_itself_is_refused():
    class Tossed(TakesTurns):
        def decide(self, state, t, randomness):
            return Pull(SystemRandom().randrange(2), 2)

    assert found(Tossed(Summing()), PureDP(1)) is None


ONE = Inputs(LISTS[:1] * 3 + LISTS[1:], LISTS[1:] + LISTS[:1] * 2 + LISTS[1:])


@pytest.mark.parametrize("ties", ["first", "random"])
def test_laws_of_actions_are_those_of_the_enumerations(ties):
    exact = DPIMED(2, eps=1, ties=ties, noise=DiscreteLaplace("1/2"))
    own = DPIMED(2, eps=1, ties=ties)
    with working_precision(192):
        for actions, mass in action_law(exact, [0, 0, 0, 1]).items():
            got = mass_of(DeclaredPolicy(None, {}, PureDP(1), exact), ONE, 0, actions)
            assert abs(float(got.mid()) - float(mass)) < 1e-8 + float(got.rad())
        law = continuous_law(own, 3)
        for actions in ((0, 1, 0), (0, 1, 1)):
            got = mass_of(DeclaredPolicy(None, {}, PureDP(1), own), ONE, 1, actions, 400)
            known = law.probability(actions, (1, 0, 0))
            assert abs(float(got.mid()) - float(known)) < float(got.rad()) + float(known.width)
            assert float(got.rad()) < 0.05


@pytest.mark.parametrize(
    "budget",
    [
        *(PureDP(1), ApproxDP("0.5", "0.01")),
        *(pytest.param(b, marks=pytest.mark.slow) for b in (ZCDP("0.05"), RenyiDP(2, "0.05"))),
    ],
)
def test_half_of_the_noise_is_shown_by_the_actions_alone(budget):
    ties = "first" if isinstance(budget, PureDP | ApproxDP) else "random"
    witness = found(DPIMED(2, eps=2, ties=ties), budget, output="actions")
    assert isinstance(witness.event, ActionEvent)
    assert witness.checked().shown.lo > witness.checked().allowed
    wide = StatedClaim(PureDP(3), Notion.TABLE, "actions", UNIT, 2, None)
    with pytest.raises(Refused, match="within"):
        Witness(wide, witness.subject, witness.inputs, ActionEvent(((0, 1, 0),))).checked()


@pytest.mark.parametrize(("name", "output"), [("ucb", "actions"), ("dp-ucb-printed", "transcript")])
def test_a_built_in_policy_is_named_and_made_again_from_its_file(name, output):
    report = audit(name, 1, output=output, horizon=60)
    assert report.verdict == "fails"
    stored = json.loads(json.dumps(report.deciding.to_json()["witness"]))
    assert stored["object"]["name"] == name
    assert Witness.read(stored).checked().shown.lo > 1
    stored["object"]["name"] = "dp-imed"
    with pytest.raises(Refused):
        Witness.read(stored).checked()
    stored["object"]["name"] = None
    with pytest.raises(Refused, match="does not name"):
        Witness.read(stored).checked()


def test_the_answers_of_an_event_are_numbers_below_one():
    with pytest.raises(Refused):
        TranscriptEvent.read({"left": [], "right": [], "answers": ["1"]})


def test_a_declared_lack_of_noise_is_bare():
    assert found(TakesTurns(DeclaredSums(NoNoise())), PureDP(9)).checked().shown.lo == math.inf
