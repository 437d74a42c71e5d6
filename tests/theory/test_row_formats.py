"""Files of numbers with other marks than commas, and in JSON and YAML."""

import json
import pytest
from hypothesis import given
from hypothesis import strategies as st
from banditproof.theory.exact import exact
from banditproof.theory.number_files.exact_rows import read_words
from banditproof.theory.number_files.row_formats import tree_rows

WANTED = [["1", "0"], ["1/3", "0.5"], ["-2", "25%"]]
SEPARATED = {
    "semicolons": "1;0\n1/3; 0.5\n-2;25%\n",
    "tabs": "1\t0\n1/3\t0.5\n-2\t25%\n",
    "blanks": "1 0\n1/3   0.5\n -2 25%\n",
    "a header with semicolons": "# a;b;c\nx; y\n1;0\n1/3;0.5\n-2;25%\n",
    "a header with blanks": "first x,second y\n1,0\n1/3,0.5\n-2,25%\n",
}
TREES = {
    "rows.json": '[[1, 0], ["1/3", 0.5],\n [-2, "25%"]]',
    "brackets.yaml": "[[1, 0], [1/3, 0.5],\n [-2, '25%']]",
    "dashes.yml": "---\n# three\n- [1, 0]\n- - 1/3\n  - 0.5  # a half\n-\n  - -2\n  - 25%\n...\n",
}


@pytest.mark.parametrize("name", SEPARATED)
def test_lines_are_separated_by_their_first_mark(tmp_path, name) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(SEPARATED[name])
    assert read_words(file) == WANTED


@pytest.mark.parametrize("name", TREES)
def test_json_and_yaml_are_read(tmp_path, name) -> None:
    file = tmp_path / name
    file.write_text(TREES[name])
    assert read_words(file) == WANTED


def test_one_list_is_one_row_and_its_numbers_are_not_rounded() -> None:
    long = "0.1000000000000000000000000000001"
    assert [*tree_rows("a.json", f"[{long}, 1e400]")] == [(1, [long, "1e400"])]
    assert [*tree_rows("a.yaml", f"- {long}\n- 1e400\n")] == [(1, [long, "1e400"])]


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(
            st.lists(
                st.floats(allow_nan=False, allow_infinity=False).map(str),
                min_size=width,
                max_size=width,
            ),
            min_size=1,
            max_size=4,
        )
    ),
    st.integers(0, 4),
)
def test_every_way_of_writing_gives_the_same_rows(rows, margin) -> None:
    blank = " " * margin
    texts = {
        "a.json": json.dumps(rows),
        "b.json": "[" + ",\n".join(f"[{', '.join(row)}]" for row in rows) + "]",
        "c.yaml": "\n".join(f"{blank}- [{', '.join(row)}]" for row in rows),
        "d.yaml": "\n".join(
            "\n".join(f"{blank}{'- ' if not i else '  '}- {word}" for i, word in enumerate(row))
            for row in rows
        ),
        "e.yml": "\n".join(
            f"{blank}-\n" + "\n".join(f"{blank}   - {word}" for word in row) for row in rows
        ),
    }
    for name, text in texts.items():
        assert [row for _, row in tree_rows(name, text)] == rows, name


@given(st.text(alphabet="[]-,: \n#'\"{}01.e%/&*!|>~ax\t", max_size=40))
def test_any_text_gives_rows_of_numbers_or_one_sentence(text) -> None:
    for name in ("a.yaml", "a.json"):
        try:
            rows = [row for _, row in tree_rows(name, text)]
        except ValueError as error:
            rows = [[str(error)[-1:]]]
        assert rows == [["."]] or all(exact(word) == exact(word) for row in rows for word in row)


@pytest.mark.parametrize(("name", "text"), [("a.json", "[]"), ("a.yaml", "")])
def test_a_file_without_numbers_is_refused(tmp_path, name, text) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(ValueError, match="holds no numbers"):
        read_words(file)
