"""The question that all bounds answer, and how a theorem becomes a bound of it."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.bound_words import Privacy, Quantity, Side, Status
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.instances import Bandit
from .bound import Bound, Factor, Hypothesis


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
    def budgets(self) -> dict[Privacy, Fraction | None]:
        """The kinds of privacy that are asked about, with their budgets; none if no budget is."""
        given = {Privacy.PURE: self.eps, Privacy.ZCDP: self.rho}
        results = {privacy: budget for privacy, budget in given.items() if budget is not None}
        return {**results} or {Privacy.NONE: None}

    def stated(
        self,
        name: str,
        claim: str,
        side: Side,
        quantity: Quantity,
        value: Callable[[], Enclosure],
        *,
        hypotheses: tuple[Hypothesis, ...] = (),
        note: str = "",
        privacy: Privacy = Privacy.NONE,
        status: Status = Status.PRINTED,
        regime: Callable[[Enclosure], str | None] | None = None,
        over: str | None = None,
        factors: Callable[[], tuple[Factor, ...]] | None = None,
    ) -> Bound:
        """The bound, with its number only if all of its hypotheses are satisfied."""
        failed = [text for text, satisfied in hypotheses if not satisfied]
        number = None if failed else value()
        if failed:
            note = f"Does not apply; it needs: {'; '.join(failed)}."
        return Bound(
            name,
            claim,
            side,
            quantity,
            number,
            not failed,
            note,
            privacy,
            status,
            regime(number) if regime and number is not None else None,
            hypotheses,
            over,
            factors() if factors and number is not None else (),
        )


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


def beside_free(number: Enclosure, free: Enclosure) -> str:
    """Where a private bound is, beside the largest one without privacy of the same quantity.

    >>> beside_free(Enclosure.of(1), Enclosure.of(2))
    'below the best bound for every policy'
    """
    if number.lo > free.hi:
        return "above every lower bound without privacy that is known here"
    if number.hi < free.lo:
        return "below the best bound for every policy"
    return "equal to the best bound for every policy, to the computed digits"


def side_of(name: str, budget: Fraction, border: Enclosure) -> str:
    """Where a budget is, beside the border below which the bound with privacy is the larger one."""
    if budget < border.lo:
        return f"{name} is below: the bound with privacy is the larger one"
    return f"{name} is not below: the bound without privacy is as large"
