"""Rows of linear bandits: structural coefficients of log T, and what GOPE and AdaC-GOPE reach."""

from fractions import Fraction
from typing import cast
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.designs.action_matrix import read_matrix
from banditproof.theory.designs.action_span import span_of
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.instances import LinearBandit
from banditproof.theory.linear_bounds.elimination_regret import elimination_regret
from banditproof.theory.linear_bounds.structural_table import (
    NamedStructuralBound,
    linear_structural_bounds,
)
from banditproof.theory.number_text import number_text
from .bound import COEFFICIENT, REGRET, Bound
from .cube_rows import cube_rows
from .request import Request

OF_GOPE = "delta = 1/T, optimal designs; phase by phase, with the gaps of this instance"


def linear_rows(request: Request) -> list[Bound]:
    """The structural bounds of the given actions, and the minimax bounds of their dimension.

    >>> bandit = LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5"))
    >>> [row.quantity.value for row in linear_rows(Request(bandit))]
    ['coefficient of log T']
    """
    named = linear_structural_bounds(cast(LinearBandit, request.bandit), request.eps)
    return [*(_named(request, row) for row in named), *cube_rows(request), *_gope_rows(request)]


def _named(request: Request, row: NamedStructuralBound) -> Bound:
    """A structural bound as a row; a refuted theorem has no number, here or in the note."""
    facts, privacy, status = (row.name, row.claim, Side.LOWER, COEFFICIENT), row.privacy, row.status
    if row.bound is None or status == Status.REFUTED:
        missing = ((row.note, False),)
        return Bound(*facts, None, False, row.note, privacy, status, None, missing)
    number = row.bound.enclosure
    return request.stated(*facts, lambda: number, note=row.note, privacy=privacy, status=status)


def _gope_rows(request: Request) -> list[Bound]:
    """The bound of GOPE at the horizon, and that of AdaC-GOPE if there is a budget of zCDP.

    >>> bandit = LinearBandit(((1, 0), (0, 1)), ("0.5", "0.3"))
    >>> rows = _gope_rows(Request(bandit, rho=Fraction(1), horizon=Fraction(10**7)))
    >>> [(row.name, row.applies) for row in rows][1]
    ('AdaC-GOPE upper bound of this instance, zCDP of rewards in [-1, 1]', True)
    """
    if request.horizon is None:
        return []
    bandit = cast(LinearBandit, request.bandit)
    actions = [list(vector) for vector in bandit.actions]
    spans = any(exact(x) for vector in actions for x in vector)
    spans = spans and span_of(read_matrix(actions)).rank == len(bandit.theta)
    needs = (
        ("rewards whose noise is 1-subgaussian", exact(bandit.sigma) <= 1),
        ("actions that span the space", spans),
    )

    def bound(rho: Fraction | None) -> Enclosure:
        dimension, gaps = len(bandit.theta), bandit.gaps
        return elimination_regret(dimension, gaps, request.time, rho, digits=request.digits)

    def trivial(number: Enclosure) -> str | None:
        most = request.time * max(bandit.gaps)
        if number.lo <= most:
            return None
        return f"above the trivial bound, T times the largest gap = {number_text(most)}"

    rows = [
        request.stated(
            "GOPE upper bound of this instance, without privacy",
            "zcdp.thm4.sum",
            Side.UPPER,
            REGRET,
            lambda: bound(None),
            hypotheses=needs,
            note=OF_GOPE,
            status=Status.OURS,
            regime=trivial,
        )
    ]
    if request.rho is not None:
        rows.append(
            request.stated(
                "AdaC-GOPE upper bound of this instance, zCDP of rewards in [-1, 1]",
                "zcdp.thm4.sum",
                Side.UPPER,
                REGRET,
                lambda: bound(request.rho),
                hypotheses=needs,
                note=f"{OF_GOPE}; Theorem 4 repaired",
                privacy=Privacy.ZCDP,
                status=Status.REPAIRED,
                regime=trivial,
            )
        )
    return rows
