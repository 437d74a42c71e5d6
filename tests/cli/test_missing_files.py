"""A file that is not there is one full sentence, whatever command is asked for it."""

import pytest

MISSING = [
    ("prove", "nothing.proof"),
    ("prove", "nothing.proof", "--coq"),
    ("prove", "nothing.proof", "--goal", "3"),
    ("prove", "nothing.json"),
    ("prove", "nothing/"),
    ("prove", "--format", "nothing.proof"),
    ("prove", "--renumber", "nothing.proof"),
    ("prove", "--weaken", "nothing.proof"),
    ("check", "nothing/"),
    ("check", "nothing.claims"),
    ("why", "nothing/"),
    ("why", "nothing.proof"),
    ("claims", "nothing/"),
    ("coverage", "nothing/"),
    ("report", "nothing/", "--out", "site"),
    ("verify-proof", "nothing.json"),
    ("verify-witness", "nothing.json"),
    ("sweep", "nothing.toml", "--out", "out"),
    ("design", "nothing.csv"),
    ("leakage", "--data", "nothing.csv", "--target", "0"),
    ("attack", "gradient", "--data", "nothing.csv"),
    ("simulate", "nothing.json", "--means", "0.8,0.6"),
    ("simulate", "batched-exp3", "--losses", "nothing.csv", "--eps", "1"),
    ("audit", "nothing.json", "--eps", "1"),
    ("audit", "nothing:make", "--eps", "1"),
    ("new", "paper", "--from", "nothing.tex"),
    ("drift", "nothing"),
    ("plot", "bounds", "--means", "0.8,0.6", "--eps", "1:2", "--out", "nothing/a.png"),
]


@pytest.mark.parametrize("words", MISSING, ids=" ".join)
def test_a_missing_file_is_named_and_nothing_is_written(
    banditproof, tmp_path, monkeypatch, words
) -> None:
    monkeypatch.chdir(tmp_path)
    said = banditproof(*words).mistake
    name = next(word for word in words if word.startswith("nothing")).rstrip("/")
    assert name.partition(":")[0].partition("/")[0] in said
    assert any(sign in said for sign in (" no ", "not exist", "cannot be imported")), said
    assert "has no meaning there" not in said
    assert not [*tmp_path.iterdir()]


def test_a_statement_with_such_an_ending_is_still_a_statement(banditproof) -> None:
    assert banditproof("prove", "x >= 0", "--for", "x in [0, 1]").code == 0
