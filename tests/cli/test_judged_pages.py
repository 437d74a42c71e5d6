"""`banditproof prove FILE.proof` and `banditproof axioms`."""

import json
from pathlib import Path
import pytest
from banditproof.theory.logic.coq import second_reader
from banditproof.theory.prover.coq.answers import CoqSays

RIGHT = """theorem my.half: forall x > 0. exists y. 0 < y and y < x
  fix x
  assume x
  take x/2
  split
  show by x
  show by x
qed
"""
WRONG = """theorem my.wrong: forall x. x <= 1
  fix x
  show by
qed
"""
OUTLINE = """theorem my.square: forall x. x <= x^2 + 1
  fix x
  1. The square is not small. :: x - 1/2 <= x^2 -- open
  2. So it is. :: x <= x^2 + 1 -- from 1
qed
"""
WITH_AXIOM = """theorem my.bound: forall n. size(n) <= 2
  fix n
  have h by small(n)
  show by h
qed
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "right.proof").write_text(RIGHT)
    return tmp_path


def test_a_proof_is_accepted_with_its_axioms(folder, banditproof) -> None:
    (facts,) = banditproof("prove", str(folder / "right.proof"), "--json").facts
    assert (facts["theorem"], facts["result"], facts["axioms"]) == ("my.half", "accepted", [])
    assert facts["statement"] == "forall x. 0 < x -> (exists y. 0 < y and y < x)"


def test_a_false_theorem_is_refused_at_its_line(folder, banditproof) -> None:
    (folder / "wrong.proof").write_text(WRONG)
    code, out, _ = banditproof("prove", str(folder / "wrong.proof"))
    assert code == 1
    assert "wrong.proof:3:3" in out
    assert "it is false at x = 2" in " ".join(out.split())


def test_a_theorem_whose_name_is_taken_is_refused_beside_the_others(folder, banditproof) -> None:
    taken = RIGHT.replace("my.half", "markov")
    (folder / "both.proof").write_text(taken + RIGHT.replace("half", "other") + taken)
    answer = banditproof("prove", str(folder / "both.proof"), "--json")
    assert answer.code == 1
    facts = json.loads(answer.out)
    assert [item["result"] for item in facts] == ["refused", "accepted", "refused"]
    assert "both.proof:1:1: markov is the name of an axiom" in facts[0]["fault"]
    code, _, error = banditproof("prove", str(folder / "both.proof"), "--goal", "4")
    assert code == 2
    assert "markov is the name of an axiom" in error
    alone = banditproof("prove", str(folder / "right.proof"), "--json")
    assert (alone.code, alone.facts[0]["result"]) == (0, "accepted")


def test_a_letter_of_another_type_is_named_at_its_place(folder, banditproof) -> None:
    (folder / "wrong.proof").write_text(
        "theorem my.t: forall (P : Law 'a) (X : 'a -> R). Int(P, X) -> E(P, X) <= E(P, X)\n"
        "  fix P X\n  assume i\n  show by mean_mono(P, X, fun w. X(w)), i\nqed\n"
    )
    (facts,) = json.loads(banditproof("prove", str(folder / "wrong.proof"), "--json").out)
    says = "This has the type R; 'a is needed. A letter begins with its usual type unless another "
    assert facts["fault"] == f"wrong.proof:4:37: {says}is written: (w : 'a)."


def test_a_hypothesis_of_a_fact_that_is_not_shown_is_named(folder, banditproof) -> None:
    (folder / "wrong.proof").write_text(
        "theorem my.mean\n  where n, N, m in [0, inf)\n  1. So. :: N <= n -- given\n"
        "  2. So. :: m <= n -- textbook elementary-probability:mean ({N <= n}); "
        "with X=N, Y=n, c=1, x=m, y=n; over N\nqed\n"
    )
    (facts,) = json.loads(banditproof("prove", str(folder / "wrong.proof"), "--json").out)
    assert facts["fault"] == (
        "wrong.proof:4:61: {N <= n} is not shown: it is false at n = 0, N = 1. The number of a "
        "fact that says it may stand here instead, or behind `from`."
    )


def test_an_outline_shows_what_remains_to_be_shown(folder, banditproof) -> None:
    (folder / "square.proof").write_text(OUTLINE)
    answer = banditproof("prove", str(folder / "square.proof"), "--json")
    (facts,) = json.loads(answer.out)
    assert (answer.code, facts["result"], facts["fault"]) == (3, "open", None)
    (one,) = facts["left_open"]
    assert one == {
        "number": "1",
        "words": "The square is not small.",
        "place": "square.proof:3:3",
        "says": "forall x. x - 1 / 2 <= x^2",
    }
    shown = " ".join(banditproof("prove", str(folder / "square.proof")).out.split())
    assert "open 1. The square is not small: forall x. x - 1 / 2 <= x^2 (square.proof:3:3)" in shown


def test_a_theorem_that_cites_an_outline_is_open_as_well(folder, banditproof) -> None:
    (folder / "square.proof").write_text(OUTLINE)
    (folder / "citing.proof").write_text(
        "theorem my.two: 2 <= 2^2 + 1\n  1. -- my.square(2)\n  show by 1\nqed\n"
    )
    answer = banditproof("prove", str(folder / "citing.proof"), "--json")
    (facts,) = json.loads(answer.out)
    assert (answer.code, facts["result"], facts["cited"]) == (3, "open", ["my.square"])
    assert [one["place"] for one in facts["left_open"]] == ["square.proof:3:3"]


def test_what_a_folder_says_of_its_axioms_is_called_its_own(tmp_path, banditproof) -> None:
    """Whatever its file is called, and whoever it says has read them."""
    paper = tmp_path / "my-paper"
    banditproof("new", str(paper))
    axiom = "axiom pr_sum: forall n. n <= 1\n  source: mathlib A.b, A.lean\n"
    told = "  agreement: The same.\n  seen: mathlib4 at 93594942\n  read: by a second reader\n"
    (paper / "probability.logic").write_text(axiom + told, "utf-8")
    said = " ".join(banditproof("axioms", f"{paper}/", "pr_sum").shown.split())
    assert "of a folder which nobody else has read" in said
    for row in ("source", "agreement", "seen", "read"):
        assert f"{row} the folder says: " in said
    (facts,) = banditproof("axioms", f"{paper}/", "pr_sum", "--json").facts
    assert facts["layer"] == "this folder"
    ours, all_of_them = (
        " ".join(banditproof("axioms", *words).shown.split()) for words in ((), (f"{paper}/",))
    )
    counts = ours[ours.rindex(" axioms; the sources") - 3 :].strip()
    assert counts in all_of_them
    assert "1 more stand in the folder, and nobody else has read them." in all_of_them


def test_a_folder_may_state_axioms_which_its_theorems_name(folder, banditproof) -> None:
    (folder / "my.logic").write_text(
        "const size : N -> R\naxiom small: forall n. size(n) <= 1\n  source: our own\n"
    )
    (folder / "bound.proof").write_text(WITH_AXIOM)
    (facts,) = banditproof("prove", str(folder / "bound.proof"), "--json").facts
    assert facts["axioms"] == facts["axioms_of_folder"] == ["small"]
    rows = banditproof("prove", str(folder / "bound.proof")).shown.splitlines()
    assert [row.split(maxsplit=3)[-1] for row in rows if row.startswith("of this folder")] == [
        "small: axioms that nobody else has read"
    ]


def test_a_theorem_has_the_formal_statement_of_its_claim(folder, banditproof) -> None:
    header = "# my-paper\n\nname: my-paper\nprefix: my\ncontents:\n  1: Halves, p. 1\n"
    (folder / "document.claims").write_text(header, "utf-8")
    (folder / "section_1_halves.claims").write_text(
        "# my-paper\n## Section 1: Halves\n\nmy.less [lemma at p. 1] less\n    There is less.\n"
        "  formally: forall x > 0. exists y. 0 < y and y < x\n",
        "utf-8",
    )
    (folder / "deep").mkdir()
    (folder / "deep/less.proof").write_text("theorem my.less\n  show by my.half\nqed\n")
    (facts,) = banditproof("prove", str(folder / "deep/less.proof"), "--json").facts
    assert (facts["theorem"], facts["result"]) == ("my.less", "accepted")


def test_an_axiom_takes_no_name_of_a_theorem(folder, banditproof) -> None:
    (folder / "my.logic").write_text("axiom sum_mono: 1 <= 0\n  source: our own\n")
    said = banditproof("prove", str(folder / "right.proof")).mistake
    assert "my.logic: sum_mono is the name of a theorem, at library/sums.proof:" in said


def test_what_is_known_before_a_line(folder, banditproof) -> None:
    shown = banditproof("prove", str(folder / "right.proof"), "--goal", "5").shown
    assert shown.splitlines()[:2] == ["known:", "  x: 0 < x"]
    assert shown.splitlines()[-1] == "  0 < x / 2 and x / 2 < x"


def test_goal_needs_a_file(banditproof) -> None:
    assert (
        "--goal LINE goes with a .proof file"
        in banditproof("prove", "1 > 0", "--goal", "1").mistake
    )


def test_theorems_are_written_for_lean_with_the_words_that_they_need(folder, banditproof) -> None:
    file = folder / "prop.lean"
    facts = banditproof("axioms", "bern.prop4.1", "--lean", str(file), "--json").facts
    assert (facts["theorems"], facts["read_by_lean"]) == (1, False)
    text = file.read_text("utf-8")
    assert "theorem bern.prop4.«1» : ∀ L : Law ℝ, ∀ mu : ℝ," in text
    assert text.count("sorry") == 1
    assert "def d_eps_between : ℝ → ℝ → ℝ → ℝ :=" in text
    assert "Regret" not in text
    assert "no Lean has read it" in banditproof("axioms", "sum_mono", "--lean", str(file)).shown
    said = banditproof("axioms", "sum_mona", "--lean", str(file)).mistake
    assert "There is no theorem 'sum_mona'; did you mean sum_mono?" in said
    assert "leave --theorems" in banditproof("axioms", "--words", "--lean", str(file)).mistake


def test_without_coq_the_second_reader_was_not_run(folder, banditproof, monkeypatch) -> None:
    file = str(folder / "right.proof")
    assert banditproof("prove", file, "--json").facts[0]["second_reader"] is None
    monkeypatch.setattr("shutil.which", lambda name: None)
    result = banditproof("prove", file, "--coq")
    said = "second reader Coq was not run to an end: Coq with its interval library is not installed"
    assert said in " ".join(result.out.split())
    assert result.code == 3


@pytest.mark.parametrize(
    ("answer", "code"), [("accepted", 0), ("refused", 1), ("no word", 3), ("not run", 3)]
)
def test_each_answer_of_coq_has_words_and_a_code_of_its_own(
    folder, banditproof, monkeypatch, answer: str, code: int
) -> None:
    reading = second_reader.Reading(CoqSays(answer), "So.")
    monkeypatch.setattr(second_reader, "read_by_coq", lambda *_, **__: reading)
    result = banditproof("prove", str(folder / "right.proof"), "--coq", "--json")
    (facts,) = json.loads(result.out)
    why = None if answer == "accepted" else "So."
    assert (facts["second_reader"], facts["second_reader_why"], result.code) == (answer, why, code)
    shown = " ".join(banditproof("prove", str(folder / "right.proof"), "--coq").out.split())
    assert f"second reader {reading.result.sentence('So.')}" in shown


def test_coq_needs_a_file(banditproof) -> None:
    assert "--coq goes with a .proof file" in banditproof("prove", "1 > 0", "--coq").mistake


def test_an_axiom_in_full(banditproof) -> None:
    (facts,) = banditproof("axioms", "markov", "--json").facts
    assert facts["layer"] == "probability"
    assert facts["source"].startswith("mathlib ")


def test_the_nearest_axiom_is_named(banditproof) -> None:
    assert "did you mean markov?" in banditproof("axioms", "markof").mistake


def test_a_word_is_shown_with_what_it_means(folder, banditproof) -> None:
    (facts,) = banditproof("axioms", "LimInf", "--json").facts
    assert facts["kind"] == "definition"
    header = "# P\n\nname: my-paper\nprefix: my\ncontents:\n  1: A\n"
    (folder / "document.claims").write_text(header)
    (folder / "my.logic").write_text(
        "def Order := fun p. fun q. p < q\naxiom small: forall n. n <= 1\n  source: our own\n"
    )
    assert "behind its path: my-paper/ Order" in banditproof("axioms", "Order").mistake
    path = f"{folder}/"
    assert banditproof("axioms", path, "Order", "--json").facts == [
        {"name": "Order", "kind": "definition", "says": "fun p. fun q. p < q"}
    ]
    assert banditproof("axioms", path, "small", "--json").facts[0]["source"] == "our own"
    both = banditproof("axioms", path, "Order", "small").mistake
    assert "it is a word of the formulas; ask for it alone" in both


def test_a_theorem_whose_premises_contradict_each_other_is_said_to_say_nothing(
    folder, banditproof
) -> None:
    text = "theorem my.none\n  where x in [0, 1]\n  1. Large. :: x >= {} -- given\n"
    text += "  2. So. :: x <= 1 -- from x_high\nqed\n"
    for least, nothing in ((2, True), (1, False)):
        (folder / "none.proof").write_text(text.format(least))
        (facts,) = banditproof("prove", str(folder / "none.proof"), "--json").facts
        assert (facts["result"], facts["says_nothing"]) == ("accepted", nothing)
        shown = banditproof("prove", str(folder / "none.proof")).shown
        assert ("its premises contradict each other" in shown) == nothing


def test_what_a_proof_may_cite_and_say(banditproof) -> None:
    facts = banditproof("axioms", "--theorems", "--words", "--json").facts
    said = {(item["kind"], item["name"]): item["says"] for item in facts}
    assert said["theorem", "sum_mono"].endswith("sum(K, f) <= sum(K, g)")
    assert said["constant", "Pr"] == "Law 'a -> ('a -> Prop) -> R"
    assert said["letter", "n"] == "N"
    assert ("definition", "LimInf") in said
    assert "leave the names out" in banditproof("axioms", "markov", "--words").mistake
    assert "it is a theorem: forall" in banditproof("axioms", "sum_mono").mistake


HEADER = "# P\n\nname: my-paper\nprefix: my\ncontents:\n  1: A, p. 1\n"
RECORDED = "my.{} [lemma at p. 1] {}\n    A.\n  {} -- its proof\n  summary: So.\n"
CITED = """proof my.square
  where x in [0,1]
  1. A square is small. :: x^2 <= x
qed

proof my.wrong
  where x in [0,1]
  1. It is small. :: x <= 1/2
qed
"""
CITES = """theorem my.sum-by-{0}
  where p, q in [0, 1]
  1. It is random. -- given
  2. One square. :: p^2 <= p -- claim my.{0} (1); with x=p
  3. So. :: p^2 + q <= p + 1 -- by (2); from q_high
qed
"""


def test_a_theorem_rests_on_a_claim_of_its_folder_as_its_text_records_it(
    tmp_path: Path, banditproof
) -> None:
    claims = (
        RECORDED.format("square", "a", "holds, proved"),
        RECORDED.format("wrong", "b", "fails, proved"),
    )
    (tmp_path / "document.claims").write_text(HEADER + "\n" + "\n".join(claims))
    (tmp_path / "cited.proof").write_text(CITED)
    file = tmp_path / "sum.proof"
    file.write_text(CITES.format("square") + "\n" + CITES.format("wrong"))
    answer = banditproof("prove", str(file), "--json")
    facts, wrong = json.loads(answer.out)
    assert (answer.code, facts["result"], facts["cited"]) == (1, "open", [])
    assert [(one["words"], one["says"]) for one in facts["left_open"]] == [
        ("It is random, said in words", ""),
        ("One square, claim my.square (1) at x = p", "0 <= p -> p <= 1 -> p^2 <= p"),
    ]
    assert wrong["fault"].endswith("my.wrong is recorded as fails, and cannot be cited.")
