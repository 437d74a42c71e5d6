"""`banditproof prove FILE.proof` of proofs by steps: theorems of the kernel, and what is open."""

import json
from pathlib import Path
import pytest

PAGE = """# Both kinds stand on one page.
theorem my.half: forall x. 0 <= x -> x/2 <= x
  fix x
  assume 1
  show by 1
qed

proof my.square
  where x in [0,1]; y in [0,1]
  1. $y$ is the square. :: y = x^2 -- given
  2. It is at most $x$. :: y <= x -- from 1
qed

lemma my.squares
  where x, y in [0,1]
  1. They are in order. :: x <= y -- assumed
  2. So are their squares. :: x^2 <= y^2 -- from 1
qed
"""
OPEN = """proof my.rare
  where p, a in [0,1]; x in [0,1]
  1. It is rare. :: p <= a -- words "by symmetry"
  2. A square is small. :: x^2 <= x
  3. So both. :: p*x^2 <= a*x -- by x^2*(1) + a*(2)
qed
"""
HEADER = "# P\n\nname: my-paper\nprefix: my\ncontents:\n  1: A, p. 1\n"
CLAIM = "my.{0} [lemma at p. 1] {0}\n    A.\n  holds, proved -- its proof\n  summary: So.\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.proof"
    file.write_text(PAGE)
    return file


def test_a_page_of_both_kinds_is_judged_block_by_block(page, banditproof) -> None:
    answer = banditproof("prove", str(page), "--json")
    facts = json.loads(answer.out)
    assert answer.code == 0
    assert [(one["word"], one["theorem"], one["result"]) for one in facts] == [
        ("theorem", "my.half", "accepted"),
        ("proof", "my.square", "accepted"),
        ("lemma", "my.squares", "accepted"),
    ]
    assert [one["supposed"] for one in facts] == [[], ["y = x^2"], ["x <= y"]]
    assert facts[1]["statement"] == "It is at most $x$: y <= x for x in [0, 1], y in [0, 1]"
    assert [one["grade"] for one in facts] == [None, "proved", "outlined"]


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ("y <= x --", "y <= x/2 --", "page.proof:11:3: Step 2 is not shown: "),
        ("x^2 <= y^2 --", "x^2 <= y^2/2 --", "page.proof:17:3: Step 2 is not shown: "),
        ("from 1\nqed\n\nlemma", "from 3\nqed\n\nlemma", "page.proof:11:43: "),
    ],
)
def test_what_is_false_or_names_nothing_is_refused_at_its_line(
    page, banditproof, right: str, wrong: str, place: str
) -> None:
    page.write_text(PAGE.replace(right, wrong))
    code, out, err = banditproof("prove", str(page))
    assert code in (1, 2)
    assert place in " ".join((out + err).split())


def test_what_is_argued_in_words_is_open_with_its_place(page, banditproof) -> None:
    page.write_text(OPEN)
    answer = banditproof("prove", str(page), "--json")
    (facts,) = json.loads(answer.out)
    assert (answer.code, facts["result"], facts["grade"]) == (3, "open", "points")
    (one,) = facts["left_open"]
    assert (one["number"], one["place"], one["says"]) == ("1", "page.proof:3:3", "p <= a")
    shown = " ".join(banditproof("prove", str(page)).out.split())
    assert "open 1. argued It is rare: p <= a (page.proof:3:3)" in shown


def test_no_program_runs_and_what_it_computes_is_open(tmp_path, banditproof) -> None:
    (tmp_path / "document.claims").write_text(HEADER)
    (tmp_path / "found.py").write_text(
        "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"
    )
    file = tmp_path / "a.proof"
    file.write_text("proof my.a\n  where x in [0,1]\n  1. :: x <= 1/2 -- computed found.it\nqed\n")
    answer = banditproof("prove", str(file), "--json")
    (facts,) = json.loads(answer.out)
    assert (answer.code, facts["result"]) == (3, "open")
    assert [one["place"] for one in facts["left_open"]] == ["a.proof:3:3"]
    assert not (tmp_path / "ran").exists()


def test_a_cited_proof_of_the_folder_stands_by_its_own_steps(tmp_path, banditproof) -> None:
    (tmp_path / "document.claims").write_text(HEADER)
    (tmp_path / "section_1_a.claims").write_text(
        "# P\n## Section 1: A\n\n" + "\n".join(CLAIM.format(name) for name in "ab")
    )
    first = "proof my.a\n  where x in [0,1]\n  1. :: x^2 <= x\nqed\n"
    citing = "proof my.b\n  where x in [0,1]\n  1. :: x^2 <= x -- claim my.a (1)\nqed\n"
    (tmp_path / "a.proof").write_text(first)
    (tmp_path / "b.proof").write_text(citing)
    (facts,) = banditproof("prove", str(tmp_path / "b.proof"), "--json").facts
    assert facts["result"] == "accepted"
    (tmp_path / "b.proof").write_text(citing.replace("x^2 <= x --", "x^2 <= x/2 --"))
    code, out, _ = banditproof("prove", str(tmp_path / "b.proof"))
    assert (code, "b.proof:3:3: Step 1 is not shown" in " ".join(out.split())) == (1, True)


def test_what_is_known_before_a_step(page, banditproof) -> None:
    shown = banditproof("prove", str(page), "--goal", "11").shown
    assert shown.splitlines() == [
        "known:",
        "  where x in [0,1], y in [0,1]",
        "  1: y = x^2",
        "wanted:",
        "  y <= x",
    ]
    assert banditproof("prove", str(page), "--goal", "12").shown == (
        "The proof has ended before this line.\n"
    )
    said = banditproof("prove", str(page), "--goal", "7").mistake
    assert "No theorem and no proof of" in said


def test_a_page_beside_it_that_cannot_be_read_does_not_matter(page, banditproof) -> None:
    page.with_name("other.proof").write_text("proof my.other\n1. So.\n")
    assert banditproof("prove", str(page)).code == 0


def test_a_file_without_a_block_is_said(page, banditproof) -> None:
    page.write_text("# nothing yet\n")
    assert "holds no theorem and no proof" in banditproof("prove", str(page)).mistake
    page.write_text(PAGE.replace("qed\n\nproof", "proof"))
    assert "'qed' is expected before this line" in banditproof("prove", str(page)).mistake
