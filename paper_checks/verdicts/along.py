"""What a check shows of all constants, or along a limit, where a statement is about these.

"There are universal constants", "O(.)", "asymptotically" and "in the limit" are not refuted at one
horizon and with one constant: a larger constant, or a longer horizon, may save the statement. Nor
do finitely many horizons show that it holds. The text of a claim says by `asymptotic` what its
statement leaves to be chosen or lets grow, and a verdict that is `proved` then says by an `Along`
what was shown for every value of it:

- `prover_shows`: an inequality on a range without end, by the prover;
- `for_every_number`: a property of all n, by the states that a recursion reaches;
- `along_by_algebra`: an identity or a limit in symbols, or of an exact law;
- `no_multiple_helps`: the bound itself is 0 or less, and so is every positive multiple of it;
- `steps_show`: the steps of a claim, which people read in part, so that the verdict is `outlined`.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from banditproof.verify.evidence import Grade

if TYPE_CHECKING:
    from banditproof.theory.prover.kernel.goals import Interval

State = TypeVar("State", bound=Hashable)
PROVER = "the prover"
STATES = "all states that a recursion reaches, exactly"
ALGEBRA = "exact algebra"
SIGN = "the sign of the bound"
MOST_STATES = 1000
SECONDS = 300.0
"""How long an inequality is searched for: by the clock, so that a verdict must not need a quiet
machine. The 25 searches of the fast checks take less than two seconds of processor time each."""


class NotShown(Exception):
    """What was to be shown for every value is not; the message says what is missing."""


@dataclass(frozen=True)
class Along:
    """What is shown for every constant, or for every value of what grows, and by what.

    >>> print(Along("d >= 100", "the regret is more than d^(5/16)/20 times the bound", PROVER))
    For every d >= 100 the regret is more than d^(5/16)/20 times the bound, by the prover.
    """

    every: str
    shown: str
    by: str
    claim: str = ""
    """The claim whose steps show it; empty if a machine alone does."""

    @property
    def grade(self) -> Grade:
        """The best grade of a verdict that stands on it."""
        return Grade.OUTLINED if self.claim else Grade.PROVED

    def __str__(self) -> str:
        return f"For every {self.every} {self.shown}, by {self.by}."


def prover_shows(
    statement: str, where: str, shown: str = "", *, also: tuple[tuple[str, str], ...] = ()
) -> Along:
    """An inequality on a range without end, or up to an end that does not belong to it.

    `also` has more inequalities, each with its range, from which it follows what is `shown`.

    >>> print(prover_shows("x >= x**(1/2)", "x in [1, inf)", "x is at least its root"))
    For every x in [1, inf) x is at least its root, by the prover.
    >>> prover_shows("x >= 1", "x in [1, 10**6]")
    Traceback (most recent call last):
      ...
    ValueError: No quantity of 'x >= 1' has a range without end in 'x in [1, 10**6]'; give one \
that runs to infinity, or to an end that does not belong to it.
    """
    from banditproof.theory.prover import Statement, prove

    asked = Statement.of(statement, where)
    about = set[str]().union(*(side.variables for side in asked.sides))
    if not any(name in about and _without_end(there) for name, there in asked.domain.region):
        raise ValueError(
            f"No quantity of {statement!r} has a range without end in {where!r}; give one that "
            "runs to infinity, or to an end that does not belong to it."
        )
    for each, ranges in ((statement, where), *also):
        found = prove(Statement.of(each, ranges), SECONDS)
        if found.result != "proved":
            raise NotShown(f"The prover does not show {each} for {ranges}: {found.result}.")
    return Along(where, shown or f"it is {statement}", PROVER)


def _without_end(where: "Interval") -> bool:
    """Whether an interval runs to infinity, or to an end that does not belong to it."""
    return where.lo is None or where.hi is None or where.lo_open or where.hi_open


def for_every_number(
    start: State, following: Callable[[State], State], holds: Callable[[State], bool], shown: str
) -> Along:
    """A property of all n, shown in each state that a recursion from n to n + 1 can reach.

    The states are finitely many, so that one of them returns, and from there on all of them do.

    >>> print(for_every_number(1, lambda last: last * 7 % 10, lambda last: last % 2 == 1,
    ...                        "the last digit of 7^n is odd"))
    For every n the last digit of 7^n is odd, by all states that a recursion reaches, exactly.
    """
    seen: set[State] = set()
    state = start
    while state not in seen:
        _require_exact(state)
        if not holds(state):
            raise NotShown(f"It is not so in the state {state}, which some n has.")
        if len(seen) >= MOST_STATES:
            raise NotShown(f"The recursion reaches more than {MOST_STATES} states.")
        seen.add(state)
        state = following(state)
    return Along("n", shown, STATES)


def _require_exact(state: object) -> None:
    """Refuse floats, which return to a value by rounding where the exact state does not."""
    if isinstance(state, tuple):
        for part in state:
            _require_exact(part)
    elif isinstance(state, float):
        raise ValueError(f"The state {state!r} is a float; give an integer or a Fraction.")


def no_multiple_helps(bound: Any, shown: str) -> Along:
    """The bound of a case is 0 or less, so that no positive constant before it is large enough.

    >>> print(no_multiple_helps(0, "the bound is 0, and the regret is 1/2"))
    For every positive constant the bound is 0, and the regret is 1/2, by the sign of the bound.
    """
    if not bound <= 0:
        raise NotShown(f"The bound is {bound}, and a multiple of it may be large enough.")
    return Along("positive constant", shown, SIGN)


def steps_show(claim: str, every: str, shown: str, then: Along | None = None) -> Along:
    """What the steps of the proof of another claim show; the verdict is then `outlined`.

    `then` is what a machine shows besides, from which it follows.
    """
    if then is not None and then.claim:
        raise ValueError(
            f"It stands on the steps of {claim} and of {then.claim}; give a claim that states both."
        )
    by = f"the steps of {claim}" + (f", and {then.by}" if then is not None else "")
    return Along(every, shown, by, claim)
