"""A history of twenty edits of a source, each with what `drift` must say of it."""

from collections.abc import Callable
from pathlib import Path
import pytest
from case_tables import table
from opened_documents import close_all
from banditproof.paper_checks.other_papers.accepting import accept
from banditproof.paper_checks.other_papers.drift import Drift, drift
from banditproof.paper_checks.other_papers.new_from_source import new_from_source
from banditproof.paper_checks.other_papers.opening import open_document
from banditproof.paper_checks.other_papers.source_record import Record, record_in
from banditproof.paper_checks.report.graphs.claim_graph import proof_graph
from banditproof.paper_checks.report.reported import Reported
from banditproof.paper_checks.running.runner import run_all
from banditproof.paper_checks.statements.catalogue import DOCUMENTS
from banditproof.paper_checks.statements.index import claim_index
from banditproof.paper_checks.statements.registry import claims
from banditproof.paper_checks.tex_source import digest as digests

SOURCE = table(__file__, "source")
HISTORY: dict[str, tuple[Callable[[str], str], dict[str, str]]] = {}


def edit(name: str, *pairs: tuple[str, str], **states: str) -> None:
    """An edit of the source, and the states of the claims that are not `same` behind it."""

    def edited(text: str) -> str:
        for old, new in pairs:
            assert old in text, old
            text = text.replace(old, new)
        return text

    HISTORY[name] = (edited, states)


FRONT = ("\\section{Bounds}", "\\section{Bounds}\\begin{lemma}\\label{lem:new} New. \\end{lemma}")
LATER = dict.fromkeys(("lem_sum", "thm_main", "thm3", "lem_last"), "renumbered")
edit("nothing")
edit("blanks and line ends", ("at least $1$.", "at\n  least   $ 1 $."))
edit("a comment", ("A sum", "% why?\nA sum"))
edit(
    "a renamed macro",
    ("\\newcommand{\\gap}", "\\newcommand{\\Gap}"),
    ("2\\gap", "2\\Gap"),
    ("\\geq \\gap", "\\geq \\Gap"),
)
edit("a macro written out", ("$y \\geq \\gap$", "$y \\geq \\Delta$"))
edit("another name of a sign", ("\\geq", "\\ge"))
edit("braces around one token", ("x_{1}", "x_1"), ("\\frac{1}{2}", "\\frac12"))
edit("another display", ("\\[ 2", "\\begin{equation} 2"), ("{2}. \\]", "{2}. \\end{equation}"))
edit(
    "a hidden theorem",
    FRONT,
    ("\\begin{lemma}\\label{lem:new}", "\\iffalse\\begin{lemma}"),
    ("New. \\end{lemma}", "\\end{lemma}\\fi"),
)
edit("another file", ("\\section{More}", "\\input{more}\\section{More}"))
edit("a theorem in front", FRONT, **LATER)
edit("numbers by section", ("{theorem}{Theorem}\n", "{theorem}{Theorem}[section]\n"), **LATER)
edit("another constant", ("2\\gap", "3\\gap"), lem_sum="changed")
edit(
    "a redefined macro",
    ("{\\gap}{\\Delta}", "{\\gap}{\\delta}"),
    lem_sum="changed",
    thm_main="changed",
)
edit(
    "a changed assumption",
    ("least $1$", "least $0$"),
    asm_noise="changed",
    lem_sum="affected",  # by its proof
    thm_main="affected",
)
edit("a lost word", ("at most \\[", "\\["), lem_sum="changed")
edit(
    "a lost statement",
    ("\\begin{lemma}\\label{lem:last} At least one. \\end{lemma}", ""),
    lem_last="gone",
)
edit("without a label, changed", ("$z = 0$", "$z = 1$"), thm3="changed")
edit("a label that is renamed", ("lem:last", "lem:end"))
edit("the order of two", ("\\section{Bounds}", "\\section{Bounds}\\begin{theorem}\\label{thm:main} Under \\cref{asm:noise}, $y \\geq \\gap$. \\end{theorem}"), ("\\begin{theorem}[Main]\\label{thm:main} Under \\cref{asm:noise}, $y \\geq \\gap$. \\end{theorem}", ""), lem_sum="renumbered", thm_main="renumbered")  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "main.tex").write_text(SOURCE)
    (tmp_path / "more.tex").write_text("Words.")
    new_from_source(tmp_path / "my-paper", tmp_path / "main.tex")
    return tmp_path / "my-paper"


def drifted(folder: Path, text: str) -> Drift:
    (folder.parent / "main.tex").write_text(text)
    record = recorded(folder)
    return drift(record, record.paper(folder))


def recorded(folder: Path) -> Record:
    record = record_in(folder)
    assert record is not None
    return record


def states(found: Drift) -> dict[str, str]:
    """The states that are not `same`, by what follows the prefix."""
    named = {c.id.partition(".")[2].replace("-", "_"): c.state for c in found.changes if c.id}
    return {id: state for id, state in named.items() if state != "same"}


def test_the_history_has_twenty_edits() -> None:
    assert len(HISTORY) == 20


@pytest.mark.parametrize("name", HISTORY)
def test_an_edit_is_judged(folder: Path, name: str) -> None:
    edited, expected = HISTORY[name]
    found = drifted(folder, edited(SOURCE))
    assert states(found) == expected
    loud = {id for id, state in expected.items() if state != "renumbered"}
    assert {id.partition(".")[2].replace("-", "_") for id in found.stale} == loud


def test_a_digest_that_keeps_layout_is_noticed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digests, "SAME", {})
    assert states(drifted(folder, SOURCE)) == {"thm_main": "changed"}


def test_differences_are_said_in_words(folder: Path) -> None:
    edited, _ = HISTORY["a changed assumption"]
    found = drifted(folder, edited(SOURCE))
    assert [str(change) for change in found.changes if change.sentence] == [
        "main.tex:8: my.asm-noise says something else than its claim was written for: [-1-]{+0+}",
        "main.tex:9: my.lem-sum has not changed, but its proof names asm:noise, which has.",
        "main.tex:11: my.thm-main has not changed, but it names asm:noise, which has.",
    ]
    assert found.counts == "2 same, 1 changed, 2 affected."
    proof = drifted(folder, SOURCE.replace("By \\cref{asm:noise}", "By \\cref{lem:last}"))
    (said,) = (str(change) for change in proof.changes if change.sentence)
    assert said == "main.tex:9: my.lem-sum says the same; its proof names lem:last."


def test_a_stale_claim_says_so_until_it_is_accepted(folder: Path) -> None:
    edited, _ = HISTORY["a changed assumption"]
    text = edited(SOURCE).replace(
        "\\end{document}", "\\begin{lemma} One more. \\end{lemma}\\end{document}"
    )
    found = drifted(folder, text)
    others = {"my.lem-sum": "stale", "my.thm-main": "stale"}
    assert outcomes(folder) == {"my.asm-noise": "stale", **others}
    accept(folder, recorded(folder), found, ["my.asm-noise"])
    assert outcomes(folder) == others
    said = accept(folder, recorded(folder), drifted(folder, text), [])
    assert said == ("main.tex:15: Lemma 5 is new, and has no claim. Its claim is my.lem5.",)
    assert states(drifted(folder, text)) == {"lem_sum": "affected", "thm_main": "affected"}
    accept(folder, recorded(folder), drifted(folder, text), ["my.thm-main", "my.lem-sum"])
    assert states(drifted(folder, text)) == {}
    assert outcomes(folder) == {}
    document = open_document(folder)
    assert document.statements["my.asm-noise"].statement == "The noise has variance at least $0$."
    assert document.statements["my.lem5"].statement == "One more."
    close_all()


def test_words_that_somebody_wrote_stay(folder: Path) -> None:
    text = folder / "section_1_bounds.claims"
    text.write_text(text.read_text().replace("The noise has variance at least $1$.", "My words."))
    edited, _ = HISTORY["a theorem in front"]
    found = drifted(folder, edited(SOURCE).replace("least $1$", "least $0$"))
    accept(folder, recorded(folder), found, ["my.asm-noise", "my.thm-main"])
    document = open_document(folder)
    assert document.statements["my.asm-noise"].statement == "My words."
    assert document.statements["my.thm-main"].called == "Theorem 3"
    close_all()


PROGRAM = """from banditproof.claims import checks, refuted
@checks("my.lem-sum", mutants={"another": {"constant": 9}})
def check(constant=2):
    return refuted("It is false.", x=3)
"""


@pytest.mark.parametrize("name", HISTORY)
def test_new_words_are_accepted_by_their_ids_alone(folder: Path, name: str) -> None:
    text = HISTORY[name][0](SOURCE)
    found = drifted(folder, text)
    accept(folder, recorded(folder), found, [])
    left = drifted(folder, text)
    assert set(left.stale) == set(found.stale)
    assert {change.state for change in left.changes} <= {
        "same",
        *(c.state for c in found.stale.values()),
    }
    accept(folder, recorded(folder), left, found.stale)
    assert {change.state for change in drifted(folder, text).changes} <= {"same"}


def test_a_verdict_about_old_words_is_not_shown_for_new_ones(folder: Path) -> None:
    text = folder / "section_1_bounds.claims"
    words = text.read_text().replace(
        "  label: Lemma 1\n", "  fails, proved -- programs.check\n  label: Lemma 1\n"
    )
    words = words.replace("  label: Theorem 2\n", "  label: Theorem 2\n  rests on: my.lem-sum\n")
    text.write_text(words)
    (folder / "programs.py").write_text(PROGRAM)
    found = drifted(folder, SOURCE.replace("2\\gap", "3\\gap"))
    assert outcomes(folder) == {"my.lem-sum": "stale"}
    accept(folder, recorded(folder), found, [])
    assert outcomes(folder) == {"my.lem-sum": "stale"}
    assert at_risk(folder) == []
    (said,) = accept(folder, recorded(folder), found, ["my.lem-sum"])
    assert said.endswith(
        "[-2-]{+3+}. The recorded verdict stays fails: its program programs.py tests what it "
        "tested before, unless you have edited it: read it."
    )
    assert outcomes(folder) == {"my.lem-sum": "fails"}
    assert at_risk(folder) == [
        "The stated proof of my.thm-main uses my.lem-sum, which is false as printed; my.thm-main is "
        "open."
    ]


def test_what_belongs_to_a_stale_statement_is_stale_and_puts_nothing_at_risk(folder: Path) -> None:
    text, id = folder / "section_1_bounds.claims", "my.lem-sum.sharp"
    text.write_text(
        text.read_text().replace("  label: Theorem 2\n", f"  label: Theorem 2\n  rests on: {id}\n")
        + f"\n{id}\n    It is less.\n  fails, proved -- programs.check\n"
    )
    (folder / "programs.py").write_text(PROGRAM.replace("my.lem-sum", id))
    assert len(at_risk(folder, id)) == 1
    drifted(folder, SOURCE.replace("2\\gap", "3\\gap"))
    assert outcomes(folder) == {"my.lem-sum": "stale", id: "stale"}
    assert at_risk(folder, id) == []
    open_document(folder, texts_only=True)
    shown = Reported.of(claim_index(), (), ["my.thm-main"], DOCUMENTS)
    close_all()
    assert (shown.verdict(id), shown.claims[id].grade) == ("stale", None)
    assert shown.verdict("my.thm-main") == "open"


def outcomes(folder: Path) -> dict[str, str]:
    """The verdicts that are not `open`, of the statements of the source."""
    document = open_document(folder)
    results = run_all(claims(document.name), workers=1)
    close_all()
    return {
        result.claim.id: result.verdict.outcome.value
        for result in results
        if result.verdict.outcome != "open" and result.claim.id != "my.example-of-a-check"
    }


def at_risk(folder: Path, false: str = "my.lem-sum") -> list[str]:
    """What is said of the claims that use a false one, by this one and by themselves."""
    open_document(folder)
    graph = proof_graph()
    below, above = graph.endangered(false), graph.own_risks("my.thm-main")
    close_all()
    assert below == above
    return list(map(str, below))


def test_statements_with_one_label_or_an_empty_one_are_as_their_claims(tmp_path: Path) -> None:
    bodies = (r"\label{a} A.", r"\label{a} B.", r"\label{} C.", " D.", r"\label{a} A.")
    lemmas = "".join(rf"\begin{{lemma}}{body}\end{{lemma}}" for body in bodies)
    (tmp_path / "main.tex").write_text(rf"\newtheorem{{lemma}}{{Lemma}}{lemmas}")
    new_from_source(tmp_path / "paper", tmp_path / "main.tex", None)
    record = record_in(tmp_path / "paper")
    assert record is not None
    said = drift(record, record.paper(tmp_path / "paper"))
    assert [change.state for change in said.changes] == ["same"] * len(bodies)
