"""Small reports and graphs for several tests: a few claims, with results that no check gave."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any
from banditproof.paper_checks.report.graphs.claim_graph import ProofGraph
from banditproof.paper_checks.report.reported import Reported
from banditproof.paper_checks.report.stamp import Stamp
from banditproof.paper_checks.statements.catalogue import DOCUMENTS
from banditproof.paper_checks.statements.claim_facts import ClaimFacts, ResultFacts
from banditproof.paper_checks.statements.index import text_index

RAN = ("bern.rem3.b.sum", "bern.eq14.sizes", "bern.F8.A.d3")
"""A misprint, a proof by steps, and what fails and has a repair."""
CHOSEN = (*RAN, "bern.lemH.7", "zcdp.def11", "thesis.def2.20")
"""Besides these, what needs a repair, and claims of other documents that say the same."""
FOUND: Mapping[str, Any] = {
    "as_recorded": True,
    "summary": "At eps = 1/2 the sum is too large (bern.eq2).",
    "findings": {},
    "witness": "eps = 1/2, d eps = 0.2247[2..4].",
    "witness_values": {"eps": "1/2", "d eps": "0.2247[2..4]"},
    "repaired_statement": None,
    "covered": "One case.",
    "not_covered": "All others.",
    "sharpness": 0.75,
    "sharpest_at": "n = 1",
    "numbers": {"cases": 3, "share": {"lo": "0.25", "hi": "0.5"}},
    "error": None,
    "seconds": 0.25,
}


def result_of(facts: ClaimFacts | str, **changed: Any) -> ResultFacts:
    """A result for a claim: what is recorded, with a finding that was made up."""
    facts = text_index()[facts] if isinstance(facts, str) else facts
    known = asdict(facts) | {"steps": facts.steps, "verdict": facts.recorded}
    meant = {"repaired_statement": "What was meant."} if facts.recorded == "misprint" else {}
    return ResultFacts(**{**known, **FOUND, **meant, **changed})


def report_about(
    chosen: Iterable[str] = CHOSEN,
    ran: Iterable[str] = RAN,
    recorded: Mapping[str, ClaimFacts] | None = None,
    **changed: Any,
) -> Reported:
    """The report about some claims, of which some ran; `changed` are fields of these results."""
    known = text_index() if recorded is None else recorded
    return Reported.of(known, [result_of(known[id], **changed) for id in ran], chosen, DOCUMENTS)


SOME = replace(text_index()["bern.lemF.3"], grade="outlined")


def graph_of(
    **nodes: tuple[str, str | None, list[str], list[str] | None, str | None],
) -> ProofGraph:
    """Invented claims: name -> (verdict, grade, rests_on, stated_proof, repaired_by)."""
    facts = {}
    for id, (verdict, grade, rests, stated, repair) in nodes.items():
        support = {
            "rests_on": tuple(rests),
            "stated_proof": tuple(rests if stated is None else stated),
        }
        facts[id] = replace(
            SOME, id=id, recorded=verdict, grade=grade, repaired_by=repair, **support
        )
    return ProofGraph(facts)


STORY = graph_of(
    theorem=("holds", "outlined", ["mended", "step"], ["lemma", "step"], None),
    lemma=("fails", "proved", [], None, "mended"),
    mended=("holds", "points", ["textbook.pinsker"], [], None),
    step=("holds", "proved", [], None, None),
)
"""A theorem whose printed proof has a false step."""
STAMP = Stamp("2026-01-02 03:04:05 UTC", {"banditproof": "1"}, dict.fromkeys(RAN, 0.25), "Run.")
