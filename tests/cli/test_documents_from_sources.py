"""The commands on folders that are made from the LaTeX source of a paper."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
import jsonschema
import pytest
from case_tables import table
from opened_documents import close_all
from banditproof.cli.json_schema import published_schema
from banditproof.paper_checks.other_papers.margin_marks import style_text, verdict_lines
from banditproof.paper_checks.verdicts.verdict import Outcome
from banditproof.paper_checks.verdicts.verdict_words import FORMER

SCRIPT = Path(__file__).parents[2] / ".github" / "actions" / "check-paper" / "check_paper.sh"

SOURCE = table(__file__, "source")


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A source in the working folder."""
    monkeypatch.chdir(tmp_path)
    Path("main.tex").write_text(SOURCE)
    yield Path("main.tex")
    close_all()


@pytest.fixture
def folder(source: Path, banditproof) -> Path:
    """A folder of claims that is made from it."""
    assert banditproof("new", "my-paper", "--from", "main.tex").err == ""
    return Path("my-paper")


def test_new_makes_a_folder_from_a_source(source: Path, banditproof) -> None:
    made = banditproof("new", "my-paper", "--from", "main.tex", "--prefix", "sums")
    assert "main.tex:10: The command \\foo in sums.thm-last is not known." in made.out.split("\n")
    assert "my-paper/: 3 statements, 0 with a proof, 1 place not understood." in made.text
    close_all()
    checked = banditproof("check", "my-paper/", "sums.thm-sum", "--workers", "1")
    assert "Under Assumption 1 it is at most $2 n$." in checked.text


def test_new_says_of_what_it_made_no_claim(source: Path, banditproof) -> None:
    figures = "\\begin{figure}\\caption{One.}\\end{figure}\n" * 2
    source.write_text(SOURCE.replace("\\end{document}", f"{figures}\\end{{document}}"))
    made = banditproof("new", "my-paper", "--from", "main.tex").text
    assert "No claim was made of 2 figures, which `banditproof drift` watches" in made
    watched = banditproof("drift", "my-paper/").text
    assert "Watched: 3 statements, 2 figures." in watched


NO_CLAIM = "No claim of my-paper is about my.thm-sum (Theorem 1, main.tex:9); write its claim again"


@pytest.mark.parametrize(
    "word", ["my.thm-sum", "thm-sum", "thm:sum", "Theorem 1", "thm. 1", "is theorem 1 true?"]
)
def test_a_statement_that_lost_its_claim_is_said_with_its_place(
    folder: Path, banditproof, word: str
) -> None:
    file = folder / "section_1_sums.claims"
    whole = file.read_text("utf-8")
    start, end = whole.index("my.thm-sum ["), whole.index("my.thm-last [")
    file.write_text(whole[:start] + whole[end:], "utf-8")
    for command in ("why", "check"):
        close_all()
        assert NO_CLAIM in banditproof(command, "my-paper/", word).mistake
    close_all()
    listed = banditproof("claims", "my-paper/", word)
    assert (listed.code, listed.out) == (1, "")
    assert NO_CLAIM in " ".join(listed.err.split())
    close_all()
    assert json.loads(banditproof("claims", "my-paper/", word, "--json").out) == []
    for other in ("Theorem 2", "thm:last", "is theorem 2 true"):  # they have one
        close_all()
        assert "my.thm-last" in banditproof("why", "my-paper/", other).shown
    close_all()
    file.write_text(whole, "utf-8")
    found = banditproof("why", "my-paper/", word)
    assert "my.thm-sum" in found.shown


@pytest.mark.parametrize("command", ["check", "why"])
def test_a_question_names_a_claim_or_gets_the_nearest(banditproof, command: str) -> None:
    several = banditproof(command, "does theorem 4.3 hold").mistake
    assert "bern.thm4.3" in several
    assert "thesis.thm4.3" in several
    none = banditproof(command, "is theorem 99.9 true").mistake
    assert "There is no claim 'is theorem 99.9 true'; did you mean " in none


def test_a_first_attempt_is_a_draft_and_no_verdict(source: Path, banditproof) -> None:
    source.write_text(table(__file__, "inequalities"))
    made = banditproof("new", "my-paper", "--from", "main.tex", "--try").text
    true = "my.thm-true: draft, not checked by a reader: holds; exp(x) <= 1 + 2*x for x in [0, 1]"
    assert true in made
    assert "by a reader: fails at x = 2; exp(x) <= 1 + 4*(1/2)*x for x in [0, 2]" in made
    assert "my.thm-words: left as it is. The word 'noise' is not read." in made
    close_all()
    checked = banditproof("check", "my-paper/", "--workers", "1")
    assert checked.code == 0
    assert checked.text.count("Draft, not checked by a reader: ") == 2
    assert "<= 1 + 2*x for x in [0, 1], is proved on all of it." in checked.text
    assert "The document states 3 of them: 3 open." in checked.text
    assert "2 drafts by machine are not checked by a reader, and no verdict." in checked.text
    facts = json.loads(banditproof("check", "my-paper/", "thm-true", "--json").out)
    assert [(one["verdict"], one["grade"]) for one in facts] == [("open", None)]
    assert facts[0]["draft"] == "holds; exp(x) <= 1 + 2*x for x in [0, 1]"
    close_all()
    text = Path("my-paper/statements.claims")
    words = text.read_text()
    lines = "  holds, proved -- its proof\n  summary: So.\n"
    lines += "  formula: exp(x) <= 1 + 2*x for x in [0, 1]\n"
    (line,) = re.findall(r"(?m)^  draft: holds.*\n", words)
    text.write_text(words.replace(line, lines + line))
    assert "leave out the line `draft`" in banditproof("check", "my-paper/").mistake
    text.write_text(words.replace("holds; exp", "proved; exp"))
    assert (
        "The draft cannot be read; write `holds; RELATION"
        in banditproof("claims", "my-paper/").mistake
    )
    text.write_text(words.replace(line, lines))
    Path("my-paper/statements.proof").write_text(
        "proof my.thm-true\n  where x in [0,1]\n  1. It is below. :: exp(x) <= 1 + 2*x\n"
        '  mutant "sharper: x": 1 :: exp(x) <= 1 + x\nqed\n'
    )
    accepted = banditproof("check", "my-paper/", "thm-true", "--workers", "1").text
    assert "verdict holds (proved)" in " ".join(accepted.split()), accepted


def test_errata_name_drafts_and_give_no_clean_bill(source: Path, banditproof) -> None:
    source.write_text(table(__file__, "inequalities"))
    banditproof("new", "my-paper", "--from", "main.tex", "--try")
    for options in ((), ("--recorded",)):
        sent = banditproof("report", "my-paper/", "--format", "md", *options).text
        close_all()
        assert "No assertion of this document was examined with a program (banditproof). 3 " in sent
        assert "2 of these have a draft: a formula that a program read" in sent
        assert "1 draft is refuted, and its statement is false if the formula says the" in sent
        assert "Theorem 2 (my.thm-false): $`\\exp(x) \\le 1 + " in sent
        assert "is false at x = 2. 1 draft was proved: Theorem 1 (my.thm-true)." in sent
        assert "in error" not in sent
        assert "No error was found" not in sent
    site = banditproof("report", "my-paper/", "--out", "site", "--workers", "1").text
    assert "The check ran, and every verdict is as recorded." in site
    assert site.endswith(" 3 claims have no check.")
    assert "its statements are not examined, 1 draft refuted" in Path("site/index.html").read_text()
    page = Path("site/documents/my-paper.html").read_text()
    assert "1 draft is refuted" in page
    assert "<math" in page.partition("1 draft is refuted")[2].partition("</p>")[0]
    text = Path("my-paper/statements.claims")
    text.write_text(text.read_text().replace("fails at x = 2;", "fails at x = 0;"))
    close_all()
    sent = banditproof("report", "my-paper/", "--format", "md").text
    assert "refuted" not in sent
    assert "1 draft is not false at its point: Theorem 2 (my.thm-false)." in sent


def test_an_open_claim_without_a_check_says_so(source: Path, banditproof) -> None:
    source.write_text(table(__file__, "inequalities"))
    banditproof("new", "my-paper", "--from", "main.tex", "--try")
    refuted = "nothing checks it yet, but the formula of its draft is false at x = 2."
    for id, verdict, fall in (
        ("my.thm-false", refuted, "nothing checks it yet; the formula of its draft is false at x"),
        ("my.thm-words", "nothing checks it yet.", "by any counterexample; nothing checks it yet."),
    ):
        text = banditproof("report", "my-paper/", id, "--format", "md").text
        assert f"**Verdict.** Open: {verdict}" in text
        assert "**The document says.** >" in text
        assert "in our words" not in text
        assert f"verdict open: {verdict}" in banditproof("check", "my-paper/", id).text
        assert f"How it would fall: {fall}" in banditproof("why", "my-paper/", id).text
        close_all()
    banditproof("report", "my-paper/", "my.thm-false", "--out", "site", "--recorded")
    page = Path("site/claims/my.thm-false.html").read_text()
    assert ">Statement</h2>" in page
    assert "nothing checks it yet, but the formula" in page
    text = Path("my-paper/statements.claims")
    text.write_text(text.read_text().replace("The noise has", "The noise always has"))
    close_all()
    own = banditproof("report", "my-paper/", "my.thm-words", "--format", "md", "--recorded").text
    assert "**The document says, in our words.**" in own


def test_a_site_has_no_path_of_ours_and_its_example_comes_last(folder: Path, banditproof) -> None:
    here = str(Path.cwd())
    for options in ((), ("--recorded",)):
        banditproof("report", f"{here}/my-paper", "--out", "site", *options)
        close_all()
        pages = [file for file in Path("site").rglob("*") if file.suffix in (".html", ".js")]
        assert not [file for file in pages if here in file.read_text()]
        page = Path("site/claims/my.example-of-a-check.html").read_text()
        assert "banditproof check my-paper/ my.example-of-a-check" in page
        assert "above_the_tangent" in page
    contents = Path("site/documents/my-paper.html").read_text()
    assert contents.index(">Section 1: Sums</h2>") < contents.index(">Elsewhere</h2>")
    assert "1 of them is ours" in contents
    assert "4 claims, 1 of them ours; its" in Path("site/index.html").read_text()
    text = banditproof("report", f"{here}/my-paper", "thm-sum", "--format", "md").out
    assert here not in text
    assert "`banditproof check my-paper/ my.thm-sum`" in text
    close_all()
    named = banditproof("report", "--document", f"{here}/my-paper", "--out", "site", "--recorded")
    assert named.code == 0
    assert here not in Path("site/claims/my.thm-sum.html").read_text()


def test_what_is_not_tried_says_what_there_is_for_it(source: Path, banditproof) -> None:
    source.write_text(table(__file__, "untried"))
    made = banditproof("new", "my-paper", "--from", "main.tex", "--try").text
    said = dict(re.findall(r"my\.lem-(\w+): (.*?)(?= my\.lem-| my-paper/: )", made))
    assert "For privacy: `banditproof audit my_module:make_policy --eps 1` checks" in said["noise"]
    assert "docs/auditing.md" in said["noise"]
    assert (
        "For a bound on the regret: `banditproof bounds --means 0.8,0.6 --eps 1`" in said["regret"]
    )
    assert said["plain"].startswith("left as it is. ")
    assert "banditproof" not in said["plain"]
    assumed = "To prove it, n was any real number of [1, inf); to refute it, a whole one alone."
    assert said["whole"].endswith(f"open; n^2 + 2 >= 3*n for n in [1, inf). {assumed}")
    assert said["some"].endswith(
        "To prove it, n was any real number of [1, inf). No point was taken to refute it, since c "
        "may be meant otherwise."
    )
    assert said["true"].endswith("holds; n >= 1 for n in [1, inf)")
    checked = banditproof("check", "my-paper/", "my.lem-whole").text
    assert f"it was neither proved nor refuted. {assumed}" in checked
    assert (Path(__file__).parents[2] / "docs" / "written_proofs.md").is_file()
    for command in ("account laplace(1) --delta 1e-5", "bounds --means 0.8,0.6 --eps 1"):
        assert banditproof(*command.split()).code == 0


def edited(old: str, new: str) -> None:
    Path("main.tex").write_text(SOURCE.replace(old, new))


def test_drift_says_what_has_changed_by_its_exit_code(folder: Path, banditproof) -> None:
    same = banditproof("drift", "my-paper/")
    assert (same.code, same.text.split(" Not watched: ")) == (
        0,
        [
            "3 same. Watched: 3 statements.",
            "7 of 10 lines: 6 of the preamble but for the macros that are used, 1 of the text; "
            "1 package without a file here.",
        ],
    )
    edited("\\newtheorem{theorem}{Theorem}", "\\newtheorem{theorem}{Theorem}[section]")
    renumbered = banditproof("drift", "my-paper/").text
    assert "my.thm-sum says the same; it is Theorem 1.1, and was Theorem 1." in renumbered
    edited("{\\most}{2}", "{\\most}{3}")
    changed = banditproof("drift", "my-paper")
    assert (changed.code, changed.err) == (1, "")
    assert "main.tex:9: my.thm-sum says something else than its claim was" in changed.out
    assert "\n1 same, 1 changed, 1 affected.\nWatched: 3 statements. Not watched: " in changed.out
    facts = json.loads(banditproof("drift", "my-paper/", "--json").out)
    schema = published_schema()
    jsonschema.validate(facts, {"$ref": "#/$defs/drift", "$defs": schema["$defs"]})
    assert [fact["state"] for fact in facts] == ["same", "changed", "affected", "not watched"]
    assert banditproof("drift", "my-paper/", "my.thm-sum", "--accept").code == 1
    rest = banditproof("drift", "my-paper/", "--accept")
    assert rest.code == 1
    assert " ".join(rest.out.split()).endswith(
        "Not accepted: my.thm-last. Read each statement beside its program; "
        "then `banditproof drift my-paper/ my.thm-last --accept`."
    )
    assert banditproof("drift", "my-paper/", "thm-last", "--accept").code == 0


def test_a_statement_without_a_claim_is_said_and_fails_the_check(folder: Path, banditproof) -> None:
    (text,) = folder.glob("section_1*.claims")
    words = text.read_text()
    text.write_text("")
    lost = (
        "No claim of my-paper is about my.asm-bounded (Assumption 1, main.tex:8), my.thm-sum "
        "(Theorem 1, main.tex:9), my.thm-last (Theorem 2, main.tex:10); write their claims again"
    )
    drifted = banditproof("drift", "my-paper/")
    assert (drifted.code, lost in " ".join(drifted.out.split())) == (1, True)
    found = json.loads(banditproof("drift", "my-paper/", "--json").out)
    schema = published_schema()
    jsonschema.validate(found, {"$ref": "#/$defs/drift", "$defs": schema["$defs"]})
    states = [one["state"] for one in found]
    assert states == ["same"] * 3 + ["no claim"] * 3 + ["not watched"]
    checked = banditproof("check", "my-paper/", "--workers", "1")
    assert (checked.code, lost in " ".join(checked.err.split())) == (1, True)
    assert "Every verdict is as recorded" not in checked.out
    close_all()
    listed = banditproof("claims", "my-paper/")
    assert lost in " ".join(listed.err.split())
    assert lost not in " ".join(banditproof("claims", "my-paper/", "thm-sum").err.split())
    close_all()
    for options in ((), ("--recorded",)):
        marked = banditproof("mark", "my-paper/", "--out", "main.verdicts", *options)
        assert lost in " ".join(marked.err.split())
        close_all()
    before, separator, last = words.partition("my.thm-last ")
    text.write_text(before)
    sent = banditproof("report", "my-paper/", "--format", "md", "--recorded").text
    assert "Of the source, Theorem 2 was left out, and was not examined." in sent
    close_all()
    reason = "## 1\nmy.thm-last: a square\n  no claim: it is cited\n"
    (folder / "document.sentences").write_text(reason)
    assert banditproof("drift", "my-paper/").code == 0
    checked = banditproof("check", "my-paper/", "--workers", "1")
    assert (checked.code, checked.err) == (0, "")
    close_all()
    (folder / "document.sentences").write_text(reason.replace("  no claim: it is cited\n", ""))
    assert banditproof("drift", "my-paper/").code == 1
    (folder / "document.sentences").unlink()
    text.write_text(before + separator.replace("last", "other") + last)
    assert "is about my.thm-last (" in banditproof("drift", "my-paper/").out


def test_a_stale_claim_is_shown_by_check_report_and_errata(folder: Path, banditproof) -> None:
    edited("{\\most}{2}", "{\\most}{3}")
    checked = banditproof("check", "my-paper/", "--workers", "1")
    assert checked.code == 1
    assert "my.thm-sum stale" in " ".join(checked.out.split())
    assert "1 open" in checked.out
    errata = banditproof("report", "--document", "my-paper/", "--format", "md")
    assert "2 assertions have changed in the source since the examination" in errata.out
    assert "there now: my.thm-sum (Section 1); my.thm-last (Section 1)." in errata.out
    close_all()
    shown = banditproof("check", "my-paper/", "thm-sum", "--workers", "1").out
    assert re.search("(?m)^(not )?covered *$", shown) is None
    close_all()
    report = banditproof("report", "my-paper/", "my.thm-sum", "--out", "site", "--workers", "1")
    assert report.code == 1
    assert 'class="verdict stale"' in Path("site/claims/my.thm-sum.html").read_text()


def test_a_source_that_is_not_there_is_said_and_nothing_is_stale(folder: Path, banditproof) -> None:
    Path("main.tex").unlink()
    assert "cannot be read: there is no such file." in banditproof("drift", "my-paper/").mistake
    checked = banditproof("check", "my-paper/", "--workers", "1")
    assert (checked.code, "stale" in checked.out) == (0, False)
    assert "The claims of my-paper were not compared with their source:" in checked.err


@pytest.mark.parametrize(
    ("words", "sentence"), table(__file__, "what_drift_refuses_is_one_sentence")
)
def test_what_drift_refuses_is_one_sentence(folder, banditproof, words, sentence) -> None:
    Path("broken").mkdir()
    Path("broken/source.json").write_text('{"form": 1, "main": 3}')
    assert sentence in banditproof("drift", *words).mistake


@pytest.mark.parametrize(("words", "sentence"), table(__file__, "what_new_refuses_is_one_sentence"))
def test_what_new_refuses_is_one_sentence(source, banditproof, words, sentence) -> None:
    assert sentence in banditproof("new", "my-paper", *words).mistake
    assert not Path("my-paper").exists()


def test_mark_writes_verdicts_by_label_for_the_style(folder: Path, banditproof) -> None:
    edited("{\\most}{2}", "{\\most}{3}")
    marked = banditproof("mark", "my-paper/", "--out", "main.verdicts", "--sty", ".")
    assert (marked.out, marked.err) == ("banditproof.sty\nmain.verdicts\n", "")
    first, *lines = Path("main.verdicts").read_text().splitlines()
    assert first.startswith("% ")
    assert lines == [
        r"\banditproofverdict{asm:bounded}{my.asm-bounded}{open}{}",
        r"\banditproofverdict{thm:sum}{my.thm-sum}{stale}{}",
        r"\banditproofverdict{thm:last}{my.thm-last}{stale}{}",
    ]
    close_all()
    Path("main.verdicts").rename("named.verdicts")
    assert banditproof("mark", "my-paper/", "--sty", ".").out == "banditproof.sty\nmain.verdicts\n"
    assert Path("main.verdicts").read_text() == Path("named.verdicts").read_text()
    close_all()
    banditproof("mark", "my-paper/", "--recorded", "--out", "recorded.verdicts")
    assert Path("recorded.verdicts").read_text() == Path("main.verdicts").read_text()


def test_mark_needs_the_source_to_write_beside_it(folder: Path, banditproof) -> None:
    Path("main.tex").rename("moved.tex")
    said = banditproof("mark", "my-paper/").mistake
    assert "There is no main.tex, beside which the verdicts belong; give --out FILE." in said
    assert not Path("main.verdicts").exists()


def test_the_style_has_a_sign_for_each_verdict_and_its_braces_close() -> None:
    text = re.sub(r"(?m)^%.*$", "", style_text())
    signs = dict(re.findall(r"\\banditproof@sign\{([a-z-]+)\}\{(.*)\}", text))
    assert set(signs) == {*(outcome.value for outcome in Outcome), *FORMER}
    assert all(signs[former] == signs[now] for former, now in FORMER.items())
    depth = 0
    for sign in re.findall(r"[{}]", text):
        depth += 1 if sign == "{" else -1
        assert depth >= 0
    assert depth == 0
    command = r"\newcommand\banditproofverdict[4]"
    assert command in text
    assert verdict_lines({"a": "x%y"}, [("a", "holds", None)])[1:] == []


@pytest.mark.parametrize(
    ("words", "sentence"), table(__file__, "what_mark_refuses_is_one_sentence")
)
def test_what_mark_refuses_is_one_sentence(folder, banditproof, words, sentence) -> None:
    assert sentence in banditproof("mark", *words).mistake


@pytest.mark.parametrize(
    "words",
    [
        ("nowhere/", "--out", "main.verdicts", "--sty", "."),
        ("empty/", "--out", "main.verdicts", "--sty", "."),
        ("my-paper/", "--out", "main.verdicts", "--sty", "main.tex"),
        ("my-paper/", "--out", "nowhere/main.verdicts", "--sty", "."),
        ("--sty", "main.tex"),
    ],
)
def test_mark_writes_nothing_before_its_mistake(folder, banditproof, words) -> None:
    Path("empty").mkdir()
    before = sorted(map(str, Path().rglob("*")))
    assert banditproof("mark", *words).mistake
    assert sorted(map(str, Path().rglob("*"))) == before


def test_a_claim_is_an_entry_for_bibtex(folder: Path, banditproof) -> None:
    entry = banditproof("report", "my-paper/", "my.thm-sum", "--format", "bib").shown
    assert entry.startswith("@misc{my.thm-sum,\n  title = {{Theorem 1")
    assert r"claim \texttt{my.thm-sum}" in entry
    assert entry.count("{") == entry.count("}")
    own = banditproof("report", "bern.thm3.1", "--recorded", "--format", "bib").shown
    assert re.search(r"(holds|fails|misprint)[a-z ]* \(\w+\)\}\},\n", own)
    several = banditproof("report", "bern.lemF.*", "--recorded", "--format", "bib")
    assert "The format bib is for one claim" in several.mistake


def scripted(program: str, site: str) -> subprocess.CompletedProcess[str]:
    """The script, with a program in the place of `banditproof`."""
    file = Path("bin/banditproof")
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\n{program}\n")
    file.chmod(0o755)
    return subprocess.run(
        ["bash", str(SCRIPT), "my-paper", "all", site],
        env=os.environ | {"PATH": f"{file.parent.absolute()}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "codes", [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 1), (0, 2, 0), (0, 0, 2)]
)
def test_the_script_of_the_action_ends_with_what_it_found(folder: Path, codes) -> None:
    drifted, checked, reported = codes
    known = f"drift) exit {drifted};; check) echo []; exit {checked};; report) exit {reported};;"
    found = scripted(f'echo "$@" >> calls; case $1 in {known} esac', "site")
    shown = (drifted, checked, 0 if reported == 1 else reported)
    assert found.stdout.splitlines() == ["drift: {}, check: {}, report: {}".format(*shown)]
    assert found.returncode == max(shown)
    drift, check, report = Path("calls").read_text().splitlines()
    assert (drift, check) == ("drift my-paper/", "check my-paper/ --tier all --json")
    assert re.fullmatch(r"report my-paper/ --from \S+ --out site", report)


@pytest.mark.slow
def test_the_action_reports_what_has_drifted(folder: Path) -> None:
    edited("{\\most}{2}", "{\\most}{3}")
    found = scripted(f'exec "{sys.executable}" -m banditproof "$@"', "site")
    assert found.stdout.splitlines()[-1] == "drift: 1, check: 1, report: 0"
    assert 'class="verdict stale"' in Path("site/claims/my.thm-sum.html").read_text()


@pytest.mark.parametrize("words", [[], ["my-paper"], ["my-paper", "all"], ["a", "b", "c", "d"]])
def test_the_script_of_the_action_says_how_it_is_called(words: list[str]) -> None:
    found = subprocess.run(["bash", SCRIPT, *words], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr.startswith("check_paper.sh FOLDER TIER SITE: give a folder of claims")


def test_the_action_runs_its_script() -> None:
    text = (SCRIPT.parent / "action.yml").read_text()
    assert f'bash "$GITHUB_ACTION_PATH/{SCRIPT.name}" "$FOLDER" "$TIER" report-of-claims' in text
    inputs = set(re.findall(r"\$\{\{ inputs\.([a-z-]+) \}\}", text))
    assert inputs == set(re.findall(r"(?m)^  ([a-z-]+):$", text.partition("runs:")[0]))
