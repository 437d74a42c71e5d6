"""`banditproof check ID --symbols`: what the symbols of a statement mean."""

from __future__ import annotations
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from .output import print_json, print_table, print_text
from .shown_mathematics import Shown

if TYPE_CHECKING:
    from banditproof.paper_checks.report.symbols import Symbol


@dataclass(frozen=True, kw_only=True)
class ClaimSymbols:
    """A claim and the symbols of its statement."""

    id: str
    statement: str
    symbols: tuple[Symbol, ...]


def show_symbols(ids: Iterable[str], json: bool, shown: Shown) -> None:
    """Print the symbols of claims; `shown` makes their mathematics readable."""
    from banditproof.paper_checks.report.symbols import symbols_of
    from banditproof.paper_checks.statements.index import claim_index

    claims = [claim_index()[id] for id in ids]
    results = tuple(
        ClaimSymbols(id=facts.id, statement=facts.statement, symbols=symbols_of(facts))
        for facts in claims
    )
    if json:
        print_json(results)
        return
    for place, result in enumerate(results):
        if place:
            print()
        print_text(f"{result.id}: {shown(result.statement)}")
        rows = [(shown(symbol.written), shown(_explained(symbol))) for symbol in result.symbols]
        if rows:
            print_table(("symbol", "meaning"), rows)
        else:
            print_text("No symbol of the statement is in the glossary.")


def _explained(symbol: Symbol) -> str:
    """What a symbol means, where it is defined, and what computes it."""
    parts = [symbol.means]
    if symbol.defined:
        parts.append(f"Defined in {', '.join(symbol.defined)}.")
    if symbol.function:
        parts.append(f"In the library: {symbol.function}.")
    return " ".join(parts)
