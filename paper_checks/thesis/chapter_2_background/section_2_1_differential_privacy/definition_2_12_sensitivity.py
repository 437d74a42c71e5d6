"""Claims about sensitivities and Laplace noise: Definition 2.12, Theorem 2.13."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair
from banditproof.theory.accounting import Composition, LaplaceLoss, composed_delta
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

Vector = tuple[Fraction, ...]
Record = tuple[int, ...]
Rows = tuple[Record, ...]


def mean_of(rows: Rows) -> Vector:
    """The empirical mean of binary vectors."""
    return tuple(Fraction(sum(column), len(rows)) for column in zip(*rows, strict=True))


Sensitivity = Callable[[int, int], tuple[Fraction, Fraction]]
"""s_1 and s_2 squared of the mean of n binary vectors of length k."""


def over_datasets(k: int, n: int) -> tuple[Fraction, Fraction]:
    """Over neighbouring datasets of n records: f acts on X^n."""
    records = list(product((0, 1), repeat=k))
    largest_1 = largest_2 = Fraction(0)
    for rows in product(records, repeat=n):
        before = mean_of(rows)
        for place, record in product(range(n), records):
            after = mean_of((*rows[:place], record, *rows[place + 1 :]))
            gaps = [abs(a - b) for a, b in zip(before, after, strict=True)]
            largest_1 = max(largest_1, sum(gaps, Fraction(0)))
            largest_2 = max(largest_2, sum((g * g for g in gaps), Fraction(0)))
    return largest_1, largest_2


def over_records(k: int, n: int) -> tuple[Fraction, Fraction]:
    """As printed: f acts on X, so the largest change is over two records."""
    return over_datasets(k, 1)


def _two_norm_for_one(k: int, n: int) -> tuple[Fraction, Fraction]:
    one, two = over_datasets(k, n)
    return two, one * one


def _attained(gap: Fraction) -> Fraction:
    """For X = (0, 1): two records of a gap below 1 that is larger than the given one."""
    return (1 + gap) / 2


def _sizes() -> list[tuple[int, int]]:
    return [(k, n) for k, n in product((1, 2, 3), (1, 2, 3)) if k * n <= 6]


def _sensitivity_fault(sensitivity: Sensitivity) -> str | None:
    for k, n in _sizes():
        found = sensitivity(k, n)
        if found != (Fraction(k, n), Fraction(k, n * n)):
            return (
                f"k = {k}, n = {n}: s_1 = {found[0]} and s_2^2 = {found[1]} for the mean, but "
                f"Example 2.15 has k/n = {Fraction(k, n)} and k/n^2 = {Fraction(k, n * n)}."
            )
    return None


@claim(
    "thesis.def2.12",
    r"For $f:\mathcal X\to\mathbb R^k$: $s_1(f)=\max_{D\sim D'}\|f(D)-f(D')\|_1$ and "
    r"$s_2(f)=\max_{D\sim D'}\|f(D)-f(D')\|_2$.",
    recorded="holds-with-repair",
    repaired_by="thesis.def2.12.repaired",
    doubts=("D19",),
    mutants={"f on datasets": {"sensitivity": over_datasets}},
)
def sensitivities(sensitivity: Sensitivity = over_records) -> Verdict:
    """The printed domain gives another number than the next example; a maximum may not exist."""
    fault = _sensitivity_fault(sensitivity)
    if fault is None:
        return holds(
            Grade.CERTIFIED, "As in the example.", covered="Small k, n.", not_covered="Others."
        )
    gaps = [Fraction(9, 10)]
    for _ in range(5):
        gaps.append(_attained(gaps[-1]))
    return holds_with_repair(
        Grade.PROVED,
        "f must act on datasets, f: X^n -> R^k: read literally, with one record, the mean of "
        "Example 2.15 would have s_1 = k. The max must be a sup: for records in (0, 1) the mean "
        "has s_1 = 1/n, which no pair attains (D19).",
        witness=f"{fault} Records in (0, 1), n = 1: every gap g < 1 has a larger one, (1 + g)/2.",
        numbers={"gaps": gaps},
        covered="All binary datasets with k n <= 6.",
    )


@claim(
    "thesis.def2.12.repaired",
    r"For $f:\mathcal X^n\to\mathbb R^k$: $s_i(f)=\sup_{D\sim D'}\|f(D)-f(D')\|_i$, $i=1,2$; the "
    r"mean of $n$ binary vectors of length $k$ has $s_1=k/n$ and $s_2=\sqrt k/n$.",
    recorded="holds",
    title="sensitivities of functions of datasets",
    mutants={
        "f on records": {"sensitivity": over_records},
        "the norms exchanged": {"sensitivity": _two_norm_for_one},
    },
)
def sensitivities_repaired(sensitivity: Sensitivity = over_datasets) -> Verdict:
    """The mean of binary vectors by enumeration."""
    fault = _sensitivity_fault(sensitivity)
    if fault:
        return fails(Grade.PROVED, "The sensitivity is not that of the mean.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "Exchanging a row of ones for zeros changes the mean most, in both norms.",
        covered="All binary datasets and neighbours with k n <= 6, exact.",
        not_covered="Larger k and n: one record moves each coordinate by at most 1/n.",
    )


Scale = Callable[[Fraction, Fraction], Fraction]


def laplace_scale(sensitivity: Fraction, eps: Fraction) -> Fraction:
    """s_1 / eps."""
    return sensitivity / eps


def largest_loss(one: Sequence[Fraction], other: Sequence[Fraction], scale: Fraction) -> Fraction:
    """The largest log-ratio of the densities over all outputs, exact.

    Each coordinate adds (|y - f'| - |y - f|) / scale, which is linear between f and f' and
    constant beyond them, so its maximum over all real y is at one of the two.
    """
    return sum(
        (
            max(abs(y - b) - abs(y - a) for y in (a, b)) / scale
            for a, b in zip(one, other, strict=True)
        ),
        Fraction(0),
    )


def _pairs_of_values() -> list[tuple[Vector, Vector]]:
    values = [Fraction(v, 2) for v in (-3, 0, 1, 2)]
    pairs = []
    for k in (1, 2, 3):
        vectors = list(product(values[: 4 - k + 1], repeat=k))
        pairs += [(a, b) for a in vectors for b in vectors if a != b]
    return pairs


@claim(
    "thesis.thm2.13",
    r"$f+(Y_1,\dots,Y_k)$ with $Y_i\sim\mathrm{Lap}(s_1(f)/\epsilon)$ i.i.d. satisfies "
    r"$\epsilon$-pure DP.",
    recorded="holds",
    doubts=("D19",),
    mutants={
        "eps / s_1": {"scale": lambda s, eps: eps / s},
        "1 / eps": {"scale": lambda s, eps: 1 / eps},
        "half of the noise": {"scale": lambda s, eps: s / (2 * eps)},
    },
)
def laplace_mechanism(scale: Scale = laplace_scale) -> Verdict:
    """The largest loss over all outputs, exact, for pairs of values; half-lines as events."""
    pairs = _pairs_of_values()
    for eps in map(Fraction, ("1/10", "1", "7")):
        for one, other in pairs:
            gap = sum((abs(a - b) for a, b in zip(one, other, strict=True)), Fraction(0))
            loss = largest_loss(one, other, scale(gap, eps))
            if loss != eps:
                return fails(
                    Grade.PROVED,
                    "The loss is not eps.",
                    witness=f"f(D) = {_shown(one)}, f(D') = {_shown(other)}, s_1 = {gap}, eps = "
                    f"{eps}: the largest loss is {loss}.",
                )
            farther = largest_loss(one, other, scale(2 * gap, eps))
            if farther > eps:
                return fails(Grade.PROVED, "A pair closer than s_1 loses more.", witness=f"{gap}.")
    with working_precision(128):
        fault = _half_lines()
    if fault:
        return fails(Grade.CERTIFIED, "A half-line loses more than eps.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "The triangle inequality bounds the loss by eps, and outputs beyond both values attain it: "
        "no smaller noise is enough. A constant f has s_1 = 0, where Lap(0) means no noise; f acts "
        "on X^n (D19).",
        numbers={"pairs": len(pairs)},
        covered="Pairs of values in dimensions 1 to 3 at three values of eps, all outputs, exact; "
        "all half-lines of a grid, and delta below eps by two formulas, in balls.",
        not_covered="Other values: the loss depends on coordinate gaps only, and is their sum.",
    )


def _shown(vector: Vector) -> str:
    return f"({', '.join(map(str, vector))})"


def _below(x: arb) -> arb:
    """Pr[Y <= x] for scale 1."""
    return x.exp() / 2 if x <= 0 else 1 - (-x).exp() / 2


def _half_lines() -> str | None:
    """Events {y <= x} for f(D) = 0, f(D') = 1 and scale 1/eps, and the best event below eps."""
    for eps in (arb("0.1"), arb(1), arb(7)):
        for step in range(-40, 41):
            x = arb(step) / 8 + arb("0.01")
            gain = _below(eps * x) - eps.exp() * _below(eps * (x - 1))
            if gain > arb(2) ** -90:
                return f"eps = {eps.str(3)}, y <= {x.str(4)}: excess {gain.str(6)}."
    for budget, level in ((Fraction(1), Fraction(1, 3)), (Fraction(7), Fraction(6))):
        # the best event at a level below eps ends where the loss equals the level
        end = (ball(budget) - ball(level)) / (2 * ball(budget))
        gain = _below(ball(budget) * end) - ball(level).exp() * _below(ball(budget) * (end - 1))
        known = composed_delta(Composition(((1, LaplaceLoss(budget)),)), level)
        inside = gain + arb(2) ** -30 > ball(Fraction(known.lo)) and gain - arb(2) ** -30 < ball(
            Fraction(known.hi)
        )
        if not inside or not gain > 0:
            return f"eps = {budget}: at {level} the excess is {gain.str(10)}, not {known}."
    return None
