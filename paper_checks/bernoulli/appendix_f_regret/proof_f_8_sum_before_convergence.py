"""Proof F.8, (38) to (41), with the repaired event: the expected pulls before convergence."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory import Enclosure, certify, d_eps
from banditproof.theory.batch_schedule import GeometricSchedule
from .indexed_paths import Arm, exponential, imed_index, logarithm, mean_below, path
from .proof_f_8_before_convergence import EPS, LEVEL, repaired_event, witness_path
from .proof_f_8_shift_before_convergence import (
    SETTINGS,
    Setting,
    least_shift,
    printed_shift,
    printed_term,
)

CELLS = 16
PHASES = 4

TermBound = Callable[[Setting, int], Enclosure]
"""A bound of the expected term of phase m in (38)."""


def repaired_term(setting: Setting, phase: int) -> Enclosure:
    """(40) with delta'' for delta'."""
    return printed_term(setting, phase, least_shift)


def with_printed_shift(setting: Setting, phase: int) -> Enclosure:
    """(40) with delta', its constant left out: only the exponents."""
    n = setting.schedule.pulls(phase)
    return n**2 * exponential(-n * (printed_shift(setting) - setting.a))


def without_integral(setting: Setting, phase: int) -> Enclosure:
    """Only the boundary term n e^{-n delta''} of the integration by parts."""
    n = setting.schedule.pulls(phase)
    return n * exponential(-n * least_shift(setting))


def expected_term(setting: Setting, phase: int) -> Enclosure:
    """E[1{mean < mu_star - delta} n e^{n d_eps([mean], mu_star - delta)}], by the exact law.

    With P(x) the probability that the distance to mu_star - delta is at least x, the expectation
    is n (P(0) + integral of n e^{nx} P(x) dx over [0, d_eps(0, mu_star - delta)]); P falls, so its
    values at the two ends of a cell bound the integral.
    """
    n, level = setting.schedule.pulls(phase), setting.level
    ends = [level * (CELLS - k) / CELLS for k in range(CELLS + 1)]
    tails = [setting.tail(c, phase) for c in ends]
    powers = [exponential(n * certify(d_eps, c, level, setting.eps, digits=12)) for c in ends]
    expected = tails[0] * powers[0]
    for (high, low), (before, after) in zip(pairwise(tails), pairwise(powers), strict=True):
        expected += Enclosure.of(low.lower, high.upper) * (after - before)
    return n * expected


def tight_path() -> tuple[int, Enclosure]:
    """(A) and e^{I_j} on a path where arm i begins its last counted batch near n_m = e^{I_j}.

    n_0 = 31; arm i releases just less than the level, so its index is log n_m.
    """
    schedule, best = GeometricSchedule(2, 31), LEVEL - Fraction(1, 10**6)
    first, last = schedule.first, schedule.pulls(5)
    level = logarithm(Fraction(last * 1001, first * 1000)).upper / first
    low = mean_below(best, level, EPS)
    decisions, _ = path((lambda m: low if m == 0 else LEVEL, lambda m: best), schedule, EPS, 30_000)
    counted = sum(
        schedule.batch(decision.arms[1].phase + 1)
        for decision in decisions
        if decision.chosen == 1 and max(arm.mean for arm in decision.arms) < LEVEL
    )
    return counted, exponential(imed_index(Arm(0, first, low), LEVEL, EPS))


@checks("bern.F8.A.repaired")
@mutant("without the integral", term=without_integral)
@mutant("sharper: 49/50 alpha for alpha^2", factor=lambda ratio: ratio * Fraction(49, 50))
@mutant("sharper: the exponent of the printed shift", term=with_printed_shift)
def pre_convergence_term(
    term: TermBound = repaired_term,
    factor: Callable[[Fraction], Fraction] = lambda ratio: ratio**2,
    proof: Proof = WRITTEN,
) -> Verdict:
    """(A) on two paths, and expected terms of (38) against (40)."""
    sides = Sides()
    counted, bound, _ = witness_path(repaired_event)
    sides.at_most(counted, bound, "(A) is above its bound on a path.", A=counted)
    counted, power = tight_path()
    bound = factor(Fraction(2)) * power + 2 * 31 + 1
    sides.at_most(counted, bound, "(A) is above its bound on a path.", A=counted)
    for setting, phase in product(SETTINGS, range(PHASES)):
        expected, limit = expected_term(setting, phase), term(setting, phase)
        finding = "An expected term is above its bound."
        sides.at_most(expected, limit, finding, setting=setting, m=phase)
    return proof.verdict(sharpness=sides.sharpness)
