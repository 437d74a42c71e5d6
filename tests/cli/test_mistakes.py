"""Wrong command lines that need no files: one sentence, the exit code 2, and nothing is written."""

import pytest
from mistaken_lines import sentences

SECTIONS = (
    *("account", "arguments", "bounds --adversarial", "check", "figure", "graph", "simulate"),
    *("simulate a policy that stops", "simulate --exact", "budgets that are logarithms"),
)
ROWS = [(" ".join(words), words, says) for part in SECTIONS for words, says in sentences(part)]


@pytest.mark.parametrize(
    ("words", "sentence"), [row[1:] for row in ROWS], ids=[line for line, *_ in ROWS]
)
def test_a_mistake_is_one_sentence(banditproof, tmp_path, monkeypatch, words, sentence) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in banditproof(*words).mistake
    assert list(tmp_path.iterdir()) == []
