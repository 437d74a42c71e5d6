"""Formal proofs in their canonical form: the same words in rows of at most 100 characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from banditproof.paper_checks.derivations.formal_folders import files_in, folders_of
from banditproof.paper_checks.statements.text_files import text_of
from banditproof.theory.logic.layout import LEAST, WIDTH, laid_out
from banditproof.theory.logic.passages import Misread
from banditproof.theory.logic.proof_text import theorems_in

LONG = " and ".join(f"0 <= max(x_{n}, y_{n}) + abs(x_{n})" for n in range(12))
NAMES = st.sampled_from(
    ["x", "y", "f(x)", "(x", "y)", "<=", "->", "and", "fun", "have", "show", "7."]
)


def lines_of(text: str) -> list[tuple[int, str]]:
    (proof,) = theorems_in(text, "a.proof")
    head = [(1, proof.statement.text)] if proof.statement else []
    return [*head, *((line.column, line.text) for line in proof.lines)]


def single(text: str) -> list[tuple[int, str]]:
    return [(column, " ".join(said.split())) for column, said in lines_of(text)]


@given(
    st.lists(st.lists(NAMES, min_size=1, max_size=60), min_size=1, max_size=4), st.integers(1, 40)
)
def test_the_lines_of_a_proof_are_the_same_in_their_canonical_form(lines, indent) -> None:
    rows = (f"{' ' * indent}have {' '.join(words)}\n" for words in lines)
    text = f"theorem it: {LONG}\n{''.join(rows)}qed\n"
    tidy = laid_out(text, "a.proof")
    assert single(tidy) == single(text)
    assert laid_out(tidy, "a.proof") == tidy


def test_a_row_is_not_too_long_and_not_too_short() -> None:
    tidy = laid_out(f"theorem it: {LONG}\n    show by {LONG}\nqed\n", "a.proof").split("\n")
    (show,) = (n for n, row in enumerate(tidy) if row.startswith("    show"))
    said, shown = tidy[1:show], tidy[show + 1 : tidy.index("qed")]
    assert {len(row) - len(row.lstrip()) for row in said} == {4}
    assert {len(row) - len(row.lstrip()) for row in shown} == {8}
    for rows in (said, shown):
        *filled, _ = map(len, rows)  # the last row has what is left
        assert min(filled) >= LEAST * WIDTH
        assert max(filled) <= WIDTH


def test_a_word_that_begins_a_line_begins_no_row() -> None:
    words = f"have one: {LONG} -> show -> take -> 12. by fix"
    text = f"theorem it: 0 <= 1\n  {words} {words.removeprefix('have one: ')}\n  show\nqed\n"
    assert len(lines_of(laid_out(text, "a.proof"))) == 3


@pytest.mark.parametrize("row", [f"  have {LONG}  # why", f'  1. "Two  blanks." :: {LONG}', "  \n"])
def test_comments_and_quotes_stay_as_they_are_written(row: str) -> None:
    text = f"theorem it: 0 <= 1\n{row}\n  show\nqed\n"
    assert laid_out(text, "a.proof") == text


def test_what_is_no_theorem_is_left_alone() -> None:
    text = f"# {LONG}\n\n\ntheorem it: 0 <= 1\n  show\nqed\n\n# {LONG} {LONG}\n"
    assert laid_out(text, "a.proof") == text
    steps = f"proof a\n  1. {LONG}\nqed\n"
    assert laid_out(steps, "a.proof") == steps
    with pytest.raises(Misread, match="no line 'qed'"):
        laid_out("theorem it: 0 <= 1\n  show\n", "a.proof")


def test_shipped_proofs_are_in_their_canonical_form() -> None:
    """Where this fails, run `banditproof prove --format FILE`."""
    for folder in folders_of(None):
        for file in files_in(folder, ".proof"):
            assert laid_out(text_of(file), file.name) == text_of(file), file
