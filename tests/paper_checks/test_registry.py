"""Every claim gives its recorded verdict, and every check rejects the mutants that it names."""

import pytest

from banditproof.paper_checks import Outcome, claims, find, run
from banditproof.paper_checks.claim import catalogue

FAST = [claim for claim in claims() if claim.tier == "fast"]
UNTESTABLE = (Outcome.OPEN, Outcome.NOT_MECHANICAL)


def test_every_catalogued_statement_is_registered() -> None:
    registered = {claim.id for claim in claims()}
    assert set(catalogue()) - registered == set()


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
    result = run(claim)
    assert result.error is None
    assert result.verdict.outcome == claim.recorded, result.verdict.summary


MUTANTS = [(claim, name) for claim in FAST for name in claim.mutants]


@pytest.mark.parametrize(("claim", "name"), MUTANTS, ids=lambda x: getattr(x, "id", x))
def test_a_check_rejects_its_mutants(claim, name: str) -> None:
    result = run(claim, **claim.mutants[name])
    assert result.error is None, "a mutant must be judged, not crash the check"
    assert result.verdict.outcome != claim.recorded, f"{claim.id} does not notice: {name}"


@pytest.mark.parametrize("document", ["no such document"])
def test_unknown_names_are_refused_with_a_sentence(document: str) -> None:
    with pytest.raises(ValueError, match="give one of bernoulli"):
        claims(document)
    with pytest.raises(ValueError, match=r"nearest are bern\.lemF\.3"):
        find("bern.lemF3")
