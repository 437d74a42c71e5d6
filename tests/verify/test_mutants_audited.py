"""Pairs of whole audits: one of each kind as recorded, and late mutants that are not late."""

import pytest
from banditproof.algorithms import Curator, DeclaredSums
from banditproof.theory import PureDP
from banditproof.theory.mechanisms import NoNoise
from banditproof.verify.mutants import delayed_bypasses, late_and_rare
from banditproof.verify.mutants.bare_releases import ENTRIES as BARE
from banditproof.verify.mutants.noisy_leader import NoisyLeader
from banditproof.verify.mutants.whole_audit import AuditJudge
from banditproof.verify.sampling import audit_black_box


def test_the_judge_of_audits_has_three_answers():
    judge = AuditJudge(PureDP(1), horizon=3, samples=1000)
    subjects = (
        NoisyLeader(size=1),
        BARE[0].reference,
        NoisyLeader(DeclaredSums(NoNoise()), size=1),
    )
    assert [judge(subject).verdict for subject in subjects] == ["held", "not refuted", "refuted"]


def leaks(policy):
    """Whether a few runs refute the policy."""
    result = audit_black_box(policy, 1, horizon=4, samples=4000, level="1e-6", shrink=False)
    return result.verdict == "fails"


def test_the_policy_behind_the_mutants_does_not_leak():
    assert not leaks(NoisyLeader(size=1))


@pytest.mark.parametrize(
    "policy",
    [
        delayed_bypasses.LateClassAttribute(Curator(), size=1),
        delayed_bypasses.LateGlobal(Curator(), size=1),
        delayed_bypasses.Shadowed(size=1),
    ],
    ids=lambda policy: type(policy).__name__,
)
def test_what_waits_for_a_late_round_leaks_without_waiting(policy, monkeypatch):
    """So these mutants are broken, and are not refuted for the one reason that they give."""
    monkeypatch.setattr(delayed_bypasses, "LATE", 0)
    monkeypatch.setattr(delayed_bypasses, "ENOUGH", 0)
    monkeypatch.setattr(delayed_bypasses, "SCALE", 1)
    kind = delayed_bypasses.LateClassAttribute
    monkeypatch.setattr(kind, "mechanism", kind.mechanism)
    assert leaks(policy)


@pytest.mark.parametrize(
    ("late", "name", "rounds"),
    [
        (late_and_rare.VeryLate, "t", 100_001),
        (late_and_rare.AtALongPattern, "rewards", [*late_and_rare.PASSWORD, 1.0]),
    ],
)
def test_what_is_never_met_would_show_the_reward(late, name, rounds):
    policy = late(rng=None)
    setattr(policy, name, rounds)
    assert policy.shows(0, 1.0)
    assert not late_and_rare.Responding(rng=None).shows(0, 1.0)
