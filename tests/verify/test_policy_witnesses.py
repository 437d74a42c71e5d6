"""Witnesses about policies that are code: transcripts, first releases, and laws of the actions."""

import json
import math
from dataclasses import dataclass
from fractions import Fraction
import pytest
from banditproof.algorithms import DPIMED, Curator, DeclaredSums, DPUCBPrinted, RewardSpace
from banditproof.algorithms.policy import Policy, Pull
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
from banditproof.verify.witnesses.first_releases import FirstRelease
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
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


@dataclass(frozen=True)
class TakesTurns(Policy):
    """Batches of two in turn, and then the arm with the largest released number."""

    curator: Curator
    rewards: RewardSpace = UNIT
    arms: int = 2
    name = "takes turns"
    budget = PureDP(1)

    def start(self):
        return (0.0,) * self.arms

    def mechanism(self, state, pull):
        return getattr(self.curator, "noises", (Laplace(1),))[0]

    def decide(self, state, t, randomness):
        return Pull((t // 2) % 2 if t < 9 else state.index(max(state)), 2)

    def learn(self, state, pull, released):
        first = released[0] if isinstance(released, tuple) else released
        return (*state[: pull.arm], first, *state[pull.arm + 1 :])


class Summing(Curator):
    """Sums with Laplace noise of scale 1, as a class that does it rightly, and others wrongly."""

    scale = 1

    def noisy(self, held, arm, randomness):
        return held[arm] + randomness.noise(Laplace(self.scale))

    def release(self, held, arm, mechanism, randomness):
        left = (*held[:arm], 0, *held[arm + 1 :])
        return left, self.noisy(held, arm, randomness)


class HalfTheScale(Summing):
    scale = Fraction(1, 2)


class TwoReleases(Summing):
    """A batch is released with the next one again."""

    def start(self, arms):
        return (0,) * (2 * arms)

    def release(self, held, arm, mechanism, randomness):
        now, old = held[arm], held[arm + 2]
        kept = [*held]
        kept[arm], kept[arm + 2] = 0, now
        return tuple(kept), now + old + randomness.noise(Laplace(1))


class Shrinking(Summing):
    """The noise is smaller in each release."""

    def start(self, arms):
        return (0,) * arms + (1,)

    def release(self, held, arm, mechanism, randomness):
        value = held[arm] + randomness.noise(Laplace(Fraction(1, held[-1])))
        return (*held[:arm], 0, *held[arm + 1 : -1], held[-1] + 1), value


class GaussianNoise(Summing):
    def noisy(self, held, arm, randomness):
        return held[arm] + randomness.noise(Gaussian(sigma_squared=100))


class Bare(Summing):
    def noisy(self, held, arm, randomness):
        return held[arm]


class SharedNoise(Summing):
    """One noise hides the numbers of both arms."""

    def start(self, arms):
        return ((0,) * arms, None)

    def read(self, held, arm, reward):
        return (super().read(held[0], arm, reward), held[1])

    def release(self, held, arm, mechanism, randomness):
        noise = randomness.noise(Laplace(1)) if held[1] is None else held[1]
        left = (*held[0][:arm], 0, *held[0][arm + 1 :])
        return (left, noise), held[0][arm] + noise


class LateLeak(Summing):
    """Releases 2, 4, 8, ... have no noise."""

    def start(self, arms):
        return (0,) * arms + (1,)

    def release(self, held, arm, mechanism, randomness):
        n = held[-1]
        value = (
            held[arm] if n > 1 and n & (n - 1) == 0 else held[arm] + randomness.noise(Laplace(1))
        )
        return (*held[:arm], 0, *held[arm + 1 : -1], n + 1), value


class RawBaseline(Summing):
    """The raw mean of the first batch is subtracted from all later sums."""

    def start(self, arms):
        return (0,) * arms + (0,)

    def read(self, held, arm, reward):
        return (*super().read(held[:-1], arm, reward), held[-1])

    def release(self, held, arm, mechanism, randomness):
        value = held[arm] - held[-1] * 0.5 + randomness.noise(Laplace(1))
        base = held[-1] or held[arm]
        return (*held[:arm], 0, *held[arm + 1 : -1], base), value


class ClippedAfter(Summing):
    """The rewards are meant for [0, 1], and sums count them three times."""

    def noisy(self, held, arm, randomness):
        return 3 * held[arm] + randomness.noise(Laplace(1))


class LocationForScale(Summing):
    """The scale is added, and the noise has its usual one."""

    def noisy(self, held, arm, randomness):
        return held[arm] + 4 + randomness.noise(Laplace(Fraction(1, 4)))


class BothNoises(Summing):
    """The noise of a sum is added to the mean of two rewards and to their sum, which both leave."""

    def noisy(self, held, arm, randomness):
        noise = randomness.noise(Laplace(1))
        return (held[arm] + noise, held[arm] * 0.5 + noise)


class RecommendsRaw(TakesTurns):
    """Stops after eight rounds and recommends by what the curator noted."""

    def start(self):
        NOTES.clear()
        return super().start()

    def recommendation(self, state):
        return int(sum(NOTES) > 0) if len(NOTES) >= 8 else None


class Noting(Summing):
    def read(self, held, arm, reward):
        NOTES.append(float(getattr(reward, "value", reward)))
        return super().read(held, arm, reward)


class DecidesRaw(TakesTurns):
    def decide(self, state, t, randomness):
        return Pull(int(bool(NOTES) and NOTES[-1] > 0.5), 2)


NOTES: list[float] = []
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


class TwoAtHalf(TwoReleases):
    def release(self, held, arm, mechanism, randomness):
        now, old = held[arm], held[arm + 2]
        kept = [*held]
        kept[arm], kept[arm + 2] = 0, now
        return tuple(kept), now + old + randomness.noise(Laplace(2))


class Growing(Shrinking):
    def release(self, held, arm, mechanism, randomness):
        value = held[arm] + randomness.noise(Laplace(held[-1]))
        return (*held[:arm], 0, *held[arm + 1 : -1], held[-1] + 1), value


class NoisyBaseline(RawBaseline):
    def release(self, held, arm, mechanism, randomness):
        value = held[arm] - held[-1] + randomness.noise(Laplace(1))
        left = getattr(value, "value", value)
        return (*held[:arm], 0, *held[arm + 1 : -1], left * 0.5), value


class ThreeTimesTheNoise(Summing):
    def noisy(self, held, arm, randomness):
        return 3 * held[arm] + 3 * randomness.noise(Laplace(1))


class Shifted(Summing):
    def noisy(self, held, arm, randomness):
        return held[arm] + 4 + randomness.noise(Laplace(1))


class TwoNoises(Summing):
    def noisy(self, held, arm, randomness):
        first, second = randomness.noise(Laplace(2)), randomness.noise(Laplace(1))
        return (held[arm] + first, held[arm] * 0.5 + second)


class Unused(Summing):
    """Draws a noise that nothing shows."""

    def noisy(self, held, arm, randomness):
        randomness.noise(Laplace(Fraction(1, 9)))
        return super().noisy(held, arm, randomness)


class Untraced(Summing):
    """Releases plain numbers, of which the ledger does not know what they are made of."""

    def noisy(self, held, arm, randomness):
        value = super().noisy(held, arm, randomness)
        return getattr(value, "value", value)


class Tossing(TakesTurns):
    def decide(self, state, t, randomness):
        return Pull(randomness.choice((0, 1)), 2)


class UnderACoin(RecommendsRaw):
    """A raw bit decides, and a fair coin hides it."""

    def decide(self, state, t, randomness):
        raw = bool(NOTES) and NOTES[-1] > 0.5
        return Pull(int(raw) ^ randomness.choice((0, 1)), 2)

    def recommendation(self, state):
        return None


class StopsByNumbers(TakesTurns):
    def recommendation(self, state):
        return state.index(max(state)) if max(state) > 1 else None


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
        assert isinstance(witness.event, FirstRelease)
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


class Redrawn(Summing):
    """A noise below 0 is drawn again."""

    def noisy(self, held, arm, randomness):
        first = randomness.noise(Laplace(1))
        return held[arm] + (first if first.value >= 0 else randomness.noise(Laplace(1)))


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
    calls = []

    class Counting(TakesTurns):
        def decide(self, state, t, randomness):
            calls.append(t)
            return Pull(len(calls) % 2, 2)

    assert found(Counting(Summing()), PureDP(1)) is None


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
