"""The headline claims of the abstract and of Sections 1 and 6, each sent to where it is decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.registry import find
from banditproof.paper_checks.verdict import Outcome, Verdict
from banditproof.paper_checks.vocabulary import certified, need, refuted, require
from banditproof.theory import (
    Enclosure,
    certify,
    d_eps,
    exact,
    kl,
    privacy_threshold,
    regret_coefficient,
    tv,
)
from banditproof.theory.lower_bounds import older_regret_coefficient
from banditproof.verify.evidence import Grade

Means = tuple[Fraction, ...]
Coefficient = Callable[[Means, Fraction], Enclosure]

INSTANCES = (("0.75", "0.5"), ("0.75", "0.7", "0.7", "0.7", "0.7"), ("0.8", "0.1", "0.1", "0.1"))
BUDGETS = tuple(map(Fraction, ("1/100", "1/10", "1/4", "1", "2", "5", "20")))


def new_bound(means: Means, eps: Fraction) -> Enclosure:
    """The coefficient of Theorem 3.1."""
    return certify(regret_coefficient, means, eps, digits=25)


def older_bound(means: Means, eps: Fraction) -> Enclosure:
    """The coefficient (7), with min { kl, 6 eps gap }."""
    return certify(older_regret_coefficient, means, eps, digits=25)


def half_the_older_bound(means: Means, eps: Fraction) -> Enclosure:
    """Wrong: half of the coefficient (7)."""
    return older_bound(means, eps) / 2


def below_the_threshold(means: Means, eps: Fraction) -> bool:
    """Whether privacy has an effect: eps is below the largest log-odds gap of an arm."""
    return any(eps < certify(privacy_threshold, mean, max(means)) for mean in means)


def settings() -> Iterator[tuple[Means, Fraction]]:
    """The examined instances and budgets."""
    for texts, eps in product(INSTANCES, BUDGETS):
        yield tuple(map(exact, texts)), eps


@claim(
    "bern.sec1",
    r"The headline: a lower bound in $d_\epsilon$ that strictly improves the older one for all "
    r"$\epsilon$; $d_\epsilon$ interpolates between KL and TV; a Chernoff bound in which $m=o(n)$ "
    r"noises cost like one; algorithms that match the bound up to $\alpha$; forgetting is not "
    r"necessary; $d_a\approx\Delta_a^2$ can be arbitrarily bad; the lowest regret in all tests.",
    recorded="fails",
    repaired_by="bern.sec1.repaired",
    doubts=("D1", "D2", "D17"),
    mutants={
        "an older bound that is half as large": {"older": half_the_older_bound},
        "budgets at which privacy has an effect": {"budgets": below_the_threshold},
    },
)
def headline_as_printed(
    older: Coefficient = older_bound,
    budgets: Callable[[Means, Fraction], bool] = lambda means, eps: True,
) -> Verdict:
    """One of the headlines is false: the improvement is not strict for all eps."""
    if all(new_bound(*at) > older(*at) for at in settings() if budgets(*at)):
        return certified("The improvement is strict at all examined budgets.")
    low, high = Fraction(1, 2), Fraction(3, 4)
    gap, distance = certify(privacy_threshold, low, high), certify(kl, low, high)
    need(gap < 2 and distance < 3, "The witness is not in the low-privacy regime", gap=gap)
    return refuted(
        "The improvement is not strict for all eps: the bounds coincide from the largest log-odds "
        "gap on; and the bound itself needs mu_star < 1. The other headlines hold as the claims "
        "that they point to do; a ratio alpha near 1 means nothing at practical horizons.",
        f"Means 3/4 and 1/2, eps = 2: the log-odds gap log 3 = {gap} is below eps, so d_eps = "
        f"kl(1/2, 3/4) = {distance} < 6 eps (3/4 - 1/2) = 3, and both bounds are (1/4) / kl.",
    )


DECIDED_IN = {
    "lower bound": "bern.thm3.1.repaired",
    "concentration": "bern.prop4.1",
    "privacy of the algorithms": "bern.prop4.2",
    "upper bounds": "bern.thm4.3",
    "continual release": "bern.propB.5",
    "experiments": "bern.exp5",
}
"""The headlines that have a claim of their own, where their evidence is."""


def _require_interpolation() -> None:
    """d_eps is kl from the gap on, and d_eps / eps is within eps/8 + eps^2 of TV."""
    finding = "d_eps does not interpolate between kl and TV."
    for low, high in (("1/2", "3/4"), ("1/10", "4/5"), ("7/10", "3/4")):
        x, y = Fraction(low), Fraction(high)
        gap, limit = certify(privacy_threshold, x, y).upper, certify(tv, x, y)
        beyond, non_private = certify(d_eps, x, y, gap), certify(kl, x, y)
        require(overlap(beyond, non_private), finding, x=x, y=y, d_eps=beyond, kl=non_private)
        for eps in (Fraction(1, 10), Fraction(1, 10**4), Fraction(1, 10**8)):
            slope = certify(d_eps, x, y, eps) / eps
            close = (slope <= limit) & (limit - slope <= eps / 8 + eps**2)
            require(close, finding, x=x, y=y, eps=eps, slope=slope)


def _unbounded_ratios() -> list[str]:
    """kl(1/2, 1 - 10^-n) is at least 3 n gap^2, so no multiple of gap^2 bounds kl."""
    ratios = []
    for n in (1, 3, 6, 12, 24):
        x, y = Fraction(1, 2), 1 - Fraction(1, 10**n)
        ratio = certify(kl, x, y) / (y - x) ** 2
        require(ratio >= 3 * n, "kl is not above 3 n gap^2.", x=x, y=y, ratio=ratio)
        ratios.append(f"{float(ratio):.4g}")
    return ratios


def overlap(one: Enclosure, other: Enclosure) -> bool:
    """Whether two numbers may be equal."""
    return one.lo <= other.hi and other.lo <= one.hi


@claim(
    "bern.sec1.repaired",
    r"For $\mu^\star<1$ the new bound is at least the older one, strictly larger exactly when "
    r"$\epsilon<\max_a\epsilon_c(a)$, and equal from there on; $d_\epsilon=\mathrm{kl}$ for "
    r"$\epsilon\ge\epsilon_c$, $d_\epsilon/\epsilon\to\mathrm{TV}$ as $\epsilon\to0$; "
    r"$\mathrm{kl}\ge2\Delta^2$, and $\mathrm{kl}/\Delta^2$ is unbounded.",
    recorded="holds",
    doubts=("D1", "D2"),
    title="the headline claims in the form that holds",
    mutants={
        "twice the budget": {"new": lambda means, eps: new_bound(means, 2 * eps)},
        "no privacy": {"new": lambda means, eps: new_bound(means, eps + 10**6)},
        "half the older bound": {"older": half_the_older_bound},
    },
)
def headline(new: Coefficient = new_bound, older: Coefficient = older_bound) -> Verdict:
    """The improvement on both sides of the threshold, the two limits, and the gap squared."""
    for means, eps in settings():
        one, two = new(means, eps), older(means, eps)
        case: dict[str, Any] = {"means": means, "eps": eps, "new": one, "older": two}
        if below_the_threshold(means, eps):
            require(one > two, "The new bound is not larger where privacy matters.", **case)
        else:
            require(overlap(one, two), "The bounds differ beyond the threshold.", **case)
    _require_interpolation()
    ratios = _unbounded_ratios()
    for id in DECIDED_IN.values():
        found = find(id).recorded != Outcome.FAILS
        require(found, "A headline is refuted by its claim.", grade=Grade.PROVED, claim=id)
    return certified(
        "The headlines hold in this form. That forgetting is not necessary follows from the "
        "privacy and the regret of the two algorithms, which keep all noisy sums; the DP-UCB rate "
        "exceeds K log T / eps by log^1.5 T, as printed.",
        numbers={"decided in": DECIDED_IN, "kl / gap^2 towards 1": ratios},
        covered="Three instances at seven budgets on both sides of the threshold, in balls; the "
        "limits at three pairs of means.",
        not_covered="The asymptotic theorems, which have their own claims.",
    )
