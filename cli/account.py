"""`banditproof account`: the privacy of many releases together, certified."""

from __future__ import annotations
import time
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING
from . import arguments
from .output import print_json, print_table, print_text

if TYPE_CHECKING:
    from banditproof.theory.accounting import Term


def command(
    expression: str,
    delta: str | None = None,
    epsilon: str | None = None,
    width: str | None = None,
    json: arguments.AsJson = False,
) -> None:
    """Compose privacy losses exactly: eps for a delta, or delta for an eps.

    EXPR is a sum such as `100*laplace(0.1) + 3*gaussian(10)`. All numbers are exact decimals or
    ratios (1/3), and each release is read at sensitivity 1:

    - `laplace(eps)`: Laplace noise of scale 1/eps, each release eps-DP; or `laplace(scale=b)`

    - `gaussian(sigma)`: normal noise; or `gaussian(mu=1/sigma)`, `gaussian(rho=mu^2/2)`, its zCDP

    - `rr(eps)`, `pure(eps)`: randomised response, the worst of all eps-DP releases

    - `discrete_laplace(eps)`: integer noise of ratio e^-eps; `sensitivity=s` if it is not 1

    - `discrete_gaussian(sigma)`: integer noise; `sensitivity=s` if it is not 1

    The number in `laplace(0.5)` is an eps: its noise has scale 2. An audit prints the noise by its
    scale, Laplace(2), which is `laplace(scale=2)` here; each line of the answer says both.

    Scales, sizes and counts are from 1e-50 to 1e50. A scale of 0 is no noise: its loss would be
    infinite, and it is refused. A release that reads no data, as `rr(0)`, is said to lose nothing.

    The least eps and delta are enclosed: both ends are proved. If a width cannot be reached
    quickly the ends lie farther apart, and a line says so.

    Example: `banditproof account "100*laplace(0.1) + 3*gaussian(10)" --delta 1e-12`
    """
    from banditproof.theory import Enclosure
    from banditproof.theory.accounting import (
        DEFAULT_WIDTH,
        Composition,
        composed_delta,
        composed_epsilon,
        parse_terms,
    )
    from .results import AccountFacts

    if (delta is None) == (epsilon is None):
        raise ValueError("Give exactly one of --delta and --eps; the other one is computed.")
    if width is not None and epsilon is not None:
        raise ValueError("--width is that of the eps which is found; leave out --width or --eps.")
    terms = parse_terms(expression)
    composition = Composition(tuple((term.count, term.law) for term in terms))
    asked = None if width is None else arguments.positive("width", width)
    start = time.perf_counter()
    if delta is not None:
        given = arguments.positive("delta", delta)
        if given > 1:
            raise ValueError(f"delta is {delta}; give a number in (0, 1].")
        result, point = composed_epsilon(composition, given, asked), Enclosure.of(given)
        eps_delta = {"epsilon": result, "delta": point}
        wide = result.width > (asked or DEFAULT_WIDTH * result.min(1).upper)
    else:
        eps = arguments.number("epsilon", str(epsilon))
        if eps < 0:
            raise ValueError(f"epsilon is {epsilon}; give a number >= 0.")
        result, point = composed_delta(composition, eps), Enclosure.of(eps)
        eps_delta = {"epsilon": point, "delta": result}
        wide = result.digits < 12 and result.width > Fraction(1, 10**300)
    seconds = time.perf_counter() - start
    facts = AccountFacts(
        epsilon=eps_delta["epsilon"],
        delta=eps_delta["delta"],
        seconds=round(seconds, 6),
        releases=readings(terms),
    )
    if json:
        print_json(facts)
        return
    rows = [
        (name, value.decimal_lo(15), value.decimal_hi(15), "" if value is result else "given")
        for name, value in eps_delta.items()
    ]
    print_table(("quantity", "at least", "at most", "note"), rows)
    print()
    for line in facts.releases:
        print_text(line)
    if wide:
        print_text(
            f"The ends are {float(result.width):.2g} apart: nothing narrower was found fast."
        )
    print_text(f"Computed in {seconds:.3g} s.")


def readings(terms: Sequence[Term]) -> tuple[str, ...]:
    """How each kind of release was read, in one line each; what loses nothing is said to.

    >>> from banditproof.theory.accounting import parse_terms
    >>> readings(parse_terms("2*laplace(0.1) + 3*laplace(0.1)"))
    ('5 x Laplace noise, laplace(eps=0.1), scale 10 for sensitivity 1: each release 0.1-DP',)
    >>> readings(parse_terms("2*rr(0)"))
    ('2 x rr(0): no loss',)
    """
    from banditproof.theory.accounting import Composition

    parts = Composition(tuple((term.count, term.law) for term in terms)).parts
    without = [term for term in terms if term.count == 0 or term.law.is_zero]
    return (
        *(f"{count} x {law.reading}" for count, law in parts),
        *(f"{term.count} x {term.text}: no loss" for term in without),
    )
