"""Rows of linear bandits: the structural coefficients of log T of the given actions."""

from typing import cast
from banditproof.theory.bound_words import Side, Status
from banditproof.theory.instances import LinearBandit
from banditproof.theory.linear_bounds.structural_table import (
    NamedStructuralBound,
    linear_structural_bounds,
)
from .bound import COEFFICIENT, Bound
from .cube_rows import cube_rows
from .gope_rows import gope_rows
from .request import Request


def linear_rows(request: Request) -> list[Bound]:
    """The structural bounds of the given actions, and the minimax bounds of their dimension.

    >>> bandit = LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5"))
    >>> [row.quantity.value for row in linear_rows(Request(bandit))]
    ['coefficient of log T']
    """
    named = linear_structural_bounds(cast(LinearBandit, request.bandit), request.eps)
    return [*(_named(request, row) for row in named), *cube_rows(request), *gope_rows(request)]


def _named(request: Request, row: NamedStructuralBound) -> Bound:
    """A structural bound as a row; a refuted theorem has no number, here or in the note."""
    facts, privacy, status = (row.name, row.claim, Side.LOWER, COEFFICIENT), row.privacy, row.status
    if row.bound is None or status == Status.REFUTED:
        missing = ((row.note, False),)
        return Bound(*facts, None, False, row.note, privacy, status, None, missing)
    number = row.bound.enclosure
    return request.stated(*facts, lambda: number, note=row.note, privacy=privacy, status=status)
