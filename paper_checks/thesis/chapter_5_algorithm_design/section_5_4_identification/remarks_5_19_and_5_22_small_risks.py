"""Claims about Remarks 5.19 and 5.22: the thresholds as delta falls to 0."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.stopping import threshold_adap_tt, threshold_adap_tt_star

POWERS = (100, 3000, 100_000)
"""delta = 10^-p."""
SHARES = ((Fraction(1), Fraction(1)), (Fraction(50), Fraction(3)))
"""Samples per log(1/delta): with these all terms of the shape are of one order."""
BUDGETS = (Fraction(1), Fraction(1, 10))
Shape = Callable[[arb, arb, arb, arb], arb]
"""The printed shape, from eps, log(1/delta) and two numbers of samples; sigma = 1/2."""


def plug_in(eps: arb, log: arb, w: arb, v: arb) -> arb:
    """2 L + (1/w + 1/v) L^2/(eps^2 sigma^2)."""
    return 2 * log + (1 / w + 1 / v) * 4 * log**2 / eps**2


def far(eps: arb, log: arb, w: arb, v: arb) -> arb:
    """3 L/sigma^2 + 3 eps (sqrt(w) + sqrt(v)) sqrt(L)/(sqrt(2) sigma)."""
    return 12 * log + 6 * eps / arb(2).sqrt() * (w.sqrt() + v.sqrt()) * log.sqrt()


def near(eps: arb, log: arb, w: arb, v: arb) -> arb:
    """L + (1/w + 1/v) L^2/(2 eps^2 sigma^2) + sqrt(2) (w^-1/2 + v^-1/2) L^1.5/(eps sigma)."""
    mixed = 2 * arb(2).sqrt() / eps * (1 / w.sqrt() + 1 / v.sqrt()) * log ** (arb(3) / 2)
    return log + 2 * (1 / w + 1 / v) * log**2 / eps**2 + mixed


def quotients(level: Callable[..., object], shape: Shape, gap: Fraction | None) -> list[float]:
    """The largest |threshold / shape - 1| over the cases, for each delta."""
    results = []
    for power in POWERS:
        worst = 0.0
        delta = Fraction(1, 10**power)
        for shares, eps in product(SHARES, BUDGETS):
            with working_precision(128):
                log = ball(10).log() * power
                samples = [int(float(log) * share) for share in shares]
                wanted = shape(ball(eps), log, *(ball(n) for n in samples))
                given = () if gap is None else (gap * eps,)
                threshold = certify(level, *given, *samples, 5, eps, delta, digits=12)
                worst = max(worst, abs(float(ball(threshold.lower) / wanted) - 1))
        results.append(worst)
    return results


def require_limit(found: list[float]) -> None:
    """The quotients come to 1."""
    falls = found[0] > found[1] > found[2] and found[2] < 1e-3
    require(falls, "The threshold has another shape.", distances_from_1=found)


@checks("thesis.rem5.19")
@mutant(
    "sharper: 1.9 log(1/delta)", shape=lambda eps, log, w, v: plug_in(eps, log, w, v) - log / 10
)
@mutant("half of the noise", shape=lambda eps, log, w, v: log + plug_in(eps, log, w, v) / 2)
@mutant("without the square", shape=lambda eps, log, w, v: 2 * log)
def shape_of_adap_tt(shape: Shape = plug_in) -> Verdict:
    """Certified quotients at delta = 10^-100 to 10^-100000."""
    result = quotients(threshold_adap_tt, shape, None)
    require_limit(result)
    return points(
        "The quotient of both sides comes to 1; what is left is of the order of "
        f"loglog(1/delta)/log(1/delta): {result[0]:.2g} at 10^-100, {result[2]:.2g} at 10^-100000.",
        covered=f"{len(POWERS) * len(SHARES) * len(BUDGETS)} cases in balls, K = 5, s = 2.",
        numbers={f"distance from 1 at 10^-{p}": d for p, d in zip(POWERS, result, strict=True)},
    )


@checks("thesis.rem5.22")
@mutant("sharper: 2.9 for 3", shapes=(near, lambda eps, log, w, v: far(eps, log, w, v) - 0.4 * log))
@mutant("no mixed term", shapes=(lambda eps, log, w, v: log + plug_in(eps, log, w, v) / 2, far))
@mutant("the cases exchanged", shapes=(far, near))
def shapes_of_adap_tt_star(shapes: tuple[Shape, Shape] = (near, far)) -> Verdict:
    """Certified quotients in both cases at delta = 10^-100 to 10^-100000."""
    results = [
        quotients(threshold_adap_tt_star, shape, gap)
        for shape, gap in zip(shapes, (Fraction(0), Fraction(3)), strict=True)
    ]
    for item in results:
        require_limit(item)
    return points(
        "In both cases the quotient comes to 1: "
        f"{results[0][2]:.2g} and {results[1][2]:.2g} from it at 10^-100000.",
        covered=f"{2 * len(POWERS) * len(SHARES) * len(BUDGETS)} cases in balls, K = 5, s = 2.",
    )
