"""`banditproof claims` and `banditproof check`: lists, verdicts, exit codes."""

import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
import pytest
from banditproof.cli.document_options import first_document
from banditproof.paper_checks import Outcome, claims, find, run
from banditproof.paper_checks.proofs.theorems import judge
from banditproof.paper_checks.statements.catalogue import DOCUMENTS
from banditproof.paper_checks.statements.claim import REGISTERED
from banditproof.paper_checks.statements.index import text_index

FIELDS = {
    *("id", "document", "place", "kind", "verdict", "grade", "summary", "witness", "repaired_by"),
    *("seconds", "universal", "stated", "reading", "rests_on", "stated_proof", "parts"),
    *("part_of", "sharpness", "file", "line", "covered", "not_covered"),
}


def test_claims_lists_every_claim_as_table_and_as_json(banditproof) -> None:
    tables = {d: banditproof("claims", "--document", d).out for d in DOCUMENTS}
    code, text, _ = banditproof("claims", "--json")
    assert code == 0
    listed = json.loads(text)
    assert [claim["id"] for claim in listed] == [claim.id for claim in claims()]
    for claim in listed:
        assert claim["id"] in tables[claim["document"]]
        assert claim["statement"]


def test_no_id_of_a_claim_is_taken_for_a_file(banditproof) -> None:
    for id in text_index():
        assert first_document((id,)) == (None, (id,))
    assert banditproof("check", "bern.corD.5.proof").code == 0


def test_only_what_a_document_states_is_called_its_own(banditproof) -> None:
    assert "document says" in banditproof("check", "bern.thm3.1").out
    repair = banditproof("check", "bern.thm3.1.repaired").out
    assert "ours  " in repair
    assert "document says" not in repair
    assert "document says" not in banditproof("check", "bern.derived.rising").out


def test_check_json_has_the_fields_of_the_contract(banditproof) -> None:
    (result,) = banditproof("check", "bern.lemF.3", "--json").facts
    assert set(result) >= FIELDS
    assert result["verdict"] == "holds"
    assert result["document"] == "bernoulli"


def test_check_of_one_claim_shows_its_statement(banditproof) -> None:
    out = banditproof("check", "bern.lemF.3").shown
    # a long statement goes on in the next line
    assert " ".join(find("bern.lemF.3").statement.split()) in " ".join(out.split())
    assert "holds (" in out


def test_a_result_answers_in_the_order_of_a_reader(banditproof) -> None:
    out = banditproof("check", "thesis.thm4.14").out
    order = (
        *("claim  ", "document says", "place", "verdict", "finding", "computed", "true instead"),
        *("run again", "witness", "covered", "not covered", "program"),
    )
    lines = out.splitlines()
    results = [next(at for at, line in enumerate(lines) if line.startswith(name)) for name in order]
    assert results == sorted(results)
    assert "banditproof check thesis.thm4.14" in out


def test_totals_count_the_documents_and_ours_apart(banditproof) -> None:
    for words in (("claims", "bern.*"), ("check", "bern.H4*", "--workers", "1")):
        text = banditproof(*words).text
        assert "The document states" in text
        assert "are ours (repairs, readings, finer steps)" in text
    assert "The documents state" in banditproof("claims", "theorem 4.3").out
    assert "1 is ours (repairs" in banditproof("claims", "bern.thm3.1*").out
    twice = banditproof("claims", "adv.*").text
    assert "counted by their parts, and 1 repetition within a document." in twice
    stated = banditproof("claims", "--stated", "--json").facts
    ours = banditproof("claims", "--ours", "--json").facts
    assert all(claim["stated"] for claim in stated)
    assert not any(claim["stated"] for claim in ours)
    assert len(stated) + len(ours) == len(claims())


def test_another_verdict_than_the_recorded_one_gives_code_1(banditproof, monkeypatch) -> None:
    claim = replace(find("bern.lemF.3"), recorded=Outcome.FAILS)
    monkeypatch.setitem(REGISTERED, claim.id, claim)
    code, out, _ = banditproof("check", claim.id)
    assert code == 1
    assert "fails" in out


def test_a_check_that_crashes_is_open_and_gives_code_1(banditproof, monkeypatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("division by zero")

    claim = replace(find("bern.lemF.3"), check=broken)
    monkeypatch.setitem(REGISTERED, claim.id, claim)
    code, out, err = banditproof("check", claim.id, "--json")
    assert code == 1
    assert json.loads(out)[0]["verdict"] == "open"
    assert "Traceback" not in err


def test_claims_are_found_by_label_words_place_and_verdict(banditproof) -> None:
    def found(*words: str) -> list[str]:
        return [claim["id"] for claim in json.loads(banditproof("claims", *words, "--json").out)]

    assert {"bern.thm4.3", "thesis.thm4.3"} <= set(found("theorem 4.3"))
    assert not {"bern.lemF.3", "thesis.thm4.14"} & set(found("theorem 4.3"))
    assert found("Definition 2.18") == ["thesis.def2.17-2.19", "thesis.def2.17-2.19.repaired"]
    assert "bern.lemF.3" in found("bern.lemF.*")
    assert "thesis.gd.alg13" in found("chapter 7")
    assert set(found("chapter 7")) == set(found("--chapter", "7"))
    fails = found("--section", "4.2", "--verdict", "fails")
    assert "thesis.thm4.14" in fails
    assert "thesis.thm4.15" not in fails
    in_appendix = found("--chapter", "A", "--document", "thesis")
    assert in_appendix == [i for i in found() if i.startswith("thesis.appA")]
    assert set(found("--kind", "lemma")) < set(found())
    assert set(found("--grade", "proved")) < set(found())
    assert found("no such words anywhere") == []
    assert set(found("section 4.2")) == set(found("--section", "4.2"))
    assert set(found("appendix F")) == set(found("--chapter", "F"))
    assert "thesis.thm4.14" in found("page 89")
    # the title of the section, and words of the claim beside it
    by_title = set(found("membership inference"))
    assert by_title >= set(found("--section", "2.3", "--document", "thesis"))
    assert "thesis.thm4.14" in found("theorem coupling techniques")
    assert found("membership inference 4.15") == []
    assert "thesis.thm4.15" not in found("p. 85")


def test_all_that_is_not_true_as_printed_is_listed_with_its_verdict(banditproof) -> None:
    false = ("fails", "fails-with-repair", "misprint", "not-reproduced")
    of = ("--document", "bernoulli", "--json")
    every = {claim["id"]: claim["recorded"] for claim in banditproof("claims", *of).facts}
    wrong = {
        claim["id"]: claim["recorded"] for claim in banditproof("claims", "--wrong", *of).facts
    }
    assert wrong == {id: verdict for id, verdict in every.items() if verdict in false}
    assert set(wrong.values()) == set(false)
    shown = " ".join(
        banditproof("claims", "--wrong", "--stated", *of[:2]).text.split("claims, ")[-1:]
    )
    states = "The document states 54 of them: 24 misprint, 22 fails-with-repair, 5 fails, 3 not-rep"
    assert states in shown
    both = banditproof("check", "bern.eq2", "--wrong").mistake
    assert "give one or the other" in both


def test_the_former_word_of_a_verdict_is_still_understood(banditproof) -> None:
    of = ("--document", "renyi", "--json")
    now, then = (
        banditproof("claims", "--verdict", f"{word}-with-repair", *of).facts
        for word in ("fails", "holds")
    )
    assert now == then != []
    assert {claim["recorded"] for claim in now} == {"fails-with-repair"}


@pytest.mark.slow
@pytest.mark.parametrize("width", [80, 120])
def test_lists_and_results_fit_the_terminal(banditproof, monkeypatch, width) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for words in (
        ("claims",),
        ("check", "bern.rem3.b"),
        ("check", "bern.rem4.1*", "--workers", "1"),
    ):
        lines = banditproof(*words).out.splitlines()
        broken = [line for line in lines if len(line) > width and " " in line.strip()]
        assert [line for line in broken if len(line.split()) > 2] == []


@pytest.mark.slow
def test_a_former_id_works_and_says_its_new_name(banditproof) -> None:
    code, out, err = banditproof("check", "derived.klgap")
    assert code == 0, out
    assert "bern.derived.klgap" in out
    assert "derived.klgap is now called bern.derived.klgap." in err
    listed = banditproof("claims", "--document", "definitions", "--json").out
    assert {claim["document"] for claim in json.loads(listed)} == {"thesis"}


def test_a_result_in_full_shows_program_repair_and_doubts_in_words(banditproof) -> None:
    out = banditproof("check", "bern.sec1.improvement").out
    statement = find("bern.sec1.improvement.repaired").statement
    assert " ".join(statement.split()) in " ".join(out.split())
    assert "paper_checks/bernoulli/headline_claims.py" in out
    assert "Is the improvement over the older bound strict" in out
    (result,) = banditproof("check", "bern.sec1.improvement", "--json").facts
    lines = (Path(__file__).parents[2] / result["file"]).read_text().splitlines()
    assert "bern.sec1.improvement" in "".join(lines[result["line"] - 1 : result["line"] + 2])


def test_an_outline_for_its_words_alone_has_no_numbered_steps(banditproof) -> None:
    for id in ("renyi.ex1", "zcdp.genproof.relaxations"):
        said = " ".join(banditproof("check", id).out.split())
        original = find(find(id).rests_on[0])
        assert f"holds (outlined): the claim that it repeats is {original.grade}; people" in said
        assert "numbered steps" not in said
    assert "numbered steps" in banditproof("check", "zcdp.rsoful.width").out


def test_what_a_reviewer_needs_stands_first_and_is_short(banditproof) -> None:
    for id in ("bern.lemF.3", "adv.lem18", "bern.thm3.1"):
        out = banditproof("check", id).out
        first, _, rest = out.partition("\n\n")
        names = {line[:13].strip() for line in first.splitlines()}
        assert {"claim", "document says", "place", "verdict", "finding", "run again"} <= names
        assert len(first.splitlines()) <= (15 if id != "bern.thm3.1" else 25)
        assert "program" in rest
        summary = find(id).summary if id != "bern.thm3.1" else "At mu_star = 1 the theorem is false"
        assert " ".join(summary.split()) in " ".join(out.split())


def test_a_long_text_begins_at_first_and_stands_in_full_below(banditproof) -> None:
    out = banditproof("check", "bern.thm3.1").out
    first, _, rest = out.partition("\n\n")
    repair = " ".join(find("bern.thm3.1.repaired").statement.split())
    assert "bern.thm3.1.repaired (derived): regret lower bound" in first
    assert repair not in " ".join(first.split())
    assert repair in " ".join(rest.split())
    assert "largest regret for all T" not in first
    assert "largest regret for all T" in rest


def test_nothing_found_says_what_is_near(banditproof) -> None:
    code, out, _ = banditproof("claims", "bern.lemF3")
    assert code == 1
    assert "0 claims; did you mean bern.lemF.3" in out
    assert "zcdp.thm1 " in banditproof("claims", "cdp.thm1").out


def test_a_selection_of_nothing_is_said(banditproof) -> None:
    words = ("--section", "4.2", "--chapter", "3")
    assert banditproof("claims", *words)[:2] == (1, "0 claims in this selection.\n")
    assert banditproof("claims", *words, "--json")[:2] == (1, "[]\n")


@pytest.mark.parametrize("word", ["", "()", "é~", "a" * 10**5])
def test_a_word_without_letters_or_of_too_many_finds_nothing(banditproof, word) -> None:
    assert banditproof("claims", word)[:2] in (
        (1, "0 claims.\n"),
        (1, "0 claims in this selection.\n"),
    )


def test_a_reader_that_leaves_is_not_a_failed_check() -> None:
    command = f"{sys.executable} -m banditproof claims --json | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] in ("0", "141")
    assert done.stderr == ""


def test_check_prints_the_numbered_proof(banditproof) -> None:
    code, out, _ = banditproof("check", "renyi.lem25")
    assert code == 0
    text = " ".join(out.split())
    steps = find("renyi.lem25").proof.steps
    places = [text.index(f"{step.number}. {' '.join(step.says.split())}") for step in steps]
    assert places == sorted(places)
    assert "inequality, by steps 11, 12, 13: proved, a kept certificate" in text
    assert "claim, by step 2, zcdp.lem10, outlined, as its step 16 shows" in text
    (result,) = banditproof("check", "renyi.lem25", "--json").facts
    assert [step["number"] for step in result["steps"]] == list(range(1, len(steps) + 1))
    assert result["steps"][1]["rests_on"] == ["textbook.elementary-probability"]
    assert result["steps"][1]["verdict"] == "textbook"


@pytest.mark.usefixtures("another_judge")
def test_a_step_without_its_certificate_is_named(banditproof, monkeypatch):
    monkeypatch.setattr(judge, "kept_of", lambda id: {"0" * 16: {"by": "span"}})
    code, _, err = banditproof("check", "renyi.rem2.repaired", "--workers", "1")
    said = "No certificate fits step 2 of renyi.rem2.repaired, step 3 of renyi.rem2.repaired;"
    assert (code, said in err) == (0, True)


@pytest.mark.parametrize("grade", ["proved", "points"])
def test_another_grade_than_the_recorded_one_is_reported(banditproof, monkeypatch, grade) -> None:
    known = find("renyi.rem2.repaired")
    assert known.grade == "outlined"
    monkeypatch.setitem(REGISTERED, known.id, replace(known, grade=grade))
    code, text, _ = banditproof("check", known.id)
    assert code == 1
    both = f"holds, {grade} (steps); this check gives: holds, outlined"
    assert both in " ".join(text.split()).partition("recorded ")[2]
    code, text, said = banditproof("check", "renyi.rem2*", "--workers", "1")
    assert code == 1
    assert "Graded otherwise than recorded: renyi.rem2.repaired (holds, outlined)." in said
    assert "as recorded" not in text
    assert banditproof("check", known.id, "--json").code == 1


def test_the_symbols_of_a_statement_are_explained_without_a_run(banditproof, monkeypatch) -> None:
    monkeypatch.setattr("banditproof.paper_checks.running.runner.run_all", lambda *_: 1 / 0)
    facts = banditproof("check", "bern.thm3.1", "zcdp.def4", "--symbols", "--json").facts
    assert [claim["id"] for claim in facts] == ["bern.thm3.1", "zcdp.def4"]
    divergence = next(s for s in facts[0]["symbols"] if s["name"] == "private divergence")
    assert divergence["function"] == "banditproof.theory.d_eps"
    shown = banditproof("check", "bern.thm3.1", "--symbols").text
    assert divergence["means"] in shown
    assert "bern.def.deps" in shown


def test_the_verdict_of_the_readme_is_what_the_tool_prints(banditproof) -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")
    (line, shown) = re.findall(r"```console\n\$ banditproof (.*)\n((?:.*\n)*?)```", readme)[0]
    printed = banditproof(*shlex.split(line)).out
    for part in shown.split("...\n"):
        place = printed.find(part)
        assert place >= 0, part
        printed = printed[place + len(part) :]


def test_a_section_that_is_asked_for_comes_first(banditproof):
    for words in (("Section 6",), ("--section", "6")):
        out = banditproof("claims", *words, "--document", "bernoulli").out
        assert out.index("bernoulli, Section 6: ") < out.index("bernoulli, Section 1: "), words
        ids = [
            one["id"]
            for one in banditproof("claims", *words, "--document", "bernoulli", "--json").facts
        ]
        assert ids[0].startswith("bern.sec6"), words
        assert ids.index("bern.sec6.tight") < ids.index("bern.sec1.forgetting"), words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "1 of 2 checks ended, and no verdict is kept; --keep FOLDER keeps each."),
        (("--keep", "kept"), "1 of 2 checks ended; its verdict is kept in kept, and the same"),
    ],
)
def test_checks_that_were_stopped_say_what_they_keep(
    banditproof, tmp_path, monkeypatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ids = ("bern.lemF.3", "bern.eq2")

    def stopped(claims, workers, show, **_):
        show(run(claims[0]))
        raise KeyboardInterrupt

    monkeypatch.setattr("banditproof.paper_checks.run_all", stopped)
    answer = banditproof("check", *ids, *words)
    assert (answer.code, answer.out) == (130, "")
    assert said in " ".join(answer.err.split())
    assert answer.err.rstrip().endswith("banditproof: Interrupted.")


def test_the_steps_that_state_a_claim_together_are_named(banditproof):
    together = banditproof("check", "bern.lemD.1.chernoff").out
    (line,) = (line for line in together.splitlines() if "What is stated:" in line)
    assert line.split(": ")[1] == "steps 3, 6 and 10 together.", "as its header `parts` says"
    assert "What is stated:" not in banditproof("check", "bern.lemF.3").out
