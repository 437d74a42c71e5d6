"""Claims about the consequences of Theorem 4.16: universality, the Bernoulli form, the regimes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory import (
    Enclosure,
    certify,
    kl,
)
from banditproof.verify.evidence import Grade

Pair = tuple[Fraction, Fraction]
Factor = Callable[[Fraction], Fraction]
"""c(mu*) in the claim that the coefficient is at least c times the sum of 1/min{gap, eps}."""


def certified_share(mean: Fraction, best: Fraction) -> Enclosure:
    """(gap / kl) / (1 / gap) = gap^2 / kl, the share of the simplified coefficient that is left."""
    cost, gap = certify(kl, mean, best, digits=20), best - mean
    return Enclosure(gap**2 / Fraction(cost.hi), gap**2 / Fraction(cost.lo))


def constant_share(best: Fraction) -> Fraction:
    """A constant share: the reading KL_inf = 2 gap^2 makes it 1/2, and 2/5 leaves a margin."""
    return Fraction(2, 5)


def chi_square(best: Fraction) -> Fraction:
    """mu* (1 - mu*), from kl(x, y) <= (x - y)^2 / (y (1 - y))."""
    return best * (1 - best)


def _twice(best: Fraction) -> Fraction:
    return 2 * best * (1 - best) + Fraction(1, 100)


def violation(factor: Factor, pairs: list[Pair]) -> str | None:
    """A pair of means where gap^2/kl is below the factor."""
    for mean, best in pairs:
        share = certified_share(mean, best)
        if share.hi < factor(best):
            gap = best - mean
            return (
                f"mu = {mean}, mu* = {best}: Delta/kl = {float(share.mid / gap):.7g}, but "
                f"1/(2 Delta) = {float(1 / (2 * gap)):.7g}; kl/(2 Delta^2) = "
                f"{float(1 / (2 * share.mid)):.6g}."
            )
    return None


NEAR_THE_ENDS = [
    (Fraction(1, 100), Fraction(2, 100)),
    (Fraction(0), Fraction(99, 100)),
    *((Fraction(1, 10**n), Fraction(2, 10**n)) for n in (3, 4, 6, 9)),
]
GRID = [(Fraction(a, 20), Fraction(b, 20)) for a, b in product(range(20), range(1, 20)) if a < b]


@claim(
    "thesis.thm4.16.consequences",
    r"(2) For Bernoulli rewards $\mathrm{TV}_{\inf}=\Delta_a$ and $\mathrm{KL}_{\inf}\approx"
    r"2\Delta_a^2$, so the bound reduces to $\Omega(\sum_{a\ne a^*}\frac{\log T}{\min\{\Delta_a,"
    r"\varepsilon\}})$. (3) For $\varepsilon\ge\mathrm{KL}_{\inf}/\mathrm{TV}_{\inf}$ the regret "
    r"with and without View DP is the same.",
    recorded="fails",
    repaired_by="thesis.thm4.16.consequences.repaired",
    doubts=("D18", "D27"),
    mutants={"with the factor mu*(1-mu*)": {"factor": chi_square}},
)
def no_uniform_form(factor: Factor = constant_share) -> Verdict:
    """Delta^2/kl along means that approach 0: it has no positive lower bound."""
    fault = violation(factor, NEAR_THE_ENDS)
    if fault is None:
        return holds(Grade.CERTIFIED, "No violation.", covered="-", not_covered="-")
    shares = [certified_share(mean, best) for mean, best in NEAR_THE_ENDS[2:]]
    if not all(later.hi < before.lo for before, later in pairwise(shares)):
        return holds(Grade.CERTIFIED, "The share does not fall.", covered="-", not_covered="-")
    return fails(
        Grade.CERTIFIED,
        "Pinsker gives KL_inf >= 2 Delta^2, the wrong direction for a lower bound: for small eps "
        "the form holds, but for large eps the coefficient Delta/kl is less than any constant "
        "times 1/Delta near the ends (D18). With mu* = 1 the true coefficient is 0. The regrets "
        "of (3) are not the same either (D27, thesis.thm4.16.same_regret).",
        witness=f"{fault} At (10^-9, 2 10^-9) the share Delta^2/kl is {shares[-1]}.",
        numbers={"Delta^2/kl at (10^-n, 2 10^-n), n = 3, 4, 6, 9": shares},
        covered="Six pairs of means in balls; the share falls like mu along (mu, 2 mu).",
    )


@claim(
    "thesis.thm4.16.consequences.repaired",
    r"For Bernoulli rewards and $\mu^*<1$: $\mu^*(1-\mu^*)\sum_{\Delta_a>0}\frac1{\min\{\Delta_a,"
    r"\varepsilon\}}\le\sum_{\Delta_a>0}\frac{\Delta_a}{\min\{\mathrm{kl}(\mu_a,\mu^*),"
    r"\varepsilon\Delta_a\}}\le\sum_{\Delta_a>0}\frac1{\min\{2\Delta_a,\varepsilon\}}$.",
    recorded="holds",
    doubts=("D18",),
    title="the Bernoulli form with its constant",
    mutants={
        "a uniform constant": {"factor": constant_share},
        "twice the factor": {"factor": _twice},
        "a hundredth more": {"factor": lambda best: chi_square(best) * Fraction(101, 100)},
    },
)
def bernoulli_form(factor: Factor = chi_square) -> Verdict:
    """kl is between 2 gap^2 and the chi-square divergence; both sides on a grid with budgets."""
    # from mean 0 to a small mean the factor is nearly attained
    pairs = [*GRID, *NEAR_THE_ENDS, (Fraction(0), Fraction(1, 1000))]
    fault = violation(factor, pairs)
    if fault:
        return fails(Grade.CERTIFIED, "The factor is too large.", witness=fault)
    for (mean, best), word in product(pairs, ("1/1000", "1/4", "5")):
        gap, eps = best - mean, Fraction(word)
        cost = certify(kl, mean, best, digits=20)
        low, high = (gap / min(Fraction(end), eps * gap) for end in (cost.hi, cost.lo))
        if high < factor(best) / min(gap, eps) or low > 1 / min(2 * gap, eps):
            return fails(
                Grade.CERTIFIED, "A side fails.", witness=f"({mean}, {best}), eps = {eps}."
            )
    return holds(
        Grade.CERTIFIED,
        "kl(x, y) <= log(1 + chi^2) <= (x-y)^2/(y(1-y)) by Jensen gives the left side, Pinsker "
        "the right one; on means in [d, 1-d] the order is therefore 1/min{Delta, eps}.",
        numbers={"pairs": len(pairs)},
        covered=f"{len(pairs)} pairs of means and three budgets in balls.",
        not_covered="Other means and budgets: there it is the two inequalities, by hand.",
    )


Mixture = Callable[[Fraction, Fraction], tuple[Fraction, Fraction]]
"""Mean and total variation distance of an alternative to the point mass at 0."""


def far_mass(share: Fraction, best: Fraction) -> tuple[Fraction, Fraction]:
    """Move the share of the mass of the point mass at 0 to 2 best / share: mean 2 best."""
    return share * (2 * best / share), share


def _mass_at_one(share: Fraction, best: Fraction) -> tuple[Fraction, Fraction]:
    return share, share


@claim(
    "thesis.thm4.16.universality",
    r"(1) The bound holds for any environment with $K$ arms and reward laws with finite means.",
    recorded="holds",
    kind="remark claim",
    place="4.3.1",
    title="universality, and what it says about all laws on the line",
    mutants={"laws on [0, 1]": {"mixture": _mass_at_one}},
)
def universality(mixture: Mixture = far_mass) -> Verdict:
    """Over all laws with finite mean both infima are 0: the bound is infinite, the class empty."""
    best = Fraction(1, 2)
    for power in (1, 3, 9):
        mean, distance = mixture(Fraction(1, 10**power), best)
        if mean <= best or distance != Fraction(1, 10**power):
            return fails(
                Grade.PROVED,
                "The distance to a better law is not arbitrarily small.",
                witness=f"Share {distance}: mean {mean}, not above {best}.",
            )
    return holds(
        Grade.CERTIFIED,
        "For the class of all laws on the line with finite mean, TV_inf = KL_inf = 0: moving the "
        "mass eta to 2 mu*/eta gives mean 2 mu* > mu* at distance eta. The bound is then +infinity "
        "and says that no policy is consistent, with or without privacy: true, but empty.",
        covered="A point mass at 0, mu* = 1/2, eta = 0.1, 0.001, 1e-9, exact.",
        not_covered="The theorem itself, which is claim thesis.thm4.16.",
    )
