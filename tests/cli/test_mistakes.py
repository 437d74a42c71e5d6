"""Wrong command lines that need no files: one sentence, the exit code 2, and nothing is written."""

import re
import tomllib
from pathlib import Path
import pytest
from mistaken_lines import sentences

HERE = Path(__file__).parent
SECTIONS = (
    *("account", "arguments", "bounds --adversarial", "bounds at one horizon", "check", "figure"),
    *("graph", "simulate"),
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


def test_each_section_is_read_by_a_test() -> None:
    read = set(SECTIONS)
    for file in HERE.glob("test_*.py"):
        text = file.read_text(encoding="utf-8")
        read.update(re.findall(r'(?:mistaken|sentences)\(\s*"(.+?)"', text))
    assert read == set(tomllib.loads((HERE / "mistakes.toml").read_text(encoding="utf-8")))
