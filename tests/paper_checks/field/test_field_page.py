"""The table of the field in a report shows what the table of the command and the figure show."""

from banditproof.paper_checks.field.cell_facts import word_of
from banditproof.paper_checks.field.cells import cells
from banditproof.paper_checks.report.field_page import words_of_field


def test_each_cell_that_is_not_empty_has_its_word_and_its_bounds() -> None:
    """Bounds that a document quotes of another setting are shown, where nothing else is known."""
    shown = words_of_field()["cells"]
    quoted = 0
    for one in cells():
        there = shown[one.setting, one.notion]
        assert there.short == word_of(one)
        assert (there.short == "") == (one.state == "nothing")
        if one.state != "nothing":
            assert there.facts.bounds
        quoted += one.state == "quoted" and all(x.carried for x in there.facts.bounds)
    assert quoted > 0
