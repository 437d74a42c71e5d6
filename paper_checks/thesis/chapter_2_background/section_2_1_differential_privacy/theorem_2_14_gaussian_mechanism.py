"""Claims about Gaussian noise: Theorem 2.14, the range of eps it needs, and where it ends."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import (
    at_most,
    need,
    needs_repair,
    points,
    require,
    witness_of,
)
from banditproof.theory.accounting import Composition, GaussianLoss, composed_delta
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure

from .certified_crossing import crossing
from .gaussian_profile import gaussian_delta, normal_tail

Variance = Callable[[arb, arb], arb]
"""b as a function of eps and delta, for sensitivity 1."""


def printed_variance(eps: arb, delta: arb) -> arb:
    """b = (2 / eps^2) log(1.25 / delta)."""
    return 2 / eps**2 * (ball(Fraction(5, 4)) / delta).log()


def delta_spent(eps: arb, variance: arb) -> arb:
    """The exact delta at eps of one release of sensitivity 1 with Gaussian noise."""
    return gaussian_delta(eps, 1 / variance.sqrt())


def _far_enough(eps: arb, delta: arb) -> arb:
    """The least variance by bisection of the exact curve: no eps is too large for it."""
    found = crossing(lambda b: delta - delta_spent(eps, ball(b)), Fraction(1, 2**20), 2**12, 60)
    return ball(found.upper)


def end_of_range(delta: Fraction) -> Enclosure:
    """The eps where the printed variance stops to be enough, for one delta.

    With eps = c mu and c = sqrt(2 log(1.25/delta)) the exact delta increases in eps (see the
    repaired claim), so there is one crossing, and two points around it enclose it.
    """
    target = ball(delta)

    def excess(eps: Fraction) -> arb:
        return delta_spent(ball(eps), printed_variance(ball(eps), target)) - target

    return crossing(excess, Fraction(1, 16), 64, 34)


RHOS = tuple(map(Fraction, ("1/100", "1/2", "3")))
ORDERS = tuple(map(Fraction, ("1.01", "2", "7.5")))


def _require_concentrated(factor: Fraction) -> None:
    """D_alpha of N(1, b) and N(0, b), b = factor / rho, by completing the square and by a sum.

    alpha (y - 1)^2 + (1 - alpha) y^2 = (y - alpha)^2 + alpha (1 - alpha), so the integral of
    p^alpha q^(1 - alpha) is exp(alpha (alpha - 1) / (2b)). The trapezoid rule of step sqrt(b)/8
    confirms it: its error for a Gaussian is below 2 exp(-2 pi^2 64) of the value.
    """
    for rho, order in product(RHOS, ORDERS):
        b, a = ball(factor / rho), ball(order)
        closed = order * rho / (2 * factor)
        step, total = b.sqrt() / 8, arb(0)
        for i in range(-160, 161):
            y = a + i * step
            total += (-(a * (y - 1) ** 2 + (1 - a) * y**2) / (2 * b)).exp()
        summed = (total * step / (2 * arb.pi() * b).sqrt()).log() / (a - 1)
        case: dict[str, Any] = {"b": factor / rho, "alpha": order, "D_alpha": closed}
        near = abs(summed - ball(closed)) < arb("1e-30") * (1 + ball(closed))
        require(near, "The sum gives another divergence.", sum=summed, **case)
        require(closed <= rho * order, "D_alpha is more than rho alpha.", rho=rho, **case)


LARGE = (("10", "1e-5"), ("7", "1e-2"), ("5", "1/2"), ("10", "1e-7"), ("4", "9/10"))
SMALL = tuple(product(("1/10", "1/2", "1"), ("9/10", "1e-2", "1e-5")))


def _too_large(variance: Variance) -> list[str]:
    """The points of large eps where the exact delta is too large, by two formulas."""
    faults = []
    for eps, delta in (map(Fraction, point) for point in LARGE):
        b = variance(ball(eps), ball(delta))
        found = delta_spent(ball(eps), b)
        if found > ball(delta):
            # a variance rounded up, so that its delta is smaller, through the library's curve
            rounded = Enclosure.of(b).upper.limit_denominator(10**12) + Fraction(1, 10**9)
            again = composed_delta(Composition(((1, GaussianLoss(1 / rounded)),)), eps)
            need(again > delta, "Two formulas disagree", eps=eps, delta=delta)
            case = witness_of({"eps": eps, "delta": float(delta), "sensitivity": 1, "b": b})
            gap = found.str(8, radius=False)
            faults.append(f"{case}: on {{y > b eps + 1/2}} N(1, b) - e^eps N(0, b) = {gap}.")
        else:
            need(at_most(found, ball(delta)), "A delta is not decided", eps=eps, delta=delta)
    return faults


STATEMENT = (
    r"$f+Z$ with $Z\sim\mathcal N(0,b\,s_2(f)^2I)$ is $(\epsilon,\delta)$-DP for $b=\frac2"
    r"{\epsilon^2}\log\frac{1.25}\delta$"
)
CONCENTRATED = r", and $\rho$-zCDP for $b=\frac1{2\rho}$."


@claim(
    "thesis.thm2.14",
    STATEMENT + CONCENTRATED,
    recorded="holds-with-repair",
    repaired_by="thesis.thm2.14.repaired",
    doubts=("D11", "D19"),
    mutants={
        "the least sufficient variance": {"variance": _far_enough},
        "no square of eps": {"variance": lambda eps, delta: eps * printed_variance(eps, delta)},
        "half of the variance": {"variance": lambda eps, delta: printed_variance(eps, delta) / 2},
        "b = 1/(4 rho)": {"factor": Fraction(1, 4)},
    },
)
def gaussian_mechanism(
    variance: Variance = printed_variance, factor: Fraction = Fraction(1, 2)
) -> Verdict:
    """The exact delta at large eps, by two routes, and the eps where the violation starts."""
    with working_precision(192):
        for eps, delta in (
            map(Fraction, point) for point in SMALL
        ):  # no range of eps repairs what fails here
            spent = delta_spent(ball(eps), variance(ball(eps), ball(delta)))
            enough = at_most(spent, ball(delta))
            require(enough, "Too little noise at small eps.", eps=eps, delta=delta, spent=spent)
        _require_concentrated(factor)
        faults = _too_large(variance)
        if not faults:
            return points("No violation.", covered="Five points.", not_covered="Others.")
        deltas = ("9/10", "1/2", "1/100", "1/1000", "1/100000", "1/100000000")
        crossings = {f"largest eps, delta = {d}": end_of_range(Fraction(d)) for d in deltas}
    return needs_repair(
        "The theorem names no range of eps, and b is too small for large ones, from eps = "
        f"{float(crossings['largest eps, delta = 1/100000']):.4f} on at delta = 1e-5; in (0, 1], "
        "where the source thinks of eps (said after Proposition 2.6), it is true for every delta, "
        "and the zCDP part is an identity (I_d must be I_k, f acts on X^n, and delta < 1).",
        faults[0],
        numbers={"points too large, of 5": len(faults), **crossings},
        covered="Five points by two formulas, and the crossing at six values of delta; nine points "
        "with eps <= 1, where nothing fails; the zCDP part at three values of rho and of alpha.",
        not_covered="All eps up to 3.78: thesis.thm2.14.repaired.",
    )


def _derivative_is_a_mills_ratio() -> bool:
    """d/d eps of the exact delta at fixed c is e^eps (phi(v)/c - Pr[N > v]), symbolically.

    v = c + eps/(2c) >= c, and Pr[N > v] < phi(v)/v, so it is positive.
    """
    import sympy as sp

    eps, c = sp.symbols("eps c", positive=True)

    def tail(x: sp.Expr) -> sp.Expr:
        return sp.erfc(x / sp.sqrt(2)) / 2

    v = c + eps / (2 * c)
    delta = tail(c - eps / (2 * c)) - sp.exp(eps) * tail(v)
    density = sp.exp(-(v**2) / 2) / sp.sqrt(2 * sp.pi)
    gap = sp.diff(delta, eps) - sp.exp(eps) * (density / c - tail(v))
    return bool(sp.simplify(sp.expand(gap * sp.exp((v**2) / 2 - eps))) == 0)


def _strips(limit: Fraction, constant: Fraction) -> tuple[int, Fraction | None]:
    """Cover all c above sqrt(2 log constant) by strips on which delta(limit, c) is certified.

    On a strip [a, b] the exact delta is at most Pr[N > a - eps/(2a)] - e^eps Pr[N > v], v the
    larger of its two end values, because c + eps/(2c) is convex; the promise is at least
    constant e^(-b^2/2). Beyond the last strip Pr[N > u] < phi(u)/u, u = c - eps/(2c), decides,
    since phi(u) <= phi(c) e^(eps/2). Returns the number of strips and a c where it fails.
    """
    eps, factor = ball(limit), ball(constant)
    last = Fraction(1)
    while True:
        u = ball(last) - eps / (2 * ball(last))
        if u > 0 and (eps / 2).exp() / ((2 * arb.pi()).sqrt() * u) <= factor:
            break
        last += Fraction(1, 4)
    start = (2 * factor.log()).sqrt()
    a = Fraction(float(start.lower())) * (1 - Fraction(1, 2**40))
    strips, width = 0, Fraction(1, 16)
    while a < last:
        b = a + width
        ends = arb.max(ball(a) + eps / (2 * ball(a)), ball(b) + eps / (2 * ball(b)))
        most = normal_tail(ball(a) - eps / (2 * ball(a))) - eps.exp() * normal_tail(ends)
        if most <= factor * (-(ball(b) ** 2) / 2).exp():
            a, strips, width = b, strips + 1, min(2 * width, Fraction(1, 16))
        else:
            width /= 2
            if width < Fraction(1, 2**22):
                return strips, a
    return strips, None


def _require_confidence(limit: Fraction, constant: Fraction) -> None:
    """That the strips are about the printed variance: b = (c / eps)^2 at c = sqrt(2 log(..))."""
    for delta in map(Fraction, ("9/10", "1/3", "1/10000")):
        eps, c = ball(limit), (2 * ball(constant / delta).log()).sqrt()
        spent = delta_spent(eps, printed_variance(eps, ball(delta)))
        strip = normal_tail(c - eps / (2 * c)) - eps.exp() * normal_tail(c + eps / (2 * c))
        right = spent.overlaps(strip) and at_most(spent, ball(delta))
        require(right, "Too little noise.", eps=limit, delta=delta, spent=spent)


@claim(
    "thesis.thm2.14.repaired",
    STATEMENT + r" for every $0<\epsilon\le3.78$ and $\delta\in(0,1)$" + CONCENTRATED,
    recorded="holds",
    title="Gaussian mechanism with its range of eps",
    doubts=("D11",),
    mutants={
        "a range that is too large": {"limit": Fraction(38, 10)},
        "1 for 1.25": {"constant": Fraction(101, 100)},
        "b = 1/(4 rho)": {"factor": Fraction(1, 4)},
    },
)
def gaussian_mechanism_repaired(
    limit: Fraction = Fraction(378, 100),
    constant: Fraction = Fraction(5, 4),
    factor: Fraction = Fraction(1, 2),
) -> Verdict:
    """Monotone in eps by a symbolic derivative; all delta at the largest eps by strips."""
    with working_precision(96):
        strips, bad = _strips(limit, constant)
        if bad is not None:  # just beyond the place where the strips got stuck
            c = ball(bad) + arb(2) ** -10
            spent, promised = gaussian_delta(ball(limit), ball(limit) / c), (-(c**2) / 2).exp()
            enough = at_most(spent, ball(constant) * promised)
            require(enough, "Some delta needs more noise.", eps=limit, constant=constant, c=c)
            need(False, "The strips do not decide all delta", c=c)
    with working_precision(256):
        _require_concentrated(factor)
        _require_confidence(limit, constant)
        require(_derivative_is_a_mills_ratio(), "The derivative in eps is another one.")
        edge = end_of_range(Fraction(9, 10))
    return points(
        "With c = sqrt(2 log(1.25/delta)) and mu = eps/c the exact delta increases in eps, so the "
        f"largest eps decides: {strips} strips and a Mills ratio cover every delta in (0, 1) at "
        f"eps = {float(limit)}. At delta = 0.9 the range ends at {float(edge):.4f}.",
        numbers={"strips": strips, "end of the range, delta = 0.9": edge},
        covered="All eps in (0, 3.78] and all delta in (0, 1); zCDP at three values of rho and "
        "alpha, where it is an identity.",
        not_covered="That vectors reduce to one dimension, because the noise is rotation-"
        "invariant and a smaller shift loses less; and Mills' inequality: both are textbook facts.",
    )
