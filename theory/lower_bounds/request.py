"""The question that all bounds answer, and what of it is computed once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, wraps
from typing import Any, TypeVar
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Privacy
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.instances import Bandit

Asked = TypeVar("Asked")


@dataclass(frozen=True)
class Request:
    """What the bounds are asked for: an instance, the budgets, a horizon, a risk, the digits.

    What is None was not given, and the bounds that need it are left out.
    """

    bandit: Bandit
    eps: Fraction | None = None
    rho: Fraction | None = None
    horizon: Fraction | None = None
    delta: Fraction | None = None
    batch_ratio: Fraction = Fraction(2)
    digits: int = 15
    reliability: tuple[Fraction, ...] | None = None
    """Probabilities with which a policy finds a better arm, for the bounds at the horizon."""
    known: dict[Any, Any] = field(init=False, default_factory=dict, compare=False, repr=False)
    """What was computed of it, as `once` keeps it."""

    @property
    def deep(self) -> int:
        """Digits of the parts of a sum or a product."""
        return self.digits + 2

    @cached_property
    def arms(self) -> int:
        """The number of arms, K."""
        return self.bandit.arms

    @property
    def time(self) -> Fraction:
        """The horizon, which must be given."""
        if self.horizon is None:
            raise ValueError("The horizon is not given; give a horizon >= 2.")
        return self.horizon

    @property
    def risk(self) -> Fraction:
        """The probability of error, which must be given."""
        if self.delta is None:
            raise ValueError("The risk is not given; give a delta in (0, 1).")
        return self.delta

    def budget(self, privacy: Privacy) -> Fraction:
        """The budget of a kind of privacy, which must be given."""
        budget = self.budgets.get(privacy)
        if budget is None:
            raise ValueError(f"The budget of {privacy} privacy is not given; give it.")
        return budget

    @property
    def budgets(self) -> dict[Privacy, Fraction | None]:
        """The kinds of privacy that are asked about, with their budgets; none if no budget is."""
        given = {Privacy.PURE: self.eps, Privacy.ZCDP: self.rho}
        results = {privacy: budget for privacy, budget in given.items() if budget is not None}
        return {**results} or {Privacy.NONE: None}


def once(function: Callable[..., Asked]) -> Callable[..., Asked]:
    """A function of a request that is computed once, however many rows ask for it.

    >>> from banditproof.theory import BernoulliBandit
    >>> half = once(lambda request, number: print("asked") or number / 2)
    >>> request = Request(BernoulliBandit((1, 0)))
    >>> half(request, 4) + half(request, 4)
    asked
    4.0
    """

    @wraps(function)
    def found(request: Request, *more: Any) -> Asked:
        key = (function.__module__, function.__qualname__, *more)
        if key not in request.known:
            request.known[key] = function(request, *more)
        number: Asked = request.known[key]
        return number

    return found


def times(enclosure: Enclosure, factor: Callable[[], arb], digits: int) -> Enclosure:
    """An enclosure multiplied by a positive ball; a wide one stays wide.

    >>> print(times(Enclosure.of(2, 3), lambda: ball(3), 10))
    [6..9]
    """
    if not enclosure.is_finite or enclosure == ZERO:
        return enclosure
    lo, hi = enclosure.lower, enclosure.upper
    # The ends one by one: together they need not agree in the asked number of digits.
    low = enclose(lambda: ball(lo) * factor(), digits)
    high = low if lo == hi else enclose(lambda: ball(hi) * factor(), digits)
    return Enclosure(low.lo, high.hi)
