"""Every claim gives its recorded verdict, and every check rejects the mutants that it names."""

from collections import Counter
from functools import cache

import pytest

from banditproof.paper_checks import Outcome, claims, find, run
from banditproof.paper_checks.catalogue import catalogue, doubts
from banditproof.paper_checks.index import stored_index
from banditproof.paper_checks.runner import Result
from banditproof.verify.evidence import Grade

FAST = [claim for claim in claims() if claim.tier == "fast"]
UNTESTABLE = (Outcome.OPEN, Outcome.NOT_MECHANICAL)
PROVED = {
    "bern.F8.B.d5.repaired": "an identity of positive sums for all parameters",
    "bern.F10.d7.repaired": "an identity of positive sums for all parameters",
    "bern.fig3": "counts of one finite picture",
    "thesis.fig2.2": "all covers in one finite picture",
    "thesis.fig3.5": "counts of one finite picture",
    "thesis.lem2.22.bernoulli": "an identity of rational functions for all p and lambda",
    "thesis.regimes.4.15.repaired": "an identity of quotients for all K, T and budgets",
    "thesis.thm2.28.unbounded": "the regrets of a blind first pull, symbolic, for all policies",
    "thesis.thm2.32.kl": "convex by a sum of positive terms, and one tangent in balls",
    "thesis.thm2.4": "a polynomial identity for each event, both ways",
    "thesis.thm4.15.unbounded": "the regrets of a blind first pull, symbolic, for all policies",
    "thesis.thm4.20.regimes": "an identity of quotients for all K, T and budgets",
    "thesis.thm4.20.unbounded": "the regrets of a blind first pull, symbolic, for all policies",
}
"""The claims that hold with the grade `proved`, and why nothing of them is left to prose."""


@cache
def judged(id: str) -> Result:
    """The verdict on a claim, computed once."""
    return run(find(id))


STATED = {"bernoulli": 66, "thesis": 139}
"""How many statements of each document have a program."""


def test_every_catalogued_statement_is_registered() -> None:
    assert Counter(claim.document for claim in claims() if claim.stated) == STATED
    bernoulli = {id for id in catalogue() if id.startswith("bern.")}
    assert bernoulli <= {claim.id for claim in claims()}


def test_every_named_repair_is_a_claim_of_its_own() -> None:
    for claim in claims():
        if claim.recorded == Outcome.HOLDS_WITH_REPAIR:
            assert claim.repaired_by, claim.id
        if claim.repaired_by:
            assert find(claim.repaired_by).recorded == Outcome.HOLDS, claim.id


def test_every_check_names_a_mutant() -> None:
    bare = [c.id for c in claims() if not c.mutants and c.recorded not in UNTESTABLE]
    assert bare == []


@pytest.mark.parametrize("claim", FAST, ids=lambda claim: claim.id)
def test_a_check_gives_the_recorded_verdict(claim) -> None:
    result = judged(claim.id)
    assert result.error is None
    assert result.verdict.outcome == claim.recorded, result.verdict.summary
    assert result.grade == stored_index()[claim.id].grade, "run make index"


def test_every_doubt_of_the_catalogue_is_settled_in_a_claim() -> None:
    def settled(document: str) -> set[str]:
        return {doubt for claim in claims(document) for doubt in claim.doubt_codes}

    assert settled("bernoulli") == set(doubts("bernoulli"))
    assert settled("thesis") == set(doubts("thesis"))


@pytest.mark.parametrize("claim", FAST, ids=lambda claim: claim.id)
def test_a_verdict_says_how_far_it_reaches(claim) -> None:
    """Proved claims are few and listed; all others that hold say what was left unchecked."""
    verdict = judged(claim.id).verdict
    if verdict.outcome != Outcome.HOLDS:
        return
    proved = verdict.evidence.grade == Grade.PROVED
    assert proved == (claim.id in PROVED)
    assert verdict.covered, claim.id
    assert proved or verdict.not_covered, claim.id


MUTANTS = [(claim, name) for claim in FAST for name in claim.mutants]


@pytest.mark.parametrize(("claim", "name"), MUTANTS, ids=lambda x: getattr(x, "id", x))
def test_a_check_rejects_its_mutants(claim, name: str) -> None:
    result = run(claim, **claim.mutants[name])
    assert result.error is None, "a mutant must be judged, not crash the check"
    assert result.verdict.outcome != claim.recorded, f"{claim.id} does not notice: {name}"


@pytest.mark.parametrize("document", ["no such document"])
def test_unknown_names_are_refused_with_a_sentence(document: str) -> None:
    with pytest.raises(ValueError, match="give one of bernoulli, zcdp"):
        claims(document)
    with pytest.raises(ValueError, match=r"did you mean bern\.lemF\.3"):
        find("bern.lemF3")
