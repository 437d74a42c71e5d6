"""Claims about Theorem 2.28, the minimax lower bound without privacy."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.models.minimax_classes import (
    BITS,
    Formula,
    Proved,
    blind_regrets,
    most_on_the_unit_interval,
    objection,
    points,
)
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need, needs_repair
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

GRID = points(("1",))


def _free(formula: Callable[[int, Fraction], arb]) -> Formula:
    """A bound of K and T; there is no budget."""
    return lambda arms, horizon, budget: formula(arms, horizon)


PRINTED, BY_REGRET = _free(minimax.free_printed), _free(minimax.free_by_regret)
ROOT = _free(lambda arms, horizon: ball(horizon * (arms - 1)).sqrt())


def two_instances(arms: int, horizon: Fraction, budget: Fraction) -> Proved:
    """The argument of Section 4.1 at D^2 = (K-1)/(4T): T D exp(-2 T D^2/(K-1)) / 8."""
    gap = ball(Fraction(arms - 1) / (4 * horizon)).sqrt()
    return Proved(gap, ball(horizon) * gap / 8, 2 * ball(horizon) * gap**2 / (arms - 1))


@pair(
    "thesis.thm2.28",
    r"Let $\mathcal E_G^K$ be the set of $K$-armed Gaussian bandits with unit variance. For $K>1$ "
    r"and $T\ge K-1$: $\mathrm{Reg}^*_T(\mathcal E_G^K)\ge\frac1{27}\sqrt{(K-1)T}$.",
    r"For unit-variance normal rewards with means in $[0,1]$, $K>1$ and $T\ge K-1$: "
    r"$\mathrm{Reg}^*_T\ge\frac{e^{-1/2}}{16}\sqrt{(K-1)T}\ge\frac1{27}\sqrt{(K-1)T}$.",
    recorded="holds-with-repair",
    subjects={"largest": (None, Fraction(1))},
    doubts=("D6",),
    repaired_title="minimax bound for means in [0, 1]",
    mutants={
        "a constant of 1": {"formula": ROOT},
        "a constant of 1/26": {"formula": lambda k, t, budget: ROOT(k, t, budget) / 26},
    },
)
def bounded_means(largest: Fraction | None, formula: Formula = PRINTED) -> Verdict:
    """The chain of Section 4.1 in balls, its gaps inside [0, 1], and the uniform policy.

    Over all means the left side is infinite, and the bound is literally true.
    """
    refused = objection(formula, GRID, two_instances)
    if refused:
        return refused
    gap = Fraction(10**6) if largest is None else largest
    half = blind_regrets((Fraction(1, 2), Fraction(1, 2)), gap)
    if half > most_on_the_unit_interval(2, Fraction(2)):
        return needs_repair(
            "As printed the class has all means, its minimax regret is infinite for every T >= 1 "
            "(thesis.thm2.28.unbounded), and the inequality is true but says nothing. It needs "
            "means in [0, 1], which is what the condition T >= K-1 is for.",
            "K = 2, T = 1: the first pull is blind, and at the means (m, 0) and (0, m) the "
            f"regrets of every policy sum to m, for instance to {half} at m = 10^6: no policy has "
            "a finite worst case.",
            grade=Grade.PROVED,
            covered="The two instances, for all policies and all T.",
        )
    return certified(
        "With D^2 = (K-1)/(4T) the means reach 2 D <= 1 exactly if T >= K-1, and half of the sum "
        "is e^(-1/2) sqrt(T (K-1)) / 16 = sqrt(T (K-1)) / 26.38.",
        covered="The chain in balls at eight pairs of K and T, from T = K-1 to 10^8; its steps are "
        "claim thesis.sec4.1.",
        not_covered="The steps for all policies, which Section 4.1 proves by hand.",
    )


def is_the_root(formula: Formula, markov: Fraction) -> None:
    """The formula is the root of R = (T D/4) markov exp(-2 D R/(K-1)).

    With E N_i <= R/((K-1) D) the exponent of Section 4.1 is 2 D^2 R/((K-1) D). A worst regret
    below the root is less than what it implies: no policy has it.
    """
    margin = Fraction(1, 10**9)
    for arms, horizon, budget in GRID:
        value, time = formula(arms, horizon, budget), ball(horizon)
        gap = (2 * (arb(1).exp() * (arms - 1) / time).sqrt()).min(ball(Fraction(1, 2)))
        ends = value * ball(1 - margin), value * ball(1 + margin)
        least, most = (
            ball(markov) * time * gap / 4 * (-2 * gap * r / (arms - 1)).exp() for r in ends
        )
        root = ends[0] < least and ends[1] > most
        need(root, "The argument gives another bound", K=arms, T=horizon, bound=value)


@claim(
    "thesis.thm2.28.by_regret",
    r"For unit-variance normal rewards with means in $[0,1]$, $K>1$ and "
    r"$\Delta=\min\{2\sqrt{e(K-1)/T},\frac12\}$: $\mathrm{Reg}^*_T\ge\frac{K-1}{2\Delta}"
    r"W\big(\frac{T\Delta^2}{4(K-1)}\big)$ with Lambert's $W$, which is "
    r"$\frac1{4\sqrt e}\sqrt{T(K-1)}\ge\frac1{6.6}\sqrt{T(K-1)}$ if $T\ge16e(K-1)$.",
    recorded="holds",
    doubts=("D6",),
    title="minimax bound with pulls bounded by the regret",
    mutants={
        "the printed constant": {"formula": PRINTED},
        "a thousandth more": {"formula": lambda k, t, b: BY_REGRET(k, t, b) * 1001 / 1000},
        "Markov without its factor 1/2": {"markov": Fraction(1)},
        "1/6.5": {"decimal": Fraction("6.5")},
    },
)
def bounded_by_regret(
    formula: Formula = BY_REGRET,
    markov: Fraction = Fraction(1, 2),
    decimal: Fraction = Fraction("6.6"),
) -> Verdict:
    """The root of R = (T D/8) exp(-2 D R/(K-1)) from both sides; its closed form for long T."""
    refused = objection(formula, GRID)
    if refused:
        return refused
    with working_precision(BITS):
        is_the_root(formula, markov)
        constant = 4 * arb(1).exp().sqrt()
        shown = constant.str(6, radius=False)
        for arms, horizon, budget in GRID:
            value, root = formula(arms, horizon, budget), ball(horizon * (arms - 1)).sqrt()
            if horizon >= 44 * (arms - 1):
                closed = (value * constant).overlaps(root) and value > root / ball(decimal)
                need(closed, f"The constant is not 1/{shown}", K=arms, T=horizon, bound=value)
    return certified(
        "A policy of worst regret R plays the least played arm at most R/((K-1) D) times at (D, 0, "
        "..); with the rest of Section 4.1 and the best D the constant is "
        f"1/{shown} in place of 1/26.38.",
        covered=f"The root from both sides and its closed form at {len(GRID)} pairs of K and T.",
        not_covered="The steps for all policies, which are those of Section 4.1.",
    )
