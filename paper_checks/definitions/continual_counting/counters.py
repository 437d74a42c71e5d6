"""Claims about private counting: what useful means, and the two simple counters."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import certify, laplace_sum_tail
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

from .streams import Stream, flips, l1_gap, prefix_sums

Noise = dict[tuple[int, ...], Fraction]
"""The law of the errors (a_t - count_t) of a whole run."""


def summed_thirds(length: int) -> Noise:
    """Errors that add up: each step adds -1, 0 or 1 with probability 1/3."""
    steps = product((-1, 0, 1), repeat=length)
    law: Noise = {}
    for step in steps:
        path = tuple(accumulate(step))
        law[path] = law.get(path, Fraction(0)) + Fraction(1, 3**length)
    return law


def fresh_thirds(length: int) -> Noise:
    """Fresh errors: -1, 0 or 1 with probability 1/3 at each step."""
    return {path: Fraction(1, 3**length) for path in product((-1, 0, 1), repeat=length)}


Beta = Callable[[Noise, int], Fraction]
"""The smallest beta for which a counter is (alpha, beta)-useful."""


def at_each_step(noise: Noise, alpha: int) -> Fraction:
    """The largest over t of Pr[|a_t - count_t| > alpha]: the printed order of quantifiers."""
    length = len(next(iter(noise)))
    return max(
        sum((p for e, p in noise.items() if abs(e[t]) > alpha), Fraction(0)) for t in range(length)
    )


def at_all_steps(noise: Noise, alpha: int) -> Fraction:
    """Pr[some |a_t - count_t| > alpha]: the other reading."""
    return sum((p for e, p in noise.items() if max(map(abs, e)) > alpha), Fraction(0))


def _on_average(noise: Noise, alpha: int) -> Fraction:
    length = len(next(iter(noise)))
    return sum((p * sum(abs(x) > alpha for x in e) for e, p in noise.items()), Fraction(0)) / length


def _one_sided(noise: Noise, alpha: int) -> Fraction:
    length = len(next(iter(noise)))
    return max(
        sum((p for e, p in noise.items() if e[t] > alpha), Fraction(0)) for t in range(length)
    )


LEVEL = Fraction(1, 20)


def _laplace_alphas(horizon: int, beta: Fraction) -> tuple[str, str]:
    """The smallest alpha, times eps, for fresh Laplace noise of scale T/eps, in both readings.

    Pr[|Y| > a] = e^(-a eps/T) for one step; over the run all T independent errors must be small.
    """
    each = horizon * -ball(beta).log()
    over = -horizon * (1 - (ball(1 - beta).log() / horizon).exp()).log()
    if not each < over < horizon * -ball(beta / horizon).log():
        raise ArithmeticError("The two readings are not ordered as the union bound says.")
    return each.str(6, radius=False), over.str(6, radius=False)


@claim(
    "thesis.def.counting",
    r"A counter for $\sigma\in\{0,1\}^T$ outputs $a_t\approx\sum_{s\le t}\sigma_s$ at each step. "
    r"It is $(\alpha,\beta)$-useful if for all $t\in[T]$, with probability at least $1-\beta$, "
    r"$|\mathcal M(\sigma)_t-\sum_{s\le t}\sigma_s|\le\alpha$.",
    recorded="holds",
    mutants={"average over steps": {"beta": _on_average}, "one side": {"beta": _one_sided}},
)
def useful_counters(beta: Beta = at_each_step) -> Verdict:
    """Both orders of the quantifiers on two exact error laws, and the closed form of Laplace."""
    length, alpha = 4, 1
    thirds = summed_thirds(length)
    # after t steps the error is a sum of t thirds: count the paths that leave [-alpha, alpha] at t
    by_step = []
    for t in range(1, length + 1):
        outside = sum(abs(sum(path)) > alpha for path in product((-1, 0, 1), repeat=t))
        by_step.append(Fraction(outside, 3**t))
    step, run = beta(thirds, alpha), at_all_steps(thirds, alpha)
    fresh_step, fresh_run = beta(fresh_thirds(length), 0), at_all_steps(fresh_thirds(length), 0)
    right = step == max(by_step) and fresh_step == Fraction(2, 3)
    ordered = all(a <= b <= length * a for a, b in ((step, run), (fresh_step, fresh_run)))
    if not (right and ordered):
        return fails(
            Grade.PROVED,
            "The smallest beta is not that of the definition.",
            witness=f"Sums of thirds, T = 4, alpha = 1: {step}; by steps {by_step}.",
        )
    with working_precision(64):
        each, run_of_8 = _laplace_alphas(8, LEVEL)
    return holds(
        Grade.CERTIFIED,
        "In the printed order beta bounds the failure at each single step; for a whole run to be "
        "within alpha beta may have to be up to T times larger. The two readings differ, and the "
        "definition does not say which is meant.",
        numbers={
            "beta at each step, sums": step,
            "beta over the run, sums": run,
            "beta at each step, fresh": fresh_step,
            "beta over the run, fresh": fresh_run,
            "alpha eps at each step, fresh Laplace, T = 8, beta = 1/20": each,
            "alpha eps over the run, fresh Laplace, T = 8, beta = 1/20": run_of_8,
        },
        covered="Two error laws at T = 4, exact; fresh Laplace noise of scale T/eps "
        "in closed form.",
        not_covered="Other laws: the union bound gives the factor T.",
    )


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
