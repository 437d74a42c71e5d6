"""Claims about the two simple private counters."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import neighbours
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory import certify
from banditproof.theory.concentration import laplace_sum_tail
from .binary_streams import Stream, l1_gap, prefix_sums

Scale = Callable[[int, Fraction], Fraction]
LENGTHS = (1, 2, 3, 5, 7)
BUDGETS = (Fraction(1, 10), Fraction(3))


@checks("thesis.mech.simple1")
@mutant("sharper: noise 0.99 T/eps", scale=lambda horizon, eps: horizon * 99 / (100 * eps))
@mutant("noise for one sum", scale=lambda horizon, eps: 1 / eps)
@mutant("noise for T/2 sums", scale=lambda horizon, eps: Fraction(max(1, horizon // 2)) / eps)
@mutant("noise of scale T^2", scale=lambda horizon, eps: horizon**2 / eps)
def fresh_noise_counter(
    scale: Scale = lambda horizon, eps: horizon / eps, proof: Proof = WRITTEN
) -> Verdict:
    """All neighbouring streams: the exact loss of one sum and of the sequence."""
    sides = Sides()
    for horizon, eps in product(LENGTHS, BUDGETS):
        noise = scale(horizon, eps)
        pairs = [(prefix_sums(d), prefix_sums(e)) for d, e in neighbours(horizon)]
        single = max(abs(a - b) for d, e in pairs for a, b in zip(d, e, strict=True))
        gap = max(l1_gap(d, e) for d, e in pairs)
        require(single == 1 and gap == horizon, "A bit moves the sums by more.", T=horizon, gap=gap)
        case: dict[str, Any] = {"T": horizon, "eps": eps, "noise": noise}
        sides.at_most(gap / noise, eps, "The sequence spends more than eps.", **case)
        sides.at_most(noise, horizon / eps, "The mean error is above T/eps.", **case)
    return proof.verdict(sharpness=sides.sharpness)


Released = Callable[[Stream], tuple[int, ...]]
"""The numbers to which independent noise is added; the output is a function of the noised ones."""


def _last_two(stream: Stream) -> tuple[int, ...]:
    """Wrong: each bit is also added to the next one before the noise."""
    return tuple(a + b for a, b in zip(stream, (0, *stream), strict=False))


@checks("thesis.mech.simple2")
@mutant("sharper: noise 0.99/eps", scale=Fraction(99, 100))
@mutant("bits enter twice", released=_last_two)
@mutant("sums are noised", released=prefix_sums)
@mutant("noise of scale sqrt(T)", variance=lambda t, eps: 2 * Fraction(t) ** 2 / eps**2)
def noised_stream_counter(
    released: Released = lambda stream: stream,
    variance: Callable[[int, Fraction], Fraction] = lambda t, eps: 2 * t / eps**2,
    scale: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The loss of the noised stream, the joint law with integer noise, and tails of the sums."""
    sides = Sides()
    for horizon in LENGTHS:
        gap = max(l1_gap(released(d), released(e)) for d, e in neighbours(horizon))
        sides.at_most(gap / scale, Fraction(1), "The loss is above eps.", T=horizon, l1_gap=gap)
    _require_joint_ratio()
    _require_errors(variance, sides)
    return proof.verdict(sharpness=sides.sharpness)


def _require_joint_ratio() -> None:
    """Three counts with two-sided geometric noise of ratio 1/2: the ratio of laws is at most 2."""
    powers = []
    for d, e in neighbours(3):
        for out in product(range(-2, 4), repeat=3):
            steps = [a - b for a, b in zip(out, (0, *out), strict=False)]
            powers.append(sum(abs(s - y) - abs(s - x) for s, x, y in zip(steps, d, e, strict=True)))
    require(max(powers) == 1, "The laws of three counts have another ratio.", power=max(powers))


def _require_errors(variance: Callable[[int, Fraction], Fraction], sides: Sides) -> None:
    """Pr[|S_t| > x] against Chebyshev's bound, and the fourth moment from below."""
    for t in (1, 4, 25, 100):
        # E S^2 = 2t and E S^4 = 3 (2t)^2 + 12 t: cumulants of t Laplace variables add up
        second, fourth = 2 * Fraction(t), 12 * Fraction(t) ** 2 + 12 * t
        result = variance(t, Fraction(1))
        require(result == second, "The error has another variance.", t=t, variance=result)
        least = second**2 / fourth / 4
        require(least >= Fraction(1, 24), "The error may be smaller than sqrt(t).", t=t)
        for factor in (1, 2, 5):
            x = Fraction(int((factor**2 * 2 * t * 10**12) ** 0.5), 10**6) + Fraction(1, 10**5)
            tail = 2 * certify(laplace_sum_tail, t, 1, x, digits=8)
            sides.at_most(tail, second / x**2, "Chebyshev's bound is exceeded.", t=t, x=x)
            if factor == 1:
                require(tail >= Fraction(1, 24), "The error is too small.", t=t, x=x, tail=tail)
