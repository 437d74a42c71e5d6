"""What a phased index policy of two arms plays for every pair of released sums at once.

Indices in floats say where the borders between the choices are; those in balls prove it. Both
indices grow with their sums, so that a proof at the corners of a border is one for all pairs. Ties
are decided by whole numbers, and a pair that no precision decides gives no arm a chance.
"""

from __future__ import annotations
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, cast
import numpy as np
from numpy.typing import NDArray
from banditproof.algorithms.catalogue_text import names_of, policy_texts
from banditproof.algorithms.regret.phased_index import ArmRecord, PhasedIndexPolicy, is_proved
from banditproof.algorithms.regret.proved_index import BITS
from banditproof.theory.balls import working_precision

FIRST_WINS = {"first": 1.0, "last": 0.0, "random": 0.5}
"""The chance of the first arm in a tie."""
Floats = NDArray[np.float64]
Truths = NDArray[np.bool_]
Places = NDArray[np.int_]
Chance = Floats | Truths
Lead = Callable[[Places, Places], Floats]
"""By how much the second arm leads in some pairs, in floats."""
Proved = Callable[[int, int], int | None]
"""Which arm leads in a pair: 1 for the second, -1 for the first, 0 in a tie, None if undecided."""


class Known(NamedTuple):
    """All released sums that an arm may have after so many phases, and the pulls behind them."""

    phases: int
    pulls: int
    totals: Floats

    @property
    def sums(self) -> list[int]:
        """The released sums as whole numbers."""
        return [int(total) for total in self.totals]

    def cut(self, least: float, most: float) -> tuple[Known, Places]:
        """The sums between two numbers, to which all others are cut, and the place of each."""
        totals, places = np.unique(np.clip(self.totals, least, most), return_inverse=True)
        return self._replace(totals=totals), places

    @property
    def record(self) -> ArmRecord:
        """The same, as a policy reads it."""
        return ArmRecord(self.phases, self.pulls, cast(Any, self.totals))


class Choices(NamedTuple):
    """Of each pair: whether the first arm wins, whether the second does, and whether they tie."""

    first: Truths
    second: Truths
    tie: Truths

    @staticmethod
    def of(lead: Lead, proved: Proved, rows: Places, columns: Places) -> Choices:
        """The choices where the second arm leads the more, the larger its sum and the smaller that
        of the first.

        Sums that are alike have one place in order: `rows` and `columns` tell that of each sum.
        In each row the first arm wins before a border, and the second from another one on, which
        lie where floats say, and further apart where that is not proved. The pairs between them
        are asked for one by one; in a row of ties only the two ends are.
        """
        height, width = int(rows[-1]) + 1, int(columns[-1]) + 1
        guesses = (
            _border(lead, height, width, beyond) for beyond in (np.greater_equal, np.greater)
        )
        start = _proved_border(next(guesses).tolist(), lambda i, j: proved(i, j) == -1)
        turned = [width - end for end in next(guesses).tolist()[::-1]]
        end = (
            width
            - _proved_border(turned, lambda i, j: proved(height - 1 - i, width - 1 - j) == 1)[::-1]
        )
        above, left = (
            np.searchsorted(places, np.arange(most + 1))
            for places, most in ((rows, height), (columns, width))
        )
        place = np.arange(len(columns))[None, :]
        first, second = place < left[start][rows, None], place >= left[end][rows, None]
        tie = np.zeros((len(rows), len(columns)), bool)
        for i in np.flatnonzero(start < end).tolist():
            here, ends = slice(above[i], above[i + 1]), (start[i], end[i] - 1)
            if proved(i, ends[0]) == 0 == proved(i, ends[1]):
                tie[here, left[start[i]] : left[end[i]]] = True
                continue
            for j in range(start[i], end[i]):
                sign, cells = proved(i, j), (here, slice(left[j], left[j + 1]))
                first[cells], second[cells], tie[cells] = sign == -1, sign == 1, sign == 0
        return Choices(first, second, tie)


def _proved_border(guess: list[int], proved: Callable[[int, int], bool]) -> Places:
    """For each row a column before which all pairs are proved, at most the guess.

    What is proved at one pair holds to the left of it and in all rows below.
    """
    reached = 0
    for i, column in enumerate(guess):
        while column > reached and not proved(i, column - 1):
            column -= 1
        reached = max(reached, column)
        guess[i] = reached
    return np.array(guess, int)


def _border(lead: Lead, rows: int, columns: int, beyond: np.ufunc) -> Places:
    """For each row the first column in which the lead of the second arm is beyond 0."""
    low, high, row = np.zeros(rows, int), np.full(rows, columns), np.arange(rows)
    while (active := row[low < high]).size:
        middle = (low[active] + high[active]) // 2
        passes = beyond(lead(active, middle), 0.0)
        high[active] = np.where(passes, middle, high[active])
        low[active] = np.where(passes, low[active], middle + 1)
    return low


def chances(policy: Any, known: tuple[Known, Known], t: int) -> tuple[Chance, Chance]:
    """The chances of both arms at round t, for each pair of sums; 0 for both is undecided.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> sums = (Known(1, 1, np.array([0.0, 1.0])), Known(1, 1, np.array([0.0, 1.0])))
    >>> chances(DPIMED(arms=2, eps=1), sums, 3)[0]
    array([[0.5, 0. ],
           [1. , 0.5]])
    """
    with working_precision(BITS[0]):
        found = _choices(policy, known, t)
    share = FIRST_WINS[policy.ties]
    if not found.tie.any():
        return found.first, found.second
    return found.first + share * found.tie, found.second + (1.0 - share) * found.tie


def _choices(policy: PhasedIndexPolicy, known: tuple[Known, Known], t: int) -> Choices:
    """What the index decides, beside what the policy settles without one."""
    proved = policy.proved_leads(known[0].record, known[1].record, t)
    (one, rows), (two, columns) = (
        arm.cut(*ends) for arm, ends in zip(known, proved.between, strict=True)
    )
    k, j = one.sums, two.sums

    def leads(row: int, column: int) -> int | None:
        return proved.sign(k[row], j[column])

    found = Choices.of(policy.leads(one.record, two.record, t), leads, rows, columns)
    settled = policy.settled(known[0].record, known[1].record, t)
    if settled is None:
        return found
    signs, asked = zip((-1, 1, 0), found, strict=True), np.isnan(settled)
    return Choices(*((settled == sign) | (asked & decided) for sign, decided in signs))


def _proved_policies() -> dict[str, type[PhasedIndexPolicy]]:
    """The policies of the catalogue whose choices are known for all sums at once, by name."""
    modules = (policy_texts()[name].make.rpartition(".")[0] for name in names_of("regret"))
    kinds = (
        kind
        for module in sorted({module for module in modules if module.startswith("regret.")})
        for kind in vars(import_module(f"banditproof.algorithms.{module}")).values()
        if isinstance(kind, type) and is_proved(kind)
    )
    return {kind.name: kind for kind in kinds}


CHOICES = _proved_policies()
"""The policies whose choices are known for all sums at once; a subclass may choose otherwise."""
