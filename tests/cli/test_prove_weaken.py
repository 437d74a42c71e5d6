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
