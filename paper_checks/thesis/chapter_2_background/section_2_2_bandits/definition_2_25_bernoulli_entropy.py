"""Claims about the relative entropy of Bernoulli laws: Definition 2.25."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import mpmath

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import Enclosure, certify, kl
from banditproof.verify.evidence import Grade

Divergence = Callable[[Fraction, Fraction], Enclosure]
GRID = tuple(Fraction(k, 20) for k in range(21))
NEAR = (Fraction(1, 10**15), Fraction(1, 10**6), 1 - Fraction(1, 10**9))


def certified(p: Fraction, q: Fraction) -> Enclosure:
    """kl(p, q) in balls."""
    return certify(kl, p, q, digits=30)


def as_printed(p: Fraction, q: Fraction) -> Fraction:
    """(2.13) term by term in 80-digit floats, for 0 < q < 1; a term with factor 0 is 0."""
    with mpmath.workdps(80):
        total = mpmath.mpf(0)
        for a, b in ((p, q), (1 - p, 1 - q)):
            if a:
                share = mpmath.mpf(a.numerator) / a.denominator
                odds = mpmath.mpf((a / b).numerator) / (a / b).denominator
                total += share * mpmath.log(odds)
        return Fraction(mpmath.nstr(total, 60))


def _fault(divergence: Divergence) -> str | None:
    """Where the divergence is not (2.13), its limit, or below Pinsker's bound."""
    for p in (*GRID, *NEAR):
        for q in (*GRID, *NEAR):
            value = divergence(p, q)
            where = f"p = {p}, q = {q}: {value}"
            if p == q:
                if value.lo != 0 or value.hi != 0:
                    return f"{where} instead of 0."
            elif q in (0, 1):
                if value.lo != math.inf:
                    return f"{where} instead of infinity."
                far, further = (divergence(p, abs(q - Fraction(1, 10**k))) for k in (40, 10**4))
                if not (far.hi < further.lo and further.lo > 10**4 * abs(p - q) * 2):
                    return f"{where}, but the values at q + 10^-10000 are {further}."
            else:
                printed = as_printed(p, q)
                if not value.is_finite:
                    return f"{where} instead of {float(printed)}."
                if abs(printed - Fraction(value.mid)) > Fraction(1, 10**25) * abs(printed):
                    return f"{where} instead of {float(printed)}."
            if value.hi < 2 * (p - q) ** 2:
                return f"{where} is below 2 (p - q)^2."
    return None


@claim(
    "thesis.def2.25",
    r"$\mathrm{kl}(p,q) = p\log(p/q) + (1-p)\log((1-p)/(1-q))$ for $p,q\in[0,1]$, where "
    r"singularities are defined by taking limits (2.13).",
    recorded="holds",
    mutants={
        "arguments swapped": {"divergence": lambda p, q: certified(q, p)},
        "only the first term": {
            "divergence": lambda p, q: (
                certified(p, q) if q in (0, 1, p) else Enclosure(*[_first_term(p, q)] * 2)
            )
        },
        "finite at the ends": {
            "divergence": lambda p, q: certified(p, min(max(q, NEAR[0]), 1 - NEAR[0]))
        },
    },
)
def relative_entropy(divergence: Divergence = certified) -> Verdict:
    """The certified divergence against the printed terms, its limits, and Pinsker's inequality."""
    fault = _fault(divergence)
    if fault:
        return fails(Grade.CERTIFIED, "The divergence is not (2.13).", witness=fault)
    # at (0, 0) the two iterated limits differ: along p = 0 it is 0, along q = 0 infinite
    along_p, along_q = divergence(Fraction(0), NEAR[0]), divergence(NEAR[0], Fraction(0))
    return holds(
        Grade.CERTIFIED,
        "The enclosures agree with the printed terms, are infinite at q in {0, 1} for p != q, and "
        "never below 2 (p - q)^2; at (0, 0) and (1, 1) the limits in p and in q differ (infinite "
        "and 0), and the value meant is 0.",
        numbers={"kl(0, 1e-15)": along_p, "kl(1e-15, 0)": along_q, "points": 24 * 24},
        covered="A grid of step 1/20 with both ends and points within 1e-15 of 0 and 1e-9 of 1; "
        "the growth of kl(p, q) to infinity at q within 10^-10000 of an end.",
        not_covered="All arguments at once: the limits and Pinsker's inequality are theorems.",
    )


def _first_term(p: Fraction, q: Fraction) -> Fraction:
    """p log(p / q), rounded: a wrong divergence."""
    return Fraction(float(p) * math.log(float(p / q))) if p else Fraction(0)
