"""Claims about KL_inf: Definition 2.30 and its closed forms."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.definitions.infima.explicit_alternatives import (
    best_by_search,
    better_laws,
    divergence,
    random_cases,
)
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import Bernoulli, Enclosure, FiniteSupport, Law, certify, kl, kl_inf
from banditproof.theory.laws import Empirical, Gaussian, Poisson
from banditproof.verify.evidence import Grade

Infimum = Callable[[Law, Fraction], Enclosure]
NOTHING_BETTER: tuple[tuple[Law, int], ...] = (
    (Bernoulli("0.3"), 1),
    (Bernoulli(1), 1),
    (FiniteSupport((0, 2), ("0.5", "0.5")), 2),
    (Empirical([0.5]), 1),
)
ALREADY_THERE: tuple[tuple[Law, str], ...] = (
    (Poisson(2), "2"),
    (Bernoulli("0.5"), "0.4"),
    (Empirical([0.5]), "0.5"),
)
MEANS = (("0.3", "0.7"), ("0", "0.5"), ("0.999", "0.9995"), ("0.2", "0.2001"))


def certified(law: Law, mu: Fraction) -> Enclosure:
    """KL_inf in balls."""
    return certify(kl_inf, law, mu, digits=25)


def meet(one: Enclosure, other: Enclosure) -> bool:
    """Whether two enclosures can be of one number."""
    return max(one.lo, other.lo) <= min(one.hi, other.hi)


def _family_fault(infimum: Infimum) -> str | None:
    """Where the closed forms, the members beyond mu, or the edges contradict the infimum."""
    for mean, mu in MEANS:
        low, high = Fraction(mean), Fraction(mu)
        gap = high - low
        value = infimum(Gaussian(low), high)
        if not meet(value, Enclosure(gap**2 / 2, gap**2 / 2)):
            return f"Gaussian means {mean}, {mu}: {value} is not gap^2 / 2."
        value = infimum(Bernoulli(low), high)
        if not meet(value, certify(kl, low, high, digits=25)):
            return f"Bernoulli means {mean}, {mu}: {value} is not kl."
        # the members beyond mu have divergences that fall to the infimum
        last: Enclosure | None = None
        for step in (Fraction(1, 2), Fraction(1, 10**3), Fraction(1, 10**9)):
            beyond = certify(kl, low, high + (1 - high) * step, digits=25)
            if beyond.hi <= value.lo or (last is not None and beyond.lo >= last.hi):
                return (
                    f"Bernoulli means {mean}, {mu}: {beyond} at a mean above, {value} as infimum."
                )
            last = beyond
        if last is not None and last.lo > value.hi * (1 + Fraction(1, 1000)):
            return f"Bernoulli means {mean}, {mu}: {last} just above, {value} as infimum."
    for law, top in NOTHING_BETTER:
        if infimum(law, Fraction(top)).lo != math.inf:
            return f"{law}: no law has a mean above {top}, and the infimum is not infinite."
    for law, near in ALREADY_THERE:
        if infimum(law, Fraction(near)).hi != 0:
            return f"{law}: laws of mean above {near} come arbitrarily close, and it is not 0."
    return None


def _finite_fault(infimum: Infimum, laws: int) -> tuple[str | None, Fraction]:
    """Where an explicit better law beats the infimum, or none found comes near; the largest gap."""
    widest = Fraction(0)
    for place, case in enumerate(random_cases(laws, seed=5)):
        points, weights, mu = case
        value = infimum(FiniteSupport(points, weights), mu)
        where = f"points {[str(x) for x in points]}, weights {[str(w) for w in weights]}, mu = {mu}"
        for other in better_laws(case, 12, seed=place):
            cost = divergence(weights, other)
            if cost is not None and cost < value.lo:
                return f"{where}: KL to {[str(w) for w in other]} is below {value}.", widest
        found, other = best_by_search(case)
        share = (found - Fraction(value.lo)) / found
        if share < 0 or share > Fraction(1, 10**3):
            shown = [f"{float(w):.6f}" for w in other]
            return f"{where}: the law {shown} has KL {float(found)}, and not {value}.", widest
        widest = max(widest, share)
        interval = infimum(Empirical(points, weights=weights), mu)
        if not meet(interval, value):
            return f"{where}: {interval} among all laws on [0, 1], {value} on the points.", widest
    return None, widest


@claim(
    "thesis.def2.30",
    r"$\mathrm{KL}_{\inf}(P,\mu^*,\mathcal M) = \inf_{P'\in\mathcal M}\{\mathrm{KL}(P,P') : "
    r"\mu(P')>\mu^*\}$ for $\mu(P)<\mu^*$, with $\mathrm{KL}=+\infty$ unless $P\ll P'$. It is "
    r"$\Delta_a^2/2$ for unit-variance Gaussians and $d(\mu_a,\mu^*)$ for Bernoulli laws.",
    recorded="holds",
    mutants={
        "twice the squared gap": {
            "infimum": lambda law, mu: (
                Enclosure(*[2 * (mu - law.exact_mean) ** 2] * 2)
                if isinstance(law, Gaussian | Bernoulli)
                else certified(law, mu)
            )
        },
        "finite at the top": {
            "infimum": lambda law, mu: certified(
                law, mu if law.high == math.inf else min(mu, law.high - Fraction(1, 10**9))
            )
        },
        "argmin for min": {
            "infimum": lambda law, mu: (
                Enclosure(mu, mu) if isinstance(law, FiniteSupport) else certified(law, mu)
            )
        },
        "a mean a little larger": {
            "infimum": lambda law, mu: (
                certified(law, mu + (law.high - mu) / 100)
                if isinstance(law, FiniteSupport) and mu < law.high
                else certified(law, mu)
            )
        },
    },
)
def kl_infimum(infimum: Infimum = certified) -> Verdict:
    """Closed forms, members just beyond mu, explicit better laws, a blind search, the edges."""
    fault = _family_fault(infimum)
    widest = Fraction(0)
    if fault is None:
        fault, widest = _finite_fault(infimum, laws=12)
    if fault:
        return fails(Grade.CERTIFIED, "The infimum is not the one defined.", witness=fault)
    return holds(
        Grade.CERTIFIED,
        "Both closed forms hold, also where no law is better (mu* = 1: kl and the empty infimum "
        "are both infinite), no explicit better law beats the enclosures, and a search with direct "
        f"evaluation comes within {float(widest):.1e} of them.",
        numbers={
            "Gaussian gap 0.4": certified(Gaussian("0.3"), Fraction("0.7")),
            "Bernoulli 0.3, 0.7": certified(Bernoulli("0.3"), Fraction("0.7")),
            "largest relative gap of the search": float(widest),
        },
        covered="Gaussian and Bernoulli pairs, twelve laws on at most five points with 12 random "
        "better laws and a search each, all laws on [0, 1] against laws on the points and 1; the "
        "strict inequality at the mean, at the top and beyond.",
        not_covered="All laws and classes at once; > and >= differ only at the largest mean of a "
        "class.",
    )
