"""Claims about the consequences of Theorem 4.16: universality, the Bernoulli form, the regimes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
    sharpest,
)
from banditproof.paper_checks.statements.checks import checks, checks_both
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need, require, require_or_repair
from banditproof.theory import Enclosure, certify, kl
from banditproof.verify.evidence import Grade

from . import theorem_4_16_regimes, tv_infimum  # noqa: F401 (they register parts of the whole)

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


TERMS = Proof(
    "thesis.thm4.16.consequences.repaired",
    where="x in [0,1], y in (0,1), eps in (0,inf), x < y",
    steps=(
        Inequality(
            1,
            "kl is at most the chi-square divergence.",
            "kl(x,y) <= (x-y)**2/(y*(1-y))",
        ),
        Inequality(2, "Pinsker's inequality.", "kl(x,y) >= 2*(y-x)**2"),
        Inequality(
            3,
            "The denominator from above, as y (1 - y) is at most 1.",
            "min(kl(x,y), eps*(y-x)) <= (y-x)*min(y-x,eps)/(y*(1-y))",
            uses=(1,),
        ),
        Inequality(
            4,
            "The denominator from below.",
            "min(kl(x,y), eps*(y-x)) >= (y-x)*min(2*(y-x),eps)",
            uses=(2,),
        ),
        Inequality(
            5,
            "The term of an arm on the left is at most that in the middle.",
            "y*(1-y)/min(y-x,eps) <= (y-x)/min(kl(x,y),eps*(y-x))",
            uses=(3, 4),
        ),
        Inequality(
            6,
            "The term of an arm in the middle is at most that on the right.",
            "(y-x)/min(kl(x,y),eps*(y-x)) <= 1/min(2*(y-x),eps)",
            uses=(4,),
        ),
        Parts(7, "The terms of all arms, added up.", uses=(5, 6)),
    ),
)


@checks_both(
    "thesis.thm4.16.bernoulli",
    subjects={"factor": (constant_share, chi_square)},
    mutants={
        "twice the factor": {"factor": lambda best: 2 * chi_square(best) + Fraction(1, 100)},
        "sharper: a hundredth more": {
            "proof": TERMS.changed(
                5, formula="1.01*y*(1-y)/min(y-x,eps) <= (y-x)/min(kl(x,y),eps*(y-x))"
            )
        },
        "sharper: 2.1 for 2 on the right": {
            "proof": TERMS.changed(2, formula="kl(x,y) >= 2.1*(y-x)**2")
        },
    },
)
def bernoulli_form(factor: Factor, proof: Proof = TERMS) -> Verdict:
    """kl is between 2 gap^2 and the chi-square divergence, and so are the terms."""
    shares = [remaining_share(mean, best) for mean, best in NEAR_THE_ENDS[2:]]
    for before, later in pairwise(shares):
        need(later < before, "Delta^2/kl does not fall along means that approach 0")
    for mean, best in NEAR_THE_ENDS:
        share = remaining_share(mean, best)
        require_or_repair(
            factor(best) <= share,
            "Pinsker gives KL_inf >= 2 Delta^2, the wrong direction for a lower bound: for small "
            "eps the form holds, but for large eps the coefficient Delta/kl is less than any "
            "constant times 1/Delta near the ends. With constants that may depend on mu* it holds, "
            "except at mu* = 1, where the true coefficient is 0.",
            mu=mean,
            best=best,
            remaining=share,
            claimed=factor(best),
            at_one_and_two_billionths=shares[-1],
        )
    return proof.verdict(
        "The chi-square divergence gives the left side, Pinsker's inequality the right one; on "
        "means in [d, 1-d] the order is therefore 1/min{Delta, eps}.",
        sharpness=sharpest(
            "y*(1-y)/min(y-x,eps) <= (y-x)/min(kl(x,y),eps*(y-x))",
            {"x": "1/1000000", "y": "2/1000000", "eps": 5},
            {"x": "4999/10000", "y": "5001/10000", "eps": 5},
            {"x": 0, "y": "1/1000", "eps": 5},
        ),
    )


OLDER = Proof(
    "thesis.thm4.16.retrieves",
    where="gap in (0,1], eps in (0,inf), K in [2,inf), t in [0,1], m in (0,inf), "
    "term in [0,inf), bound in [0,inf), low in [0,inf), best in [0,1), gap <= best",
    steps=(
        OnClaim(
            1,
            r"$\mathrm{TV}_{\inf}=\Delta_a$, as $\mu^*<1$.",
            "t == gap",
            claim="thesis.tvinf.bernoulli.repaired",
            of_step=9,
            instance={"low": "t", "mu": "best", "p": "best - gap", "q": "1"},
        ),
        Given(
            2,
            r"The denominator $m>0$ of arm $a$ is at most $\varepsilon\,\mathrm{TV}_{\inf}$,",
            "m <= eps*t",
        ),
        Given(3, "and its term is", "term == gap/m"),
        Inequality(
            4,
            r"at least $\frac1\varepsilon$.",
            "term >= 1/eps",
            uses=(1, 3),
            weights={2: "1/(eps*m)"},
        ),
        Textbook(
            5,
            r"The best arm is unique: the sum of the $K-1$ terms is at least "
            r"$\frac{K-1}\varepsilon$.",
            "bound >= (K - 1)*(1/eps)",
            fact="textbook.elementary-probability:sum below",
            hypotheses={"X_t >= c + b Z_t for each t": 4},
            instance={"x": "bound", "n": "K - 1", "c": "1/eps", "b": "0", "z": "0", "X": "term"},
            over=("gap", "t", "m", "term"),
            which="gap <= best",
        ),
        OnClaim(
            6,
            r"It is at most $\liminf\mathrm{Reg}_T/\log T$.",
            "bound <= low",
            claim="thesis.thm4.16",
            of_step=23,
        ),
        Inequality(
            7,
            r"$\liminf\mathrm{Reg}_T/\log T\ge\frac{K-1}\varepsilon$,",
            "low >= (K - 1)/eps",
            weights={5: "1", 6: "1"},
        ),
        Inequality(
            8,
            r"which is at least $\frac K{2\varepsilon}$.",
            "low >= K/(2*eps)",
            weights={7: "1"},
        ),
    ),
    parts=(7,),
)


@checks(
    "thesis.thm4.16.retrieves",
    mutants={
        "half of the distance": {"proof": OLDER.changed(1, formula="t == 2*gap")},
        "half of the limit": {"proof": OLDER.changed(6, formula="2*bound <= low")},
        "sharper: two over eps": {"proof": OLDER.changed(4, formula="term >= 2/eps")},
        "sharper: K in place of K - 1": {"proof": OLDER.changed(7, formula="low >= K/eps")},
    },
)
def older_bound(proof: Proof = OLDER) -> Verdict:
    """Each term is at least 1/eps, and equal to it for small eps."""
    return proof.verdict(
        "The coefficient is at least (K-1)/eps, with the constant 1 in front, and equal to it for "
        "eps <= 2 Delta_min, by Pinsker.",
        beyond="The earlier bound itself, which is not re-proved.",
    )


Mixture = Callable[[Fraction, Fraction], tuple[Fraction, Fraction]]
"""Mean and total variation distance of an alternative to the point mass at 0."""


def far_mass(share: Fraction, best: Fraction) -> tuple[Fraction, Fraction]:
    """Move the share of the mass of the point mass at 0 to 2 best / share: mean 2 best."""
    return share * (2 * best / share), share


ANY_CLASS = Proof(
    "thesis.thm4.16.universality",
    steps=(
        OnClaim(
            1,
            r"Theorem 4.16 is about every class $\mathcal M_1\times\dots\times\mathcal M_K$ of "
            "laws with finite means.",
            claim="thesis.thm4.16",
        ),
        OnClaim(
            2,
            "Over all such laws on the line the bound is infinite: no policy is consistent.",
            claim="thesis.tvinf.unbounded",
            uses=(1,),
        ),
    ),
    parts=(1,),
)


@checks(
    "thesis.thm4.16.universality",
    mutants={
        "laws on [0, 1]": {"mixture": lambda share, best: (share, share)},
        "the minimax bound": {"proof": ANY_CLASS.changed(1, claim="thesis.thm4.15.proof")},
    },
)
def universality(mixture: Mixture = far_mass, proof: Proof = ANY_CLASS) -> Verdict:
    """Over all laws with finite mean both infima are 0: the bound is infinite, the class empty."""
    best = Fraction(1, 2)
    for eta in (Fraction(1, 10), Fraction(1, 1000), Fraction(1, 10**9)):
        mean, distance = mixture(eta, best)
        finding = "The distance to a better law is not arbitrarily small."
        better = mean > best and distance == eta
        require(better, finding, Grade.PROVED, distance=distance, mean=mean, best=best)
    return proof.verdict(
        "It restates the theorem. For the class of all laws on the line with finite mean, TV_inf = "
        "KL_inf = 0: moving the mass eta to 2 mu*/eta gives mean 2 mu* > mu* at distance eta. The "
        "bound is then +infinity and says that no policy is consistent: true, but empty.",
        instances="a point mass at 0, mu* = 1/2, eta = 0.1, 0.001, 1e-9, exact.",
    )
