"""The free variables of terms, terms in their places, and new ones."""

from __future__ import annotations
from collections.abc import Mapping
from itertools import count
from .simple_types import Type
from .terms import FREES, App, Free, Lam, Term, lam, opened

_numbers = count()


def fresh(t: Type, hint: str = "x") -> Free:
    """A variable that no term has yet."""
    return Free(f"{hint.partition('%')[0]}%{next(_numbers)}", t)


def frees(term: Term) -> frozenset[Free]:
    """The free variables of a term."""
    match term:
        case App(head, arg) if term.marks & FREES:
            return frees(head) | frees(arg)
        case Lam(_, inner) if term.marks & FREES:
            return frees(inner)
    return frozenset([term] if isinstance(term, Free) else [])


def put(term: Term, values: Mapping[Free, Term]) -> Term:
    """A term with others in place of variables, one after the other."""
    for x, value in values.items():
        term = opened(lam(x, term).body, value)
    return term
