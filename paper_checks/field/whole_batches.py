"""Upper bounds of adversarial cells that count whole batches, where no formula of the field does.

A row of the field is a formula in sizes and budgets, so that it holds for every length of a batch;
`bounds --adversarial` counts the batches of one algorithm, and what it finds may be smaller.
"""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any
from banditproof.theory.adversarial import adversarial_bounds
from banditproof.theory.bound_words import Privacy
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.number_text import number_text
from .cells import Cell
from .numbers import Bracket

NOTIONS = (Privacy.PURE, Privacy.LOCAL, Privacy.APPROXIMATE)
"""The notions of which the command knows algorithms."""
SIZES = {"adversarial": ("K", "T", "eps"), "experts": ("K", "T", "eps", "N")}
"""The settings that it is about, with the numbers that it needs."""
OPTIONS = {"K": "arms", "T": "horizon", "eps": "eps", "N": "experts"}


@dataclass(frozen=True)
class WholeBatches:
    """A smaller upper bound that counts the batches of an algorithm."""

    upper: Annotated[Enclosure, "The bound of the minimax regret over losses in [0, 1]."]
    name: Annotated[str, "The algorithm."]
    claim: Annotated[str, "The ID of its claim."]
    command: Annotated[str, "The command that prints it with all others."]


def whole_batches(
    cell: Cell, point: Mapping[str, Fraction], known: Sequence[Bracket]
) -> WholeBatches | None:
    """The bound of `bounds --adversarial` where it is smaller than all of the cell; None elsewhere.

    >>> from .cells import cell
    >>> from .numbers import brackets, numbers_of
    >>> there = cell("adversarial", "pure"), {"K": 5, "T": 10**5, "eps": Fraction(3, 10)}
    >>> found = whole_batches(*there, list(brackets(numbers_of(*there))))
    >>> found.name, found.claim, float(found.upper.hi) < 17486.51
    ('batched HTINF, tuned', 'adv.thm21.self', True)
    """
    needed = SIZES.get(cell.setting)
    if needed is None or cell.notion not in NOTIONS or not {*needed} <= {*point}:
        return None
    given: dict[str, Any] = {OPTIONS[name]: Fraction(point[name]) for name in needed}
    try:
        best = adversarial_bounds(**given).best_upper(cell.notion)
    except ValueError:  # the command is about fewer arms and rounds
        return None
    if best is None or best.enclosure is None:
        return None
    uppers = [one.upper for one in known if one.rewards in ("coins", "bounded")]
    if any(one and one.found and one.found.lo <= best.enclosure.hi for one in uppers):
        return None
    words = " ".join(f"--{name} {number_text(value)}" for name, value in given.items())
    command = f"banditproof bounds --adversarial {words}"
    return WholeBatches(best.enclosure, best.name, best.claim, command)
