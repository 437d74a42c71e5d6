"""The glossary of symbols: it explains what occurs, each entry occurs, and what it names exists."""

from collections import Counter
from dataclasses import replace
from importlib import import_module
import pytest
from case_tables import table
from banditproof.paper_checks.report.formula_signs import FUNCTIONS
from banditproof.paper_checks.report.mathematics import html_of
from banditproof.paper_checks.report.symbols import (
    Atom,
    atoms_of,
    glossary,
    local_letters,
    named_by,
    rank,
    symbols_of,
)
from banditproof.paper_checks.statements.index import text_index

OFTEN = 20
"""A symbol in so many statements of a document is in the glossary."""
NAMES = {symbol.name: symbol for symbol in glossary()}


def explained(statement: str, id: str = "bern.thm3.1") -> list[str]:
    """The names of the symbols of a statement, as if a claim made it."""
    facts = replace(text_index()[id], statement=statement)
    return [symbol.name for symbol in symbols_of(facts)]


def test_what_occurs_often_is_explained() -> None:
    missing: Counter[tuple[Atom, str]] = Counter()
    for facts in text_index().values():
        entries = [symbol for symbol in glossary() if symbol.belongs_to(facts)]
        for atom in atoms_of(facts.statement):
            known = any(rank(atom, letter) for letter in local_letters())
            if not known and atom.base not in FUNCTIONS and not named_by(atom, entries):
                missing[atom, facts.document] += 1
    assert missing, "the measurement sees symbols that are rare"
    assert {key: count for key, count in missing.items() if count >= OFTEN} == {}


def test_every_entry_occurs_and_every_defining_claim_shows_its_symbol() -> None:
    found = {id: {s.name for s in symbols_of(facts)} for id, facts in text_index().items()}
    assert set(NAMES) == set().union(*found.values())
    wrong = {(name, id) for name, s in NAMES.items() for id in s.defined if name not in found[id]}
    assert wrong == set()


@pytest.mark.parametrize("name", [name for name, symbol in NAMES.items() if symbol.function])
def test_what_the_library_computes_exists(name: str) -> None:
    module, _, attribute = NAMES[name].function.rpartition(".")
    assert hasattr(import_module(module), attribute)


def test_every_entry_is_a_sentence_whose_formulas_are_read() -> None:
    for symbol in glossary():
        assert symbol.means.endswith(".")
        assert bool(symbol.tex) != bool(symbol.words)
        for text in (symbol.means, symbol.written):
            assert "$" not in html_of(text)
            assert "\\" not in html_of(text)


@pytest.mark.parametrize(("statement", "names"), table(__file__, "symbols_are_tokens"))
def test_symbols_are_tokens(statement: str, names: tuple[str, ...]) -> None:
    assert explained(statement) == list(names)


def test_a_letter_means_what_its_document_says() -> None:
    assert explained(r"$\alpha$") == ["batch ratio"]
    assert explained(r"$\alpha$", "renyi.def1") == ["Rényi order"]
    assert explained(r"$\rho$", "thesis.ftm.alg.subsample-mech") == ["share of the rows"]


def test_a_symbol_is_written_as_in_the_statement() -> None:
    facts = text_index()["bern.thm3.1"]
    for latex in (r"\mathcal A_t", r"\mathcal A"):
        (symbol,) = symbols_of(replace(facts, statement=f"${latex}$"))
        assert symbol.written == f"${latex.replace('_t', '_a')}$"
    (words,) = symbols_of(replace(facts, statement="FTPL is better."))
    assert words.written == "FTPL"


def test_other_papers_have_symbols_of_their_own() -> None:
    assert symbols_of(replace(text_index()["bern.thm3.1"], document="mine")) == ()
