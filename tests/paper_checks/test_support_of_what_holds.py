"""What holds rests on what is true: on no false statement, unless it names the repair.

A statement is weak if it fails, needs a repair, was not reproduced, or holds vacuously. A misprint
is none: the document itself shows what was meant, and that is true.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
import pytest
from case_tables import table
from small_reports import graph_of
from banditproof.paper_checks.report.graphs.claim_graph import FALSE, ProofGraph, proof_graph
from banditproof.paper_checks.statements.claim_facts import ClaimFacts
from banditproof.paper_checks.statements.documents import SHIPPED
from banditproof.paper_checks.statements.index import text_index

WEAK = {*FALSE, "holds-vacuously"}
LABEL = re.compile(r"\b(Theorem|Lemma|Corollary|Proposition)s? ([A-Z]\.\d+|\d+(?:\.\d+)?)")
ABOUT_THE_PRINT = table(__file__, "about_the_print")
"""Statements about the formula of a weak theorem, true whatever becomes of the theorem."""


def single(graph: ProofGraph) -> Mapping[str, ClaimFacts]:
    """The claims that hold, but for wholes, which have parts, and copies."""
    return {
        id: facts
        for id, facts in graph.claims.items()
        if facts.recorded == "holds" and not facts.parts and not facts.repeats
    }


def weak_support(graph: ProofGraph, id: str) -> list[tuple[str, str]]:
    """Who rests on which weak statement below a claim, without naming its repair."""
    results, queue = [], [id]
    for user in queue:
        support = graph.claims[user].rests_on if user in graph.claims else ()
        for step in support:
            weak = step in graph.claims and graph.claims[step].recorded in WEAK
            if weak and graph.claims[step].repaired_by not in support:
                results.append((user, step))
            elif not weak and step not in queue:
                queue.append(step)
    return results


def weak_steps(graph: ProofGraph, id: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """The weak steps of the printed proof of a claim, those of its open steps and parts too."""
    results: set[str] = set()
    for step in graph.claims[id].stated_proof:
        facts = graph.claims.get(step)
        if facts is None or step in seen:
            continue
        if facts.recorded in WEAK and not facts.parts:
            results.add(step)
        elif facts.recorded == "open" or facts.parts:
            results |= weak_steps(graph, step, seen | {step})
    return results


def named_instead(graph: ProofGraph, id: str) -> tuple[str, ...]:
    """What a claim rests on besides the steps of its printed proof."""
    facts = graph.claims[id]
    return tuple(step for step in facts.rests_on if step not in facts.stated_proof)


def weak_theorems() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """The weak statements of each document with a number, by their label, with their parts."""
    results = defaultdict(tuple)
    for id, facts in text_index().items():
        if "remark" in facts.kind:
            continue  # its label is that of the theorem above it
        if facts.label and id.count(".") == 1 + facts.label.count(".") and facts.recorded in WEAK:
            repairs = [text_index()[part].repaired_by for part in (id, *facts.parts)]
            family = (id, *facts.parts, *(repair for repair in repairs if repair))
            results[facts.document, facts.label] = family
    return results


def test_what_holds_rests_on_no_weak_statement_without_its_repair() -> None:
    graph = proof_graph()
    found = {id: weak_support(graph, id) for id in single(graph)}
    assert {id: pairs for id, pairs in found.items() if pairs} == {}


def test_no_grade_hides_that_the_weakest_link_is_cited() -> None:
    index = text_index()
    above = {
        id: facts.grade
        for id, facts in index.items()
        if facts.recorded == "holds" and any(_is_cited(index, step) for step in facts.rests_on)
    }
    assert {"thesis.thm5.20", "thesis.thm5.23.limit", "thesis.thm5.23"} <= set(above)
    assert {id: grade for id, grade in above.items() if grade != "cited"} == {}


def _is_cited(index: Mapping[str, ClaimFacts], id: str) -> bool:
    return id in index and index[id].grade == "cited"


def test_what_holds_says_what_it_stands_on_where_the_printed_proof_does_not_stand() -> None:
    graph = proof_graph()
    left = [id for id in single(graph) if weak_steps(graph, id) and not named_instead(graph, id)]
    assert left == []


def test_what_names_a_weak_theorem_rests_on_it_or_on_its_repair() -> None:
    """A program that uses what a cited theorem gives has an edge to it."""
    graph, weak = proof_graph(), weak_theorems()
    left = []
    for id, facts in single(graph).items():
        near = {*graph.below(id), *facts.stated_proof, *facts.parts}
        named = {(facts.document, " ".join(name)) for name in LABEL.findall(facts.statement)}
        for label in named & set(weak):
            inside = "proof step" in facts.kind or any(id.startswith(of) for of in weak[label])
            if facts.stated and not inside and not near & set(weak[label]):
                left.append(id)
    assert sorted({*left} - set(ABOUT_THE_PRINT)) == []


def test_no_reading_leaves_the_truth_of_a_cited_theorem_to_another_claim() -> None:
    phrase = re.compile(r"is its own claim|have claims of their own|beside each other")
    ids = [f.id for f in text_index().values() if f.stated and phrase.search(f.reading or "")]
    assert ids == []


def test_the_lists_of_exceptions_hold_nothing_that_is_settled() -> None:
    assert {id for id in ABOUT_THE_PRINT if id not in text_index()} == set()


THEOREM = ("fails", "proved", [], None, "mended")
MENDED = ("holds", "proved", [], None, None)


@pytest.mark.parametrize(
    ("rests_on", "pairs"), table(__file__, "weak_support_is_found_at_once_and_through_others")
)
def test_weak_support_is_found_at_once_and_through_others(
    rests_on: tuple[str, ...], pairs: tuple[tuple[str, str], ...]
) -> None:
    graph = graph_of(
        cell=("holds", "proved", rests_on, None, None),
        between=("holds", "proved", ["theorem"], None, None),
        empty=("holds-vacuously", "proved", [], None, None),
        theorem=THEOREM,
        mended=MENDED,
    )
    assert weak_support(graph, "cell") == list(pairs)


def test_a_printed_proof_that_does_not_stand_asks_for_something_else() -> None:
    graph = graph_of(
        lost=("holds", "proved", [], ["whole"], None),
        saved=("holds", "proved", ["mended"], ["theorem"], None),
        whole=("open", None, [], ["theorem"], None),
        theorem=THEOREM,
        mended=MENDED,
    )
    assert weak_steps(graph, "lost") == weak_steps(graph, "saved") == {"theorem"}
    assert named_instead(graph, "lost") == ()
    assert named_instead(graph, "saved") == ("mended",)


def test_mutants_of_proofs_name_claims_that_exist() -> None:
    """A mutant that cites what does not exist is noticed for the wrong reason."""
    cited = re.compile(r"--[^\n]*?\bclaim ([a-z]+\.[\w.-]*\w)")
    unknown = {
        (file.name, id)
        for document in SHIPPED
        for file in document.home.rglob("*.proof")
        for id in cited.findall(file.read_text(encoding="utf-8"))
        if id not in text_index()
    }
    assert unknown == set()
