"""Claims about the two simple private counters."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import certify
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.concentration import laplace_sum_tail
from banditproof.verify.evidence import Grade

from .binary_streams import Stream, flips, l1_gap, prefix_sums

Scale = Callable[[int, Fraction], Fraction]
LENGTHS = (1, 2, 3, 5, 7)
BUDGETS = (Fraction(1, 10), Fraction(3))


def horizon_scale(horizon: int, eps: Fraction) -> Fraction:
    """T / eps."""
    return horizon / eps


@claim(
    "thesis.mech.simple1",
    r"Releasing $\sum_{s\le t}\sigma_s+\mathrm{Lap}(1/\epsilon)$ at each $t$ is $\epsilon$-DP for "
    r"each sum and $T\epsilon$-DP for the sequence; with $\mathrm{Lap}(T/\epsilon)$ the sequence is"
    r" $\epsilon$-DP, and the error at each step is $O(T/\epsilon)$.",
    recorded="holds",
    mutants={
        "noise for one sum": {"scale": lambda horizon, eps: 1 / eps},
        "noise for T/2 sums": {"scale": lambda horizon, eps: Fraction(max(1, horizon // 2)) / eps},
        "noise of scale T^2": {"scale": lambda horizon, eps: horizon**2 / eps},
    },
)
def fresh_noise_counter(scale: Scale = horizon_scale) -> Verdict:
    """All neighbouring streams: the exact loss of one sum and of the sequence."""
    for horizon, eps in product(LENGTHS, BUDGETS):
        pairs = [(prefix_sums(d), prefix_sums(e)) for d, e in flips(horizon)]
        single = max(abs(a - b) for d, e in pairs for a, b in zip(d, e, strict=True))
        loss = max(l1_gap(d, e) for d, e in pairs) / scale(horizon, eps)
        small = max(l1_gap(d, e) for d, e in pairs) * eps
        if (
            single != 1
            or loss > eps
            or small != horizon * eps
            or scale(horizon, eps) * eps > horizon
        ):
            return fails(
                Grade.PROVED,
                "The sequence does not spend eps with an error of T/eps.",
                witness=f"T = {horizon}, eps = {eps}: sums change by {single}, the loss is {loss}, "
                f"E|error| = {scale(horizon, eps)}.",
            )
    return holds(
        Grade.CERTIFIED,
        "Flipping the first bit changes all T sums by 1, so T eps is attained, and noise of scale "
        "T/eps, whose mean size is T/eps, is needed for fresh noise.",
        covered="All neighbouring streams of length 1, 2, 3, 5 and 7, two values of eps, exact.",
        not_covered="Longer streams: the l1 distance of the sums is T for every T.",
    )


Released = Callable[[Stream], tuple[int, ...]]
"""The numbers to which independent noise is added; the output is a function of the noised ones."""


def the_stream(stream: Stream) -> tuple[int, ...]:
    """Noise is added to each bit, once."""
    return stream


def _last_two(stream: Stream) -> tuple[int, ...]:
    """Wrong: each bit is also added to the next one before the noise."""
    return tuple(a + b for a, b in zip(stream, (0, *stream), strict=False))


@claim(
    "thesis.mech.simple2",
    r"With $\gamma_t\sim\mathrm{Lap}(1/\epsilon)$ the release of $\sum_{s\le t}(\sigma_s+\gamma_s)$"
    r" at each $t$ is $\epsilon$-DP with error $O(\sqrt t/\epsilon)$ at step $t$, which improves"
    r" on $O(T/\epsilon)$.",
    recorded="holds",
    mutants={
        "bits enter twice": {"released": _last_two},
        "sums are noised": {"released": prefix_sums},
        "noise of scale sqrt(T)": {"variance": lambda t, eps: 2 * Fraction(t) ** 2 / eps**2},
    },
)
def noised_stream_counter(
    released: Released = the_stream,
    variance: Callable[[int, Fraction], Fraction] = lambda t, eps: 2 * t / eps**2,
) -> Verdict:
    """The loss of the noised stream, the joint law with integer noise, and tails of the sums."""
    for horizon in LENGTHS:
        gap = max(l1_gap(released(d), released(e)) for d, e in flips(horizon))
        if gap != 1:
            return fails(
                Grade.PROVED,
                "The noised numbers change by more than 1.",
                witness=f"T = {horizon}: l1 distance {gap}.",
            )
    fault = _joint_ratio()
    if fault is None:
        with working_precision(128):
            fault = _error_fault(variance)
    if fault:
        return fails(Grade.CERTIFIED, "Privacy or error is not as printed.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "The counts are prefix sums of a stream noised once, so eps is that of one bit. The error "
        "at step t has variance 2t/eps^2; Chebyshev and the fourth moment show that its size is "
        "sqrt(t)/eps up to constants, at most T/eps.",
        covered="All neighbouring streams of length up to 7, exact; the joint law of three counts "
        "with integer noise, exact; certified tails of sums of 1, 4, 25 and 100 Laplace variables.",
        not_covered="Longer streams: one bit enters once for every T.",
    )


def _joint_ratio() -> str | None:
    """Three counts with two-sided geometric noise of ratio 1/2: the ratio of laws is at most 2."""
    ratio = Fraction(1, 2)
    largest = Fraction(0)
    for d, e in flips(3):
        for out in product(range(-2, 4), repeat=3):
            steps = [a - b for a, b in zip(out, (0, *out), strict=False)]
            power = sum(abs(s - y) - abs(s - x) for s, x, y in zip(steps, d, e, strict=True))
            largest = max(largest, 1 / ratio**power)
    return None if largest == 2 else f"Three counts: the ratio of the laws is {largest}."


def _error_fault(variance: Callable[[int, Fraction], Fraction]) -> str | None:
    """Pr[|S_t| > x] against Chebyshev's bound, and the fourth moment from below."""
    for t in (1, 4, 25, 100):
        # E S^2 = 2t and E S^4 = 3 (2t)^2 + 12 t: cumulants of t Laplace variables add up
        second, fourth = 2 * Fraction(t), 12 * Fraction(t) ** 2 + 12 * t
        if variance(t, Fraction(1)) != second:
            return f"t = {t}: variance {variance(t, Fraction(1))}, not {second}."
        if second**2 / fourth / 4 < Fraction(1, 24):
            return f"t = {t}: the error may be smaller than sqrt(t)."
        for factor in (1, 2, 5):
            x = Fraction(int((factor**2 * 2 * t * 10**12) ** 0.5), 10**6) + Fraction(1, 10**5)
            tail = 2 * Fraction(certify(laplace_sum_tail, t, 1, x, digits=8).hi)
            if ball(tail) > ball(second) / ball(x) ** 2:
                return f"t = {t}: Pr[|S| > {float(x)}] = {float(tail)}."
            if factor == 1 and tail < Fraction(1, 24):
                return f"t = {t}: Pr[|S| > {float(x)}] = {float(tail)} is too small."
    return None
