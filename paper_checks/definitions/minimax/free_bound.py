"""Claims about Theorem 2.28, the minimax lower bound without privacy."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, holds_with_repair, undecided
from banditproof.theory.balls import ball
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

from .classes import (
    Formula,
    Proved,
    beyond_the_proof,
    blind_regrets,
    impossible,
    most_on_the_unit_interval,
    points,
)

GRID = points(("1",))


def printed(arms: int, horizon: Fraction, budget: Fraction) -> arb:
    """sqrt(T (K-1)) / 27; there is no budget."""
    return minimax.free_printed(arms, horizon)


def _too_large(arms: int, horizon: Fraction, budget: Fraction) -> arb:
    return ball(horizon * (arms - 1)).sqrt()


def _a_little_too_large(arms: int, horizon: Fraction, budget: Fraction) -> arb:
    return ball(horizon * (arms - 1)).sqrt() / 26


def two_instances(arms: int, horizon: Fraction, budget: Fraction) -> Proved:
    """The argument of Section 4.1 at D^2 = (K-1)/(4T): T D exp(-2 T D^2/(K-1)) / 8."""
    gap = ball(Fraction(arms - 1) / (4 * horizon)).sqrt()
    return Proved(gap, ball(horizon) * gap / 8, 2 * ball(horizon) * gap**2 / (arms - 1))


@claim(
    "thesis.thm2.28",
    r"Let $\mathcal E_G^K$ be the set of $K$-armed Gaussian bandits with unit variance. For $K>1$ "
    r"and $T\ge K-1$: $\mathrm{Reg}^*_T(\mathcal E_G^K)\ge\frac1{27}\sqrt{(K-1)T}$.",
    recorded="holds-with-repair",
    repaired_by="thesis.thm2.28.repaired",
    doubts=("D6",),
    mutants={
        "means in [0, 1]": {"largest": Fraction(1)},
        "a constant of 1": {"formula": _too_large},
    },
)
def unbounded_class(formula: Formula = printed, largest: Fraction | None = None) -> Verdict:
    """Literally true, as the left side is infinite; the proof uses bounded means."""
    fault = impossible(formula, GRID)
    if fault:
        return fails(Grade.CERTIFIED, "The bound exceeds the regret of a policy.", witness=fault)
    gap = Fraction(10**6) if largest is None else min(Fraction(10**6), largest)
    half = blind_regrets((Fraction(1, 2), Fraction(1, 2)), gap)
    if half <= most_on_the_unit_interval(2, Fraction(2)):
        # the uniform policy has a finite worst case: the left side says something
        return holds(Grade.CERTIFIED, "Nothing is missing.", covered="-", not_covered="-")
    return holds_with_repair(
        Grade.PROVED,
        "As printed the class has all means, its minimax regret is infinite for every T >= 1 "
        "(thesis.thm2.28.unbounded), and the inequality is true but says nothing (D6). It needs "
        "means in [0, 1], which is what the condition T >= K-1 is for.",
        witness="K = 2, T = 1: the first pull is blind, and at the means (m, 0) and (0, m) the "
        f"regrets of every policy sum to m, for instance to {half} at m = 10^6: no policy has a "
        "finite worst case.",
        covered="The two instances, for all policies and all T.",
    )


@claim(
    "thesis.thm2.28.repaired",
    r"For unit-variance normal rewards with means in $[0,1]$, $K>1$ and $T\ge K-1$: "
    r"$\mathrm{Reg}^*_T\ge\frac{e^{-1/2}}{16}\sqrt{(K-1)T}\ge\frac1{27}\sqrt{(K-1)T}$.",
    recorded="holds",
    doubts=("D6",),
    kind="theorem (derived)",
    place="2.2.6",
    title="minimax bound for means in [0, 1]",
    document="definitions",
    mutants={
        "a constant of 1": {"formula": _too_large},
        "a constant of 1/26": {"formula": _a_little_too_large},
    },
)
def bounded_class(formula: Formula = printed) -> Verdict:
    """The chain of Section 4.1 in balls, its gaps inside [0, 1], and the uniform policy."""
    fault = impossible(formula, GRID)
    if fault:
        return fails(Grade.CERTIFIED, "The bound exceeds the regret of a policy.", witness=fault)
    fault = beyond_the_proof(formula, two_instances, GRID)
    if fault:
        return undecided(f"The argument does not give the constant: {fault}")
    return holds(
        Grade.CERTIFIED,
        "With D^2 = (K-1)/(4T) the means reach 2 D <= 1 exactly if T >= K-1, and half of the sum "
        "is e^(-1/2) sqrt(T (K-1)) / 16 = sqrt(T (K-1)) / 26.38.",
        covered="The chain in balls at eight pairs of K and T, from T = K-1 to 10^8; its steps are "
        "claim thesis.sec4.1.",
        not_covered="The steps for all policies, which Section 4.1 proves by hand.",
    )
