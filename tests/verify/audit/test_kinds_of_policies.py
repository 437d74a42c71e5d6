"""30 kinds of what people release: 27 of them hold by their declarations, and no mutant does."""

import json
from pathlib import Path
import pytest
from case_tables import table
from releasing_curators import UNDECLARED, FollowsReleases, flat
from banditproof import algorithms
from banditproof.algorithms import (
    NamedRelease,
    NamedReleases,
    RewardList,
    RewardSpace,
    SeparateStreams,
    SparseVector,
    play,
)
from banditproof.algorithms.apart.plain_declaration import plain_declaration, rebuilt
from banditproof.algorithms.apart.play_apart import play_apart
from banditproof.theory import mechanisms
from banditproof.theory.budgets import ZCDP, ApproxDP, PureDP
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.audit import audit
from banditproof.verify.audit.by_construction import by_declaration
from banditproof.verify.audit.claim import Claim
from banditproof.verify.audit.declaration import declaration_of
from banditproof.verify.evidence import Grade
from banditproof.verify.witnesses import Witness

KINDS = table(__file__, "kinds")
DECLARED = [kind for kind in KINDS if "curator" in kind]
NAMES = {**{name: getattr(algorithms, name) for name in algorithms.__all__}, **vars(mechanisms)}


def curator(text):
    """The curator that a row declares."""
    return eval(text, {"__builtins__": {}}, NAMES)


def budget(claim):
    """The budget of a row."""
    numbers = dict(part.split(" = ") for part in claim.split(", "))
    return (
        {1: PureDP, 2: ApproxDP}[len(numbers)](**numbers) if "eps" in numbers else ZCDP(**numbers)
    )


def policy(kind, which):
    """A policy with the curator of a row, or with the mutant of it."""
    return FollowsReleases(curator(kind[which]), RewardSpace.of(kind.get("rewards", "0:1")))


def test_there_are_30_kinds_and_27_are_declared():
    assert len(KINDS) == len({kind["name"] for kind in KINDS}) == 30
    assert len(DECLARED) == 27
    assert {kind["name"] for kind in KINDS if "why" in kind} == set(UNDECLARED)


@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: kind["name"])
def test_a_correct_policy_holds(kind):
    report = audit(policy(kind, "curator"), budget(kind["claim"]), arms=2, seconds=20)
    assert report.verdict == "holds", report.checks[-1].note


@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: kind["name"])
def test_the_declaration_of_its_mutant_does_not(kind):
    made = policy(kind, "mutant")
    declared = declaration_of(made).declared
    check = by_declaration(declared, Claim(budget(kind["claim"]), rewards=made.rewards))
    assert check.verdict == "look further", check.note
    assert "more than the claim" in check.note or "not known to be within the claim" in check.note


def test_an_upper_bound_is_not_said_to_be_what_releases_cost():
    """The formula of a sparse vector is a bound, and that of two Laplace numbers is attained."""
    bound = FollowsReleases(SparseVector(Laplace(1), Laplace(1), 2))
    exact = FollowsReleases(NamedReleases((NamedRelease("sum", "x", Laplace("1/2")),)))
    notes = [
        by_declaration(declaration_of(made).declared, Claim(PureDP(1))).note
        for made in (bound, exact)
    ]
    assert "That is not known to be within the claim" in notes[0]
    assert "That is more than the claim" in notes[1]


@pytest.mark.slow
@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: kind["name"])
def test_what_its_mutant_releases_is_refuted_exactly(kind):
    made, claimed = policy(kind, "mutant"), budget(kind["claim"])
    report = audit(made, claimed, arms=2, samples=50, output="transcript")
    (*_, check) = report.checks
    assert (check.verdict, check.grade) == ("fails", Grade.PROVED), check.note
    shown = Witness.read(json.loads(json.dumps(check.witness)), made).checked()
    assert shown.shown.lo > shown.allowed


@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: kind["name"])
def test_correct_and_mutant_differ_in_one_call(kind):
    """Both are played and declared by the same class."""
    correct, mutant = curator(kind["curator"]), curator(kind["mutant"])
    assert type(correct) is type(mutant)
    assert type(correct).__name__ == kind["declares"]
    assert correct != mutant


@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: kind["name"])
@pytest.mark.parametrize("which", ["curator", "mutant"])
def test_a_declaration_comes_back_from_json(kind, which):
    said = json.loads(json.dumps(plain_declaration(policy(kind, which))))
    again = rebuilt(said)
    assert type(again.parts).__name__ == kind["declares"]
    resent = plain_declaration(FollowsReleases(again.parts, again.rewards))
    assert rebuilt(json.loads(json.dumps(resent))) == again


@pytest.mark.parametrize("name", UNDECLARED)
def test_what_cannot_be_declared_does_not_hold(name):
    (kind,) = (kind for kind in KINDS if kind["name"] == name)
    made = FollowsReleases(UNDECLARED[name])
    report = audit(made, budget(kind["claim"]), arms=2, horizon=6, samples=200, seconds=1)
    assert report.verdict != "holds"
    assert any("can only be tried" in check.note for check in report.checks)


@pytest.mark.parametrize("kind", DECLARED, ids=lambda kind: kind["name"])
def test_a_play_apart_is_that_of_one_process(kind):
    made = policy(kind, "curator")
    rewards = RewardList([1.0, 0.0, 0.25, 1.0] * 6)
    there = play_apart(made, rewards, 24, rng=3)
    here = play(made, rewards, 24, SeparateStreams(3))
    assert there.actions == here.actions
    released = [entry.value for entry in here.ledger.releases]
    assert [entry.value for entry in there.ledger.releases] == released
    assert all(len(flat(one)) == 1 for one in released)
    assert {t for entry in here.ledger.releases for t in entry.rewards} <= set(range(1, 25))


def test_the_table_of_the_documentation_has_each_kind():
    text = (Path(__file__).parents[3] / "docs" / "auditing.md").read_text(encoding="utf-8")
    for kind in KINDS:
        cells = (kind["name"], kind["claim"], kind.get("declares"), kind.get("fault"))
        if "why" in kind:
            cells = (kind["name"], kind["claim"], None, kind["why"])
        assert row(*cells) in text


def row(name, claim, declares, fault):
    """A row of the documentation."""
    if declares is None:
        return f"| {name} | {claim} | not declared | {fault} |"
    return f"| {name} | {claim} | `{declares}` | {fault} |"
