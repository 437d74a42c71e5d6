"""Released vectors in an audit: their price, the judges, contexts, and what a ledger spends."""

from dataclasses import dataclass, replace
from fractions import Fraction
import numpy as np
import pytest
from vector_planners import SIGNS, TRIANGLE, UNIT, Planner, Wanderer
from banditproof.algorithms import (
    GOPE,
    RSOFUL,
    AdaCGOPE,
    AdaCOFUL,
    AdaROFUL,
    Curator,
    FixedContexts,
    PrintedAdaCGOPE,
    printed_leak,
)
from banditproof.theory import ZCDP, RenyiDP
from banditproof.theory.mechanisms import NoNoise
from banditproof.verify.audit import Claim, audit
from banditproof.verify.audit.built_in import settings_of, unit_vectors
from banditproof.verify.audit.by_construction import CONSTRUCTION, FIRST, first_release
from banditproof.verify.audit.facts import recorded
from banditproof.verify.audit.judges import CALIBRATED, HORIZON, ONCE, SUFFICIENT
from banditproof.verify.audit.offered_contexts import OfferedContexts
from banditproof.verify.audit.structure import structure_of
from banditproof.verify.evidence import Grade

FEW = {"samples": 300, "level": "1e-6"}


@pytest.mark.parametrize(
    ("notion", "output"),
    [("table", "transcript"), ("interactive", "actions"), ("adaptive", "transcript")],
)
@pytest.mark.parametrize(
    ("policy", "budget"),
    [
        (AdaCGOPE(TRIANGLE, rho="0.1"), ZCDP("0.1")),
        (AdaCOFUL(arms=3, dimension=2, rho="0.1"), ZCDP("0.1")),
        (AdaROFUL(arms=2, dimension=3, alpha=3, eps="0.3"), RenyiDP(3, "0.3")),
        (Wanderer(), ZCDP(2)),
    ],
    ids=["adac-gope", "adac-oful", "adar-oful", "wanderer"],
)
def test_released_vectors_hold_by_construction(policy, budget, notion, output):
    report = audit(policy, budget, notion=notion, output=output)
    assert (report.verdict, report.deciding.name) == ("holds", CONSTRUCTION)
    assert ("contexts" in report.deciding.note) == (policy.dimension is not None)


@pytest.mark.parametrize("policy", [Planner(), Wanderer(), AdaCOFUL(arms=2, dimension=2, rho=3)])
def test_a_smaller_claim_about_transcripts_fails_at_the_first_vector(policy):
    report = audit(policy, ZCDP("1.99"), output="transcript")
    assert (report.verdict, report.deciding.name) == ("fails", FIRST)
    assert report.deciding.grade is Grade.PROVED
    assert Fraction(199, 100) < report.deciding.loss.lo
    assert audit(policy, ZCDP("1.99"), **FEW).verdict == "not refuted", "actions reveal less"


def test_the_leak_of_a_printed_box_is_certified_and_that_of_the_exact_design_is_none():
    """The design of the spiral after a step of Frank and Wolfe: 1.04554 of rho."""
    spiral = []
    for i in range(10):
        phi, theta = np.arccos(1 - 2 * (i + 0.5) / 10), np.pi * (1 + 5**0.5) * (i + 0.5)
        row = [np.cos(theta) * np.sin(phi), np.sin(theta) * np.sin(phi), np.cos(phi)]
        spiral.append(tuple(round(float(x), 12) for x in row))
    shorter = tuple(tuple(x * (1 - 1e-11) for x in row) for row in spiral)
    box = PrintedAdaCGOPE(shorter, rho=1, design=1)
    report = audit(box, ZCDP(1), output="transcript")
    assert (report.verdict, report.deciding.name) == ("fails", FIRST)
    assert printed_leak(box) == pytest.approx(1.04554, abs=5e-3)
    # the witness has an order of its own, and makes distances smaller for rounding
    assert 1 - 1e-5 < float(report.deciding.loss.lo) / printed_leak(box) <= 1
    exact_design = replace(box, design="optimal")
    facts = recorded(exact_design, Claim(ZCDP(1), output="transcript", rewards=SIGNS, arms=10))
    assert first_release(exact_design, facts) is None


@pytest.mark.parametrize("policy", [Planner(), Wanderer()])
def test_the_judges_see_nothing_in_a_policy_of_vectors(policy):
    structure = structure_of(policy, ZCDP(2), long=False)
    assert structure.seen == dict.fromkeys(SUFFICIENT)
    assert structure.facts.changed == ()


class TwoReleases(Curator):
    """Releases the sum of the batch with that of the batch before."""

    def start(self, arms):
        return (0, 0)

    def read(self, held, arm, reward):
        return (held[0], held[1] + reward)

    def read_in(self, held, arm, context, reward):
        return self.read(held, arm, reward)

    def release(self, held, arm, mechanism, randomness):
        return (held[1], 0), (held[0] + held[1] + randomness.noise(UNIT), randomness.noise(UNIT))


class Truncated(Curator):
    """A bare sum of what the horizon has cut leaves at the end."""

    def start(self, arms):
        return 0

    def read(self, held, arm, reward):
        return held + reward

    def release(self, held, arm, mechanism, randomness):
        return 0, (held + randomness.noise(UNIT),)

    def finish(self, held, randomness):
        return [(0, held + randomness.noise(UNIT))]


@pytest.mark.parametrize(
    ("policy", "judge", "budget"),
    [
        (Planner(curator=TwoReleases()), ONCE, ZCDP(2)),
        (Wanderer(curator=TwoReleases()), ONCE, ZCDP(2)),
        (Planner(curator=Truncated()), HORIZON, ZCDP(2)),
        (Planner(((0, 1), (1, 1), (2, 1))), CALIBRATED, ZCDP("1.9")),
    ],
)
def test_the_judges_see_what_is_wrong_with_vectors(policy, judge, budget):
    """In the last case each coordinate alone would be within the budget."""
    seen = structure_of(replace(policy, claimed=budget), budget, long=False).seen
    assert seen[judge]
    assert "sound" not in seen


@dataclass(frozen=True)
class SaysNothing(Planner):
    """Says that there is no noise, where its curator adds its own."""

    def mechanism(self, state, pull):
        return NoNoise()


def test_a_vector_without_noise_is_refuted_and_one_that_has_it_is_not():
    for policy in (GOPE(((1, 0), (0, 1))), RSOFUL(arms=2, dimension=2)):
        report = audit(policy, ZCDP(100), output="transcript")
        assert (report.verdict, report.deciding.name) == ("fails", FIRST)
        assert report.deciding.loss.lo == float("inf")
    assert audit(SaysNothing(), ZCDP(2), output="transcript").verdict == "holds"
    assert audit(SaysNothing(), ZCDP(1), output="transcript").deciding.loss.lo < 3


def test_a_pure_claim_about_a_contextual_policy_is_audited_to_its_end():
    report = audit(AdaCOFUL(arms=2, dimension=2, rho=1), 1, **FEW)
    assert report.verdict == "not refuted"


def test_contexts_are_those_that_are_asked_for():
    normal = OfferedContexts.of("normal", 3, 2)
    assert normal.words == "contexts of the law normal"
    given = OfferedContexts.of(np.ones((4, 3, 2)), 3, 2)
    assert given.in_play(7).at(9) == ((1.0, 1.0),) * 3
    assert given.drawn(np.random.default_rng(1), 6).shape == (6, 3, 2)
    made = OfferedContexts.of(lambda rng, rounds: rng.random((rounds, 3, 2)), 3, 2)
    assert made.in_play(1).at(1) != made.in_play(2).at(1)
    assert isinstance(made.in_play(1), FixedContexts)


def test_built_in_policies_on_actions_get_unit_vectors():
    report = audit("adac-gope", ZCDP("0.1"), arms=4)
    assert report.verdict == "holds"
    assert "unit vectors of the plane, 4 arms" in report.sentence
    assert all(x * x + y * y == 1 for x, y in unit_vectors(7))
    assert audit("adar-gope", RenyiDP(2, "0.1"), actions=TRIANGLE).claim.arms == 3
    assert settings_of("adac-ucb", 2) == {}
