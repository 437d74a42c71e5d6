"""Claims about Theorem 4.15, the minimax lower bound under eps-View DP."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.minimax_classes import (
    BITS,
    Formula,
    Proof,
    Proved,
    objection,
    points,
    scaled,
)
from banditproof.paper_checks.verdict import Verdict, fails, holds
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

from .minimax_missing_cap import empty_or_false, false_on_the_unit_interval

GRID = points(("1e-9", "1/1000", "1/10", "1", "50"))
WITNESSES = [(2, Fraction(1), Fraction(1, 1000)), (2, Fraction(100), Fraction(1, 10**4))]


def pinsker_chain(arms: int, horizon: Fraction, eps: Fraction) -> Proved:
    """KL <= eps T D / (K-1), at the gap D = min{(K-1)/(eps T), 1/2}."""
    gap = min((arms - 1) / (eps * horizon), Fraction(1, 2))
    return Proved(ball(gap), ball(horizon * gap / 8), ball(eps * horizon * gap / (arms - 1)))


def without_the_cap(arms: int, horizon: Fraction, eps: Fraction) -> Proved:
    """The printed choice D = (K-1)/(eps T), which may leave [0, 1]."""
    gap = (arms - 1) / (eps * horizon)
    return Proved(ball(gap), ball(horizon * gap / 8), ball(Fraction(1)))


def normal_distance(gap: arb) -> arb:
    """TV(N(0,1), N(2D,1)) = 2 Phi(D) - 1 = erf(D / sqrt(2))."""
    return (gap / arb(2).sqrt()).erf()


def exact_chain(arms: int, horizon: Fraction, eps: Fraction) -> Proved:
    """KL <= eps T (2 Phi(D) - 1) / (K-1), at the gap min{sqrt(pi/2) (K-1)/(eps T), 1/2}."""
    wanted = (arb.pi() / 2).sqrt() * ball((arms - 1) / (eps * horizon))
    gap = wanted.min(ball(Fraction(1, 2)))
    exponent = ball(eps * horizon / (arms - 1)) * normal_distance(gap)
    return Proved(gap, ball(horizon) * gap / 8, exponent)


def bernoulli_chain(arms: int, horizon: Fraction, eps: Fraction) -> Proved:
    """KL <= eps T 2 D / (K-1): Bernoulli arms of means 0 and 2 D have distance 2 D."""
    gap = min((arms - 1) / (2 * eps * horizon), Fraction(1, 2))
    return Proved(ball(gap), ball(horizon * gap / 8), ball(2 * eps * horizon * gap / (arms - 1)))


PRINTED = (
    r"Let $\mathcal E_G^K$ be the set of $K$-armed Gaussian bandits with unit variance. For $K>1$ "
    r"and $T\ge K-1$: $\mathrm{Reg}^*_{T,\varepsilon}(\mathcal E_G^K)\ge\max\{\frac1{27}"
    r"\sqrt{T(K-1)},\frac1{22}\frac{K-1}\varepsilon\}$."
)


@claim(
    "thesis.thm4.15",
    PRINTED,
    recorded="holds-with-repair",
    repaired_by="thesis.thm4.15.repaired",
    doubts=("D6",),
    mutants={"with the cap T/(16e)": {"formula": minimax.pure_proved}},
)
def no_class_saves_it(formula: Formula = minimax.pure_printed) -> Verdict:
    """Empty over all means; with means in [0, 1] above the regret of a policy for small eps."""
    return empty_or_false(
        formula,
        WITNESSES,
        Grade.PROVED,
        "Over all means the left side is infinite and the theorem true but empty "
        "(thesis.thm4.15.unbounded); with means in [0, 1], the class of its first term, the "
        "second term is false for small eps (thesis.thm4.15.bounded). It misses a cap (D6).",
    )


@claim(
    "thesis.thm4.15.bounded",
    r"The bound (4.10) for unit-variance normal rewards with means in $[0,1]$: "
    r"$\mathrm{Reg}^*_{T,\varepsilon}\ge\frac1{22}\frac{K-1}\varepsilon$ for $K>1$, $T\ge K-1$ and "
    r"every $\varepsilon>0$.",
    recorded="fails",
    repaired_by="thesis.thm4.15.repaired",
    doubts=("D6",),
    title="the second term of (4.10) for means in [0, 1]",
    mutants={"with the cap T/(16e)": {"formula": minimax.pure_proved}},
)
def false_for_small_budgets(formula: Formula = minimax.pure_printed) -> Verdict:
    """The policy that draws arms uniformly is eps-DP for every eps."""
    return false_on_the_unit_interval(
        formula,
        WITNESSES,
        "eps",
        "A policy that uses no reward is eps-View DP for every eps, and its regret is at most "
        "T (K-1)/K: the bound, which grows as 1/eps, is false for eps < 1/(22 T) at K = 2 and "
        "already breaks the proof, whose means reach 2 (K-1)/(eps T) > 1, for T < 2 (K-1)/eps.",
    )


@claim(
    "thesis.thm4.15.repaired",
    r"For unit-variance normal rewards with means in $[0,1]$ and $K>1$: "
    r"$\mathrm{Reg}^*_{T,\varepsilon}\ge\min\{\frac{K-1}{8e\,\varepsilon},\frac T{16e}\}$, and "
    r"$\ge\frac1{27}\sqrt{T(K-1)}$ if $T\ge K-1$. For $T\ge 2(K-1)/\varepsilon$ the first is "
    r"$\frac{K-1}{21.75\,\varepsilon}$, which is above the printed $\frac{K-1}{22\varepsilon}$.",
    recorded="holds",
    doubts=("D6",),
    title="minimax View bound for means in [0, 1]",
    mutants={
        "no cap": {"formula": minimax.pure_printed},
        "the gap leaves [0, 1]": {"proof": without_the_cap},
        "a constant of 1/21": {"formula": scaled(minimax.pure_proved, Fraction(22, 21))},
    },
)
def capped(formula: Formula = minimax.pure_proved, proof: Proof = pinsker_chain) -> Verdict:
    """The chain of the printed proof with the gap cut at 1/2, and Pinsker against the exact TV."""
    refused = objection(formula, GRID, proof)
    if refused:
        return refused
    with working_precision(BITS):
        for place in range(1, 51):
            gap = ball(Fraction(place, 100))
            if not normal_distance(gap) < gap:
                return fails(Grade.CERTIFIED, "Pinsker fails.", witness=f"D = {place}/100.")
        constant = (8 * arb(1).exp()).str(8, radius=False)
        if not 8 * arb(1).exp() < 22:
            return fails(Grade.CERTIFIED, "22 is too small.", witness=f"8 e = {constant}.")
    return holds(
        Grade.CERTIFIED,
        f"With D = min((K-1)/(eps T), 1/2) the exponent is at most 1 and the means stay in [0, 1]; "
        f"the constant is 8 e = {constant} < 22.",
        numbers={"8 e": constant, "points": len(GRID)},
        covered=f"The chain in balls at {len(GRID)} points with T from 1 to 10^8 and eps from 1e-9 "
        "to 50; TV <= D at fifty gaps; the policy without rewards.",
        not_covered="Theorem 4.9 and the steps of Section 4.1, which are claims of their own.",
    )


@claim(
    "thesis.thm4.15.sharp",
    r"With the exact distance $\mathrm{TV}(\mathcal N(0,1),\mathcal N(2\Delta,1))=2\Phi(\Delta)-1"
    r"\le\sqrt{2/\pi}\,\Delta$ the constant is $8e\sqrt{2/\pi}<17.3511$: for means in $[0,1]$, "
    r"$\mathrm{Reg}^*_{T,\varepsilon}\ge\min\{\frac{K-1}{17.3511\,\varepsilon},"
    r"\frac T{16e}\}$.",
    recorded="holds",
    title="minimax View bound with the exact total variation",
    mutants={
        "the constant of Pinsker's chain": {"proof": pinsker_chain},
        "a distance half as large": {"slope": Fraction(1, 2)},
        "rounded down": {"decimal": Fraction("17.351")},
    },
)
def exact_distance(
    formula: Formula = minimax.pure_sharp,
    proof: Proof = exact_chain,
    slope: Fraction = Fraction(1),
    decimal: Fraction = Fraction("17.3511"),
) -> Verdict:
    """The same chain; erf(D/sqrt(2)) is concave, so its tangent at 0 is above it."""
    refused = objection(formula, GRID, proof)
    if refused:
        return refused
    with working_precision(BITS):
        tangent = ball(slope) * (2 / arb.pi()).sqrt()
        for place in range(1, 51):
            gap = ball(Fraction(place, 100))
            if not normal_distance(gap) < tangent * gap:
                return fails(
                    Grade.CERTIFIED, "The distance is above its line.", witness=f"D = {place}/100."
                )
        exact = 8 * arb(1).exp() * (2 / arb.pi()).sqrt()
        constant = exact.str(8, radius=False)
        if not exact < ball(decimal):
            return fails(Grade.CERTIFIED, "Rounded down.", witness=f"{exact.str(12)}, {decimal}.")
    return holds(
        Grade.CERTIFIED,
        f"The exact distance replaces 22 by 8 e sqrt(2/pi) = {constant}.",
        numbers={"constant": constant},
        covered=f"The chain at {len(GRID)} points in balls; the tangent line at fifty gaps.",
        not_covered="Theorem 4.9 and the steps of Section 4.1, which are claims of their own.",
    )


@claim(
    "thesis.thm4.15.bernoulli",
    r"For Bernoulli arms and $K>1$: $\mathrm{Reg}^*_{T,\varepsilon}\ge"
    r"\min\{\frac{K-1}{16e\,\varepsilon},\frac T{16e}\}$.",
    recorded="holds",
    title="minimax View bound for Bernoulli arms",
    mutants={
        "the constant of normal rewards": {"formula": minimax.pure_proved},
        "no cap": {"formula": minimax.pure_printed},
    },
)
def bernoulli(formula: Formula = minimax.bernoulli_pure) -> Verdict:
    """The same two instances with Bernoulli rewards, whose distance is the difference of means."""
    refused = objection(formula, GRID, bernoulli_chain)
    if refused:
        return refused
    return holds(
        Grade.CERTIFIED,
        "TV(Ber(0), Ber(2D)) = 2D, twice what Pinsker gives for normal rewards: the constant is "
        "1/(16 e), and the cap is the same.",
        covered=f"The chain at {len(GRID)} points, and the policy without rewards.",
        not_covered="Theorem 4.9 and the steps of Section 4.1, which are claims of their own.",
    )
