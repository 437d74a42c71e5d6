"""An audit in a separate interpreter: what was changed in the caller's decides nothing there."""

import os
from dataclasses import replace
from fractions import Fraction
import pytest
from banditproof.algorithms import DPIMED, DeclaredSums, RewardSpace
from banditproof.theory import ZCDP
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit, by_construction
from banditproof.verify.audit.judged_elsewhere import OWN
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.witnesses import Witness

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
PRICE = by_construction.price


def everything_is_allowed(*asked):
    return replace(PRICE(*asked), allowed=True)


class Quiet(DPIMED):
    curator = DeclaredSums(Laplace(2), memory=2)


class Loud(DPIMED):
    """Two releases of each reward; it changes what judges it as soon as it is made."""

    curator = DeclaredSums(Laplace(1), memory=2)

    def __post_init__(self):
        by_construction.price = everything_is_allowed


class Changing(Quiet):
    """It changes what judges it when it is asked for its curator."""

    @property
    def curator(self):
        by_construction.price = everything_is_allowed
        return Loud.curator


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch):
    monkeypatch.setattr(by_construction, "price", PRICE)


@pytest.mark.parametrize("make", [lambda: Loud(arms=2, eps=1), lambda: Changing(arms=2, eps=1)])
def test_what_changes_its_judge_does_so_in_vain(make):
    policy = make()
    assert audit(policy, 1).verdict == "holds", "in the process that it changed"
    report = audit(policy, 1, isolated=True, output="transcript", samples=10)
    assert (report.verdict, report.policy, report.claim.output) == (
        "fails",
        "dp-imed",
        "transcript",
    )
    assert report.checks[-1].note.endswith(OWN)
    with pytest.raises(ValueError, match="audit MODULE:FACTORY"):
        Witness.read(report.checks[-1].witness).checked()
    assert Witness.read(report.checks[-1].witness, Loud(arms=2, eps=1)).checked().shown.lo > 1


@pytest.mark.parametrize(
    "policy",
    ["dp-imed", "banditproof.algorithms.regret.dp_imed:DPIMED", Quiet, Quiet(arms=3, eps=1)],
)
def test_what_keeps_its_claim_holds_there_too(policy):
    report = audit(policy, 1, isolated=True)
    assert report.verdict == "holds"
    assert report.claim.arms == (3 if isinstance(policy, Quiet) else 2)
    assert report.checks[-1].note.endswith(OWN)


def test_claims_come_back_as_they_were_asked():
    options = {"rewards": RewardSpace.of((0, Fraction(1, 3))), "notion": "view", "horizon": 7}
    here, there = (
        audit(Quiet(arms=2, eps=1), ZCDP("1/3"), **options, seconds=60, **more, samples=10)
        for more in ({}, {"isolated": True})
    )
    assert (here.claim, here.verdict) == (there.claim, there.verdict)


def test_finite_objects_and_black_boxes_are_judged_there():
    rule = {0: (1, 0), 1: (0, 1)}
    copying = FinitePolicy.from_rule(2, 2, lambda h: rule[h[0][1] if h else 0])
    steady = FinitePolicy.from_rule(2, 2, lambda h: (1, 0))
    for finite, verdict in ((copying, "fails"), (steady, "holds")):
        assert audit(finite, 1, isolated=True).verdict == verdict

    class Copies:
        arm = 0

        def select(self):
            return self.arm

        def update(self, arm, reward):
            self.arm = int(reward > 0.5)

    report = audit(Copies, 1, isolated=True)
    assert (report.verdict, report.checks[-1].grade) == ("fails", "statistical")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("dp-imed", 1, {"contexts": lambda generator, rounds: 0}), "give plain values"),
        (("no-policy", 1, {}), "There is no policy 'no-policy'"),
        (("os:getcwd", 1, {"samples": 10}), "is not understood as a policy"),
        (("dp-imed", 1, {"seconds": -1}), "give a number > 0"),
        (("dp-imed", 1, {"notion": "none"}), "none"),
    ],
)
def test_what_goes_wrong_is_one_sentence(asked, sentence):
    policy, budget, options = asked
    with pytest.raises(ValueError, match=sentence):
        audit(policy, budget, isolated=True, **options)
