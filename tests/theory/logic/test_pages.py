"""The reader of pages: blocks from their names to `qed`, their rows, numbers and comments."""

import pytest
from banditproof.theory.logic.pages import LEMMA, PROOF, THEOREM, Page, lines_of
from banditproof.theory.logic.passages import Misread

TEXT = """# What this page is about.

# A half.
theorem my.half: forall x. 0 <= x -> x/2 <= x
  fix x
  # the premise
  assume 1

  show by 1
qed

proof my.square
  where x in [0,1]
  1. $y$ is the square.
      # of x
      :: y = x^2 -- given

  # and now
  2. So. :: y <= x -- from 1
  # last
qed
lemma my.one
  1. :: 0 <= 1
qed

# The end.
"""


def written(page: Page) -> str:
    """The text of a page, in which empty rows between blocks are one."""
    rows = [row for one in page.blocks for row in (*one.comments, *one.rows)]
    return "\n".join((*rows, *page.below))


def test_a_page_is_its_blocks_with_the_comments_around_them() -> None:
    page = Page.of(TEXT, "a.proof")
    assert [(one.word, one.number, len(one.rows)) for one in page.blocks] == [
        (THEOREM, 4, 7),
        (PROOF, 12, 10),
        (LEMMA, 22, 3),
    ]
    assert [one.comments for one in page.blocks] == [
        ("# What this page is about.", "", "# A half."),
        ("",),
        (),
    ]
    assert page.below == ("", "# The end.", "")


def test_text_to_blocks_to_text_loses_nothing() -> None:
    page = Page.of(TEXT, "a.proof")
    assert written(page) == TEXT
    assert Page.of(written(page), "a.proof") == page


def test_numbers_of_rows_are_those_of_the_file() -> None:
    rows = TEXT.split("\n")
    for block in Page.of(TEXT, "a.proof").blocks:
        assert all(rows[number - 1] == row for number, row in block.inside)
        assert rows[block.number - 1] == block.rows[0]


def test_lines_have_the_deeper_rows_and_the_comments_above_them() -> None:
    block = Page.of(TEXT, "a.proof").blocks[1]
    lines = lines_of(block, "a.proof")
    assert [line.text for line in lines] == [
        "proof my.square",
        "where x in [0,1]",
        "1. $y$ is the square. :: y = x^2 -- given",
        "2. So. :: y <= x -- from 1",
        "qed",
    ]
    assert [line.comments for line in lines] == [
        ("",),
        (),
        ("# of x",),
        ("", "# and now"),
        ("# last",),
    ]
    assert [line.row for line in lines] == [12, 13, 14, 19, 21]
    assert lines[2].place(lines[2].text.index("::")) == (16, 7)


@pytest.mark.parametrize(
    ("right", "wrong", "place", "says"),
    [
        ("show by 1\nqed", "show by 1", "11:1", "'qed' is expected before this line."),
        ("0 <= 1\nqed", "0 <= 1", "22:1", "The lemma has no line 'qed'."),
        ("qed\nlemma", "qed\nqed\nlemma", "22:1", "A page begins with `proof ID`"),
        (
            "  fix x",
            "fix x",
            "5:1",
            "This row belongs to the theorem above: indent it; a row 'qed' ends the theorem.",
        ),
        ("  1. :: 0", "1. :: 0", "23:1", "This row belongs to the lemma above: indent it"),
        ("  fix x", "\tfix x", "5:1", "A tab stands here; indent with blanks."),
        ("  fix x", "  \tfix x", "5:1", "A tab stands here; indent with blanks."),
        ("  fix x", "\xa0 fix x", "5:1", "The sign '\\xa0' stands here; indent with blanks."),
        (
            "1\nqed\n\n#",
            "1\nqed.\n\n#",
            "24:1",
            "A lemma ends with the row 'qed', on which nothing",
        ),
        ("1\nqed\n\n#", "1\nqed # so\n\n#", "24:1", "A lemma ends with the row 'qed'"),
        ("1\nqed\n\n#", "1\nQED\n\n#", "24:1", "A lemma ends with the row 'qed'"),
        ("lemma my", "  lemma my", "22:3", "A lemma begins in the first column."),
        ("lemma my", "Lemma my", "22:1", "A page begins with `proof ID`"),
        ("# The end.", "The end.", "26:1", "and not with 'The end.'"),
        ("# of x", "# of x\u2028      2. :: 0 <= 1 -- given", "15:13", "may end a row elsewhere"),
        ("# The end.", "# The end.\x0bqed", "26:11", "may end a row elsewhere"),
        ("# The end.", "# The end.\x85qed", "26:11", "may end a row elsewhere"),
    ],
)
def test_what_is_no_page_is_refused_at_its_row(
    right: str, wrong: str, place: str, says: str
) -> None:
    assert right in TEXT
    with pytest.raises(Misread) as fault:
        Page.of(TEXT.replace(right, wrong, 1), "a.proof")
    assert str(fault.value).startswith(f"a.proof:{place}: ")
    assert says in fault.value.message


def test_qed_may_be_indented_and_followed_by_blanks() -> None:
    page = Page.of(TEXT.replace("1\nqed\n\n#", "1\n  qed  \n\n#"), "a.proof")
    assert page == Page.of(TEXT, "a.proof")


def test_a_comment_that_names_a_block_or_its_end_is_none() -> None:
    hidden = (
        "  1. So. :: 0 <= 1\n# qed\n# proof my.b\n  # theorem my.c: 0 <= 1\n  2. -- all of 1\nqed"
    )
    (block,) = Page.of(f"proof my.a\n{hidden}", "a.proof").blocks
    assert [line.text for line in lines_of(block, "a.proof")][1:-1] == [
        "1. So. :: 0 <= 1",
        "2. -- all of 1",
    ]


def test_a_text_without_blocks_is_a_page_of_comments() -> None:
    assert Page.of("", "a.proof").blocks == ()
    assert Page.of("# why\n\n\n# so", "a.proof").below == ("# why", "", "# so")
