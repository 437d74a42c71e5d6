"""Both ends of a price file, recomputed."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from .asked import Asked, ratio
from .lower_end import proved_lower
from .upper_end import proved_upper

TERMS = 80
"""The terms of the series of e^eps."""


@dataclass(frozen=True)
class VerifiedPrice:
    """What a file proves: no policy with the budget costs less than `lower`, its own `upper`."""

    lower: Fraction
    upper: Fraction


def verified_price(facts: dict[str, Any]) -> VerifiedPrice:
    """Check all of a file, and recompute both numbers; raises ValueError for what is not so.

    >>> from banditproof.theory.exact_price import exact_price
    >>> from banditproof.theory.exact_price.price_file import price_facts
    >>> facts = price_facts(exact_price(2, 3, "log(2)"))
    >>> verified_price(facts)
    VerifiedPrice(lower=Fraction(7, 6), upper=Fraction(7, 6))
    >>> facts["upper"]["policy"]["1+"] = [1, 0]
    >>> verified_price(facts)
    Traceback (most recent call last):
    ...
    ValueError: The policy is not private: of the actions 111 on the rewards 11 and 01.
    """
    try:
        asked = Asked(facts["problem"])
        _check_factors(facts["eps"], facts["lower"]["factor"], facts["upper"]["factor"])
        lower, upper = proved_lower(asked, facts["lower"]), proved_upper(asked, facts["upper"])
        ends = {"lower": lower, "upper": upper}
        said = {name: ratio(facts[name]["value"]) for name in ends}
    except (KeyError, TypeError, IndexError, AttributeError, ZeroDivisionError) as error:
        raise ValueError(
            f"The file is not an exact price: {type(error).__name__} at {error}; give a file that "
            "`banditproof exact --out` wrote."
        ) from None
    for name, found in ends.items():
        if said[name] != found:
            raise ValueError(
                f"The file says that the {name} end is {said[name]}, and its numbers prove {found}."
            )
    return VerifiedPrice(lower, upper)


def _check_factors(eps: str | None, above: str | None, below: str | None) -> None:
    """The certificate may use no less than e^eps, and the policy no more."""
    if eps is None:
        if above is not None or below is not None:
            raise ValueError("The file has a factor e^eps, and no eps.")
        return
    if above is None or below is None:
        raise ValueError("The file has an eps, and no factor e^eps.")
    low, high = _exponential(eps)
    if ratio(above) < high or ratio(below) > low:
        raise ValueError(f"The factors {above} and {below} of the file do not enclose e^eps.")


def _exponential(eps: str) -> tuple[Fraction, Fraction]:
    """Two numbers with e^eps between them: the sum of the series, and a bound of its rest.

    >>> _exponential("log(2)"), [float(x) for x in _exponential("1")]
    ((Fraction(2, 1), Fraction(2, 1)), [2.718281828459045, 2.718281828459045])
    """
    word = eps.strip()
    for name in ("log", "ln"):
        if word.startswith(name):
            number = ratio(word.removeprefix(name).strip(" ()"))
            return number, number
    x, term, total = ratio(word), Fraction(1), Fraction(0)
    if not 0 <= x <= TERMS // 4:
        raise ValueError(f"The eps of the file is {eps[:40]}, which is negative or too large.")
    for k in range(1, TERMS):
        total, term = total + term, term * x / k
    return total, total + 2 * term
