"""Textbook theorems are read from a text, and what is no part of one has its place."""

from pathlib import Path
import pytest
from banditproof.paper_checks.proofs.schemas.schemas_as_text import schemas_of


def test_a_schema_is_read_with_its_patterns_margins_and_long_lines() -> None:
    text = """# A comment.
limit:from above
    x = a number,
    y = another bound
  if x is at most y + r
      for every r > 0 :: x <= y + r
  if y is finite
  margins r
  then x <= y
"""
    (schema,) = schemas_of(text, Path("my.facts"))
    hypothesis = "x is at most y + r for every r > 0"
    assert (schema.name, schema.fact) == ("limit:from above", "textbook.limit")
    assert schema.symbols == "x = a number, y = another bound"
    assert schema.hypotheses == (hypothesis, "y is finite")
    assert (schema.patterns, schema.margins) == ({hypothesis: "x <= y + r"}, ("r",))
    assert schema.conclusions == ("x <= y",)


@pytest.mark.parametrize(
    "text", ["  if a > 0", "markov\n unless a > 0", "markov\n  when a > 0", "Markov's inequality"]
)
def test_a_line_that_is_no_part_of_a_schema_is_an_error_at_its_place(text: str) -> None:
    line = 1 + text.count("\n")
    with pytest.raises(ValueError, match=rf"^my\.facts:{line}:1: The line .* cannot stand here"):
        list(schemas_of(text, Path("my.facts")))
