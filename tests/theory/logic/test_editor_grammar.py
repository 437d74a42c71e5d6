"""The grammar with which editors highlight proofs knows the words that the readers know."""

import json
import re
from pathlib import Path
import pytest
from banditproof.paper_checks.proofs.text.proof_reader import HEADERS
from banditproof.paper_checks.proofs.text.proof_text import PROOF
from banditproof.paper_checks.proofs.text.reasons import ALL
from banditproof.theory.logic.proof_text import WORDS
from banditproof.theory.logic.sentences import LABELLED
from banditproof.theory.logic.tokens import KEYWORDS

FILE = Path(__file__).parents[3] / "docs" / "editors" / "proofs.tmLanguage.json"
CLAUSES = {word for word in ALL if word}
HEADED = {*HEADERS[PROOF], "mutant"}
GRAMMAR = json.loads(FILE.read_text("utf-8"))


@pytest.mark.parametrize(
    ("part", "words"),
    [("line", WORDS), ("connective", KEYWORDS), ("header", HEADED), ("clause", CLAUSES)],
)
def test_a_part_highlights_each_word_and_no_other(part: str, words) -> None:
    pattern = GRAMMAR["repository"][part]["match"]
    (listed,) = re.findall(r"\((\w+(?:\|\w+)+)\)", pattern)
    assert set(listed.split("|")) == set(words)


def test_each_part_is_used_and_compiles() -> None:
    used = {item["include"].removeprefix("#") for item in GRAMMAR["patterns"]}
    assert used == set(GRAMMAR["repository"])
    for part in GRAMMAR["repository"].values():
        re.compile(part["match"])


@pytest.mark.parametrize(
    "text", ["  1. So it is. :: x <= y -- given", "    12. -- open", "  3. So.", "4. So. :: x <= y"]
)
def test_the_words_of_a_sentence_end_where_its_formula_begins(text: str) -> None:
    found = re.match(GRAMMAR["repository"]["sentence"]["match"], text)
    assert found is not None
    assert LABELLED.match(text.strip())
    assert text[found.end() :].strip()[:2] in ("::", "--", "")
    assert "::" not in found[0]
