"""Claims about Gaussian noise: Theorem 2.14, the range of eps it needs, and where it ends."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any
from flint import arb
from banditproof.theory.accounting import Composition, GaussianLoss, composed_delta
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from ....checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof
from ....verdicts.vocabulary import at_most, need, needs_repair, points, require, require_or_repair
from .certified_crossing import crossing
from .gaussian_profile import gaussian_delta, normal_tail
from .proofs_of_gaussian_noise import all_deltas

APPROXIMATE = written_proof("thesis.thm2.14.repaired")

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
    result = crossing(lambda b: delta - delta_spent(eps, ball(b)), Fraction(1, 2**20), 2**12, 60)
    return ball(result.upper)


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


def _require_concentrated(factor: Fraction, sides: Sides) -> None:
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
        sides.at_most(closed, rho * order, "D_alpha is more than rho alpha.", rho=rho, **case)


LARGE = (("10", "1e-5"), ("7", "1e-2"), ("5", "1/2"), ("10", "1e-7"), ("4", "9/10"))
SMALL = tuple(product(("1/10", "1/2", "1"), ("9/10", "1e-2", "1e-5")))


def _too_large(variance: Variance) -> list[dict[str, Any]]:
    """The points of large eps where the exact delta is too large, by two formulas."""
    faults = []
    for eps, delta in (map(Fraction, point) for point in LARGE):
        b = variance(ball(eps), ball(delta))
        result = delta_spent(ball(eps), b)
        if result > ball(delta):
            # a variance rounded up, so that its delta is smaller, through the library's curve
            rounded = Enclosure.of(b).upper.limit_denominator(10**12) + Fraction(1, 10**9)
            again = composed_delta(Composition(((1, GaussianLoss(1 / rounded)),)), eps)
            need(again > delta, "Two formulas disagree", eps=eps, delta=delta)
            case = {"eps": eps, "delta": float(delta), "sensitivity": 1, "b": b}
            faults.append({**case, "N(1, b) - e^eps N(0, b)": result})
        else:
            need(at_most(result, ball(delta)), "A delta is not decided", eps=eps, delta=delta)
    return faults


@checks("thesis.thm2.14.approximate")
@mutant("the least sufficient variance", variance=_far_enough)
@mutant("no square of eps", variance=lambda eps, delta: eps * printed_variance(eps, delta))
@mutant("half of the variance", variance=lambda eps, delta: printed_variance(eps, delta) / 2)
def gaussian_mechanism(variance: Variance = printed_variance) -> Verdict:
    """The exact delta at large eps, by two routes, and the eps where the violation starts."""
    with working_precision(192):
        for eps, delta in (
            map(Fraction, point) for point in SMALL
        ):  # no range of eps repairs what fails here
            spent = delta_spent(ball(eps), variance(ball(eps), ball(delta)))
            enough = at_most(spent, ball(delta))
            require(enough, "Too little noise at small eps.", eps=eps, delta=delta, spent=spent)
        faults = _too_large(variance)
        if not faults:
            return points()
        deltas = ("9/10", "1/2", "1/100", "1/1000", "1/100000", "1/100000000")
        crossings = {f"largest eps, delta = {d}": end_of_range(Fraction(d)) for d in deltas}
    return needs_repair(
        "The theorem names no range of eps, and b is too small for large ones, from eps = "
        f"{float(crossings['largest eps, delta = 1/100000']):.4f} on at delta = 1e-5; in (0, 1], "
        "the range of the source (which the thesis names earlier), it is true for every "
        "delta < 1. (f acts on datasets, and the noise has as many coordinates as f.)",
        "The two normal laws are compared on y > b eps + 1/2.",
        numbers={"points too large, of 5": len(faults), **crossings},
        **faults[0],
    )


Sizes = Callable[[int, int], tuple[int, int]]
"""How many records f takes and how many noises are added, for n records and values in R^k."""
UNNAMED = 99
"""The number d of the print, which nothing names."""


@checks("thesis.thm2.14.zcdp", subjects={"sizes": (lambda n, k: (1, UNNAMED), lambda n, k: (n, k))})
@mutant("b = 1/(4 rho)", factor=Fraction(1, 4))
@mutant("sharper: b = 0.99/(2 rho)", factor=Fraction(99, 200))
def gaussian_mechanism_of_zcdp(
    sizes: Sizes, factor: Fraction = Fraction(1, 2), proof: Proof = WRITTEN
) -> Verdict:
    """The divergence of two normal laws, also by a sum."""
    sides = Sides()
    with working_precision(256):
        _require_concentrated(factor, sides)
    for n, k in product((1, 2, 3), (1, 2)):
        require_or_repair(
            sizes(n, k) == (n, k),
            "f must act on datasets, f: X^n -> R^k, as in Example 2.15, and the noise must have "
            "the covariance I_k: d is not named, and f + Z has k coordinates.",
            n=n,
            k=k,
            records_of_f_and_noises="1 and the unnamed d" if sizes(n, k)[0] == 1 else sizes(n, k),
        )
    return proof.verdict(sharpness=sides.sharpness)


def _require_confidence(limit: Fraction, constant: Fraction, sides: Sides) -> None:
    """That the strips are about the printed variance: b = (c / eps)^2 at c = sqrt(2 log(..))."""
    for delta in map(Fraction, ("9/10", "1/3", "1/10000")):
        eps, c = ball(limit), (2 * ball(constant / delta).log()).sqrt()
        spent = delta_spent(eps, 2 / eps**2 * ball(constant / delta).log())
        strip = normal_tail(c - eps / (2 * c)) - eps.exp() * normal_tail(c + eps / (2 * c))
        require(spent.overlaps(strip), "The strips are about another variance.", delta=delta)
        sides.at_most(spent, ball(delta), "Too little noise.", eps=limit, delta=delta)


@checks("thesis.thm2.14.repaired")
@mutant("sharper: eps <= 3.8", limit=Fraction(38, 10))
@mutant("sharper: 1.248 for 1.25", constant=Fraction(1248, 1000))
@mutant("1 for 1.25", constant=Fraction(101, 100))
@mutant(
    "sharper: eps <= 3.8 in the proof",
    proof=APPROXIMATE.changed(11, by=partial(all_deltas, Fraction(38, 10))),
)
def gaussian_mechanism_repaired(
    limit: Fraction = Fraction(378, 100),
    constant: Fraction = Fraction(5, 4),
    proof: Proof = APPROXIMATE,
) -> Verdict:
    """The exact delta at the largest eps, and the end of the range."""
    sides = Sides()
    with working_precision(256):
        _require_confidence(limit, constant, sides)
        edge = end_of_range(Fraction(9, 10))
    return proof.verdict(
        "With c = sqrt(2 log(1.25/delta)) and mu = eps/c the exact delta increases in eps, so the "
        "largest eps decides: strips and a Mills ratio cover every delta in (0, 1) at "
        f"eps = {float(limit)}. At delta = 0.9 the range ends at {float(edge):.4f}. Noise that is "
        "orthogonal to the shift is the same for both datasets, and a smaller shift loses less.",
        numbers={"end of the range, delta = 0.9": edge},
        sharpness=sides.sharpness,
    )
