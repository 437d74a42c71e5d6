"""Every claim gives its recorded verdict, says how far it reaches, and rejects its mutants.

All that runs checks of many claims stands in this file. The index names the tests; the module of a
claim is imported when one of its tests runs, and `spread.py` gives all tests of a module to the
same process, so that each check, and each step that mutants share, runs once.
"""

import re
from collections import Counter
import pytest
from long_checks import by_day, is_long
from banditproof.paper_checks import Outcome, claims, find, run
from banditproof.paper_checks.derivations.derived_verdict import LEFT_OUT, NOTHING_LEFT_OUT
from banditproof.paper_checks.proofs.theorems.judge import judge
from banditproof.paper_checks.proofs.theorems.verdicts import ANEW
from banditproof.paper_checks.statements.catalogue import catalogue, doubts
from banditproof.paper_checks.statements.claim_facts import ClaimFacts
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.verdicts.verdict_words import STRONG
from banditproof.paper_checks.verdicts.vocabulary import BEYOND, WHOLE
from banditproof.verify.evidence import Grade

FAST = [facts for facts in text_index().values() if facts.tier == "fast" and not facts.repeats]


def slow_if(long: bool) -> object:
    return pytest.mark.slow if long else ()


def tier_of(facts: ClaimFacts, mutant: str) -> object:
    """The mutants of a claim that take long wait for the night, but for that by day."""
    if not is_long(facts, mutant):
        return ()
    if mutant == by_day(facts):
        return pytest.mark.slow
    return pytest.mark.night("the tests by day have another mutant of the claim")


CHECKED = [pytest.param(facts.id, marks=slow_if(is_long(facts))) for facts in FAST]
MUTANTS = [
    pytest.param(facts.id, name, marks=tier_of(facts, name))
    for facts in FAST
    for name in facts.mutants
]
UNTESTABLE = (Outcome.OPEN, Outcome.NOT_MECHANICAL)
STUCK = ("failed", "undecided")
SEARCHED = 4.0
"""How many seconds a proof is searched for of a step that a mutant has changed."""

CATALOGUED = {
    "bernoulli": 70,
    "zcdp": 114,
    "renyi": 46,
    "adversarial": 69,
    "one_horizon": 10,
    "thesis": 398,
    "state_of_the_field": 23,
}
"""How many statements the catalogue has; each is registered."""


def test_every_catalogued_statement_is_registered() -> None:
    assert Counter(c.document for c in claims() if c.id in catalogue()) == CATALOGUED
    assert set(catalogue()) <= {c.id for c in claims()}


def test_every_named_repair_is_a_claim_of_its_own() -> None:
    for claim in claims():
        if claim.parts or (claim.repeats and find(claim.repeats).parts):
            continue
        if claim.recorded == Outcome.FAILS_WITH_REPAIR:
            assert claim.repaired_by, claim.id
        if claim.recorded == Outcome.MISPRINT:
            assert claim.repaired_by or claim.corrected, claim.id
        if claim.repaired_by:
            well = (Outcome.HOLDS, Outcome.DEFINITION)
            assert find(claim.repaired_by).recorded in well, claim.id


def test_what_corrects_a_document_is_not_stated_by_it() -> None:
    for claim in claims():
        correction = ".fix." in claim.id or "correction" in claim.kind
        assert not (claim.stated and (correction or claim.id.endswith(".repaired"))), claim.id


def test_what_a_drawing_shows_is_never_proved() -> None:
    """Nobody has seen the drawings here: what a caption says of one is argued, at most."""
    seen = re.compile(r"\b(highlighted|black|white|grey|drawn|dashed|coloure?d?|curves?)\b")
    captions = [
        facts
        for facts in text_index().values()
        if facts.stated and "figure" in facts.kind and seen.search(facts.statement)
    ]
    assert {"bern.fig3", "thesis.fig2.2", "thesis.fig3.5"} <= {facts.id for facts in captions}
    true = [facts for facts in captions if facts.recorded == "holds"]
    assert [facts.id for facts in true if facts.grade in STRONG] == []


def test_every_check_names_a_mutant() -> None:
    own = (c for c in claims() if c.repeats is None)
    checked = (c for c in own if c.recorded not in UNTESTABLE and not c.parts)
    assert [c.id for c in checked if not c.mutants] == []


@pytest.mark.each("the recorded verdict of a claim")
@pytest.mark.parametrize("id", CHECKED)
def test_a_check_gives_the_recorded_verdict(id: str, judged) -> None:
    claim, result = find(id), judged(id)
    assert result.error is None
    assert result.verdict.outcome == claim.recorded, result.verdict.summary
    stored = text_index()[id]
    assert (result.grade, result.facts.universal) == (stored.grade, stored.universal), "make grades"
    require_reach(claim, result.verdict)
    require_a_sharper_mutant(claim, result.verdict)
    if claim.proof and result.grade != "derived":  # which rests on a formal proof
        require_stored_steps(claim, result.verdict)


def require_reach(claim, verdict) -> None:
    """A claim that is proved leaves nothing of its statement, any weaker one a part.

    One that is derived may name what its formula leaves out. A check that names a part at a strong grade is refused, so that its claim is in error.
    """
    assert verdict.covered
    assert verdict.not_covered
    if verdict.outcome in (Outcome.HOLDS, Outcome.HOLDS_VACUOUSLY) and not claim.parts:
        grade = verdict.evidence.grade if verdict.evidence else None
        if grade == Grade.DERIVED and verdict.not_covered.startswith((LEFT_OUT, NOTHING_LEFT_OUT)):
            return
        whole = grade is not None and grade <= Grade.DERIVED
        assert says_nothing_is_left(verdict.not_covered) == whole, verdict.not_covered


def says_nothing_is_left(not_covered: str) -> bool:
    """Whether the limits of a verdict lie outside of the statement; in no words but these."""
    before, begins, beyond = not_covered.partition(BEYOND)
    outside = begins and not before and not beyond.startswith("Nothing")
    assert outside or not_covered == WHOLE or "Nothing" not in not_covered, not_covered
    return bool(outside or not_covered == WHOLE)


def require_a_sharper_mutant(claim, verdict) -> None:
    """An inequality has a mutant that strengthens it; the check notices it, as each mutant."""
    if verdict.sharpness is not None:
        assert any(name.startswith("sharper") for name in claim.mutants), "no sharper statement"


def require_stored_steps(claim, verdict) -> None:
    """Every step of a proof stands, and none was searched for."""
    assert len(verdict.steps) == len(claim.proof.steps)
    stuck = [f"{s.number}: {s.detail}" for s in verdict.steps if s.verdict in STUCK]
    assert stuck == []
    searched = [s.number for s in verdict.steps if s.detail.endswith(("found", ANEW))]
    file = "`python -m banditproof.paper_checks.running.write_certificates FILE.proof`"
    assert searched == [], f"{claim.id}: steps were searched for; run {file}"


@pytest.mark.each("what a claim does not say, and its check notices")
@pytest.mark.parametrize(("id", "name"), MUTANTS)
def test_a_check_rejects_its_mutants(id: str, name: str, monkeypatch) -> None:
    claim = find(id)
    monkeypatch.setattr(judge().arithmetic, "seconds", SEARCHED)
    result = run(claim, **claim.mutants[name])
    assert result.error is None, "a mutant must be judged, not crash the check"
    assert result.verdict.outcome != claim.recorded, f"{id} does not notice: {name}"


def test_every_doubt_of_the_catalogue_is_settled_in_a_claim() -> None:
    def settled(document: str) -> set[str]:
        return {doubt for claim in claims(document) for doubt in claim.doubt_codes}

    assert settled("bernoulli") == set(doubts("bernoulli"))
    assert settled("adversarial") == set(doubts("adversarial"))
    assert settled("thesis") == set(doubts("thesis"))


def test_the_parts_of_a_statement_are_stated_like_it() -> None:
    for claim in claims():
        if claim.parts:
            assert all(find(part).stated for part in claim.parts), claim.id
            assert not claim.mutants
        if claim.part_of:
            assert claim.id in find(claim.part_of).parts


@pytest.mark.parametrize("document", ["no such document"])
def test_unknown_names_are_refused_with_a_sentence(document: str) -> None:
    with pytest.raises(ValueError, match="give one of bernoulli, zcdp"):
        claims(document)
    with pytest.raises(ValueError, match=r"did you mean bern\.lemF\.3"):
        find("bern.lemF3")
