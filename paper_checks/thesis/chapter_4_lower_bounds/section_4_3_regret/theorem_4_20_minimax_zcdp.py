"""Claims about Theorem 4.20, the minimax lower bound under rho-Interactive zCDP."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.models.minimax_classes import BITS, Formula, points, scaled
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, below, certified, need, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.lower_bounds import minimax
from banditproof.verify.evidence import Grade

from .minimax_two_instances import HALF, Slope, TwoInstances, empty_over_all_means, tangent

WITNESSES = [(2, Fraction(1), Fraction(1, 10**6)), (2, Fraction(100), Fraction(1, 10**10))]
STEPS = "The repaired decomposition, which is a claim of its own, for all policies."


def rate(arms: int, horizon: Fraction, rho: Fraction) -> arb:
    """sqrt(rho) T / sqrt(K-1)."""
    return ball(rho / (arms - 1)).sqrt() * ball(horizon)


def divergence(arms: int, horizon: Fraction, rho: Fraction, distance: arb) -> arb:
    """KL <= (x + sqrt(x))^2 with x = sqrt(rho) T t / sqrt(K-1), t the distance.

    From rho E d^2 with d the number of changed rewards of arm i: its root is at most
    sqrt(E S^2) + sqrt(E S) for S = t N_i, E N_i <= T/(K-1) and E N_i^2 <= T^2/(K-1); and
    rho T t/(K-1) <= x because rho <= K-1.
    """
    second = (ball(rho * horizon / (arms - 1)) * distance).sqrt()
    return (rate(arms, horizon, rho) * distance + second) ** 2


def largest_divergence() -> arb:
    """(x + sqrt(x))^2 at the x of the bound."""
    x = ball(minimax.ZCDP_POINT)
    return (x + x.sqrt()) ** 2


ZCDP = TwoInstances(
    grid=points(("1e-12", "1e-6", "1/100", "1/2", "1")),
    rate=rate,
    point=minimax.ZCDP_POINT,
    exponent=divergence,
    most=largest_divergence,
)
CHAIN = f"The chain in balls at {len(ZCDP.grid)} points"


@claim(
    "thesis.thm4.20",
    r"For any $K>1$, $T\ge K-1$ and $0<\rho\le1$: $\mathrm{Reg}^*_{T,\rho}(\mathcal E_G^K)\ge"
    r"\max\{\frac1{27}\sqrt{T(K-1)},\frac1{124}\sqrt{\frac{K-1}\rho}\}$.",
    recorded="holds-with-repair",
    repaired_by="thesis.thm4.20.repaired",
    doubts=("D6",),
    mutants={"with the cap": {"formula": minimax.zcdp_proved}},
)
def no_class_saves_it(formula: Formula = minimax.zcdp_printed) -> Verdict:
    """Empty over all means; with means in [0, 1] above the regret of a policy for small rho."""
    return empty_over_all_means(
        formula,
        WITNESSES,
        Grade.PROVED,
        "Over all means the left side is infinite and the theorem true but empty "
        "(thesis.thm4.20.unbounded); with means in [0, 1] its second term misses a cap and is "
        "false for small rho (thesis.thm4.20.bounded). Its proof rests on Theorem 4.14, which is "
        "false; the repaired decomposition gives a better constant, with a cap.",
    )


@pair(
    "thesis.thm4.20.bounded",
    r"The bound of Theorem 4.20 for unit-variance normal rewards with means in $[0,1]$: "
    r"$\mathrm{Reg}^*_{T,\rho}\ge\frac1{124}\sqrt{(K-1)/\rho}$ for $K>1$, $T\ge K-1$ and "
    r"$0<\rho\le1$.",
    r"For unit-variance normal rewards with means in $[0,1]$, $K>1$, $0<\rho\le1$ (or "
    r"$\rho\le K-1$) and policies that are kernels of the visible history: $\mathrm{Reg}^*_{T,\rho}"
    r"\ge\min\{\frac{1}{54.70}\sqrt{\frac{K-1}\rho},\frac{T}{16}e^{-0.7374}\}$.",
    repair="thesis.thm4.20.repaired",
    recorded="fails",
    doubts=("D6",),
    place="4.3.2",
    title="the second term of Theorem 4.20 for means in [0, 1]",
    repaired_title="minimax zCDP bound for means in [0, 1]",
    subjects={"formula": (minimax.zcdp_printed, minimax.zcdp_proved)},
    mutants={
        "the gap leaves [0, 1]": {"cap": False},
        "a constant of 1/54": {"formula": scaled(minimax.zcdp_proved, Fraction(547, 540))},
        "rounded down": {"decimal": Fraction("54.69")},
        "an exponent rounded down": {"exponent": Fraction("0.737")},
    },
)
def capped(
    formula: Formula,
    decimal: Fraction = Fraction("54.70"),
    exponent: Fraction = Fraction("0.7374"),
    cap: bool = True,
) -> Verdict:
    """The chain with the repaired decomposition, its gap cut at 1/2; the constant and its peak."""
    inverse = ZCDP.inverse_constant(formula, lambda: arb(1), decimal, cap=cap)
    with working_precision(BITS):
        most = largest_divergence()
        shown = most.str(8, radius=False)
        require(below(most, ball(exponent)), "The exponent is rounded down.", exact=shown)
        # s = sqrt(x) maximises s^2 exp(-(s^2 + s)^2) where 2 s^4 + 3 s^3 + s^2 = 1
        ends = (ball(Fraction(k, 10**4)) for k in (5528, 5530))
        left, right = (s**2 * (1 + 3 * s + 2 * s**2) for s in ends)
        need(left < 1 < right, "The peak is not between 0.5528^2 and 0.5530^2")
    return certified(
        f"With x = sqrt(rho) T D / sqrt(K-1) the divergence is at most (x + sqrt(x))^2, and "
        f"x = 0.3057 gives the constant 1/{inverse}, above 1/124; where the gap D = 1/2 is the "
        f"largest one, the exponent stays below {shown}.",
        covered=f"{CHAIN} with T from 1 to 10^8 and rho from 1e-12 to 1; the peak of "
        "x exp(-(x + sqrt(x))^2) lies between 0.5528^2 and 0.5530^2.",
        not_covered=f"{STEPS} Policies with hidden memory.",
    )


@claim(
    "thesis.thm4.20.sharp",
    r"With $2\Phi(\Delta)-1\le\sqrt{2/\pi}\,\Delta$ in place of Pinsker the constant "
    r"$\frac1{54.70}$ of the repaired bound becomes $\frac1{43.642}$, with the same cap.",
    recorded="holds",
    place="4.3.2",
    title="minimax zCDP bound with the exact total variation",
    mutants={
        "the constant of Pinsker's chain": {"slope": lambda: arb(1)},
        "rounded down": {"decimal": Fraction("43.64")},
    },
)
def exact_distance(
    formula: Formula = minimax.zcdp_sharp,
    slope: Slope = tangent,
    decimal: Fraction = Fraction("43.642"),
) -> Verdict:
    """The same chain with the tangent of the distance at 0."""
    shown = ZCDP.inverse_constant(formula, slope, decimal)
    return certified(
        f"The constant becomes 1/{shown}.",
        covered=f"{CHAIN}; the tangent line at fifty gaps.",
        not_covered=STEPS,
    )


@claim(
    "thesis.thm4.20.bernoulli",
    r"For Bernoulli arms, $K>1$ and $0<\rho\le1$: $\mathrm{Reg}^*_{T,\rho}\ge\min\{\frac{1}{109.4}"
    r"\sqrt{\frac{K-1}\rho},\frac{T}{16}e^{-0.7374}\}$.",
    recorded="holds",
    place="4.3.2",
    title="minimax zCDP bound for Bernoulli arms",
    mutants={
        "the constant of normal rewards": {"formula": minimax.zcdp_proved},
        "rounded down": {"decimal": Fraction("109.39")},
    },
)
def bernoulli(
    formula: Formula = minimax.bernoulli_zcdp, decimal: Fraction = Fraction("109.4")
) -> Verdict:
    """The same two instances with Bernoulli rewards, whose distance is 2 D."""
    shown = ZCDP.inverse_constant(formula, lambda: arb(2), decimal, distance=None)
    return certified(
        f"Half the constant of normal rewards, 1/{shown}, with the same cap.",
        covered=f"{CHAIN}, and the policy without rewards.",
        not_covered=STEPS,
    )


@claim(
    "thesis.thm4.20.arithmetic",
    r"Step 4 of the proof: with $\beta=\frac{\rho T^2}{K-1}(1+\frac1{K-1})$ and "
    r"$\gamma=\frac{\rho T}{K-1}$, $\Delta=\frac1{\sqrt\beta}-\frac\gamma{2\beta}\ge"
    r"\frac{\sqrt{K-1}}T(\frac1{\sqrt{2\rho}}-\frac12)\ge\frac{\sqrt{K-1}}T"
    r"\frac1{4\sqrt{2\rho}}$ for $K\ge2$, $\rho\le1$, the sum of the two regrets "
    r"is at least $\frac{T\Delta}4e^{-1}$, and $\frac{e^{-1}}{16\sqrt2}\ge\frac1{62}$.",
    recorded="holds",
    kind="proof step",
    place="B.4",
    title="arithmetic of the zCDP minimax proof",
    mutants={
        "rho up to 2": {"largest": Fraction(2)},
        "1/61 in place of 1/62": {"denominator": 61},
    },
)
def arithmetic(largest: Fraction = Fraction(1), denominator: int = 62) -> Verdict:
    """Each inequality of the step in balls; in s = sqrt(rho) the last one is linear."""
    time = Fraction(10**5)
    with working_precision(BITS):
        for arms, place in product((2, 3, 100), (1, 100, 5000, 10000)):
            rho = largest * Fraction(place, 10**4)
            beta, gamma = rho * time**2 * arms / (arms - 1) ** 2, rho * time / (arms - 1)
            gap = 1 / ball(beta).sqrt() - ball(gamma / (2 * beta))
            scale = ball(Fraction(arms - 1)).sqrt() / ball(time)
            middle = scale * (1 / ball(2 * rho).sqrt() - ball(HALF))
            least = scale / (4 * ball(2 * rho).sqrt())
            where: dict[str, Any] = {"K": arms, "rho": rho, "gap": gap, "middle": middle}
            require(at_most(middle, gap), "The gap is below the middle term.", **where)
            require(at_most(least, middle), "The gap is smaller than the proof says.", **where)
            exponent = ball(beta) * gap**2 + ball(gamma) * gap
            require(at_most(exponent, arb(1)), "The exponent is above 1.", **where)
        inverse = 16 * arb(2).sqrt() * arb(1).exp()
        shown = inverse.str(8, radius=False)
        require(at_most(inverse, arb(denominator)), "The constant is smaller.", inverse=shown)
    return certified(
        f"The arithmetic stands for rho <= 9/8 and gives 1/{shown}; but the divergence that it "
        "starts from is Theorem 4.14, which is false for every rho.",
        covered="K = 2, 3, 100 and four values of rho in balls; 1/sqrt(2 rho) - 1/2 >= "
        "1/(4 sqrt(2 rho)) if and only if sqrt(rho) <= 3/(2 sqrt(2)).",
        not_covered="All other K and rho.",
    )
