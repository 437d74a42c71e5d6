"""A search for a real case: numbers for the free quantities at which each assumption holds."""

from __future__ import annotations
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, pairwise
from typing import TYPE_CHECKING
from .assumptions import Assumption, Assumptions, Values

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Interval

QUICK = 400
"""How many numbers are tried where no case is stored."""
THOROUGH = 3_000
"""How many are tried for a case that is stored."""
SEED = 30
FROM_ZERO = tuple(map(Fraction, ("1", "2", "1/2", "1/10", "10", "1/100", "100", "1/1000", "1000")))
SHARES = tuple(map(Fraction, ("1/2", "1/4", "3/4", "1/10", "9/10", "1/100", "99/100", "0", "1")))


def case_of(assumptions: Assumptions, tries: int = THOROUGH) -> Mapping[str, Fraction] | None:
    """Numbers at which all that a proof assumes surely holds; None if none are found."""
    case: dict[str, Fraction] = {}
    for restart in count():
        share = min(tries, max(100, tries // 4))
        search = _Search(assumptions, share, restart)
        if search.complete(case) is None:
            return case
        tries -= share
        if tries <= 0 or not search.left < share:
            return None
        case.clear()
    return None


class _Search:
    """One run through candidates for each free quantity in turn, going back where none will do."""

    def __init__(self, assumptions: Assumptions, tries: int, restart: int) -> None:
        self.assumptions, self.left = assumptions, tries
        self._random = random.Random(SEED + restart)
        self._shuffled = restart > 0
        needs = [(item, assumptions.rests_on(item.names)) for item in assumptions.all]
        self._needs = needs
        # What few assumptions tie comes first, so that the others can fit it.
        ties = {
            n: sum(n in names and len(names) > 1 for _, names in needs) for n in assumptions.free
        }
        self.order = list(assumptions.free)
        if self._shuffled:
            self._random.shuffle(self.order)
        else:
            self.order.sort(key=lambda name: -ties[name])

    def complete(self, case: dict[str, Fraction]) -> frozenset[str] | None:
        """Give numbers to the remaining quantities; None, or the quantities that stand against it.

        A quantity that does not stand against it is passed over on the way back.
        """
        if len(case) == len(self.order):
            return frozenset(self.order) if self.assumptions.fault(case) else None
        name, against = self.order[len(case)], frozenset[str]()
        expected = [
            (item, names) for item, names in self._needs if name in names and names <= {*case, name}
        ]
        for value in self._candidates(name, case, [item for item, _ in expected]):
            if self.left <= 0:
                return frozenset()
            self.left -= 1
            case[name] = value
            at = Values(self.assumptions, case)
            failing = next((names for item, names in expected if not at.holds(item)), None)
            below = self.complete(case) if failing is None else failing
            if below is None:
                return None
            del case[name]
            if name not in below:
                return below
            against |= below - {name}
        return against

    def _candidates(
        self, name: str, case: Mapping[str, Fraction], due: Sequence[Assumption]
    ) -> Iterator[Fraction]:
        whole = name in self.assumptions.wholes
        several = self.assumptions.ranges.get(name, ())
        plain = list(_plain(several))
        roots = [near for item in due for near in self._near(item, name, case, plain)]
        if self._shuffled:
            plain += [
                value * self._random.randint(1, 9) / self._random.randint(1, 9) for value in plain
            ]
            self._random.shuffle(plain)
        seen: set[Fraction] = set()
        for value in (*plain[:4], *roots, *plain[4:]):
            fitting = Fraction(-(-value // 1)) if whole else value
            if fitting not in seen:
                seen.add(fitting)
                yield fitting

    def _near(
        self, item: Assumption, name: str, case: Mapping[str, Fraction], plain: Sequence[Fraction]
    ) -> Iterator[Fraction]:
        """Numbers on both sides of the one at which the sides of a relation would be equal."""
        term, values = item.relation.signed[0], list[tuple[Fraction, float]]()
        for value in plain[:4]:
            height = Values(self.assumptions, {**case, name: value}).middle(term)
            if height is not None:
                values.append((value, height))
        for (a, low), (b, high) in pairwise(values):
            if low == high:
                continue
            root = Fraction(float(a) - low * float(b - a) / (high - low))
            for share in ("1", "9/10", "11/10", "1/2", "2", "1/100", "100"):
                yield (root * Fraction(share)).limit_denominator(10**6)


def _plain(several: Sequence[Interval]) -> Iterator[Fraction]:
    """Numbers in all of some ranges: inside, then at the ends."""
    lows = [where.lo for where in several if where.lo is not None]
    highs = [where.hi for where in several if where.hi is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    if low is not None and high is not None:
        yield from (low + share * (high - low) for share in SHARES)
    elif low is not None:
        yield from (low + step for step in (*FROM_ZERO, Fraction(0)))
    elif high is not None:
        yield from (high - step for step in (*FROM_ZERO, Fraction(0)))
    else:
        yield from (Fraction(1), Fraction(0), Fraction(-1), Fraction(2), Fraction(1, 2))
        yield from (sign * step for step in FROM_ZERO for sign in (1, -1))
