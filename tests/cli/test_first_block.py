"""What `check` says of one claim at first has at most 15 lines, and what was cut stands below.

The results are made of what texts record, so that no program runs; where a text leaves the finding
or the values of a witness to the program, long ones stand in their place.
"""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any
import pytest
from opened_documents import close_all
from small_reports import result_of
from banditproof.cli.first_block import AFTER_ALL, MOST, fitted, height
from banditproof.cli.one_result import _risks, first_answers, print_result
from banditproof.cli.tables import Cell
from banditproof.paper_checks.other_papers.new_folder import new_folder
from banditproof.paper_checks.report.readable_text import readable_text
from banditproof.paper_checks.report.written_findings import written_finding
from banditproof.paper_checks.statements.claim_facts import ClaimFacts
from banditproof.paper_checks.statements.index import text_index

LONG = "The left side is above the right side at this point, where both are in balls. " * 8
VALUES = {f"the value of a quantity, number {n}": "0." + "123456789 " * 12 for n in range(5)}
SAMPLE = (
    *("bern.thm3.1", "thesis.thm4.14", "renyi.thm17.gamma", "adv.lem11.bound", "zcdp.thm8"),
    *("renyi.thm8.whp", "thesis.thm6.3", "bern.F8.B", "zcdp.regimes.regret", "bern.eq2"),
)


def recorded(facts: ClaimFacts, **changed: Any) -> Any:
    """The result of a claim as texts record it."""
    known = written_finding(facts)
    wrong = facts.recorded in ("fails", "fails-with-repair")
    said = {
        "summary": known.finding or LONG,
        "witness": LONG if wrong else None,
        "witness_values": VALUES if wrong else {},
        "repaired_statement": text_index()[facts.repaired_by].statement
        if facts.repaired_by
        else facts.corrected,
        "errata_witness": known.witness,
    }
    return SimpleNamespace(
        facts=result_of(facts, **said, **changed),
        claim=facts,
        graded_as_recorded=True,
        verdict=SimpleNamespace(sharpness=None, evidence=None),
        second_reader=None,
    )


def printed(result: Any, capsys: pytest.CaptureFixture[str], shown=str) -> tuple[list[str], str]:
    """The lines of the first block, and all that stands below it."""
    print_result(result, shown)
    first, _, below = capsys.readouterr().out.partition("\n\n")
    return first.splitlines(), below


@pytest.mark.slow
def test_the_first_block_of_each_claim_has_at_most_15_lines() -> None:
    longest: dict[str, int] = {}
    for id, facts in text_index().items():
        answers = list(first_answers(recorded(facts)))
        first, cut = fitted(answers, {"place": facts.place} if facts.place else {})
        longest[id] = height(first)
        names = [name for name, _ in first]
        assert [name for name, _ in answers if name not in AFTER_ALL & cut] == names
    assert len(longest) == len(text_index())
    assert max(longest.values()) <= MOST == 15, sorted(longest, key=longest.get)[-5:]


@pytest.mark.parametrize("id", SAMPLE)
def test_what_was_cut_from_the_first_block_is_said_in_full_below(id: str, capsys) -> None:
    facts = text_index()[id]
    result = recorded(facts)
    first, below = printed(result, capsys)
    assert len(first) <= MOST
    names = [line[:13].strip() for line in first]
    assert (names[0], names[-1]) == ("claim", "run again")
    assert names.index("verdict") < names.index("finding")
    assert first[-1].split("    #")[0].endswith(f"banditproof check {id}")
    readable, _ = printed(result, capsys, readable_text)
    assert len(readable) <= MOST
    one_line = " ".join("\n".join([*first, below]).split())
    for text in (facts.statement, facts.place, result.facts.summary, result.facts.errata_witness):
        assert " ".join(text.split()) in one_line
    for _, risk in _risks(result.facts):
        assert " ".join(risk.split()) in one_line
    if result.facts.witness_values:
        assert all(name in one_line for name in VALUES)


def test_a_block_that_is_short_stays_as_it_is() -> None:
    answers = [("claim", "a"), ("place", "A Paper: Section 1"), ("verdict", Cell("holds.", "bold"))]
    assert fitted(answers, {"place": "Section 1"}) == (answers, frozenset())


def test_the_longest_answers_lose_their_ends_and_no_formula_is_broken() -> None:
    formula = "It is $a + b \\le c + d$ for each $x$ of the class. " * 12
    answers = [
        ("document says", formula),
        ("verdict", Cell("fails, " * 60, "bold red")),
        ("witness", {f"x{n}": "1 " * 90 for n in range(3)}),
        ("run again", "banditproof check " + "a/" * 200),
    ]
    first, cut = fitted(answers)
    said = dict(first)
    assert cut == {"document says", "verdict", "witness"}
    assert said["document says"].endswith(" ...")
    assert said["document says"].count("$") % 2 == 0
    assert said["verdict"].style == "bold red"
    assert list(said["witness"]) == ["x0"]
    assert said["run again"] == answers[-1][1]


def test_without_the_cut_some_blocks_are_longer() -> None:
    """Else the tests above would say nothing."""
    heights = [height(first_answers(recorded(text_index()[id]))) for id in SAMPLE]
    assert sum(one > 20 for one in heights) >= 5


def test_a_statement_of_parts_says_first_why_it_is_not_true(banditproof) -> None:
    out = banditproof("check", "zcdp.thm4").shown
    said = " ".join(out.partition("\n\n")[0].split())
    assert "finding 2 parts: fails: whp, expected. why whp: For any constants A and B" in said


def test_a_repair_without_a_title_is_told_by_its_statement(tmp_path: Path, banditproof) -> None:
    home = tmp_path / "my-paper"
    new_folder(home, title="On Private Bandits")
    text = home / "section_1_setting.claims"
    titled = re.compile(r"^(my\.lem2 \[.*?\]) .*$", re.MULTILINE)
    text.write_text(titled.sub(r"\1", text.read_text("utf-8")), "utf-8")
    out = banditproof("check", f"{home}/", "my.lem2", "--workers", "1").out
    told = " ".join(out.partition("\n\n")[0].split())
    assert "true instead my.lem2.repaired (points, as the folder records): For rewards" in told
    close_all()
