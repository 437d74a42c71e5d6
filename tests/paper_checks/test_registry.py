"""Every claim gives its recorded verdict, says how far it reaches, and rejects its mutants.

All that runs checks of many claims stands in this file: each check, and each stored proof that
mutants share, then runs once, also where several processes share the files.
"""

from collections import Counter

import pytest

from banditproof.paper_checks import Outcome, claims, find, run
from banditproof.paper_checks.catalogue import catalogue, doubts
from banditproof.paper_checks.index import stored_index
from banditproof.paper_checks.vocabulary import BEYOND, WHOLE
from banditproof.verify.evidence import Grade

FAST = [claim for claim in claims() if claim.tier == "fast" and claim.repeats is None]
LONG = {
    *("bern.sec1.experiments", "bern.def.deps", "bern.prop4.1"),
    *("bern.corD.5", "bern.lemD.3.sharper", "bern.alg1.imed"),
    *("bern.prop4.2", "bern.prop4.2.same_law", "bern.rem4.3.polynomial"),
    *("bern.exp5.forgetting", "bern.exp5.index", "bern.fig8.matches"),
    *("bern.comp.dpse", "thesis.thm2.26.finite", "thesis.def3.2"),
    *("thesis.thm4.8.pointwise", "thesis.thm4.14.chain", "thesis.thm4.14.repaired"),
    *("thesis.thm4.14.family", "thesis.B.4.step3.decomposition", "thesis.B.5.step2.decomposition"),
}
"""Claims whose check takes long: `make check` runs it, the slow tier compares its facts too."""
WITH_LONG_MUTANTS = {
    *("bern.proofC.2.measure", "bern.eq7", "bern.prop4.2", "bern.sec1.experiments"),
    *("bern.exp5.forgetting", "bern.exp5.index", "bern.fig8.matches", "bern.comp.dpse"),
    *("bern.derived.klgap", "bern.prop4.1", "bern.corD.5", "bern.sec1.improvement"),
    *("bern.propB.5.pure", "bern.propB.5.table", "bern.prop4.2.same_law"),
    *("thesis.thm4.14.repaired", "thesis.audit.mi.repaired"),
}
"""Claims of which all mutants take long; the slow tier runs them."""
LONG_MUTANTS = {
    "bern.thm3.1.repaired": (
        "an instance beyond 1",
        "an instance too far",
        "sharper: 1 % more pulls",
    ),
    "bern.rem3.b": ("sharper: 1 % less",),
    "bern.rem3.b.limit": ("slope of half the gap",),
    "bern.rem3.b.regimes": ("sharper: one per cent below kl",),
    "bern.proof3.1.supremum": ("the repaired statement",),
    "bern.proof3.1.supremum.repaired": (
        "sharper: growth 1 % smaller",
        "sharper: 1 % more than d_eps below",
        "an instance too far",
    ),
    "bern.corD.5.repaired": ("sharper: exponent 2 % larger",),
    "bern.lemD.3.parts": ("sharper: a hundredth of the second term",),
    "bern.rem4.1.many_noises": ("sharper: 0.6 of the probability",),
    "bern.eq14.batch": ("sharper: 0.95 for 1", "sharper: 1.95 for 2"),
    "bern.eq14.integer": ("one more in each step",),
    "bern.eq14.sizes": ("sharper: within 0.95", "sharper: within 0.95 below", "two batches"),
    "bern.propB.5.composite_events": ("atomic events only",),
    "bern.propB.5.loss": ("lists for tables",),
    "bern.thm4.3": ("DP-IMED pulls B_m for B_{m+1}", "squared batches"),
    "bern.thmF.7": ("a slack that is too large", "(B) with alpha^2", "sharper: 1 % less"),
    "bern.lemD.3": ("a power too few",),
    "bern.F8.B.overshoot": ("sharper: 1 % of delta' less", "no factor 1 - mu_star"),
    "bern.F8.B.repaired": ("a mean of twice the clipped one",),
    "thesis.thm2.23.gaps.pulls": ("a pull more",),
    "thesis.exB.2": ("an arm that is not orthogonal",),
    "bern.derived.mustar1.trusted": ("regret of a constant order",),
    "thesis.lem4.23.stronger": ("the runs that halt alone",),
    "bern.lemF.3": ("sharper: at most 99/100 of the budget",),
    "bern.lemF.5": ("beyond the second argument",),
    "bern.F6.kl": ("without the order of the means",),
    "bern.derived.next_batch": ("two phases later",),
    "thesis.prop2.6": ("a quarter for a half", "the 2 is lost"),
    "thesis.prop2.9.advanced": ("sharper: 0.9 tanh(eps/2) for e^eps - 1",),
    "thesis.ex2.15.gaussian": ("the repaired statement",),
    "thesis.ex2.15.sensitivities": ("a record moves two", "a smaller top"),
    "thesis.def2.16.measure": ("a product from 1/2",),
    "thesis.thm2.26.pinsker": ("sharper: 2.01 in place of 2",),
    "thesis.def2.30.gaussian": ("sharper: 1.01",),
    "thesis.ttucb.adaptive": ("the share 1/2",),
    "thesis.eq3.1": ("a product that starts at 1/2",),
    "thesis.eq3.2": ("a product that starts at 1/2",),
    "thesis.enumerators": ("the pure budget of tables",),
    "thesis.prop3.12.d.attained": ("half of its mass",),
    "thesis.prop3.13.b": ("for pure DP",),
    "thesis.sec3.6.claims.blind": ("for pure DP",),
    "thesis.sec3.8": ("for pure DP",),
    "thesis.sec3.7.bai_interactive": ("a product from 1/2",),
    "thesis.bai.dp.repaired": ("a product from 1/2",),
    "thesis.sec4.1.gap": ("a gap twice as large", "sharper: a gap 1 % larger"),
    "thesis.thm4.6": ("sharper: 99 % of eps but for single datasets",),
    "thesis.thm4.8": ("sharper: 99 % of eps",),
    "thesis.thm4.8.pointwise": ("sharper: 99 % of the KL",),
    "thesis.thm4.15.repaired": ("another logarithm of densities", "sharper: 7 for 8"),
    "thesis.tvinf.bernoulli.repaired": ("sharper: 99 % of the gap",),
    "thesis.thm4.17.repaired": ("a larger parameter",),
    "thesis.thm4.20.bounded": ("the repaired statement",),
    "thesis.thm4.20.repaired": ("a gap up to 1", "sharper: half of the second part"),
    "thesis.thm4.24": ("sharper: 2.9 for 3",),
    "thesis.cor4.25.upper": ("sharper: at most a factor 1.7",),
    "thesis.pinsker.T.sum.repaired": (
        "Delta_1 left out",
        "sharper: 2.1 in Pinsker's inequality",
        "the sum of the weights",
    ),
    "thesis.B.3.step4.liminf": ("sharper: 201/100 for 2, alpha small",),
}
"""Single mutants that take long; the slow tier runs them."""


def slow_if(long: bool) -> object:
    return pytest.mark.slow if long else ()


CHECKED = [
    pytest.param(claim, marks=slow_if(not LONG.isdisjoint((claim.id, *claim.parts))))
    for claim in FAST
]
MUTANTS = [
    pytest.param(
        claim,
        name,
        marks=slow_if(claim.id in WITH_LONG_MUTANTS or name in LONG_MUTANTS.get(claim.id, ())),
    )
    for claim in FAST
    for name in claim.mutants
]
UNTESTABLE = (Outcome.OPEN, Outcome.NOT_MECHANICAL)
STUCK = ("failed", "undecided")

STATED = {"bernoulli": 163, "thesis": 296}
"""How many assertions of each document have a program; several may belong to one statement."""
CATALOGUED = {"bernoulli": 70, "thesis": 142}
"""How many statements of the catalogue are registered."""


def test_every_catalogued_statement_is_registered() -> None:
    assert Counter(c.document for c in claims() if c.stated and not c.parts) == STATED
    assert Counter(c.document for c in claims() if c.id in catalogue()) == CATALOGUED
    bernoulli = {id for id in catalogue() if id.startswith("bern.")}
    assert bernoulli <= {claim.id for claim in claims()}


def test_every_named_repair_is_a_claim_of_its_own() -> None:
    for claim in claims():
        if claim.parts:
            continue
        if claim.recorded == Outcome.HOLDS_WITH_REPAIR:
            assert claim.repaired_by, claim.id
        if claim.recorded == Outcome.MISPRINT:
            assert claim.repaired_by or claim.corrected, claim.id
        if claim.repaired_by:
            assert find(claim.repaired_by).recorded == Outcome.HOLDS, claim.id


def test_every_check_names_a_mutant() -> None:
    own = (c for c in claims() if c.repeats is None)
    checked = (c for c in own if c.recorded not in UNTESTABLE and not c.parts)
    assert [c.id for c in checked if not c.mutants] == []


@pytest.mark.parametrize("claim", CHECKED, ids=lambda claim: claim.id)
def test_a_check_gives_the_recorded_verdict(claim, judged) -> None:
    result = judged(claim.id)
    assert result.error is None
    assert result.verdict.outcome == claim.recorded, result.verdict.summary
    stored = stored_index()[claim.id]
    assert (result.grade, result.facts.universal) == (stored.grade, stored.universal), "make index"
    require_reach(claim, result.verdict)
    require_a_sharper_mutant(claim, result.verdict)
    if claim.proof:
        require_stored_steps(claim, result.verdict)


def require_reach(claim, verdict) -> None:
    """A claim that is proved or derived leaves nothing of its statement, any weaker one a part.

    A check that names a part at a strong grade is refused, so that its claim is in error.
    """
    assert verdict.covered
    assert verdict.not_covered
    if verdict.outcome in (Outcome.HOLDS, Outcome.HOLDS_VACUOUSLY) and not claim.parts:
        whole = verdict.evidence is not None and verdict.evidence.grade <= Grade.DERIVED
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
    searched = [step.number for step in verdict.steps if step.detail.endswith("found")]
    assert searched == [], "run `python -m banditproof.paper_checks.write_proofs`"


@pytest.mark.parametrize(("claim", "name"), MUTANTS, ids=lambda x: getattr(x, "id", x))
def test_a_check_rejects_its_mutants(claim, name: str) -> None:
    result = run(claim, **claim.mutants[name])
    assert result.error is None, "a mutant must be judged, not crash the check"
    assert result.verdict.outcome != claim.recorded, f"{claim.id} does not notice: {name}"


def test_every_doubt_of_the_catalogue_is_settled_in_a_claim() -> None:
    def settled(document: str) -> set[str]:
        return {doubt for claim in claims(document) for doubt in claim.doubt_codes}

    assert settled("bernoulli") == set(doubts("bernoulli"))
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
