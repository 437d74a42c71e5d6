"""The errata of a document and one claim, as Markdown and as LaTeX that compiles."""

import re
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
import pytest
from markdown_it import MarkdownIt
from small_reports import report_about, result_of
from banditproof.paper_checks import claims
from banditproof.paper_checks.report.claim_in_latex import claim_in_latex
from banditproof.paper_checks.report.claim_in_markdown import claim_in_markdown
from banditproof.paper_checks.report.errata import errata
from banditproof.paper_checks.report.errata_to_send import errata_in_latex, errata_in_markdown
from banditproof.paper_checks.report.reported import Reported
from banditproof.paper_checks.statements.claim_facts import (
    ClaimFacts,
    ResultFacts,
    StepFacts,
    facts_of,
)
from banditproof.paper_checks.statements.counted_claims import counted
from banditproof.paper_checks.statements.documents import SHIPPED, Document
from banditproof.paper_checks.statements.errata_text import ERRATA, read_errata
from banditproof.paper_checks.statements.index import text_index


def stub(id: str, recorded: str, **more: object) -> ClaimFacts:
    """A claim of a small paper."""
    plain = next(facts for facts in text_index().values() if facts.id == "bern.eq7")
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
        stub("p.first", "holds", steps=(STEP,)),
        stub("p.whole", "fails", parts=("p.whole.b", "p.whole.a", "p.whole.c"), label="Lemma 2"),
        stub("p.whole.b", "fails", part_of="p.whole", label="Lemma 2", title="the second part"),
        stub("p.whole.a", "holds", part_of="p.whole"),
        stub("p.whole.c", "misprint", part_of="p.whole", place="Section of p.whole"),
        stub("p.late", "not-reproduced"),
        stub("p.again", "fails-with-repair", repeats="p.repair", place="Appendix Z"),
        stub("p.repair", "fails-with-repair", repaired_by="p.repair.repaired"),
        stub("p.repair.repaired", "holds", stated=False, statement="At most $2x_{1}$ & more."),
        stub("p.ours", "fails", stated=False),
        stub("p.open", "open"),
        stub("q.other", "fails", document="other"),
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


def test_the_entries_come_by_weight_and_share_a_cause(report: Reported) -> None:
    result = errata(report, "paper")
    assert [(e.entry.weight, [f.id for f in e.claims]) for e in result.entries] == [
        ("false", ["p.whole.b"]),
        ("constant", ["p.repair"]),
        ("experiment", ["p.late"]),
        ("misprint", ["p.whole.c"]),
    ]
    assert result.entries[1].places == ("Section of p.repair", "Appendix Z")
    assert [f.id for e in errata(report, "other").entries for f in e.claims] == ["q.other"]
    assert errata(replace(report, chosen=("p.first",)), "paper").entries == ()
    two = {**CLAIMS, "p.late": replace(CLAIMS["p.repair"], id="p.late", place="There")}
    shared = errata(replace(report, claims=two), "paper").entries[1]
    assert [facts.id for facts in shared.claims] == ["p.late", "p.repair"]
    assert shared.command == "banditproof check p.late p.repair"


def test_a_verdict_of_the_run_counts_more_than_the_record(report: Reported) -> None:
    now = replace(report, claims=CLAIMS | {"p.first": ran(CLAIMS["p.first"], verdict="fails")})
    assert errata(now, "paper").entries[0].claims[0].id == "p.first"


def test_markdown_of_errata(report: Reported) -> None:
    text = errata_in_markdown(report, "paper", "version 1")
    assert (
        "7 assertions of this document were examined with a program (banditproof, version 1)"
        in text
    )
    assert "No error was found in 2 (2 by an argument whose" in text
    assert "1 assertion could not be decided." in text
    assert (
        "4 assertions are not true exactly as printed, or not reproduced: 2 false, 1 misprinted and 1 not reproduced."
        in text
    )
    assert "in 4 entries: 1 serious and 3 minor." in text
    assert "### 1. Lemma 2: the second part" in text
    assert "**Printed in** Section of p.whole.b." in text
    assert "At <i>x</i><sub>1</sub> = 2 it is false\\_ly 50 % of \\#1." in text
    assert "= 2\\|3; law = Ber(1/2);" in text
    assert "A sentence about it" in text
    assert "Instead: Meant is $y$." in text
    assert "**Instead.** At most $`2x_{1}`$ \\& more." in text
    assert "Section of p.repair; Appendix Z." in text
    assert "evel = 0.05; runs = 100; runs of the document = 20" in text
    assert "other = 1" not in text
    assert "`banditproof check p.repair`" in text
    assert "1.5" not in text, "seconds differ from run to run"
    assert "p.open" not in text
    assert "p.ours" not in text


def test_a_statement_without_a_program_was_not_examined(report: Reported) -> None:
    listed = replace(CLAIMS["p.open"], file="paper/statements.claims")
    text = errata_in_markdown(replace(report, claims=CLAIMS | {"p.open": listed}), "paper")
    assert "6 assertions of this document were examined with a program (banditproof)." in text
    assert "checked by computer). 1 assertion more was not examined." in text
    assert "could not be decided" not in text
    known = replace(report, claims=CLAIMS | {"p.open": listed}, chosen=("p.open", "p.first"))
    text = errata_in_markdown(known, "paper")
    assert "No error was found in 1 (" in text
    assert text.endswith(
        "This says nothing about the assertions in which no error was looked for.\n"
    )
    alone = errata_in_markdown(replace(known, chosen=("p.open",)), "paper")
    assert "No assertion of this document was examined with a program" in alone
    assert "1 assertion was not examined." in alone
    assert "error" not in alone
    silent = replace(CLAIMS["p.open"], recorded="not-mechanical")
    text = errata_in_markdown(replace(report, claims=CLAIMS | {"p.open": silent}), "paper")
    assert "6 assertions of this document were examined" in text
    assert "1 assertion more cannot be examined by a program." in text


def test_one_assertion_is_told_in_the_singular(report: Reported) -> None:
    text = errata_in_markdown(replace(report, chosen=("p.first", "p.late")), "paper")
    assert "2 assertions of this document were examined with a program" in text
    assert "No error was found in 1 (1 by an argument whose" in text
    assert "1 assertion is not true exactly as printed" in text
    assert "It comes from the cause below, in 1 entry: 1 minor. The entry treats" in text
    assert "many of them" not in text


def test_markdown_is_read_as_it_is_meant(report: Reported) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(errata_in_markdown(report, "paper"))
    headings = [b.content for a, b in pairwise(tokens) if a.type == "heading_open"]
    assert len(headings) == 1 + 4 + 3
    assert sum(token.type == "bullet_list_open" for token in tokens) == 1


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
    assert r"\textbf{Instead.} At most $2x_{1}$ \& more." in text
    assert text.count(r"\subsubsection*") == 3


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
    known = {id: replace(facts, document="paper") for id, facts in text_index().items()}
    grades = {"outlined": "what was meant is true", "points": "argued in words"}
    grades |= {"sampled": "is not proved", "statistical": "is not proved", "cited": "not proved"}
    own = (f for f in known.values() if f.recorded == "misprint" and not f.repeats)
    first = next(f for f in own if f.repaired_by)
    for grade, words in grades.items():
        repair = replace(known[first.repaired_by or ""], grade=grade)
        reported = Reported.of({**known, repair.id: repair}, (), [first.id], {})
        text = errata_in_markdown(reported, "paper")
        assert words in text, grade
        assert ("is true" in text) == (grade == "outlined")


@pytest.mark.parametrize("document", SHIPPED, ids=lambda document: document.name)
def test_the_errata_of_a_document_name_each_wrong_statement_once(document: Document) -> None:
    known = text_index()
    listed = errata(report_about(list(known), ()), document.name)
    named = [id for entry in read_errata(document.home / ERRATA) for id in entry.claims]
    wrong = [facts.id for entry in listed.entries for facts in entry.claims]
    assert sorted(named) == sorted(wrong)
    assert len(listed.examined) == len(listed.without_error) + len(listed.undecided) + len(wrong)
    assert sum(listed.importance.values()) == len(listed.entries)
    counts = counted([f for f in known.values() if f.document == document.name and f.stated])
    assert len(counts.single) == len(listed.examined) + len(listed.silent) + len(listed.bare)


def test_an_entry_about_what_is_no_claim_is_said(
    report: Reported, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ERRATA).write_text("false: A theorem\n  of p.first, p.none\n", "utf-8")
    home = SimpleNamespace(home=tmp_path, statements={})
    monkeypatch.setattr("banditproof.paper_checks.report.errata.document_named", lambda _: home)
    with pytest.raises(ValueError, match=r"'A theorem' is about p\.none, which is no claim"):
        errata(report, "paper")
