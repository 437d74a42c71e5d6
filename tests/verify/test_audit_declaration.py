"""A verdict rests on what a policy declares as plain numbers; what it declares not is a reason."""

import math
import sys
from dataclasses import dataclass, field
import pytest
from altered_policies import Whisper, altered
from banditproof.algorithms import DPIMED, POLICIES, Curator, DeclaredSums, NoisySums, RewardSpace
from banditproof.algorithms.prices.price import price
from banditproof.theory import ZCDP, PureDP
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.built_in import built_in
from banditproof.verify.audit.by_construction import by_declaration
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.declaration import declaration_of

LITERAL = {"adac-ucb-printed", "dp-ucb-printed", "adac-gope-printed"}
"""Printed boxes: two have noise that differs from state to state, one too little noise."""


@pytest.mark.parametrize("name", sorted({*POLICIES} - LITERAL))
def test_the_parts_of_every_built_in_policy_are_declared_and_within_its_budget(name):
    policy = built_in(name, ZCDP("1/8"), 2)
    parts = declaration_of(policy).parts
    if policy.budget == PureDP(math.inf):
        assert parts is None or not price(parts, policy.rewards, PureDP(1)).allowed
    else:
        assert price(parts, policy.rewards, policy.budget).allowed


@pytest.mark.parametrize("few", [{"horizon": 1}, {"arms": 1}])
def test_releases_that_reach_no_action_cost_it_nothing(few):
    policy = DPIMED(arms=few.get("arms", 2), eps=1)
    assert audit(policy, "1/2", **few).verdict == "holds"
    assert audit(policy, "1/2", **few, output="transcript").verdict == "fails"
    stopping = declaration_of(built_in("adap-tt", PureDP(1), 2)).declared
    assert stopping is not None
    assert by_declaration(stopping, Claim(PureDP("1/2"), **few)).verdict == "look further"


class Computed(DPIMED):
    """Its curator and its rewards are properties, which are asked once."""

    curator = property(lambda self: DeclaredSums(Laplace(2), memory=2))
    rewards = property(lambda self: RewardSpace.of("0:1"))
    clips_rewards = True


@dataclass(frozen=True)
class Chosen(DPIMED):
    """Its curator is a field of each policy, beside one that is a truth value."""

    curator: Curator = field(default_factory=lambda: DeclaredSums(Laplace(1)))
    eager: bool = True


class Imports(DPIMED):
    """Its decisions use more than arithmetic."""

    def decide(self, state, t, randomness):
        import statistics

        _ = sorted(state, key=lambda record: getattr(record, "total"))  # noqa: B009
        _ = statistics.fmean([0.0, *(record.total for record in state)])
        return super().decide(state, t, randomness)


@pytest.mark.parametrize("policy", [Computed(2), Chosen(arms=2), Imports(2)], ids=repr)
def test_what_is_declared_holds_whatever_the_code_is_made_of(policy):
    report = audit(policy, 1)
    assert report.verdict == "holds"
    note = report.deciding.note
    assert "every play by play_apart, whatever the policy's code does with released numbers" in note
    assert "nothing keeps the code from the rewards" in note
    assert "play_apart" not in audit("dp-imed", 1).deciding.note


def tampered(thing):
    """A part of the library whose methods were replaced in one object."""
    for name in ("release", "sample"):
        object.__setattr__(thing, name, lambda *_: 0)
    return thing


def raising(self):
    raise RuntimeError("no curator")


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        (altered(mechanism=lambda self, state, pull: Laplace(1)), "method mechanism"),
        (altered(curator=type("OwnCurator", (Curator,), {})()), "OwnCurator is code of its own"),
        (altered(curator=type("Own", (DeclaredSums,), {})(Laplace(1))), "Own is code of its own"),
        (altered(curator=DeclaredSums(Whisper(1))), "A Whisper is no plain value"),
        (DPIMED(arms=2, eps=1, noise=Whisper(1)), "A Whisper is no plain value"),
        (altered(curator=property(raising)), "RuntimeError: no curator"),
        (altered(clips_rewards=False), "not clipped"),
        (altered(rewards="0:1"), "AttributeError"),
    ],
)
def test_what_is_not_declared_is_named(policy, words):
    declaration = declaration_of(policy)
    assert declaration.declared is None
    assert words in declaration.missing


def test_a_part_is_made_of_its_numbers_again():
    for part in (DeclaredSums(tampered(Laplace(3))), tampered(DeclaredSums(Laplace(3)))):
        assert declaration_of(altered(curator=part)).parts == DeclaredSums(Laplace(3))
    assert "release" not in vars(
        declaration_of(altered(curator=tampered(NoisySums(Laplace(1))))).parts
    )


class LooksLate(DPIMED):
    """Looks for a reward in the frames of its callers, after more rounds than are played here."""

    def decide(self, state, t, randomness):
        seen = sys._getframe(1).f_locals.get("raw", 0) if t > 10_000 else 0
        return super().decide(state, t, randomness) if seen < 1 else None


def test_of_code_that_looks_round_in_the_process_of_its_user_the_declaration_is_judged():
    report = audit(LooksLate(2), 1)
    assert report.verdict == "holds"
    assert "from this verdict, which is about the declaration" in report.deciding.note


def test_sums_with_too_little_declared_noise_are_refuted_by_the_law_of_the_actions():
    report = audit(altered(curator=NoisySums(Laplace("1/4"))), 1, horizon=4, samples=300)
    assert report.verdict == "fails"
    report = audit(altered(curator=NoisySums(Laplace("1/4"))), 1, output="transcript", samples=300)
    assert report.verdict == "fails"
