"""The claims about the limit of the likelihood ratio of the mean, and its trade-off."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import below, need, require
from banditproof.theory import Enclosure, certify
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.membership import power
from banditproof.theory.membership.finite_laws import (
    BernoulliColumn,
    Errors,
    FiniteColumn,
    ProductLaw,
)

SIZES = (64, 256)
THRESHOLDS = (Fraction(1, 2), Fraction(1), Fraction(2))
"""Values of e^x at which the law of the score is compared with the limit."""
MEANS = (Fraction(1, 2), Fraction(1, 4))


def averaged_column(rows: int, mu: Fraction) -> FiniteColumn:
    """A column of the target with the sum of the rows there: the average-target game is a product.

    The target is 1 with probability mu in both cases, and the sum is binomial, or the target and
    n - 1 other rows.
    """
    out: list[Fraction] = []
    inside: list[Fraction] = []
    for z, share in ((1, mu), (0, 1 - mu)):
        for masses in BernoulliColumn(rows, mu, z).masses():
            out.append(share * masses.out)
            inside.append(share * masses.present)
    return FiniteColumn(out, inside)


@cache
def game(rows: int, columns: int, mu: Fraction) -> ProductLaw:
    """The exact law of the score in the average-target game."""
    return ProductLaw([(averaged_column(rows, mu), columns)], tolerance="1e-9")


@cache
def tails(rows: int, columns: int, mu: Fraction, factor: Fraction) -> Errors:
    """P(l > log factor) for b = 0 and for b = 1."""
    return game(rows, columns, mu).errors(factor)


Moments = Callable[[Fraction, int], tuple[Fraction, Fraction]]
"""Mean and variance of the limit, from tau and b."""


def printed_moments(tau: Fraction, bit: int) -> tuple[Fraction, Fraction]:
    """-tau/2 for b = 0 and tau/2 for b = 1, and the variance tau."""
    return (tau / 2 if bit else -tau / 2), tau


def normal_tail(mean: Fraction, variance: Fraction, factor: Fraction) -> Enclosure:
    """P(N(mean, variance) > log factor)."""
    return enclose(
        lambda: ((ball(factor).log() - ball(mean)) / (2 * ball(variance)).sqrt()).erfc() / 2, 20
    )


def _gap(first: Enclosure, second: Enclosure) -> Fraction:
    """An upper bound of the distance of two numbers."""
    return max(first.upper - second.lower, second.upper - first.lower)


def largest_gaps(mu: Fraction, tau: Fraction, moments: Moments) -> Iterator[tuple[int, Fraction]]:
    """For each n the largest distance of a tail from that of the limit."""
    for rows in SIZES:
        result = Fraction(0)
        for factor in THRESHOLDS:
            exact = tails(rows, int(tau * rows), mu, factor)
            for bit, tail in enumerate((exact.size, exact.power)):
                result = max(result, _gap(tail, normal_tail(*moments(tau, bit), factor)))
        yield rows, result


@checks("thesis.mia.asym.bernoulli-average")
@mutant("the signs exchanged", moments=lambda tau, bit: printed_moments(tau, 1 - bit))
@mutant("the mean tau", moments=lambda tau, bit: (2 * printed_moments(tau, bit)[0], tau))
@mutant(
    "sharper: half of the variance",
    moments=lambda tau, bit: (printed_moments(tau, bit)[0], tau / 2),
)
@mutant(
    "sharper: 0.98 of the variance",
    moments=lambda tau, bit: (printed_moments(tau, bit)[0], tau * 98 / 100),
)
@mutant(
    "sharper: 0.98 of the mean",
    moments=lambda tau, bit: (printed_moments(tau, bit)[0] * 98 / 100, tau),
)
@mutant("sharper: at distance 1/(5n)", constant=Fraction(1, 5))
def limit_of_the_score(
    moments: Moments = printed_moments, constant: Fraction = Fraction(1, 2), proof: Proof = WRITTEN
) -> Verdict:
    """The exact law of the score at two sizes against the limit."""
    numbers: dict[str, str] = {}
    for mu in MEANS:
        for rows, gap in largest_gaps(mu, Fraction(1), moments):
            case: dict[str, Any] = {"mu": mu, "n": rows, "d": rows}
            near = gap * rows <= constant
            finding = "The law of the score is farther than c/n from the limit."
            require(near, finding, **case, distance=float(gap), c=constant)
            numbers[f"largest distance, mu = {mu}, n = d = {rows}"] = f"{float(gap):.4f}"
    return proof.verdict(numbers=numbers)


Right = Callable[[arb], arb]
"""The right side of the trade-off from d/n."""


@checks("thesis.mia.tradeoff.bernoulli")
@mutant("the ratio without its root", right=lambda ratio: ratio)
@mutant("n/d", right=lambda ratio: (1 / ratio).sqrt())
@mutant("sharper: 1.05 of the root", right=lambda ratio: ratio.sqrt() * arb("1.05"))
def trade_off_of_the_mean(right: Right = arb.sqrt, proof: Proof = WRITTEN) -> Verdict:
    """The trade-off of the limit in balls, and of two sizes of the exact game."""
    for tau in (Fraction(1, 4), Fraction(1), Fraction(4)):
        for alpha in (Fraction(1, 100), Fraction(1, 2)):
            reached = certify(power, alpha, tau, digits=25)
            total = _quantile_sum(Enclosure.of(alpha), reached)
            with working_precision(128):
                finding = "The quantiles sum to something else."
                require(total.overlaps(right(ball(tau))), finding, tau=tau, alpha=alpha, sum=total)
    numbers: dict[str, str] = {}
    for columns, rows in ((64, 64), (256, 256)):
        exact = tails(rows, columns, MEANS[0], Fraction(1))
        result = _quantile_sum(exact.size, exact.power)
        with working_precision(128):
            gap = abs(result - right(ball(Fraction(columns, rows))))
            finding = "The exact game is farther than 1/n from it."
            near = below(gap, 1 / arb(rows))
        require(near, finding, n=rows, d=columns, sum=result)
        numbers[f"sum of quantiles at threshold 0, n = {rows}, d = {columns}"] = result.str(
            5, radius=False
        )
    less, more = (tails(64, d, MEANS[0], Fraction(1)) for d in (64, 128))
    easier = more.power - more.size > less.power - less.size
    need(easier, "Twice as many columns do not make the exact game easier", n=64)
    return proof.verdict(numbers=numbers)


def _quantile_sum(alpha: Enclosure, reached: Enclosure) -> arb:
    """Phi^-1(1 - alpha) + Phi^-1(power), in balls."""
    with working_precision(128):

        def quantile(tail: Enclosure) -> arb:
            """x with P(N(0, 1) > x) = tail."""
            ends = (arb(2).sqrt() * (2 * ball(end)).erfcinv() for end in (tail.lower, tail.upper))
            low, high = ends
            return low.union(high)

        return quantile(alpha) - quantile(reached)
