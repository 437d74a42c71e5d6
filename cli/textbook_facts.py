"""`banditproof why textbook.markov`: what a textbook fact says, and the forms that steps cite."""

from __future__ import annotations
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING
from .output import print_json, print_text
from .shown_mathematics import Shown

if TYPE_CHECKING:
    from banditproof.paper_checks.proofs.schemas.schema import Schema

SHOWN = 6
"""So many claims that use a fact are listed; JSON has all of them."""


@dataclass(frozen=True, kw_only=True)
class FactForm:
    """A form in which a step of a proof cites a textbook fact."""

    name: str
    symbols: str
    hypotheses: tuple[str, ...]
    conclusions: tuple[str, ...]
    reason: str


@dataclass(frozen=True, kw_only=True)
class FactFacts:
    """A textbook fact, the forms that steps cite, and the claims that use it."""

    id: str
    statement: str
    reference: str
    forms: tuple[FactForm, ...]
    used_by: tuple[str, ...]


def print_textbook_facts(word: str, json: bool, shown: Shown) -> None:
    """Print the facts whose ID is a word, or fits it; `shown` makes their mathematics readable."""
    result = textbook_facts(word)
    if json:
        print_json(result)
        return
    for place, fact in enumerate(result):
        print("\n" * bool(place) + fact.id)
        print_text(shown(fact.statement))
        print_text(f"Reference: {fact.reference}.")
        for form in fact.forms:
            print(f"\n{form.name}")
            for text in (
                form.symbols,
                *(f"if {hypothesis}" for hypothesis in form.hypotheses),
                *(f"then {conclusion}" for conclusion in form.conclusions),
                f"-- {form.reason}",
            ):
                print_text(text)
        more = f", and {len(fact.used_by) - SHOWN} more" if len(fact.used_by) > SHOWN else ""
        print()
        print_text(f"Used by {', '.join(fact.used_by[:SHOWN]) or 'no claim'}{more}.")


def textbook_facts(word: str) -> tuple[FactFacts, ...]:
    """The facts whose ID is a word, or fits it.

    >>> (fact,) = textbook_facts("textbook.markov")
    >>> print(fact.forms[0].reason)
    textbook markov ({X >= 0}, {a > 0}); with X=..., a=..., m=..., p=...; over X
    """
    from banditproof.paper_checks.proofs.schemas import SCHEMAS
    from banditproof.paper_checks.statements.index import claim_index
    from banditproof.paper_checks.textbook import TEXTBOOK

    chosen = [fact for id, fact in TEXTBOOK.items() if fnmatchcase(id, word)]
    if not chosen:
        names = (fact.name for fact in TEXTBOOK.values())
        near = get_close_matches(word.removeprefix("textbook."), names, n=1)
        every = "`banditproof why 'textbook.*'` shows all."
        hint = f"did you mean textbook.{near[0]}?" if near else every
        raise ValueError(f"There is no textbook fact {word!r}; {hint}")
    claims = claim_index().values()
    return tuple(
        FactFacts(
            id=fact.id,
            statement=fact.statement,
            reference=fact.reference.rstrip("."),
            forms=tuple(_form(item) for item in SCHEMAS if item.fact == fact.id),
            used_by=tuple(facts.id for facts in claims if fact.id in facts.rests_on),
        )
        for fact in chosen
    )


def _form(schema: Schema) -> FactForm:
    shown = [
        f"{{{schema.patterns[hypothesis]}}}" if hypothesis in schema.patterns else "STEP"
        for hypothesis in schema.hypotheses
    ]
    names = sorted(schema.fixed | schema.varying | set(schema.margins))
    running = sorted(schema.varying | set(schema.margins))
    reason = f"textbook {schema.name}" + (f" ({', '.join(shown)})" if shown else "")
    reason += f"; with {', '.join(f'{name}=...' for name in names)}"
    return FactForm(
        name=schema.name,
        symbols=schema.symbols,
        hypotheses=schema.hypotheses,
        conclusions=schema.conclusions,
        reason=reason + (f"; over {', '.join(running)}" if running else ""),
    )
