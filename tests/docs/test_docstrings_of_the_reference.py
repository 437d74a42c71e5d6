"""Docstrings become reStructuredText; the typeset formulas belong to names of the reference."""

import re
from importlib import import_module
from pathlib import Path
import pytest
from extensions.docstrings import as_restructured_text, escaped, formulas, with_formula

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"
LISTED = re.compile(r"^\.\. public-names:: (\S+)(.*)$", re.MULTILINE)


def listed() -> dict[str, list[str]]:
    """The names that the reference asks of each module; none means all that it offers."""
    results: dict[str, list[str]] = {}
    for page in REFERENCE.glob("*.rst"):
        for module, names in LISTED.findall(page.read_text(encoding="utf-8")):
            results.setdefault(module, []).extend(names.split())
    return results


def offered(module: str) -> list[str]:
    return listed()[module] or list(import_module(module).__all__)


def test_every_formula_belongs_to_a_name_of_the_reference() -> None:
    assert len(formulas()) > 40
    for name in formulas():
        module, _, last = name.rpartition(".")
        assert last in offered(module), name


@pytest.mark.slow
def test_every_name_that_the_reference_lists_exists() -> None:
    for module, names in listed().items():
        for name in names:
            assert hasattr(import_module(module), name), (module, name)


def test_braces_of_formulas_are_balanced() -> None:
    for name, latex in formulas().items():
        bare = latex.replace(r"\{", "").replace(r"\}", "")
        assert bare.count("{") == bare.count("}"), name
        assert latex.count(r"\left") == latex.count(r"\right"), name


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("|x - z| and T*_KL", r"\|x - z\| and T\*\_KL"),
        ("`kl_inf` of P_mu", r"`kl_inf` of P\_mu"),
        ("a \\ b", r"a \\ b"),
    ],
)
def test_signs_of_markup_are_escaped_outside_of_code(line: str, expected: str) -> None:
    assert escaped(line) == expected


def test_an_indented_formula_stays_as_it_is() -> None:
    lines = as_restructured_text(["With", "  f = a*b", "  g = |c|", "for all a."])
    assert lines == ["With", "", "::", "", "    f = a*b", "    g = |c|", "", "for all a.", ""]


def test_an_example_stays_as_it_is() -> None:
    example = [">>> print(2*3, '|')", "6 |"]
    assert as_restructured_text(["Text.", "", *example])[2:4] == example


def test_a_list_keeps_its_items_together() -> None:
    lines = as_restructured_text(["1. One", "   more of it", "2. Two"])
    assert lines == ["1. One", "   more of it", "", "2. Two", ""]


def test_a_formula_follows_the_first_paragraph() -> None:
    lines = with_formula(["First.", "", "Second."], r"\frac{1}{2}")
    assert lines == ["First.", "", ".. math::", "", r"    \frac{1}{2}", "", "", "Second."]
