"""Claims about the private empirical mean: the parts of Example 2.15, as printed and repaired."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.along import Along, prover_shows
from banditproof.paper_checks.verdicts.vocabulary import at_most, require, showing
from banditproof.theory.balls import ball, working_precision
from .definition_2_12_sensitivity import over_datasets
from .gaussian_profile import gaussian_delta

Scale = Callable[[int, int, Fraction], Fraction]
"""The scale of the Laplace noise from k, n and eps."""
Error = Callable[[int, int, Fraction, arb], arb]
"""The claimed order of E||noise||_2 from k, n, eps (or rho) and log(1/delta)."""
Ends = tuple[arb, arb]
"""Between which multiples of its order E||noise||_2 lies."""


def printed_scale(k: int, n: int, eps: Fraction) -> Fraction:
    """k / eps."""
    return k / eps


def right_scale(k: int, n: int, eps: Fraction) -> Fraction:
    """k / (eps n) = s_1 / eps."""
    return k / (eps * n)


def laplace_error(k: int, n: int, eps: Fraction, log_delta: arb) -> arb:
    """k^(3/2) / (eps n)."""
    return arb(k) ** arb("1.5") / ball(eps * n)


def printed_gaussian_error(k: int, n: int, eps: Fraction, log_delta: arb) -> arb:
    """k / (eps n) log(1/delta)."""
    return k / ball(eps * n) * log_delta


def right_gaussian_error(k: int, n: int, eps: Fraction, log_delta: arb) -> arb:
    """k / (eps n) sqrt(2 log(1.25/delta))."""
    return k / ball(eps * n) * (2 * (log_delta + arb("1.25").log())).sqrt()


def concentrated_error(k: int, n: int, rho: Fraction, log_delta: arb) -> arb:
    """k / (n sqrt(rho))."""
    return k / (n * ball(rho).sqrt())


def laplace_norm(k: int, scale: Fraction) -> tuple[arb, arb]:
    """Bounds of E||Y||_2 for k Laplace variables, exact for k = 1.

    The norm is convex, so it is at least the norm of (E|Y_1|, ..., E|Y_k|), sqrt(k) scale; it is
    at most the root of m = E||Y||_2^2 = 2k scale^2. And sqrt(1 + u) >= 1 + u/2 - u^2/2 gives at
    least sqrt(m) (1 - Var(||Y||_2^2)/(2 m^2)) = sqrt(m) (1 - 5/(2k)).
    """
    most = arb(2 * k).sqrt()
    least = arb.max(arb(k).sqrt(), most * (1 - ball(Fraction(5, 2 * k))))
    return least * ball(scale), (most if k > 1 else arb(1)) * ball(scale)


def gaussian_norm(k: int, variance: arb) -> arb:
    """E||Z||_2 = sqrt(2 variance) Gamma((k+1)/2) / Gamma(k/2), exact."""
    half = ball(Fraction(k, 2))
    return (2 * variance).sqrt() * (half + arb("0.5")).gamma() / half.gamma()


SIZES = tuple(product((1, 2, 10, 1000, 10**6), (1, 100, 10**6)))
DELTAS = (1, 6, 30, 200, 5000)
"""delta = 10^-p."""
ROUNDED = 1 + Fraction(1, 2**150)


def below_every_multiple() -> Along:
    """E||Z||_2 is at most the root of E||Z||_2^2, k/(eps n) sqrt(2 log(1.25/delta))."""
    return prover_shows(
        "sqrt(2*(L + log(5/4))) <= 2/sqrt(L)*L",
        "L in [1, inf)",
        "the error, at most k/(eps n) sqrt(2 log(1.25/delta)), is at most 2/sqrt(L) times the "
        "printed order k L/(eps n), L = log(1/delta): no constant below it serves for all delta",
    )


def above_every_multiple() -> Along:
    """E||Y||_2 is at least the norm of (E|Y_1|, ..., E|Y_k|), sqrt(k) k/eps."""
    return prover_shows(
        "n*(k**(3/2)/(e*n)) <= sqrt(k)*k/e",
        "k, n in [1, inf), e in (0, inf)",
        "the error with the printed noise is at least n times the printed order, e = eps",
    )


LOW, HIGH = "The error is below its order.", "The error is above its order."


def _compare(
    sides: Sides,
    least: arb,
    most: arb,
    order: arb,
    ends: Ends,
    repairable: bool,
    along: Mapping[str, Callable[[], Along]] = MappingProxyType({}),
    /,
    **case: Any,
) -> None:
    """lowest * order <= E||noise||_2 <= largest * order, given two bounds of the middle."""
    compare = sides.at_most_or_repair if repairable else sides.at_most
    for left, right, finding, error in (
        (ends[0] * order, least * ball(ROUNDED), LOW, least),
        (most, ends[1] * order * ball(ROUNDED), HIGH, most),
        (least, ends[1] * order * ball(ROUNDED), HIGH, least),
    ):
        with showing(along.get(finding)):
            compare(left, right, finding, **case, error=error, order=order)


BELOW, ABOVE = {LOW: below_every_multiple}, {HIGH: above_every_multiple}
SMALL = ((1, 1), (2, 1), (1, 3), (2, 3), (3, 2))


@checks("thesis.ex2.15.sensitivities")
@mutant("sharper: s_1 = 0.99 k/n", s_1=lambda k, n: Fraction(99 * k, 100 * n))
@mutant("the root of n too", s_2_squared=lambda k, n: Fraction(k, n))
def sensitivities_of_the_mean(
    s_1: Callable[[int, int], Fraction] = lambda k, n: Fraction(k, n),
    s_2_squared: Callable[[int, int], Fraction] = lambda k, n: Fraction(k, n * n),
    proof: Proof = WRITTEN,
) -> Verdict:
    """One exchanged record symbolically; enumeration of all neighbouring datasets."""
    for k, n in SMALL:
        result, finding = over_datasets(k, n), "The sensitivities are other numbers."
        right = result == (s_1(k, n), s_2_squared(k, n))
        require(right, finding, k=k, n=n, s_1=result[0], s_2_squared=result[1])
    return proof.verdict()


@checks("thesis.ex2.15.laplace", subjects={"scale": (printed_scale, right_scale)})
@mutant(
    "sharper: k^1.49 for k^(3/2)",
    order=lambda k, n, eps, log: laplace_error(k, n, eps, log) / arb(k) ** arb("0.01"),
)
@mutant("sharper: 0.99 sqrt 2 for sqrt 2", largest=Fraction(99, 100))
@mutant("sharper: 1.01 for 1", lowest=Fraction(101, 100))
@mutant("noise eps/n of what is needed", scale=lambda k, n, eps: Fraction(1, n) / eps)
def laplace_noise(
    scale: Scale,
    order: Error = laplace_error,
    lowest: Fraction = Fraction(1),
    largest: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The loss at the enumerated sensitivities, and two bounds of the expected norm."""
    sides = Sides()
    for (k, n), eps in product(SMALL, (Fraction(1, 10), Fraction(1))):
        private = over_datasets(k, n)[0] <= eps * scale(k, n, eps)
        require(private, "The release spends more than eps.", k=k, n=n, eps=eps)
    with working_precision(192):
        for k, n in SIZES:
            bounds = laplace_norm(k, scale(k, n, Fraction(1)))
            ends = (ball(lowest), ball(largest) * arb(2).sqrt())
            claimed = order(k, n, Fraction(1), arb(0))
            _compare(sides, *bounds, claimed, ends, True, ABOVE, k=k, n=n, eps=1)
    return proof.verdict(sharpness=sides.sharpness)


@checks(
    "thesis.ex2.15.gaussian", subjects={"order": (printed_gaussian_error, right_gaussian_error)}
)
@mutant("sharper: 0.99 for 1", largest=Fraction(99, 100))
@mutant("sharper: 1.01 sqrt(2/pi)", lowest=Fraction(101, 100))
@mutant(
    "sharper: log^0.49",
    order=lambda k, n, eps, log: right_gaussian_error(k, n, eps, log) / log ** arb("0.01"),
)
def gaussian_noise(
    order: Error,
    lowest: Fraction = Fraction(1),
    largest: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The exact delta at eps <= 3.78, and the exact expected norm at small delta."""
    sides = Sides()
    with working_precision(192):
        budgets = (Fraction(1, 10), Fraction(1), Fraction("3.78"))
        for (k, n), eps, digits in product(SMALL, budgets, DELTAS[:3]):
            delta = ball(Fraction(1, 10**digits))
            variance = 2 * k / ball(eps * n) ** 2 * (arb("1.25") / delta).log()
            spent = gaussian_delta(ball(eps), (ball(over_datasets(k, n)[1]) / variance).sqrt())
            require(at_most(spent, delta), "The release spends more.", k=k, n=n, eps=eps)
        ends = (ball(lowest) * (2 / arb.pi()).sqrt(), ball(largest))
        for (k, n), digits in product(SIZES, DELTAS):
            log_delta = digits * arb(10).log()
            exact = gaussian_norm(k, 2 * k * (log_delta + arb("1.25").log()) / n**2)
            claimed = order(k, n, Fraction(1), log_delta)
            case: dict[str, Any] = {"k": k, "n": n, "eps": 1, "delta": f"1e-{digits}"}
            _compare(sides, exact, exact, claimed, ends, False, BELOW, **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.ex2.15.zcdp")
@mutant("the root of k", order=lambda k, n, rho, log: concentrated_error(1, n, rho, log))
@mutant("sharper: 0.99/sqrt 2", largest=Fraction(99, 100))
@mutant("sharper: 1.01/sqrt pi", lowest=Fraction(101, 100))
def concentrated_noise(
    order: Error = concentrated_error,
    lowest: Fraction = Fraction(1),
    largest: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """rho from the enumerated sensitivity, exact, and the exact expected norm."""
    sides = Sides()
    rhos = (Fraction(1, 100), Fraction(1), Fraction(50))
    for (k, n), rho in product(SMALL, rhos):
        loss = over_datasets(k, n)[1] / (2 * Fraction(k) / (2 * rho * n * n))
        require(loss == rho, "The release has another rho.", k=k, n=n, rho=rho, found=loss)
    with working_precision(192):
        ends = (ball(lowest) / arb.pi().sqrt(), ball(largest) / arb(2).sqrt())
        for (k, n), rho in product(SIZES, rhos):
            exact = gaussian_norm(k, ball(k / (2 * rho * n * n)))
            claimed = order(k, n, rho, arb(0))
            _compare(sides, exact, exact, claimed, ends, False, k=k, n=n, rho=rho)
    return proof.verdict(sharpness=sides.sharpness)
