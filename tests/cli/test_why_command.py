"""`banditproof why` and `graph`: trees, weakest links, risks, files and errors."""

import json
import re
from dataclasses import replace
from pathlib import Path
from shutil import copytree
import pytest
from banditproof.paper_checks import Outcome, find
from banditproof.paper_checks.statements.claim import REGISTERED
from banditproof.theory.logic.coq import second_reader
from banditproof.theory.logic.coq.second_reader import Reading
from banditproof.theory.prover.coq.answers import CoqSays


def test_the_tree_begins_with_the_claim_and_ends_with_its_weakest_link(banditproof):
    out = banditproof("why", "bern.thm3.1").shown
    assert out.startswith("bern.thm3.1  fails-with-repair")
    assert "repaired: bern.thm3.1.repaired" in out
    assert "Weakest link of the written proof: " in out
    assert "At risk: " in out


def test_the_weakest_link_is_a_claim_or_a_grade_that_several_have(banditproof):
    one = banditproof("why", "thesis.eq4.14").text
    assert "Weakest link of the repair: thesis.eq4.14.repaired, outlined (numbered steps" in one
    several = banditproof("why", "thesis.thm4.14.repaired").text
    assert re.search(r"the grade of \d+ claims: thesis\.eq4\.7, ", several)


def test_a_complete_formal_proof_is_distinguished_from_the_written_one(banditproof):
    repairs = {"thesis.thm4.9": "thesis.thm4.9", "bern.thm3.1": "bern.thm3.1.repaired"}
    for id, derived in repairs.items():
        out = banditproof("why", id).text
        assert f"{derived} is derived: its formal proof rests on axioms alone" in out, id
        assert "Weakest link of the written proof: outlined" in out, id
        axioms = banditproof("why", id, "--json").facts["axioms"]
        assert "real_nonneg" in axioms
        assert f"Its {len(axioms)} axioms: " in out, id
    for id in ("thesis.thm5.2", "thesis.eq4.7"):
        assert "formal proof rests on axioms alone" not in banditproof("why", id).text, id
    assert banditproof("why", "bern.derived.minimiser", "--json").facts["axioms"] == []


def test_tree_and_json_have_the_same_claims(banditproof):
    out = banditproof("why", "bern.thm4.3", "--full").out
    result = banditproof("why", "bern.thm4.3", "--json").facts
    for node in result["nodes"]:
        assert node["id"] in out
        assert (node["verdict"] is None) == (node["kind"] == "textbook")
    assert result["nodes"][0]["id"] == result["id"] == "bern.thm4.3"
    assert set(result["weakest"]) <= {node["id"] for node in result["nodes"]}


def test_the_answer_comes_first_and_fits_on_a_page(banditproof):
    short = banditproof("why", "bern.thm4.3").out.splitlines()
    full = banditproof("why", "bern.thm4.3", "--full").out.splitlines()
    assert len(short) < 60
    assert len(full) > 400
    said = [line for line in short if re.match("[A-Z][a-z ]+: ", line)]
    names = [line.partition(":")[0] for line in said]
    assert names.index("At risk") < names.index("Carried by") < names.index("How it would fall")
    assert short.index("bern.thm4.3  holds, derived") == 0
    assert "Carried by: bern.thmF.7 (holds, derived): DP-IMED bound" in short
    assert "28 claims and 10 textbook facts in all" in " ".join(short)
    tree = [line for line in short if line.startswith(("|", "`"))]
    assert max(line.count("|   ") + line.count("    ") for line in tree) == 1


@pytest.mark.parametrize(
    ("id", "says"),
    [
        ("bern.F8.A.repaired", "by a counterexample to bern.F8.A.d3.repaired, bern.derived."),
        ("bern.thm3.1", "as printed it is refuted; `banditproof check bern.thm3.1` shows by what"),
        ("bern.def2.1", "a definition has no truth value"),
        ("bern.derived.minimiser", "by a case that its own check does not cover"),
        ("bern.thm4.3", "by an axiom that is false, a fault that the kernel and Coq share"),
    ],
)
def test_how_a_claim_would_fall(banditproof, id, says):
    assert f"How it would fall: {says}" in banditproof("why", id).text


def test_the_carriers_have_the_most_below_them():
    from banditproof.cli.why import carriers
    from banditproof.paper_checks.report.graphs.claim_graph import proof_graph

    graph = proof_graph()
    named = carriers(graph, "bern.thm4.3")
    below = [len(graph.below(id)) for id in named]
    assert below == sorted(below, reverse=True)
    assert set(named) == {"bern.thmF.7", "bern.thmF.9"}


def test_the_parts_of_a_whole_do_not_carry_it(banditproof):
    out = banditproof("why", "bern.fig8").text
    assert "Part: bern.fig8.matches (not-reproduced, statistical)" in out
    assert "Carried by" not in out


def test_what_a_proof_leaves_open_has_a_name_and_a_place(banditproof):
    """Three textbook facts and a relation, of which one stands within a fact about all pairs."""
    out = banditproof("why", "thesis.thm4.17.averaging", "--open").shown
    says = r"Some $\theta$ has $\sum_ip_{\theta,i}\ge\frac d4e^{-1}$: most >= d/4*exp(-1) for d in"
    assert f"that it is the claim is for you to read:\n  {says} [1, inf)" in out
    within = "  within textbook.elementary-probability:sum below for every avg, sum, "
    assert f"{within}definition avg = sum/(2*N): step 3 of thesis.thm4.17.averaging" in out
    assert "  given p + q >= exp(-1)/2: step 1 of thesis.thm4.17.averaging" in out
    assert "range d in" not in out
    found = banditproof("why", "thesis.thm4.17.averaging", "--open", "--json").facts["theorem"]
    kinds = [one["kind"] for one in found["left_open"]]
    assert kinds.count("textbook") == 3
    assert "range" in kinds
    assert {one["of"] for one in found["left_open"]} == {"thesis.thm4.17.averaging"}


def test_what_is_open_in_a_derived_claim_is_of_its_written_proof(banditproof):
    out = banditproof("why", "bern.lemF.1", "--open").text
    formal = out.index("The formal theorem: nothing is open in it.")
    assert formal < out.index("that the written proof gives") < out.index("Open in the written pr")
    assert "Open in it" not in out
    outlined = banditproof("why", "thesis.thm4.17.averaging", "--open").text
    assert "written proof gives" not in outlined
    assert "Open in it, " in outlined


def test_a_theorem_and_a_claim_that_it_cites_are_said_in_words(banditproof):
    out = banditproof("why", "bern.lemF.3", "--open").shown
    assert "  The same for w and x: d_eps(w,y,eps) <= d_eps(x,y,eps) + eps*abs(x-w) for" in out
    found = banditproof("why", "bern.lemF.3", "--open", "--json").facts["theorem"]["left_open"]
    (cited,) = {one["sentence"] for one in found if one["name"] == "bern.derived.rising"}
    assert cited == "For a second argument of 1 it is eps |x - y|; 0 is the mirror"
    assert not any(one["sentence"] for one in found if one["kind"] not in ("claim", "textbook"))


def test_a_long_list_of_what_is_open_is_not_cut(banditproof):
    """What is left out of it could be what is false."""
    id = "thesis.thm4.17.repaired"
    text = banditproof("why", id, "--open").out
    facts = banditproof("why", id, "--open", "--json").facts["theorem"]["left_open"]
    opened = [one for one in facts if one["besides"]]
    assert len(opened) > 30
    assert f"Open in the written proof, {len(opened)} hypotheses:" in text
    listed = text.partition("hypotheses:\n")[2].splitlines()
    assert len([line for line in listed if line.startswith("  ")]) >= len(opened)


def test_a_folder_is_read_with_what_its_cited_claims_leave_open(banditproof):
    """No program of the folder runs for it: its claims stand as their texts say."""
    folder = str(Path(__file__).parents[2] / "examples" / "elimination")
    asked = ("why", folder, "elim.regret", "--open", "--json")
    found = banditproof(*asked).facts["theorem"]["left_open"]
    assert "refused" not in {one["kind"] for one in found}
    assert {"elim.regret", "elim.clean", "elim.pulls.repaired"} <= {one["of"] for one in found}
    assert found == banditproof(*asked, "--run").facts["theorem"]["left_open"]


def test_a_run_has_the_last_word_on_what_a_cited_claim_leaves_open(banditproof, tmp_path) -> None:
    """A cited claim that its text calls open leaves a step refused, unless the checks run."""
    folder = tmp_path / "elimination"
    copytree(Path(__file__).parents[2] / "examples" / "elimination", folder)
    text = folder / "document.claims"
    says = "holds, outlined -- clean_event.error_of_one_mean"
    assert says in text.read_text()
    text.write_text(text.read_text().replace(says, says.replace("holds, outlined", "open")))
    asked = ("why", str(folder), "elim.clean", "--open", "--json")
    as_recorded = json.loads(banditproof(*asked).out)
    as_found = json.loads(banditproof(*asked, "--run", "--workers", "1").out)
    assert as_found["not_as_recorded"] == ["elim.clean.mean"]
    refused = [
        {one["kind"] for one in facts["theorem"]["left_open"]} >= {"refused"}
        for facts in (as_recorded, as_found)
    ]
    assert refused == [True, False]


def test_what_is_open_is_listed_if_there_is_a_proof_and_it_is_asked_for(banditproof):
    assert banditproof("why", "bern.rem3.b.limit", "--json").facts["theorem"] is None
    out = banditproof("why", "zcdp.tab1.footnote", "--open").text
    assert "Open in the written proof: nothing besides." in out
    assert (
        "what is open in it cannot be listed; ask for its repair, bern.thm3.1.repaired."
        in banditproof("why", "bern.thm3.1", "--open").mistake
    )


def test_a_formal_proof_leaves_open_what_its_sentences_do(banditproof, tmp_path) -> None:
    theorem = banditproof("why", "thesis.rem.minimax.sum", "--open", "--json").facts["theorem"]
    assert theorem["left_open"] == []
    folder = tmp_path / "my-paper"
    assert banditproof("new", str(folder)).code == 0
    file, shown = folder / "section_1_setting.proof", "place, s_high, r_low, back"
    text = file.read_text()
    line = next(line for line in text.splitlines() if line.endswith(shown))
    file.write_text(text.replace(line, "  3. And back. :: sum(n, s) <= sum(n, r) + 1 -- open"))
    theorem = banditproof("why", str(folder), "my.lem1", "--open", "--json").facts["theorem"]
    (one,) = theorem["left_open"]
    assert (one["kind"], one["name"], one["step"]) == ("argued", "And back", 3)
    assert one["says"].endswith("-> sum(n, s) <= sum(n, r) + 1")
    assert theorem["says"][0].endswith("-> abs(sum(n, r) - sum(n, s)) <= 1")
    out = " ".join(banditproof("check", str(folder), "my.lem1").out.split())
    assert "holds (points, by the folder's program)" in out
    assert "`banditproof why FOLDER my.lem1 --open` lists what remains to be shown." in out


def test_a_false_step_shows_who_uses_it(banditproof):
    out = banditproof("why", "bern.corD.5").text
    assert "The stated proof of bern." in out
    assert "uses bern.corD.5" in out


def test_a_claim_that_no_text_declares_is_named(banditproof, monkeypatch) -> None:
    newer = replace(find("bern.lemF.3"), id="bern.lemF.3.newer")
    monkeypatch.setitem(REGISTERED, newer.id, newer)
    assert (
        "No text declares bern.lemF.3.newer; write one beside its program."
        in banditproof("why", newer.id).mistake
    )


def test_a_label_names_a_claim(banditproof):
    assert banditproof("why", "Lemma F.3").out.startswith("bern.lemF.3")


def test_run_runs_the_whole_tree_again(banditproof, monkeypatch):
    out = banditproof("why", "bern.lemF.3", "--run", "--workers", "1").out
    assert "every verdict is as recorded." in out
    claim = replace(find("bern.lemF.3"), recorded=Outcome.FAILS)
    monkeypatch.setitem(REGISTERED, claim.id, claim)
    code, out, _ = banditproof("why", "bern.lemF.3", "--run", "--workers", "1")
    assert code == 1
    assert "not as recorded: bern.lemF.3" in out


@pytest.mark.parametrize("form", ["svg", "dot", "json"])
def test_graph_writes_each_form(banditproof, tmp_path, form):
    file = tmp_path / f"graph.{form}"
    out = banditproof("graph", "--document", "bernoulli", "--out", str(file)).shown
    assert "textbook facts in" in " ".join(out.split())
    text = file.read_text()
    assert "bern.thm4.3" in text
    assert "thesis.thm4.14" not in text
    assert list(tmp_path.iterdir()) == [file]


def test_graph_of_one_claim_holds_what_it_rests_on(banditproof, tmp_path):
    file = tmp_path / "graph.json"
    banditproof("graph", "--of", "bern.thm4.3", "--out", str(file))
    ids = {node["id"] for node in json.loads(file.read_text())["nodes"]}
    shown = banditproof("why", "bern.thm4.3", "--json").facts["nodes"]
    assert ids == {node["id"] for node in shown}


def test_the_steps_of_a_proof_stand_in_the_tree() -> None:
    from dataclasses import replace
    from banditproof.cli.why import tree_lines, why_facts
    from banditproof.paper_checks import find
    from banditproof.paper_checks.report.graphs.claim_graph import ProofGraph
    from banditproof.paper_checks.statements.index import text_index

    claim = find("thesis.thm4.9")
    known = dict(text_index())
    known[claim.id] = replace(
        known[claim.id], steps=claim.proof.facts, rests_on=claim.proof.rests_on
    )
    lines = list(tree_lines(ProofGraph(known), claim.id))
    assert lines[1].startswith("|   1. assumed: ")
    assert any(line.startswith("|   3. claim by thesis.eq4.7: ") for line in lines)
    facts = why_facts(ProofGraph(known), claim.id)
    numbers = [step.number for step in claim.proof.steps]
    assert [step.number for step in facts.nodes[0].steps] == numbers


@pytest.mark.parametrize(("said", "code"), [("accepted", 0), ("refused", 1), ("not run", 3)])
def test_coq_is_asked_about_the_theorem_of_a_proof(banditproof, monkeypatch, said, code) -> None:
    def coq(theorems, *_, **__) -> Reading:
        names = [name for name, _ in theorems]
        assert names == ["zcdp.tab1.footnote.step1", "zcdp.tab1.footnote.step2"]
        return Reading(CoqSays(said), "So.")

    monkeypatch.setattr(second_reader, "read_by_coq", coq)
    out = banditproof("why", "zcdp.tab1.footnote", "--open", "--coq")
    assert out.code == code
    assert f"Second reader: {CoqSays(said).sentence('So.')}" in out.out
    assert "give --open with --coq" in banditproof("why", "zcdp.tab1.footnote", "--coq").mistake


def test_a_record_of_an_outline_is_not_believed(banditproof, tmp_path) -> None:
    """A proof that became an outline has the old grade in the text of its claim, until a check."""
    folder = tmp_path / "my-paper"
    assert banditproof("new", str(folder)).code == 0
    place = f"{folder}/"
    ids = re.findall(r"^(\S+\.lem1) \[", (folder / "section_1_setting.claims").read_text(), re.M)
    file = folder / "section_1_setting.proof"
    text = file.read_text()
    assert text.rstrip().endswith("show by 2, 3\nqed")
    file.write_text(
        text.rstrip().removesuffix("show by 2, 3\nqed")
        + "1. Both. :: abs(sum(n, r) - sum(n, s)) <= 1 -- open\nqed\n"
    )
    for more in ((), ("--open",)):
        after = banditproof("why", place, ids[0], *more).text
        assert "The record says derived, and its formal proof is an outline" in after
        assert "is derived: its formal proof rests on axioms alone" not in after
    checked = banditproof("check", place, ids[0], "--workers", "1")
    assert checked.code == 1
    assert "Graded otherwise than recorded" in checked.err + checked.out
