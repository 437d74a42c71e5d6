"""The errata of a document and one claim, as Markdown and as LaTeX that compiles."""

import re
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from small_reports import report_about, result_of

from banditproof.paper_checks import claims
from banditproof.paper_checks.report.claim_in_latex import claim_in_latex
from banditproof.paper_checks.report.claim_in_markdown import claim_in_markdown
from banditproof.paper_checks.report.errata import errata, errata_in_latex, errata_in_markdown
from banditproof.paper_checks.report.reported import Reported
from banditproof.paper_checks.statements.claim_facts import (
    ClaimFacts,
    ResultFacts,
    StepFacts,
    facts_of,
)
from banditproof.paper_checks.statements.index import stored_index


def told(id: str, recorded: str, **more: object) -> ClaimFacts:
    """A claim of a small paper."""
    plain = next(facts for facts in stored_index().values() if facts.id == "bern.eq7")
    empty: dict[str, object] = {"rests_on": (), "stated_proof": (), "doubts": (), "was": ""}
    own = {"id": id, "document": "paper", "recorded": recorded, "repaired_by": None, "title": "x_1"}
    own |= {"label": "", "place": f"Section of {id}", "statement": "At most $x_{1}$.", "steps": ()}
    return replace(plain, **(empty | own | more))


def ran(facts: ClaimFacts, **more: object) -> ResultFacts:
    """Its result in a run."""
    nothing = dict.fromkeys(("witness", "repaired_statement", "sharpness", "sharpest_at"))
    return result_of(facts, **(nothing | {"witness_values": {}, "numbers": {}} | more))


STEP = StepFacts(
    number=1,
    kind="inequality",
    says="It is small:",
    formula="y <= x/2",
    where="x in [0, 1]",
    uses=(),
    rests_on=("textbook.jensen",),
    verdict="proved",
    detail="by 3 rules",
)
CLAIMS = {
    facts.id: facts
    for facts in (
        told("p.first", "holds", steps=(STEP,)),
        told("p.whole", "fails", parts=("p.whole.b", "p.whole.a", "p.whole.c"), label="Lemma 2"),
        told("p.whole.b", "fails", part_of="p.whole", label="Lemma 2", title="the second part"),
        told("p.whole.a", "holds", part_of="p.whole"),
        told("p.whole.c", "misprint", part_of="p.whole", place="Section of p.whole"),
        told("p.late", "not-reproduced"),
        told("p.again", "holds-with-repair", repeats="p.repair", place="Appendix Z"),
        told("p.repair", "holds-with-repair", repaired_by="p.repair.repaired"),
        told("p.repair.repaired", "holds", stated=False, statement="At most $2x_{1}$ & more."),
        told("p.ours", "fails", stated=False),
        told("p.open", "open"),
        told("q.other", "fails", document="other"),
    )
}
RAN = (
    ran(
        CLAIMS["p.whole.b"],
        summary="At x_1 = 2 it is false_ly 50 % of #1.",
        witness="A sentence about it.",
        witness_values={"x_1": "2|3", "law": "Ber(1/2)", "sum": "0." + "3" * 60},
    ),
    ran(CLAIMS["p.whole.c"], repaired_statement="Meant is $y$."),
    ran(
        CLAIMS["p.late"],
        numbers={"level": 0.05, "runs": 100, "runs of the document": 20, "other": 1},
    ),
)


@pytest.fixture
def report() -> Reported:
    return Reported.of(CLAIMS, RAN, CLAIMS, {"paper": "A Paper on 100 % & $x^2$"})


def test_the_errata_are_those_of_the_document_in_its_order(report: Reported) -> None:
    result = errata(report, "paper")
    assert [group.whole and group.whole.id for group in result] == ["p.whole", None, None]
    assert [[item.facts.id for item in group.items] for group in result] == [
        ["p.whole.b", "p.whole.c"],
        ["p.late"],
        ["p.repair"],
    ]
    assert [also.id for also in result[-1].items[0].also] == ["p.again"]
    assert [item.facts.id for g in errata(report, "other") for item in g.items] == ["q.other"]
    assert errata(replace(report, chosen=("p.first",)), "paper") == ()


def test_a_verdict_of_the_run_counts_more_than_the_record(report: Reported) -> None:
    now = replace(report, claims=CLAIMS | {"p.first": ran(CLAIMS["p.first"], verdict="fails")})
    assert errata(now, "paper")[0].items[0].facts.id == "p.first"


def test_markdown_of_errata(report: Reported) -> None:
    text = errata_in_markdown(report, "paper", "version 1")
    assert (
        "7 assertions of this document were examined with a program (banditproof, version 1)"
        in text
    )
    assert "No error was found in 2 (2 by steps whose" in text
    assert (
        "1 does not hold, 1 needs a hypothesis or a constant, 1 seems to be a misprint, "
        "1 was not reproduced, and 1 could not be decided."
    ) in text
    assert "Lemma 2, a part: The second part" in text
    assert "**Finding.** At <i>x</i><sub>1</sub> = 2 it is false\\_ly 50 % of \\#1." in text
    assert "| <i>x</i><sub>1</sub> | 2\\|3 |\n| law | Ber(1/2) |" in text
    assert "**About the witness.** A sentence about it." in text
    assert "**Meant.**\n\n> Meant is $y$." in text
    assert "> At most $`2x_{1}`$ \\& more.\n\n**Checked as.** p.repair.repaired (holds" in text
    assert "**Printed also in.** p.again, Appendix Z." in text
    assert "| level | 0.05 |\n| runs | 100 |\n| runs of the document | 20 |" in text
    assert "| other |" not in text
    assert "`banditproof check p.repair`" in text
    assert "1.5" not in text, "seconds differ from run to run"
    assert "p.open" not in text
    assert "p.ours" not in text


def test_a_statement_without_a_program_was_not_examined(report: Reported) -> None:
    listed = replace(CLAIMS["p.open"], file="paper/statements.claims")
    text = errata_in_markdown(replace(report, claims=CLAIMS | {"p.open": listed}), "paper")
    assert "6 assertions of this document were examined with a program (banditproof)." in text
    assert "a machine checked). 1 assertion more has no program yet." in text
    assert "could not be decided" not in text
    silent = replace(CLAIMS["p.open"], recorded="not-mechanical")
    text = errata_in_markdown(replace(report, claims=CLAIMS | {"p.open": silent}), "paper")
    assert "6 assertions of this document were examined" in text
    assert "1 assertion more cannot be examined by a program." in text


def test_one_assertion_is_told_in_the_singular(report: Reported) -> None:
    text = errata_in_markdown(replace(report, chosen=("p.first", "p.late")), "paper")
    assert "2 assertions of this document were examined with a program" in text
    assert "No error was found in 1 (1 by steps whose" in text
    assert "\n\nThe other one " in text


def test_markdown_is_read_as_it_is_meant(report: Reported) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(errata_in_markdown(report, "paper"))
    headings = [b.content for a, b in pairwise(tokens) if a.type == "heading_open"]
    assert len(headings) == 6
    assert sum(token.type == "table_open" for token in tokens) == 2
    assert sum(token.type == "blockquote_open" for token in tokens) == 6
    cells = [b.content for a, b in pairwise(tokens) if a.type == "td_open"]
    assert "2|3" in [cell.replace("\\", "") for cell in cells]


def test_nothing_to_report(report: Reported) -> None:
    fine = replace(report, chosen=("p.first",))
    assert "No assertion among them is in error." in errata_in_markdown(fine, "paper")
    assert "No assertion among them is in error." in errata_in_latex(fine, "paper")


def balanced(latex: str) -> bool:
    bare = re.sub(r"\\[{}\\]", "", latex)
    opened: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", latex):
        if kind == "begin":
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened and bare.count("{") == bare.count("}")


def test_latex_of_errata(report: Reported) -> None:
    text = errata_in_latex(report, "paper")
    assert text.startswith("\\documentclass[11pt]{article}")
    assert text.endswith("\\end{document}\n")
    assert balanced(text)
    assert r"\emph{A Paper on 100 \% \& $x^2$}" in text
    assert r"At $x_{1}$ = 2 it is false\_ly 50 \% of \#1." in text
    assert r"33333333\allowbreak{}33333333" in text
    assert r"\begin{quote}At most $2x_{1}$ \& more.\end{quote}" in text
    assert text.count(r"\subsubsection*") == 2, "the parts stand under their whole"


def test_one_claim_with_its_proof(report: Reported) -> None:
    text = claim_in_markdown(report, "p.first", "version 1, 2 s")
    assert "1. It is small: $y \\le \\frac{x}{2}$ for $`x \\in [0, 1]`$." in text
    assert "(Inequality, by textbook.jensen: proved, by 3 rules.)" in text
    assert text.endswith("**Made by.** Version 1, 2 s.\n")
    assert "The check was not run for this text" in text
    latex = claim_in_latex(report, "p.first")
    assert balanced(latex)
    assert r"\item {}It is small: $y \le \frac{x}{2}$ for $x \in [0, 1]$." in latex


def test_one_claim_with_an_error_and_numbers(report: Reported) -> None:
    failed = ran(CLAIMS["p.first"], error="ZeroDivisionError: none", as_recorded=False)
    text = claim_in_markdown(replace(report, claims=CLAIMS | {"p.first": failed}), "p.first")
    assert "The check stopped with an error: ZeroDivisionError: none." in text
    numbers = {"gain": {"lo": "0.1234", "hi": "0.1235"}, "all": {"lo": "0", "hi": "inf"}}
    sharp = ran(CLAIMS["p.first"], numbers=numbers, sharpness=0.5, sharpest_at="x = 1")
    text = claim_in_markdown(replace(report, claims=CLAIMS | {"p.first": sharp}), "p.first")
    assert "| gain | 0.123\\[4..5\\] |\n| all | 0 to inf |" in text
    assert "The largest ratio of the sides is 0.5, at <i>x</i> = 1." in text or "at x = 1." in text


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_errata_of_the_five_documents_compile(tmp_path: Path) -> None:
    known = {claim.id: facts_of(claim) for claim in claims()}
    documents = sorted({facts.document for facts in known.values()})
    report = Reported.of(known, (), known, {})
    for document in documents:
        file = tmp_path / f"{document}.tex"
        file.write_text(errata_in_latex(report, document), encoding="utf-8")
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", file.name]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout[-2000:]
        log = file.with_suffix(".log").read_text(encoding="latin-1")
        assert "Missing character" not in log


def test_a_repair_is_called_true_only_if_it_is_proved() -> None:
    known = stored_index()
    grades = {"outlined": "what was meant is true", "points": "argued in words"}
    grades |= {"sampled": "is not proved", "statistical": "is not proved", "cited": "not proved"}
    one = next(f for f in known.values() if f.recorded == "misprint" and f.repaired_by)
    for grade, words in grades.items():
        repair = replace(known[one.repaired_by or ""], grade=grade)
        reported = report_about([one.id], (), {**known, repair.id: repair})
        text = errata_in_markdown(reported, one.document)
        assert words in text, grade
        assert ("is true" in text) == (grade == "outlined")


def test_what_is_not_decided_is_counted_too() -> None:
    text = errata_in_markdown(report_about(list(stored_index()), ()), "renyi")
    assert "could not be decided" in text
    assert "cannot be examined by a program" in text
    counted = text.split("Of the other ")[1].split(". ")[0]
    total, *counts = map(int, re.findall(r"\d+", counted))
    assert total == sum(counts)
