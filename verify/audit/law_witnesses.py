"""Laws of released numbers that break a claim: which reward, in how many rounds, at which order.

A play says how far each reward moves which noises. If that is beyond the claim on its path, the
checker follows all paths until the last of these numbers, and its parts decide.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.budgets import ZCDP, Budget
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.witnesses.moved_numbers import Moved
from banditproof.verify.witnesses.neighbouring_inputs import Inputs
from banditproof.verify.witnesses.plain_fields import Refused
from banditproof.verify.witnesses.released_laws import Part, ReleasedLaw, parts_of, shown_by
from banditproof.verify.witnesses.shifted_noises import Shifted
from banditproof.verify.witnesses.witness import Witness
from .chosen_noises import Move, Search, chosen_plays
from .witnessed import stated

ENOUGH = 64
"""The bits in which orders are compared; what is proposed is checked in more."""
EARLY = 12
"""Of how many ways to enter numbers the first that breaks the claim is looked for."""


def released_laws(search: Search) -> Iterator[Witness]:
    """The laws of the numbers that one reward of a path enters, the short paths first."""
    tried: set[tuple[Any, ...]] = set()
    for play in chosen_plays(search):
        last, moves = play.moves
        for t in _breaking(moves, last, search):
            key = (t, last[t], play.inputs.left[:2])
            if key not in tried and not search.over():
                tried.add(key)
                for changed in search.changed(play.inputs, t, last[t]):
                    yield from _law_of(search, changed)


def _breaking(
    moves: Mapping[int, Sequence[Move]], last: Mapping[int, int], search: Search
) -> list[int]:
    """Of the rewards that break the claim if no decision depended on numbers: first and worst."""

    def breaks(t: int) -> bool:
        if any(move.scales == math.inf for move in moves[t]):
            return True  # by how much is not known
        path = Part(Fraction(1), _on_a_path(moves[t], search.facts.rewards.width))
        return _best_order([path], search.claim.budget) is not None

    def size(t: int) -> float:
        return sum(math.inf if move.law is None else move.scales**2 for move in moves[t])

    worst = max(moves, key=size, default=None)
    if worst is None or not breaks(worst):
        return []
    ways = {tuple(moves[t]): t for t in sorted(moves, key=lambda t: last[t], reverse=True)}
    early = sorted(ways.values(), key=lambda t: last[t])[:EARLY]
    return [next(filter(breaks, early), worst), worst]


def _law_of(search: Search, inputs: Inputs) -> Iterator[Witness]:
    """The law of the numbers on two lists as a witness, at the order at which it shows the most.

    Where numbers decide, which of the two lists is the likelier one makes a difference.
    """
    with suppress(Refused):
        for given in (inputs, replace(inputs, left=inputs.right, right=inputs.left)):
            parts = parts_of(stated(search.claim), search.subject, given)
            order = _best_order(parts, search.claim.budget)
            if order is not None:
                yield Witness(stated(search.claim), search.subject, given, ReleasedLaw(*order))
            if len(parts) < 2:
                return


def _on_a_path(moves: Sequence[Move], width: Fraction) -> Moved:
    """The noises that a reward moves, as if no decision depended on them."""
    if any(move.law is None for move in moves):
        return Moved(arb(1), (), (), bare=True)
    laplace = [move.scales for move in moves if type(move.law) is Laplace]
    others = (Fraction(move.scales) ** 2 for move in moves if type(move.law) is not Laplace)
    shifted = [Shifted("Laplace", arb(x) * ball(width)) for x in laplace]
    if square := sum(others, Fraction(0)):
        shifted.append(Shifted("normal", ball(square * width**2).sqrt()))
    return Moved(arb(1), tuple(shifted), ())


def _best_order(parts: Sequence[Part], budget: Budget) -> tuple[Fraction | None] | None:
    """The order at which parts show the most, alone in a tuple; None if they are within."""
    best: tuple[float, Fraction | None] | None = None
    for order in orders(budget):
        with suppress(Refused), working_precision(ENOUGH):
            shown = float(shown_by(parts, budget, order).shown.lo)
            best = max(best or (shown, order), (shown, order), key=lambda pair: pair[0])
    return None if best is None else (best[1],)


def orders(budget: Budget) -> list[Fraction | None]:
    """The orders at which zCDP may be broken: large ones for Gaussian noise, others for Laplace."""
    if not isinstance(budget, ZCDP):
        return [None]
    return [Fraction(10**6), *(1 + Fraction(k, 4) ** 3 for k in range(1, 16))]
