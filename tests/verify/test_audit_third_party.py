"""Policies of third parties: how they are loaded, their own code, and what is said of mistakes."""

import random
import sys
from dataclasses import dataclass
from typing import ClassVar
import pytest
from altered_policies import FEW, TwoNoises, Whisper, altered, rows
from case_tables import table
from banditproof.algorithms import DPIMED, Curator, DeclaredSums, Policy, Pull
from banditproof.theory import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import DiscreteLaplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.enumerated import ENUMERATED
from banditproof.verify.audit.judges import CALIBRATED, MEMORY, REPEATS
from banditproof.verify.audit.loading import load_policy


class ChanceOfItsOwn(DPIMED):
    def decide(self, state, t, randomness):
        pull = super().decide(state, t, randomness)
        strange = all(record.phases for record in state) and random.random() < 0.2
        return Pull(1 - pull.arm, pull.count) if strange else pull


def test_random_numbers_of_its_own_do_not_speak_against_a_policy():
    assert audit(ChanceOfItsOwn(arms=2, eps=1), 1).verdict == "holds"
    report = audit(altered(ChanceOfItsOwn, curator=TwoNoises()), 1, **FEW)
    assert report.verdict == "not refuted"
    assert rows(report)[REPEATS].verdict == "look further"
    assert rows(report)[ENUMERATED].note == "Not enumerated: it draws its own random numbers."


@dataclass(frozen=True)
class ForcedByPublicCounts(DPIMED):
    """Explores the arm that was pulled more rarely, whenever the other is 8 times ahead."""

    def decide(self, state, t, randomness):
        pulls = [record.pulls for record in state]
        if min(pulls) and max(pulls) >= 8 * min(pulls):
            arm = pulls.index(min(pulls))
            return Pull(arm, self.schedule.batch(state[arm].phases))
        return super().decide(state, t, randomness)


class NobodyReads(Policy):
    """Releases the bare sum of a batch, and plays arms in turn whatever it says."""

    name, arms = "nobody reads", 2
    curator = DeclaredSums(DiscreteLaplace("1/100"))
    budget = PureDP(1)

    def start(self):
        return 0

    def decide(self, state, t, randomness):
        return Pull(state % 2, 1)

    def learn(self, state, pull, released):
        return state + 1


@pytest.mark.slow
def test_correct_policies_are_not_refuted_for_what_no_claimed_output_shows():
    assert audit(ForcedByPublicCounts(arms=2, eps=1), 1).verdict == "holds"
    assert audit(NobodyReads(), 1, **FEW).verdict == "not refuted"


def test_an_enumeration_of_code_shows_no_claim():
    report = audit(NobodyReads(), 1, horizon=4, rewards=[0, 1], samples=300)
    (law,) = (check for check in report.checks if check.name == ENUMERATED)
    assert law.loss.lo == 0 <= law.loss.hi < 1e-9
    assert report.verdict == "not refuted"
    assert "the exact law of 4 rounds on all rewards in {0, 1}" in report.sentence


class LowDigits(Curator):
    """Hides the last reward in the digits of a release that no noise reaches."""

    def release(self, held, arm, mechanism, randomness):
        left, value = super().release(held, arm, mechanism, randomness)
        bare = getattr(value, "value", value)
        secret = getattr(held[arm], "value", held[arm])
        return left, round(bare, 6) + 1e-11 * secret


class ReadsLowDigits(DPIMED):
    curator = LowDigits()

    def learn(self, state, pull, released):
        rest = released * 1e6 - round(released * 1e6)
        return super().learn(state, pull, float(rest > 5e-6) * 10 - 5)


def test_low_digits_never_hold():
    report = audit(ReadsLowDigits(arms=2, eps=1, ties="first"), 1, samples=4000)
    assert report.verdict == "fails"


class Digits(DPIMED):
    """Notes whether a declared release has digits that depend on the size of its terms."""

    def learn(self, state, pull, released):
        FINE.append(released is not None and (released * 2**33) % 1 != 0)
        return super().learn(state, pull, released)


FINE: list[bool] = []


def test_a_declared_release_has_no_digits_that_show_what_was_summed():
    assert audit(Digits(arms=2, eps=1), 1).verdict == "holds"
    assert len(FINE) > 50
    assert not any(FINE), "released numbers are multiples of 2^-32"


class Whispering(DPIMED):
    def mechanism(self, state, pull):
        return Whisper(super().mechanism(state, pull).scale)


@pytest.mark.parametrize(
    "policy",
    [Whispering(arms=2, eps=1), DPIMED(arms=2, eps=1, noise=Whisper(1))],
    ids=["by the policy", "given to the policy"],
)
@pytest.mark.parametrize("budget", [PureDP(1), ZCDP("0.5"), ApproxDP(1, "1e-3")], ids=str)
def test_a_noise_of_unknown_law_shows_nothing(policy, budget):
    report = audit(policy, budget, **FEW)
    assert report.verdict != "holds"  # runs may see what the noise hides
    assert "not one of this library's" in rows(report)[CALIBRATED].note


class Hoard(Curator):
    """Keeps raw rewards in a list of its class, and never looks at them."""

    seen: ClassVar[list[float]] = []

    def read(self, held, arm, reward):
        self.seen.append(float(getattr(reward, "value", reward)))
        return super().read(held, arm, reward)


def test_memory_outside_of_the_object_is_seen():
    report = audit(altered(curator=Hoard()), 1, **FEW)
    assert report.verdict == "not refuted"
    assert "Hoard.seen" in rows(report)[MEMORY].note


MODULE = table(__file__, "module")


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "third_party_policies.py").write_text(MODULE)
    (tmp_path / "module_that_raises.py").write_text("1 / 0")
    (tmp_path / "module_that_leaves.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    return "third_party_policies"


@pytest.mark.parametrize("factory", ["make", "fixed", "both", "ready"])
def test_factories_are_called_with_what_they_take(module, factory):
    policy = load_policy(f"{module}:{factory}", "0.5")
    assert policy.arms == 2
    assert policy.budget.eps == (1.0 if factory in ("fixed", "ready") else 0.5)


@pytest.mark.parametrize(("name", "sentence"), table(__file__, "a_wrong_name_gets_one_sentence"))
def test_a_wrong_name_gets_one_sentence(module, name, sentence):
    with pytest.raises(ValueError, match=sentence):
        audit(name, 1)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"decide": lambda self, state, t, randomness: Pull(5, 1)}, "an arm from 0 to 1"),
        ({"decide": lambda self, state, t, randomness: Pull(0, 0)}, "at least one play"),
        (
            {"learn": lambda self, state, pull, released: {}["lost"]},
            r"raised KeyError in update\(\) of round 1: 'lost'",
        ),
        ({"learn": lambda self, state, pull, released: sys.exit(0)}, "asked Python to exit"),
    ],
    ids=["no such arm", "no play", "raises", "exits"],
)
def test_a_policy_that_misbehaves_gets_one_sentence(parts, sentence):
    with pytest.raises(ValueError, match=sentence):
        audit(altered(**parts), 1)
