"""The exact privacy of a finite mechanism: a function from data to a law with rational masses.

For each ordered pair of neighbours the largest loss is computed exactly or enclosed, in the unit
of the budget that is claimed: e^eps of a pure one, delta at the claimed eps, the Renyi divergence
at the claimed order, or the concentrated constant. Thesis, Definition 2.3.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeVar
from banditproof.theory import Enclosure
from banditproof.theory.accounting.finite_divergences import (
    hockey_stick_at,
    renyi_of_laws,
    zcdp_of_laws,
)
from banditproof.theory.budgets import ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.enclosure import ZERO
from banditproof.theory.exact import Number, exact
from .exact_laws.privacy_loss import is_at_most_exponential, log_enclosure

Law = Mapping[Any, Fraction]
"""The probability of each outcome; outcomes without mass may be left out."""
Data = TypeVar("Data", bound=Hashable)
Outcome = Literal["holds", "fails", "not refuted"]


@dataclass(frozen=True)
class WorstPair:
    """The pair of neighbours at which a mechanism loses most, and the event that shows it.

    `loss` has the unit of the claim: eps of a `PureDP`, delta of an `ApproxDP` at its eps, the
    divergence of a `RenyiDP` at its order, rho of a `ZCDP`. `left_mass` and `right_mass` are the
    exact probabilities of the event on the two data.
    """

    verdict: Outcome
    claimed: Budget
    loss: Enclosure
    left: Any
    right: Any
    event: tuple[Any, ...]
    left_mass: Fraction
    right_mass: Fraction

    @property
    def witness(self) -> str:
        """The pair, the event and its two probabilities, in one line."""
        shown = ", ".join(map(str, self.event[:4])) + (", ..." if len(self.event) > 4 else "")
        return (
            f"{{{shown}}} has probability {shown_mass(self.left_mass)} on {self.left} and "
            f"{shown_mass(self.right_mass)} on {self.right}"
        )


def shown_mass(mass: Fraction) -> str:
    """A probability as a fraction if that is short, else in six digits."""
    return str(mass) if len(str(mass)) <= 15 else f"{float(mass):.6g}"


AGAIN = 20
"""How many data a mechanism is asked about a second time."""


def checked_law(law: Law, data: Any) -> dict[Any, Fraction]:
    """The exact law without outcomes of mass 0; raises ValueError if it is not a law."""
    if not isinstance(law, Mapping):
        raise ValueError(
            f"On {data} the mechanism gives a {type(law).__name__}; give a dictionary with the "
            "probability of each outcome."
        )
    masses = {outcome: exact(mass) for outcome, mass in law.items() if exact(mass) != 0}
    if any(mass < 0 for mass in masses.values()) or sum(masses.values()) != 1:
        total = f"{float(sum(masses.values(), Fraction(0))):g}"
        rounded = " only up to rounding" if total == "1" else ""
        raise ValueError(
            f"On {data} the mechanism has masses with sum {total}{rounded}; give exact "
            "probabilities (Fractions or decimal strings) that are not negative and sum to 1."
        )
    return masses


def worst_pair(
    law_of: Callable[[Data], Law], pairs: Iterable[tuple[Data, Data]], claimed: Budget
) -> WorstPair:
    """The largest loss over the given pairs of neighbours, each taken in both orders.

    >>> def response(bit):
    ...     return {bit: Fraction(3, 4), 1 - bit: Fraction(1, 4)}
    >>> found = worst_pair(response, [(0, 1)], PureDP(1))
    >>> found.verdict, str(found.loss)[:8]
    ('fails', '1.098612')
    >>> found.witness
    '{0} has probability 3/4 on 0 and 1/4 on 1'
    """
    laws: dict[Data, dict[Any, Fraction]] = {}
    worst: WorstPair | None = None
    for pair in _checked_pairs(pairs):
        for data in pair:
            if data not in laws:
                laws[data] = checked_law(law_of(data), data)
        for left, right in (pair, pair[::-1]):
            result = _loss(laws[left], laws[right], left, right, claimed)
            if worst is None or _rank(result) > _rank(worst):
                worst = result
    if worst is None:
        raise ValueError("There is no pair of neighbours to compare; give at least one.")
    _require_function(law_of, laws)
    return worst


def _checked_pairs(pairs: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """The pairs; a ValueError for what is none."""
    if not isinstance(pairs, Iterable):
        raise ValueError(f"The neighbours are {pairs!r}; give a list of pairs of data.")
    for pair in pairs:
        plain = isinstance(pair, tuple | list) and len(pair) == 2
        if not plain or not all(isinstance(data, Hashable) for data in pair):
            raise ValueError(
                f"Two neighbours are {pair!r}; give a pair of data that can be keys of a "
                "dictionary, such as (0, 1)."
            )
        yield pair[0], pair[1]


def _require_function(
    law_of: Callable[[Any], Law], laws: Mapping[Any, Mapping[Any, Fraction]]
) -> None:
    """Raise a ValueError if the mechanism answers otherwise when it is asked again.

    Then its law depends on more than the data, such as what it was asked before.
    """
    for data in [*laws][::-1][:AGAIN]:
        if checked_law(law_of(data), data) != laws[data]:
            raise ValueError(
                f"On {data} the mechanism has another law when it is asked again; give a function "
                "of the data alone."
            )


def _rank(found: WorstPair) -> tuple[int, Any]:
    return ("holds", "not refuted", "fails").index(found.verdict), found.loss.lo


def _loss(p: Law, q: Law, left: Any, right: Any, claimed: Budget) -> WorstPair:
    outcomes = sorted(p.keys() | q.keys(), key=repr)
    ratios = {x: p[x] / q[x] if x in q else math.inf for x in outcomes if x in p}
    top = max(ratios.values())
    event = tuple(x for x, ratio in ratios.items() if ratio == top)
    masses = [[law.get(x, Fraction(0)) for x in outcomes] for law in (p, q)]
    bound: Number = math.inf
    if isinstance(claimed, PureDP):
        loss = log_enclosure(max(top, Fraction(1)))
    elif isinstance(claimed, ApproxDP) and claimed.eps == math.inf:
        loss = ZERO
    elif isinstance(claimed, ApproxDP):
        loss, bound = hockey_stick_at(masses[0], masses[1], claimed.eps), claimed.delta
        better = tuple(x for x, ratio in ratios.items() if not _is_within(ratio, claimed.eps))
        event = better or event
    elif isinstance(claimed, RenyiDP):
        loss, bound = renyi_of_laws(masses[0], masses[1], claimed.alpha), claimed.eps
    else:
        loss, bound = zcdp_of_laws(masses[0], masses[1]), claimed.rho
    verdict = _compared(loss, bound)
    if isinstance(claimed, PureDP):  # decided for the ratio itself
        verdict = "holds" if _is_within(top, claimed.eps) else "fails"
    of_event = (sum((law.get(x, Fraction(0)) for x in event), Fraction(0)) for law in (p, q))
    return WorstPair(verdict, claimed, loss, left, right, event, *of_event)


def _is_within(ratio: Fraction | float, eps: Number) -> bool:
    return eps == math.inf or is_at_most_exponential(ratio, eps)


def _compared(loss: Enclosure, bound: Number) -> Outcome:
    if bound == math.inf:
        return "holds"
    most = exact(bound)
    return "holds" if loss.hi <= most else "fails" if loss.lo > most else "not refuted"
