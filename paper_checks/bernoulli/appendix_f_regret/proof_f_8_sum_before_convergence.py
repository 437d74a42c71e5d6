"""Proof F.8, (38) to (41), with the repaired event: the expected pulls before convergence."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need, require
from banditproof.theory import Enclosure, certify, d_eps
from banditproof.verify.evidence import Grade

from .batch_sums import SCHEDULES, require_growth
from .indexed_paths import exponential
from .lemma_f_3_derivatives import require_slopes
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


def _require_closed_forms() -> None:
    """Sum of n q^n = q/(1-q)^2 and of n^2 q^n = q(1+q)/(1-q)^3, from the geometric series."""
    import sympy as sp

    q = sp.symbols("q")
    once = q * sp.diff(1 / (1 - q), q)
    twice = q * sp.diff(once, q)
    require_zero(first=once - q / (1 - q) ** 2, second=twice - q * (1 + q) / (1 - q) ** 3)


@claim(
    "bern.F8.A.repaired",
    r"With $(A)=\sum_t\sum_mB_{m+1}\mathbb 1[i(t)=i,N_i(t-1)=n_m,t\in\mathcal T,\tilde\mu^*(t)<"
    r"\mu^*-\delta]$, $q=e^{-(\delta''-a)}$, $a<\delta''=d_\epsilon(\mu^*-\delta,\mu^*)$, "
    r"$d_1=d_\epsilon(0,\mu^*)$ and the uniform $A_a$ of Corollary D.5 with $m+1$ variables: "
    r"$(A)\le\alpha^2e^{\bar I_j}+\alpha n_0+1$ and $E(A)\le\alpha^2(\frac q{(1-q)^2}+"
    r"d_1A_a\frac{q(1+q)}{(1-q)^3})+\alpha n_0+1$.",
    recorded="holds",
    kind="proof constants",
    place="F (34)-(41)",
    title="Pre-convergence term of DP-IMED",
    doubts=("D3", "D24", "D34"),
    mutants={
        "without the integral": {"term": without_integral},
        "the exponent of the printed shift": {"term": with_printed_shift},
        "factor 9/10 alpha": {"factor": lambda ratio: ratio * Fraction(9, 10)},
    },
)
def pre_convergence_term(
    term: TermBound = repaired_term, factor: Callable[[Fraction], Fraction] = lambda ratio: ratio**2
) -> Verdict:
    """Each step of (38) to (41): the counted batches, one expected term, and the two sums."""
    for schedule, m in product(SCHEDULES, range(25)):
        ratio, first, n = schedule.exact_ratio, schedule.first, schedule.pulls(m)
        total, bound = schedule.pulls(m + 1) - first, factor(ratio) * n + ratio * first + 1
        case = {"schedule": str(schedule), "X": n, "sum": total, "bound": bound}
        require(total <= bound, "The counted batches exceed their bound.", Grade.PROVED, **case)
    require_growth()
    _require_closed_forms()
    require_slopes()
    largest = 0.0
    for setting, phase in product(SETTINGS, range(PHASES)):
        expected, limit = expected_term(setting, phase), term(setting, phase)
        finding = "An expected term is above its bound."
        require(expected <= limit, finding, setting=setting, m=phase, expected=expected)
        narrow = expected <= limit * (1 - Fraction(1, 10**6))
        need(narrow, "The enclosure of an expected term is too wide to compare.")
        largest = max(largest, float(expected.hi / limit.lower))
    return certified(
        "n_{m+1} - n_0 <= alpha^2 n_m + alpha n_0 + 1; the expected term of (38), by the exact "
        f"law, is at most {largest:.2g} of (40) with delta'' for delta'; and both series are as "
        "printed.",
        covered="Symbolic growth, slopes and series; exact batches of 28 schedules; the expected "
        "terms of (38) by certified tails in three settings and four phases each.",
        not_covered="(40) in all settings and phases, by hand: bern.F8.A.shift.repaired, then "
        "bern.corD.5.repaired integrated by parts, with the atom of the clipped mean at d_1. '<' "
        "for '<=' in (39) concerns an event of probability 0, as the released mean has a density.",
    )
