"""The graph of claims: no circles, no loose ends, the weakest link, and what is at risk."""

import json
from dataclasses import replace
import pytest
from small_reports import STORY, graph_of
from banditproof.paper_checks.report.graphs.claim_graph import FALSE, ProofGraph, Risk, proof_graph
from banditproof.paper_checks.report.graphs.graph_as_data import as_dot, as_json
from banditproof.paper_checks.statements.index import text_index
from banditproof.paper_checks.textbook import FACTS, TEXTBOOK, each_once, fact


def test_all_that_claims_rest_on_is_known():
    graph = proof_graph()
    for id, facts in graph.claims.items():
        unknown = [s for s in (*facts.rests_on, *facts.stated_proof) if not graph.known(s)]
        assert unknown == [], id


def test_no_claim_rests_on_itself():
    assert proof_graph().cycle() is None


@pytest.mark.parametrize("by", ["rests_on", "stated_proof"])
def test_a_circle_is_found(by):
    a = ["b"], ["b"]
    loop = ["c"] if by == "rests_on" else []
    graph = graph_of(
        a=("holds", "proved", *a, None),
        b=("holds", "proved", loop, ["c"], None),
        c=("holds", "proved", ["a"], None, None),
    )
    circle = graph.cycle()
    assert circle is not None
    assert set(circle) == {"a", "b", "c"}
    assert circle[0] == circle[-1]
    diamond = graph_of(
        a=("holds", "proved", ["b", "c"], None, None),
        b=("holds", "proved", ["d"], None, None),
        c=("holds", "proved", ["d"], None, None),
        d=("holds", "proved", [], None, None),
    )
    assert diamond.cycle() is None


def test_an_outlined_claim_rests_on_what_is_proved_or_outlined_and_true():
    graph = proof_graph()
    for id, facts in graph.claims.items():
        if facts.grade != "outlined" or facts.recorded != "holds":
            continue
        by_machine = {"identity", "inequality", "induction", "extreme points", "computed"}
        alone = {step.kind for step in facts.steps} <= {
            *by_machine,
            "enumeration",
            "given",
            "parts",
        }
        assert facts.rests_on or (facts.steps and alone), f"{id} is outlined, and rests on nothing"
        for step in facts.rests_on:
            known = graph.claims.get(step)
            if known is not None:
                assert known.grade in ("proved", "derived", "outlined"), f"{id} rests on {step}"
                assert known.recorded in ("holds", "definition"), f"{id} rests on {step}"


def test_no_claim_rests_on_what_is_false():
    graph = proof_graph()
    for id, facts in graph.claims.items():
        if facts.parts or facts.recorded in FALSE:
            continue
        false = [
            s for s in facts.rests_on if s in graph.claims and graph.claims[s].recorded in FALSE
        ]
        assert false == [], f"{id} holds, and rests on what is false"


MAIN = (
    *("bern.thm3.1", "bern.thm4.3"),
    *(f"thesis.thm4.{number}" for number in (9, 14, 15, 16, 17, 18, 20, 21, 24)),
    *("thesis.thm4.12", "thesis.lem4.23", "thesis.cor4.25"),
)


@pytest.mark.parametrize("id", MAIN)
def test_main_theorems_go_down_to_proofs_textbook_facts_or_named_gaps(id):
    graph = proof_graph()
    known = [claim for claim in graph.claims if claim == id or claim.startswith(f"{id}.")]
    assert known, id
    assert any(graph.supports(item) for item in known), f"{id} rests on nothing"
    for item in graph.below(known[0]):
        facts = graph.claims.get(item)
        if facts is None or graph.supports(item) or facts.recorded in FALSE:
            continue
        ended = facts.grade in ("proved", "derived") or item in {
            gap.claim for gap in graph.gaps(id)
        }
        assert ended, f"{item} is neither proved, nor textbook, nor a gap"


def test_weakest_link_gaps_and_risks_of_a_story():
    assert STORY.below("theorem") == ("theorem", "mended", "step", "textbook.pinsker")
    assert STORY.weakest("theorem") == ("mended",)
    assert [gap.claim for gap in STORY.gaps("theorem")] == ["theorem", "mended"]
    risk = Risk("theorem", ("lemma",), "it stands on mended instead")
    assert STORY.own_risks("theorem") == (risk,) == STORY.endangered("lemma")
    assert STORY.risks("theorem") == ()
    assert STORY.endangered("step") == ()
    assert STORY.weakest("lemma") == ("mended",)
    assert "it stands on mended instead" in str(risk)


def test_a_risk_without_a_repair_says_that_nothing_replaces_the_step():
    graph = graph_of(
        theorem=("holds", "points", [], ["lemma"], None), lemma=("fails", "proved", [], None, None)
    )
    assert graph.own_risks("theorem") == (Risk("theorem", ("lemma",), "nothing replaces it"),)
    assert str(graph.own_risks("theorem")[0]).endswith("nothing replaces it.")


def test_a_part_that_is_false_is_no_risk_of_its_whole():
    graph = graph_of(
        whole=("fails", "proved", ["part"], None, None), part=("fails", "proved", [], None, None)
    )
    graph.claims["whole"] = replace(graph.claims["whole"], parts=("part",))
    assert graph.own_risks("whole") == ()
    assert graph.endangered("part") == ()


def test_textbook_facts_have_one_id_each_and_a_reference():
    assert len(TEXTBOOK) == len(FACTS)
    for item in FACTS:
        assert item.statement.endswith("."), item.name
        assert len(item.reference) > 10, item.name
    with pytest.raises(ValueError, match="no textbook fact"):
        fact("textbook.magic")


def test_a_fact_that_hides_another_is_refused():
    twice = [(item.id, item) for item in (*FACTS, FACTS[3])]
    with pytest.raises(ValueError, match=f"two of the name '{FACTS[3].id}'"):
        each_once(twice)


def test_every_textbook_fact_is_used():
    assert set(proof_graph().facts_used()) == set(TEXTBOOK)


def test_the_data_has_every_node_and_edge_once():
    graph = proof_graph().of_document("bernoulli")
    data = json.loads(as_json(graph))
    ids = [node["id"] for node in data["nodes"]]
    assert len(ids) == len(set(ids)) == len(graph.claims) + len(graph.facts_used())
    for edge in data["edges"]:
        assert edge["from"] in ids
        assert edge["to"] in ids
    dot = as_dot(graph)
    assert dot.count("->") == len(data["edges"])
    assert all(f'"{id}"' in dot for id in ids)


def test_an_open_step_leads_to_the_false_step_behind_it():
    graph = graph_of(
        theorem=("holds-vacuously", "proved", ["other"], ["display"], None),
        display=("open", None, [], ["lemma"], None),
        lemma=("fails", "proved", [], None, "mended"),
        mended=("holds", "points", [], None, None),
        other=("holds", "proved", [], None, None),
    )
    (risk,) = graph.own_risks("theorem")
    assert (risk.steps, risk.through) == (("lemma",), ("display",))
    assert "holds vacuously" in risk.outcome
    assert {result.claim for result in graph.endangered("lemma")} == {"theorem", "display"}


def test_a_false_claim_stands_on_nothing():
    graph = graph_of(
        theorem=("fails", "proved", ["policy"], ["lemma"], "mended"),
        lemma=("fails", "proved", [], None, None),
        policy=("holds", "proved", [], None, None),
        mended=("holds", "points", [], None, None),
    )
    (risk,) = graph.own_risks("theorem")
    assert risk.outcome == "theorem is not true as printed either, and mended is true instead"


def test_a_repeated_claim_does_not_use_the_one_that_it_repeats() -> None:
    known = text_index()
    copies = [f.id for f in known.values() if f.repeats and known[f.repeats].recorded == "fails"]
    assert copies
    assert not any(ProofGraph(known).own_risks(copy) for copy in copies)
