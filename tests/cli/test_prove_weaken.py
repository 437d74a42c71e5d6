"""`banditproof prove --weaken`: the table, the counts and JSON of a proof that is attacked."""


def test_the_changes_of_a_claim_s_proof_and_what_is_noticed(banditproof):
    (facts,) = banditproof("prove", "--weaken", "bern.thm4.3", "--json").facts
    assert (facts["carrying"], facts["steps"]) == (2, 3)
    assert any(item["noticed"] for item in facts["changes"])
    assert not all(item["noticed"] for item in facts["changes"])


def test_weaken_stands_alone(banditproof):
    run = banditproof("prove", "x >= 0", "--weaken", "bern.thm4.3")
    assert run.code == 2
    assert "give it alone" in " ".join(run.err.split())


def test_all_proofs_of_a_folder_are_weakened_or_the_lack_of_them_is_said(banditproof, tmp_path):
    folder = tmp_path / "my-paper"
    banditproof("new", str(folder))
    by_folder = banditproof("prove", "--weaken", str(folder), "--json").facts
    (folder / "section_1_setting.proof").unlink()
    (file,) = folder.glob("*.proof")
    assert by_folder == banditproof("prove", "--weaken", str(file), "--json").facts != []
    text = " ".join(banditproof("prove", "--weaken", str(folder)).out.split())
    assert all(f"{facts['claim']}: {facts['summary']}." in text for facts in by_folder)
    file.unlink()
    run = banditproof("prove", "--weaken", str(folder))
    assert run.code == 2
    assert "holds no .proof file; give one that does" in " ".join(run.err.split())


CLAIM = """
my.twice [lemma at (9), p. 3] twice as much
    It is twice as much.
  holds, outlined -- its proof
  summary: By the first sentence.
"""
THEOREMS = """theorem my.other: forall x. x <= x
  fix x
  show by real_same
qed

theorem my.twice
  where x, y in [0, 1]
  1. It is small. :: x <= y -- given
  2. So is twice. :: 2*x <= 2*y -- by 2*(1)
  3. So it is said. -- words "So."
  4. Both. -- all of 2, 3
  mutant "sharper": 2 :: 3*x <= 2*y
qed
"""


def test_a_theorem_that_is_the_proof_of_its_claim_is_weakened_and_no_other(banditproof, tmp_path):
    folder = tmp_path / "my-paper"
    banditproof("new", str(folder))
    file = folder / "section_3_twice.proof"
    file.write_text(THEOREMS, encoding="utf-8")
    claims = folder / "section_2_bounds.claims"
    claims.write_text(claims.read_text("utf-8") + CLAIM, encoding="utf-8")
    (theorem,) = banditproof("prove", "--weaken", str(file), "--json").facts
    assert (theorem["claim"], theorem["steps"]) == ("my.twice", 3), (
        "what joins is no step of its own"
    )
    file.write_text(THEOREMS.partition("\n\n")[0] + "\n", encoding="utf-8")
    assert "no proof of a claim by steps" in banditproof("prove", "--weaken", str(file)).err
