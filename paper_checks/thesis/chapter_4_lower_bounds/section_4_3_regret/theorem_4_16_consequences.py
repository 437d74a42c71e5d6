"""Claims about the consequences of Theorem 4.16: universality, the Bernoulli form, the regimes."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant, sharpest
from banditproof.paper_checks.verdicts.along import prover_shows
from banditproof.paper_checks.verdicts.vocabulary import need, require, require_or_repair, showing
from banditproof.theory import Enclosure, certify, kl
from banditproof.verify.evidence import Grade

Factor = Callable[[Fraction], Fraction]
"""c(mu*) in the claim that the coefficient is at least c times the sum of 1/min{gap, eps}."""
NEAR_THE_ENDS = [
    (Fraction(1, 100), Fraction(2, 100)),
    (Fraction(0), Fraction(99, 100)),
    *((Fraction(1, 10**n), Fraction(2, 10**n)) for n in (3, 4, 6, 9)),
]


def remaining_share(mean: Fraction, best: Fraction) -> Enclosure:
    """(gap / kl) / (1 / gap) = gap^2 / kl, the share of the simplified coefficient that is left."""
    return (best - mean) ** 2 / certify(kl, mean, best, digits=20)


def constant_share(best: Fraction) -> Fraction:
    """A constant share: the reading KL_inf = 2 gap^2 makes it 1/2, and 2/5 leaves a margin."""
    return Fraction(2, 5)


def chi_square(best: Fraction) -> Fraction:
    """mu* (1 - mu*), from kl(x, y) <= (x - y)^2 / (y (1 - y))."""
    return best * (1 - best)


@checks("thesis.thm4.16.bernoulli", subjects={"factor": (constant_share, chi_square)})
@mutant("twice the factor", factor=lambda best: 2 * chi_square(best) + Fraction(1, 100))
def bernoulli_form(factor: Factor, proof: Proof = WRITTEN) -> Verdict:
    """kl is between 2 gap^2 and the chi-square divergence, and so are the terms."""
    shares = [remaining_share(mean, best) for mean, best in NEAR_THE_ENDS[2:]]
    for before, later in pairwise(shares):
        need(later < before, "Delta^2/kl does not fall along means that approach 0")
    for mean, best in NEAR_THE_ENDS:
        share = remaining_share(mean, best)
        with showing(
            lambda: prover_shows(
                "x**2 <= 5*x*kl(x, 2*x)",
                "x in (0, 1/4]",
                "at the means x and 2 x and large eps the coefficient is at most 5 x times that of "
                "the print without its constant: no constant serves for all means",
            )
        ):
            require_or_repair(
                factor(best) <= share,
                "Pinsker gives KL_inf >= 2 Delta^2, the wrong direction for a lower bound: for "
                "small "
                "eps the form holds, but for large eps the coefficient Delta/kl is less than any "
                "constant times 1/Delta near the ends. With constants that may depend on mu* it "
                "holds, "
                "except at mu* = 1, where the true coefficient is 0.",
                mu=mean,
                best=best,
                remaining=share,
                claimed=factor(best),
                **dict[str, Any]({"remaining at 1e-9 and best 2e-9": shares[-1]}),
            )
    return proof.verdict(
        sharpness=sharpest(
            "y*(1-y)/min(y-x,eps) <= (y-x)/min(kl(x,y),eps*(y-x))",
            {"x": "1/1000000", "y": "2/1000000", "eps": 5},
            {"x": "4999/10000", "y": "5001/10000", "eps": 5},
            {"x": 0, "y": "1/1000", "eps": 5},
        )
    )


@checks("thesis.thm4.16.retrieves")
def older_bound(proof: Proof = WRITTEN) -> Verdict:
    """Each term is at least 1/eps, and equal to it for small eps."""
    return proof.verdict()


Mixture = Callable[[Fraction, Fraction], tuple[Fraction, Fraction]]
"""Mean and total variation distance of an alternative to the point mass at 0."""


def far_mass(share: Fraction, best: Fraction) -> tuple[Fraction, Fraction]:
    """Move the share of the mass of the point mass at 0 to 2 best / share: mean 2 best."""
    return share * (2 * best / share), share


@checks("thesis.thm4.16.universality")
@mutant("laws on [0, 1]", mixture=lambda share, best: (share, share))
def universality(mixture: Mixture = far_mass, proof: Proof = WRITTEN) -> Verdict:
    """Over all laws with finite mean both infima are 0: the bound is infinite, the class empty."""
    best = Fraction(1, 2)
    for eta in (Fraction(1, 10), Fraction(1, 1000), Fraction(1, 10**9)):
        mean, distance = mixture(eta, best)
        finding = "The distance to a better law is not arbitrarily small."
        better = mean > best and distance == eta
        require(better, finding, Grade.PROVED, distance=distance, mean=mean, best=best)
    return proof.verdict()
