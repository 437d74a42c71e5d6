"""Claims about sensitivities and Laplace noise: Definition 2.12, Theorem 2.13."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import at_most, below, require, require_or_repair
from banditproof.theory.accounting import Composition, LaplaceLoss, composed_delta
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade

Vector = tuple[Fraction, ...]


def mean_of(rows: Sequence[tuple[int, ...]]) -> Vector:
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
    first, second = over_datasets(k, n)
    return second, first * first


@checks("thesis.def2.12", subjects={"sensitivity": (over_records, over_datasets)})
@mutant("the norms exchanged", sensitivity=_two_norm_for_one)
def sensitivities(sensitivity: Sensitivity, proof: Proof = WRITTEN) -> Verdict:
    """The mean of binary vectors by enumeration, against the numbers of Example 2.15."""
    for k, n in product((1, 2, 3), (1, 2, 3)):
        if k * n <= 6:
            first, second = sensitivity(k, n)
            require_or_repair(
                (first, second) == (Fraction(k, n), Fraction(k, n * n)),
                "The definition does not give the s_1 = k/n and s_2 = sqrt(k)/n of Example 2.15. "
                "f must act on datasets, f: X^n -> R^k: with one record the mean has s_1 = k. And "
                "the max must be a sup: for records in (0, 1) the mean has s_1 = 1/n, which no "
                "pair attains, since a gap g < 1 of two records is below the gap (1 + g)/2.",
                grade=Grade.PROVED,
                **{"k": k, "n": n, "s_1": first, "s_2^2": second},
            )
    return proof.verdict()


Scale = Callable[[Fraction, Fraction], Fraction]
"""The scale of the noise from s_1 and eps."""


def largest_loss(
    first: Sequence[Fraction], second: Sequence[Fraction], scale: Fraction
) -> Fraction:
    """The largest log-ratio of the densities over all outputs, exact.

    Each coordinate adds (|y - f'| - |y - f|) / scale, which is linear between f and f' and
    constant beyond them, so its maximum over all real y is at one of the two.
    """
    pairs = zip(first, second, strict=True)
    gaps = (max(abs(y - b) - abs(y - a) for y in (a, b)) for a, b in pairs)
    return sum(gaps, Fraction(0)) / scale


@checks("thesis.thm2.13", subjects={"records": (lambda n: 1, lambda n: n)})
@mutant("eps / s_1", scale=lambda s, eps: eps / s)
@mutant("1 / eps", scale=lambda s, eps: 1 / eps)
@mutant("half of the noise", scale=lambda s, eps: s / (2 * eps))
@mutant("sharper: 0.99 of the noise", scale=lambda s, eps: s * 99 / (100 * eps))
def laplace_mechanism(
    records: Callable[[int], int], scale: Scale = lambda s, eps: s / eps, proof: Proof = WRITTEN
) -> Verdict:
    """The largest loss over all outputs, exact, for pairs of values; half-lines as events."""
    sides = Sides()
    values = [Fraction(v, 2) for v in (-3, 0, 1, 2)]
    vectors = [list(product(values[: 5 - k], repeat=k)) for k in (1, 2, 3)]
    pairs = [pair for same_size in vectors for pair in permutations(same_size, 2)]
    for eps in map(Fraction, ("1/10", "1", "7")):
        for first, second in pairs:
            gap = sum((abs(a - b) for a, b in zip(first, second, strict=True)), Fraction(0))
            case: dict[str, Any] = {"values": (first, second)}
            loss = largest_loss(first, second, scale(gap, eps))
            sides.at_most(loss, eps, "The loss is above eps.", **case, eps=eps, loss=loss)
            loss = largest_loss(first, second, scale(2 * gap, eps))
            closer = "A pair closer than s_1 loses more."
            sides.at_most(loss, eps, closer, **case, eps=eps, loss=loss)
    with working_precision(128):
        _require_half_lines()
    for n in (1, 2, 3):
        finding = (
            "f must act on datasets, f: X^n -> R^k, as in Example 2.15 and as D ~ D' in s_1(f) "
            "demands; on X, a dataset of two records has no f. A constant f has s_1 = 0, where "
            "Lap(0) means no noise."
        )
        require_or_repair(records(n) == n, finding, n=n, records_of_f=records(n))
    return proof.verdict(sharpness=sides.sharpness)


def _below(x: arb) -> arb:
    """Pr[Y <= x] for scale 1."""
    return x.exp() / 2 if x <= 0 else 1 - (-x).exp() / 2


def _gain(eps: arb, level: arb, x: arb) -> arb:
    """Pr[f(D) + Y <= x] - e^level Pr[f(D') + Y <= x] for f(D) = 0, f(D') = 1 and scale 1/eps."""
    return _below(eps * x) - level.exp() * _below(eps * (x - 1))


def _require_half_lines() -> None:
    """The events {y <= x} at eps, and the best event below eps."""
    for eps in (arb("0.1"), arb(1), arb(7)):
        for step in range(-40, 41):
            x = arb(step) / 8 + arb("0.01")
            gain = _gain(eps, eps, x)
            no_more = at_most(gain, arb(2) ** -90)
            require(no_more, "A half-line loses more than eps.", eps=eps, x=x, excess=gain)
    for budget, level in ((Fraction(1), Fraction(1, 3)), (Fraction(7), Fraction(6))):
        # the best event at a level below eps ends where the loss equals the level
        gain = _gain(ball(budget), ball(level), ball((budget - level) / (2 * budget)))
        require(below(arb(0), gain), "No event gains.", eps=budget, level=level)
        known = composed_delta(Composition(((1, LaplaceLoss(budget)),)), level)
        near = abs(Enclosure.of(gain) - known) < Fraction(1, 2**30)
        require(near, "Two formulas disagree.", eps=budget, level=level, excess=gain, delta=known)
