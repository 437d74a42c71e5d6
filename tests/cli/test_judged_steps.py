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
    other = page.with_name("other.proof")
    for unreadable in (b"proof my.other\n1. So.\n", b"theorem \xff: 1\n", b"# \x1b[31m\n"):
        other.write_bytes(unreadable)
        assert banditproof("prove", str(page)).code == 0


def test_a_file_without_a_block_is_said(page, banditproof) -> None:
    page.write_text("# nothing yet\n")
    assert "holds no theorem and no proof" in banditproof("prove", str(page)).mistake
    page.write_text(PAGE.replace("qed\n\nproof", "proof"))
    assert "'qed' is expected before this line" in banditproof("prove", str(page)).mistake


@pytest.mark.parametrize("sign", ["\x00", "\u202e", "\u200b", "\u2028", "\x0b"])
def test_signs_that_hide_or_steer_are_refused(page, banditproof, sign: str) -> None:
    page.write_text(PAGE.replace("It is at most", f"It is {sign}at most"))
    assert "page.proof:11:" in banditproof("prove", str(page)).mistake


LARGE = """proof my.large
  where x in [0,1]
  1. Large. :: x >= 1/2 -- given
  2. Small. :: x <= 1/4 -- given
  3. So nothing is. :: x <= -1 -- from 1, 2
qed
"""


@pytest.mark.parametrize(
    ("text", "grade", "warned", "case"),
    [
        (LARGE, "points", True, None),
        (
            LARGE.replace("x <= 1/4", "x <= 3/4").replace("x <= -1", "x <= 4/5"),
            "outlined",
            False,
            1,
        ),
        (LARGE.replace("proof", "lemma").replace("given", "assumed"), "points", True, None),
        (LARGE.replace("x <= 1/4", "x = x + 1"), "points", True, None),
    ],
)
def test_what_is_given_has_a_real_case_or_the_grade_is_points(
    page, banditproof, text: str, grade: str, warned: bool, case: int | None
) -> None:
    page.write_text(text)
    (facts,) = banditproof("prove", str(page), "--json").facts
    assert (facts["grade"], facts["says_nothing"]) == (grade, warned)
    assert (facts["real_case"] is None, facts["lack_of_case"] is None) == (case is None, bool(case))
    shown = banditproof("prove", str(page)).text
    assert ("its premises contradict each other" in shown) == warned
    assert ("points, as no real case is known" in shown) == warned


def test_a_cited_claim_without_a_real_case_helps_nobody(tmp_path, banditproof) -> None:
    (tmp_path / "document.claims").write_text(HEADER)
    (tmp_path / "section_1_a.claims").write_text(
        "# P\n## Section 1: A\n\n" + CLAIM.format("large").replace("proved", "points")
    )
    (tmp_path / "a.proof").write_text(
        LARGE.replace("x in [0,1]", "x, y in [0,1]").replace("x <= -1", "y <= 1/2")
    )
    citing = "proof my.b\n  where y in [0,1]\n  1. :: y <= 1/2 -- claim my.large (3)\nqed\n"
    (tmp_path / "b.proof").write_text(citing)
    (facts,) = banditproof("prove", str(tmp_path / "b.proof"), "--json").facts
    assert (facts["grade"], facts["says_nothing"]) == ("points", True)
    assert facts["lack_of_case"].startswith("In my.large, which is cited: No numbers are known")
    assert facts["supposed"] == [
        "range x in [0, 1] (my.large)",
        "x >= 1/2 (step 1 of my.large)",
        "x <= 1/4 (step 2 of my.large)",
    ]


def test_an_induction_supposes_a_whole_number_and_its_recursion(page, banditproof) -> None:
    page.write_text(
        "proof my.n\n  where n in [1,inf); s in [0,inf)\n"
        "  1. :: s <= n -- induction n from 1; next s = 1 then s + 1\nqed\n"
    )
    (facts,) = banditproof("prove", str(page), "--json").facts
    assert facts["supposed"][0].startswith("whole number n")
    assert facts["supposed"][1].startswith("recursion s = 1, then s + 1")


def test_an_open_claim_has_its_name_and_its_sentence(tmp_path, banditproof) -> None:
    (tmp_path / "document.claims").write_text(HEADER)
    (tmp_path / "section_1_a.claims").write_text(
        "# P\n## Section 1: A\n\n" + CLAIM.format("told").replace("its proof", "checks.told")
    )
    file = tmp_path / "b.proof"
    step = "  1. It is told. :: x <= 1/2 -- claim my.told\n"
    file.write_text(f"proof my.b\n  where x in [0,1]\n{step}qed\n")
    answer = banditproof("prove", str(file))
    assert "open 1. claim my.told (It is told): x <= (1/2) (b.proof:3:3)" in " ".join(
        answer.out.split()
    )
    file.write_text(f"proof my.b\n{step.replace(':: x <= 1/2 ', '')}qed\n")
    answer = banditproof("prove", str(file))
    assert "open 1. claim my.told (It is told) (b.proof:2:3)" in " ".join(answer.out.split())
    step = step.replace("told\n", "told (1)\n")
    file.write_text(f"proof my.b\n  where x in [0,1]\n{step}qed\n")
    said = " ".join(banditproof("prove", str(file)).out.split())
    assert "my.told has no proof as text whose steps could be cited" in said


def test_a_page_has_one_proof_of_each_name(page, banditproof) -> None:
    again = OPEN.replace("my.rare", "my.square")
    page.write_text(PAGE + again)
    said = banditproof("prove", str(page)).mistake
    assert "page.proof:19:1: There is a proof of my.square in page.proof:8, too; give one" in said
    page.write_text(PAGE + again.replace("my.square", "my.square as rare"))
    assert banditproof("prove", str(page)).code == 3


def test_an_id_of_a_shipped_document_elsewhere_is_said(page, banditproof) -> None:
    page.write_text(PAGE.replace("my.s", "bern.s"))
    rows = banditproof("prove", str(page)).text
    assert rows.count("one of bernoulli; this file is no part of it, and shows only what") == 2


def test_what_only_theorems_have_is_named(page, banditproof) -> None:
    page.write_text(OPEN.replace('words "by symmetry"', "open"))
    said = banditproof("prove", str(page)).mistake
    assert "page.proof:3:31: 'open' stands in theorems; a proof by steps leaves" in said
    page.write_text(OPEN.replace('words "by symmetry"', "claim my.half"))
    shown = " ".join(banditproof("prove", str(page)).out.split())
    assert "Step 1 is not shown: There is no claim" in shown
