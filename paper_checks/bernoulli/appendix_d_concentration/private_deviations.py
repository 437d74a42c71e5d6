"""Deviations of a private sum: their exact tails, and bounds compared with them."""

import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple
from banditproof.paper_checks.checking import Sides
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.concentration.binomial_laplace import (
    private_sum_lower_tail,
    private_sum_upper_tail,
)
from banditproof.theory.concentration.laplace_sums import laplace_sum_tail
from banditproof.theory.concentration.private_chernoff import Form, Side, private_chernoff_bound
from banditproof.theory.enclosure import ONE

DIGITS = 12


class Deviation(NamedTuple):
    """The event S >= x (upper side) or S <= x (lower side), S = Bin(n, mu) + m Laplace(1/eps)."""

    x: Fraction
    n: int
    mu: Fraction
    m: int
    eps: Fraction
    side: Side

    def __str__(self) -> str:
        sign = ">=" if self.side == "upper" else "<="
        return f"S {sign} {self.x} for n = {self.n}, mu = {self.mu}, m = {self.m}, eps = {self.eps}"

    def probability(self) -> Enclosure:
        """The exact tail."""
        return _tail(self)

    def bound(self, form: Form, c: Fraction = Fraction(1)) -> Enclosure:
        """One of the Chernoff bounds, at this deviation."""
        return _bound(self, form, c)


# several claims, and each of their mutants, compare bounds with the tails of the same events
@cache
def _tail(event: Deviation) -> Enclosure:
    tail = private_sum_upper_tail if event.side == "upper" else private_sum_lower_tail
    return certify(tail, *event[:5], digits=DIGITS)


@cache
def _bound(event: Deviation, form: Form, c: Fraction) -> Enclosure:
    return certify(
        private_chernoff_bound, *event[:5], form=form, side=event.side, c=c, digits=DIGITS
    )


SumBound = Callable[[Deviation], Enclosure]

UPPER = (
    ("0.999", 1, "0.999", 1, "1000000"),  # a bound of 1 is attained
    ("60", 1, "1/1000", 2, "1/10"),  # the envelope is attained as mu -> 0
    ("400", 400, "1/1000000000", 1, "20"),  # n d = 7840
    ("4000", 1, "1/2", 1, "1"),
    ("40000", 1, "1/2", 100, "1"),  # many noises far out
)
LOWER = (("0.001", 1, "0.001", 100, "1000000"), ("0", 400, "999999999/1000000000", 1, "20"))
EXTREMES = (
    *(Deviation(Fraction(x), n, Fraction(mu), m, Fraction(e), "upper") for x, n, mu, m, e in UPPER),
    *(Deviation(Fraction(x), n, Fraction(mu), m, Fraction(e), "lower") for x, n, mu, m, e in LOWER),
)
"""Deviations at which the bounds are tight, in the prefactor or in the exponent."""


def deviations(count: int, seed: int, ends: bool = False) -> Iterator[Deviation]:
    """Deviations of both sides: fixed corners, then random ones, also beyond [0, n].

    `ends` adds the means 0 and 1.
    """
    means = ["1/1000000000", "1/20", "1/2", "7/10", "999999999/1000000000"]
    means += ["0", "1"] if ends else []
    sizes = ((1, 1, "1"), (1, 1, "16"), (10, 2, "3/100"), (30, 5, "1/2"), (40, 8, "16"))
    shares = (Fraction(0), Fraction(1, 3), Fraction(1), Fraction(4, 3))
    for mu, (n, m, budget), share in product(map(Fraction, means), sizes, shares):
        x = n * mu + share * n * (1 - mu)
        yield Deviation(x, n, mu, m, Fraction(budget), "upper")
        yield Deviation(n - x, n, 1 - mu, m, Fraction(budget), "lower")
    source = random.Random(seed)
    for _ in range(count):
        n, m = source.randint(1, 40), source.randint(1, 8)
        mu = Fraction(source.randint(1, 999), 1000) ** source.choice((1, 1, 4))
        eps = Fraction(source.choice(("1/300", "1/20", "1/4", "1", "4", "16")))
        share = Fraction(source.randint(0, 1200), 1000) ** source.choice((1, 3))
        yield Deviation(n * mu + share * n * (1 - mu), n, mu, m, eps, "upper")
        yield Deviation(n * mu * (1 - share), n, mu, m, eps, "lower")


def as_printed(deviation: Deviation) -> Enclosure:
    """A_eps e^{-n d_eps(x/n, mu)} with the printed prefactor."""
    return deviation.bound("printed")


def printed_prefactor(event: Deviation) -> Enclosure:
    """A_eps of Lemma D.3, term by term; the maximum over y is attained at y = mu."""
    upper = event.side == "upper"
    distance = event.x - event.n * event.mu if upper else event.n * event.mu - event.x
    rarity = certify(kl, 1, event.mu if upper else 1 - event.mu, digits=DIGITS)  # log(1/mu)
    grown = (1 + event.m * event.eps * distance) ** event.m / decay(ONE)
    return distance * grown * rarity + grown + 1


def compared(events: Iterable[Deviation], bounds: dict[str, SumBound]) -> Sides:
    """Require each bound at each event where it speaks; the sharpness is over all of them."""
    sides = Sides()
    for event in events:
        probability = event.probability()
        for name, bound in bounds.items():
            finding = "The bound is below the probability."
            sides.at_most(probability, bound(event), finding, form=name, event=event)
    return sides


def is_tight(sides: Sides) -> bool:
    """Whether some probability is at least 0.998 of its bound."""
    return sides.sharpness is not None and sides.sharpness.ratio >= 0.998


def faster(bound: SumBound, percent: int = 1) -> SumBound:
    """A bound whose exponent n d_eps is some percent larger: false, but nearly true."""
    rest = 1 - Fraction(percent, 100)
    return lambda event: bound(event) * event._replace(m=0).bound("family", rest)


def less(bound: SumBound, share: str) -> SumBound:
    """A share of a bound."""
    return lambda event: bound(event) * Fraction(share)


def of_one_noise(event: Deviation) -> Enclosure:
    """e^{-n d_eps(x/n, mu)}, whatever m is."""
    return event._replace(m=1).bound("single")


def decay(exponent: Enclosure) -> Enclosure:
    """e^-exponent for an enclosure of a number >= 0."""
    if exponent.hi == 0:
        return ONE
    ends = (certify(laplace_sum_tail, 1, end, digits=20) for end in (exponent.hi, exponent.lo))
    low, high = ends
    return Enclosure.of(2 * low.lo, 2 * high.hi)  # the tail of one variable is e^-z / 2
