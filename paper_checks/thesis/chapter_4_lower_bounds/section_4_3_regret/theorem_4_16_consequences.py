"""Claims about the consequences of Theorem 4.16: the Bernoulli form, and universality."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need, require
from banditproof.theory import Enclosure, certify, kl
from banditproof.verify.evidence import Grade

Factor = Callable[[Fraction], Fraction]
"""c(mu*) in the claim that the coefficient is at least c times the sum of 1/min{gap, eps}."""
NEAR_THE_ENDS = [
    (Fraction(1, 100), Fraction(2, 100)),
    (Fraction(0), Fraction(99, 100)),
    *((Fraction(1, 10**n), Fraction(2, 10**n)) for n in (3, 4, 6, 9)),
]
GRID = [(Fraction(a, 20), Fraction(b, 20)) for a, b in product(range(20), range(1, 20)) if a < b]
# from mean 0 to a small mean the factor mu* (1 - mu*) is nearly attained
PAIRS = [*NEAR_THE_ENDS, *GRID, (Fraction(0), Fraction(1, 1000))]


def remaining_share(mean: Fraction, best: Fraction) -> Enclosure:
    """(gap / kl) / (1 / gap) = gap^2 / kl, the share of the simplified coefficient that is left."""
    return (best - mean) ** 2 / certify(kl, mean, best, digits=20)


def constant_share(best: Fraction) -> Fraction:
    """A constant share: the reading KL_inf = 2 gap^2 makes it 1/2, and 2/5 leaves a margin."""
    return Fraction(2, 5)


def chi_square(best: Fraction) -> Fraction:
    """mu* (1 - mu*), from kl(x, y) <= (x - y)^2 / (y (1 - y))."""
    return best * (1 - best)


@pair(
    "thesis.thm4.16.consequences",
    r"(2) For Bernoulli rewards $\mathrm{TV}_{\inf}=\Delta_a$ and $\mathrm{KL}_{\inf}\approx"
    r"2\Delta_a^2$, so the bound reduces to $\Omega(\sum_{a\ne a^*}\frac{\log T}{\min\{\Delta_a,"
    r"\varepsilon\}})$. (3) For $\varepsilon\ge\mathrm{KL}_{\inf}/\mathrm{TV}_{\inf}$ the regret "
    r"with and without View DP is the same.",
    r"For Bernoulli rewards and $\mu^*<1$: $\mu^*(1-\mu^*)\sum_{\Delta_a>0}\frac1{\min\{\Delta_a,"
    r"\varepsilon\}}\le\sum_{\Delta_a>0}\frac{\Delta_a}{\min\{\mathrm{kl}(\mu_a,\mu^*),"
    r"\varepsilon\Delta_a\}}\le\sum_{\Delta_a>0}\frac1{\min\{2\Delta_a,\varepsilon\}}$.",
    recorded="fails",
    doubts=("D18", "D27"),
    repaired_title="the Bernoulli form with its constant",
    subjects={"factor": (constant_share, chi_square)},
    mutants={
        "twice the factor": {"factor": lambda best: 2 * chi_square(best) + Fraction(1, 100)},
        "a hundredth more": {"factor": lambda best: chi_square(best) * Fraction(101, 100)},
    },
)
def bernoulli_form(factor: Factor) -> Verdict:
    """kl is between 2 gap^2 and the chi-square divergence; both sides on a grid with budgets."""
    shares = [remaining_share(mean, best) for mean, best in NEAR_THE_ENDS[2:]]
    for before, later in pairwise(shares):
        need(later < before, "Delta^2/kl does not fall along means that approach 0")
    for mean, best in PAIRS:
        share = remaining_share(mean, best)
        case: dict[str, Any] = {
            "mu": mean,
            "mu*": best,
            "Delta^2/kl": share,
            "claimed": factor(best),
        }
        require(
            factor(best) <= share,
            "Pinsker gives KL_inf >= 2 Delta^2, the wrong direction for a lower bound: for small "
            "eps the form holds, but for large eps the coefficient Delta/kl is less than any "
            "constant times 1/Delta near the ends. With mu* = 1 the true coefficient is 0. The "
            "regrets of (3) are not the same either (thesis.thm4.16.same_regret).",
            **case,
            at_one_and_two_billionths=shares[-1],
        )
    for (mean, best), word in product(PAIRS, ("1/1000", "1/4", "5")):
        gap, eps = best - mean, Fraction(word)
        middle = gap / Enclosure.min(certify(kl, mean, best, digits=20), eps * gap)
        case = {"mu": mean, "mu*": best, "eps": eps}
        right = 1 / min(2 * gap, eps)
        require(factor(best) / min(gap, eps) <= middle, "The left side fails.", **case)
        require(middle <= right, "The right side fails.", **case)
    return certified(
        "kl(x, y) <= log(1 + chi^2) <= (x-y)^2/(y(1-y)) by Jensen gives the left side, Pinsker "
        "the right one; on means in [d, 1-d] the order is therefore 1/min{Delta, eps}.",
        covered=f"{len(PAIRS)} pairs of means and three budgets in balls.",
        not_covered="Other means and budgets: there it is the two inequalities, by hand.",
    )


Mixture = Callable[[Fraction, Fraction], tuple[Fraction, Fraction]]
"""Mean and total variation distance of an alternative to the point mass at 0."""


def far_mass(share: Fraction, best: Fraction) -> tuple[Fraction, Fraction]:
    """Move the share of the mass of the point mass at 0 to 2 best / share: mean 2 best."""
    return share * (2 * best / share), share


@claim(
    "thesis.thm4.16.universality",
    r"(1) The bound holds for any environment with $K$ arms and reward laws with finite means.",
    recorded="holds",
    kind="remark claim",
    place="4.3.1",
    title="universality, and what it says about all laws on the line",
    mutants={"laws on [0, 1]": {"mixture": lambda share, best: (share, share)}},
)
def universality(mixture: Mixture = far_mass) -> Verdict:
    """Over all laws with finite mean both infima are 0: the bound is infinite, the class empty."""
    best = Fraction(1, 2)
    for eta in (Fraction(1, 10), Fraction(1, 1000), Fraction(1, 10**9)):
        mean, distance = mixture(eta, best)
        finding = "The distance to a better law is not arbitrarily small."
        better = mean > best and distance == eta
        require(better, finding, Grade.PROVED, distance=distance, mean=mean, best=best)
    return certified(
        "For the class of all laws on the line with finite mean, TV_inf = KL_inf = 0: moving the "
        "mass eta to 2 mu*/eta gives mean 2 mu* > mu* at distance eta. The bound is then +infinity "
        "and says that no policy is consistent, with or without privacy: true, but empty.",
        covered="A point mass at 0, mu* = 1/2, eta = 0.1, 0.001, 1e-9, exact.",
        not_covered="The theorem itself, which is claim thesis.thm4.16.",
    )
