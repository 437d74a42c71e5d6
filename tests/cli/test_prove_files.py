"""`banditproof prove --format` and `--renumber`: what is written, what is said, exit codes."""

import pytest
from mistaken_lines import mistaken

LOOSE = """proof my.thm1
  where x in [0,1]
  1. One. :: x <= 1
  1a. Two, by step 1.
    :: x >= 0
  2. All. -- all of 1, 1a
qed
"""
TIDY = """proof my.thm1
  where x in [0,1]
  1. One. :: x <= 1
  2. Two, by step 1. :: x >= 0
  3. All. -- all of 1, 2
qed
"""
CITING = "proof my.thm2\n  1. So. :: x >= 0 -- claim my.thm1 (2); for x in [0,1]\nqed\n"


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-paper" / "inside").mkdir(parents=True)
    (tmp_path / "my-paper" / "document.claims").touch()
    file = tmp_path / "my-paper" / "inside" / "a.proof"
    file.write_text(LOOSE, encoding="utf-8")
    return file


def test_steps_are_numbered_anew_and_what_is_left_is_said(banditproof, file):
    (file.parent.parent / "b.proof").write_text(CITING, encoding="utf-8")
    code, out, err = banditproof("prove", "--renumber", "my-paper/inside/a.proof", "--check")
    assert (code, err, file.read_text(encoding="utf-8")) == (1, "", LOOSE)
    said = " ".join(out.split())
    assert "my-paper/inside/a.proof: my.thm1: 1a is 2, 2 is 3." in said
    assert "b.proof:2: this cites step 2 of my.thm1, which is step 3 now" in said
    code, _, err = banditproof("prove", "--renumber", "my-paper/inside/a.proof")
    assert (code, err, file.read_text(encoding="utf-8")) == (0, "", TIDY)
    code, out, err = banditproof("prove", "--renumber", "my-paper/inside/a.proof")
    assert (code, out, err) == (0, "All steps are numbered from 1 in their order.\n", "")


def test_a_folder_is_put_in_order(banditproof, file):
    assert "a.proof:4:3: Step '1a' was read" in banditproof("prove", "--format", "my-paper").mistake
    file.write_text(TIDY.replace(" :: x >= 0", "\n    :: x >= 0"), encoding="utf-8")
    code, out, err = banditproof("prove", "--format", "my-paper", "--check")
    assert (code, out, err) == (
        1,
        "my-paper/inside/a.proof would be written in canonical form\n",
        "",
    )
    assert file.read_text(encoding="utf-8") != TIDY
    code, out, _ = banditproof("prove", "--format", "my-paper")
    assert (code, file.read_text(encoding="utf-8")) == (0, TIDY)
    code, out, _ = banditproof("prove", "--format", "my-paper", "--check")
    assert (code, out) == (0, "All proofs are in canonical form.\n")
    assert [path.name for path in file.parent.iterdir()] == ["a.proof"]


def test_formal_proofs_are_put_in_order_as_well(banditproof, file):
    said = " and ".join(f"0 <= abs(x{n})" for n in range(9))
    loose = f"theorem it: forall {' '.join(f'x{n}' for n in range(9))}. {said}\n  show\nqed\n"
    file.write_text(loose, encoding="utf-8")
    code, out, err = banditproof("prove", "--format", "my-paper")
    assert (code, err) == (0, "")
    assert out == "my-paper/inside/a.proof is written in canonical form\n"
    rows = file.read_text(encoding="utf-8").splitlines()
    assert max(map(len, rows)) <= 100 < len(loose.splitlines()[0])
    assert " ".join(" ".join(rows).split()) == " ".join(loose.split())
    file.write_text("theorem it: 0 <= 1\n  show\n", encoding="utf-8")
    assert (
        "a.proof:1:1: The theorem has no line 'qed'."
        in banditproof("prove", "--format", "my-paper").mistake
    )


@mistaken("prove a file")
def test_what_cannot_be_done_is_one_sentence(banditproof, file, words, sentence):
    (file.parent.parent.parent / "bytes.proof").write_bytes(b"proof \xff")
    assert sentence in " ".join(banditproof(*words).mistake.split())


@pytest.mark.parametrize(("option", "loose"), [("--format", TIDY + "\n"), ("--renumber", LOOSE)])
def test_no_file_is_written_if_one_cannot_be(banditproof, file, option, loose):
    file.write_text(loose, encoding="utf-8")
    (file.parent / "b.proof").write_bytes(b"\xff")
    said = banditproof("prove", option, "my-paper").mistake
    assert "b.proof:1:1: What stands here is not text in UTF-8" in said
    assert file.read_text(encoding="utf-8") == loose
