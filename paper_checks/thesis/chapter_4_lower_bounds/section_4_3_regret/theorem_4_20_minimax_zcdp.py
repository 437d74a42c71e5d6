"""Claims about Theorem 4.20, the minimax lower bound under rho-Interactive zCDP."""

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

GRID = points(("1e-12", "1e-6", "1/100", "1/2", "1"))
WITNESSES = [(2, Fraction(1), Fraction(1, 10**6)), (2, Fraction(100), Fraction(1, 10**10))]


def _chain(slope: arb, cap: bool = True) -> Proof:
    """KL <= (x + sqrt(x))^2 with x = sqrt(rho) T t / sqrt(K-1), t <= slope D.

    From rho E d^2 with d the number of changed rewards of arm i: its root is at most
    sqrt(E S^2) + sqrt(E S) for S = t N_i, E N_i <= T/(K-1) and E N_i^2 <= T^2/(K-1); and
    rho T t/(K-1) <= x because rho <= K-1.
    """

    def chain(arms: int, horizon: Fraction, rho: Fraction) -> Proved:
        scale = ball(rho / (arms - 1)).sqrt() * ball(horizon)
        gap = ball(minimax.ZCDP_POINT) / (slope * scale)
        if cap:
            gap = gap.min(ball(Fraction(1, 2)))
        distance = slope * gap
        first = scale * distance
        second = (ball(rho * horizon / (arms - 1)) * distance).sqrt()
        return Proved(gap, ball(horizon) * gap / 8, (first + second) ** 2)

    return chain


def pinsker_chain(arms: int, horizon: Fraction, rho: Fraction) -> Proved:
    """With t <= D."""
    return _chain(arb(1))(arms, horizon, rho)


def exact_chain(arms: int, horizon: Fraction, rho: Fraction) -> Proved:
    """With t <= sqrt(2/pi) D."""
    return _chain((2 / arb.pi()).sqrt())(arms, horizon, rho)


def bernoulli_chain(arms: int, horizon: Fraction, rho: Fraction) -> Proved:
    """With t = 2 D."""
    return _chain(arb(2))(arms, horizon, rho)


def without_the_cap(arms: int, horizon: Fraction, rho: Fraction) -> Proved:
    """The gap of the proof for all means, which may leave [0, 1]."""
    return _chain(arb(1), cap=False)(arms, horizon, rho)


STATEMENT = (
    r"\mathrm{Reg}^*_{T,\rho}(\mathcal E_G^K)\ge\max\{\frac1{27}\sqrt{T(K-1)},"
    r"\frac1{124}\sqrt{\frac{K-1}\rho}\}$"
)


@claim(
    "thesis.thm4.20",
    rf"For any $K>1$, $T\ge K-1$ and $0<\rho\le1$: ${STATEMENT}.",
    recorded="holds-with-repair",
    repaired_by="thesis.thm4.20.repaired",
    doubts=("D6",),
    mutants={"with the cap": {"formula": minimax.zcdp_proved}},
)
def no_class_saves_it(formula: Formula = minimax.zcdp_printed) -> Verdict:
    """Empty over all means; with means in [0, 1] above the regret of a policy for small rho."""
    return empty_or_false(
        formula,
        WITNESSES,
        Grade.CERTIFIED,
        "Over all means the left side is infinite and the theorem true but empty "
        "(thesis.thm4.20.unbounded); with means in [0, 1] its second term is false for small rho "
        "(thesis.thm4.20.bounded). Its proof rests on Theorem 4.14, which is false; the repaired "
        "decomposition gives a better constant, with a cap (D6).",
    )


@claim(
    "thesis.thm4.20.bounded",
    r"The bound of Theorem 4.20 for unit-variance normal rewards with means in $[0,1]$: "
    r"$\mathrm{Reg}^*_{T,\rho}\ge\frac1{124}\sqrt{(K-1)/\rho}$ for $K>1$, $T\ge K-1$ and "
    r"$0<\rho\le1$.",
    recorded="fails",
    repaired_by="thesis.thm4.20.repaired",
    doubts=("D6",),
    place="4.3.2",
    title="the second term of Theorem 4.20 for means in [0, 1]",
    mutants={"with the cap": {"formula": minimax.zcdp_proved}},
)
def false_for_small_budgets(formula: Formula = minimax.zcdp_printed) -> Verdict:
    """The policy that draws arms uniformly is 0-zCDP."""
    return false_on_the_unit_interval(
        formula,
        WITNESSES,
        "rho",
        "A policy that uses no reward is rho-zCDP for every rho, and its regret is at most "
        "T (K-1)/K, while the bound grows as 1/sqrt(rho).",
    )


@claim(
    "thesis.thm4.20.repaired",
    r"For unit-variance normal rewards with means in $[0,1]$, $K>1$, $0<\rho\le1$ (or "
    r"$\rho\le K-1$) and policies that are kernels of the visible history: $\mathrm{Reg}^*_{T,\rho}"
    r"\ge\min\{\frac{1}{54.70}\sqrt{\frac{K-1}\rho},\frac{T}{16}e^{-0.7374}\}$.",
    recorded="holds",
    doubts=("D6",),
    place="4.3.2",
    title="minimax zCDP bound for means in [0, 1]",
    mutants={
        "no cap": {"formula": minimax.zcdp_printed},
        "the gap leaves [0, 1]": {"proof": without_the_cap},
        "a constant of 1/54": {"formula": scaled(minimax.zcdp_proved, Fraction(547, 540))},
        "rounded down": {"decimals": (Fraction("54.69"), Fraction("0.7374"))},
        "an exponent rounded down": {"decimals": (Fraction("54.70"), Fraction("0.737"))},
    },
)
def capped(
    formula: Formula = minimax.zcdp_proved,
    proof: Proof = pinsker_chain,
    decimals: tuple[Fraction, Fraction] = (Fraction("54.70"), Fraction("0.7374")),
) -> Verdict:
    """The chain with the repaired decomposition, its gap cut at 1/2; the constant and its peak."""
    refused = objection(formula, GRID, proof)
    if refused:
        return refused
    with working_precision(BITS):
        x = ball(minimax.ZCDP_POINT)
        constant = x * minimax.zcdp_factor()
        # s = sqrt(x) maximises s^2 exp(-(s^2 + s)^2) where 2 s^4 + 3 s^3 + s^2 = 1
        peaks = [
            s**2 * (1 + 3 * s + 2 * s**2) for s in (ball(Fraction(k, 10**4)) for k in (5528, 5530))
        ]
        ends = (1 / constant).str(8, radius=False), ((x + x.sqrt()) ** 2).str(8, radius=False)
        rounded = 1 / constant < ball(decimals[0]) and (x + x.sqrt()) ** 2 < ball(decimals[1])
        if not (rounded and constant > ball(Fraction(1, 124)) and peaks[0] < 1 < peaks[1]):
            return fails(Grade.CERTIFIED, "The constant is off.", witness=f"{ends}.")
    return holds(
        Grade.CERTIFIED,
        f"With x = sqrt(rho) T D / sqrt(K-1) the divergence is at most (x + sqrt(x))^2, and "
        f"x = 0.3057 gives the constant 1/{ends[0]}, above 1/124; where the gap D = 1/2 is the "
        f"largest one, the exponent stays below {ends[1]}.",
        numbers={"1 / constant": ends[0], "exponent": ends[1]},
        covered=f"The chain in balls at {len(GRID)} points with T from 1 to 10^8 and rho from "
        "1e-12 to 1; the peak of x exp(-(x + sqrt(x))^2) lies between 0.5528^2 and 0.5530^2.",
        not_covered="The repaired decomposition, which is a claim of its own, for all policies; "
        "policies with hidden memory.",
    )


@claim(
    "thesis.thm4.20.sharp",
    r"With $2\Phi(\Delta)-1\le\sqrt{2/\pi}\,\Delta$ in place of Pinsker the constant "
    r"$\frac1{54.70}$ of the repaired bound becomes $\frac1{43.642}$, with the same cap.",
    recorded="holds",
    place="4.3.2",
    title="minimax zCDP bound with the exact total variation",
    mutants={
        "the constant of Pinsker's chain": {"proof": pinsker_chain},
        "rounded down": {"decimal": Fraction("43.64")},
    },
)
def exact_distance(
    formula: Formula = minimax.zcdp_sharp,
    proof: Proof = exact_chain,
    decimal: Fraction = Fraction("43.642"),
) -> Verdict:
    """The same chain with the tangent of the distance at 0."""
    refused = objection(formula, GRID, proof)
    if refused:
        return refused
    with working_precision(BITS):
        constant = (arb.pi() / 2).sqrt() * ball(minimax.ZCDP_POINT) * minimax.zcdp_factor()
        shown = (1 / constant).str(8, radius=False)
        if not 1 / constant < ball(decimal):
            return fails(Grade.CERTIFIED, "Rounded down.", witness=f"{shown} > {decimal}.")
    return holds(
        Grade.CERTIFIED,
        f"The constant becomes 1/{shown}; the tangent is checked in thesis.thm4.15.sharp.",
        numbers={"1 / constant": shown},
        covered=f"The chain in balls at {len(GRID)} points.",
        not_covered="The repaired decomposition, which is a claim of its own, for all policies.",
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
    refused = objection(formula, GRID, bernoulli_chain)
    if refused:
        return refused
    with working_precision(BITS):
        inverse = 2 / (ball(minimax.ZCDP_POINT) * minimax.zcdp_factor())
        shown = inverse.str(8, radius=False)
        if not inverse < ball(decimal):
            return fails(Grade.CERTIFIED, "Rounded down.", witness=f"{shown} > {decimal}.")
    return holds(
        Grade.CERTIFIED,
        f"Half the constant of normal rewards, 1/{shown}, with the same cap.",
        covered=f"The chain in balls at {len(GRID)} points, and the policy without rewards.",
        not_covered="The repaired decomposition, which is a claim of its own, for all policies.",
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
    with working_precision(BITS):
        for arms in (2, 3, 100):
            for place in (1, 100, 5000, 10000):
                rho, time = largest * Fraction(place, 10**4), Fraction(10**5)
                more = 1 + Fraction(1, arms - 1)
                beta, gamma = rho * time**2 / (arms - 1) * more, rho * time / (arms - 1)
                gap = 1 / ball(beta).sqrt() - ball(gamma / (2 * beta))
                scale = ball(Fraction(arms - 1)).sqrt() / ball(time)
                middle = scale * (1 / ball(2 * rho).sqrt() - ball(Fraction(1, 2)))
                least = scale / (4 * ball(2 * rho).sqrt())
                if gap < middle or middle < least:
                    return fails(
                        Grade.CERTIFIED,
                        "The gap is smaller than the proof says.",
                        witness=f"K = {arms}, rho = {rho}, T = {time}: {middle.str(8)} is below "
                        f"{least.str(8)}, or above {gap.str(8)}.",
                    )
                if ball(beta) * gap**2 + ball(gamma) * gap > 1:
                    return fails(
                        Grade.CERTIFIED, "The exponent is above 1.", witness=f"K = {arms}, {rho}."
                    )
        constant = (-arb(1)).exp() / (16 * arb(2).sqrt())
        shown = (1 / constant).str(8, radius=False)
        if constant < ball(Fraction(1, denominator)):
            return fails(Grade.CERTIFIED, "The constant is smaller.", witness=f"1/{shown}.")
    return holds(
        Grade.CERTIFIED,
        f"The arithmetic stands for rho <= 9/8 and gives 1/{shown}; but the divergence that it "
        "starts from is Theorem 4.14, which is false for every rho.",
        numbers={"1 / constant": shown},
        covered="K = 2, 3, 100 and four values of rho in balls; 1/sqrt(2 rho) - 1/2 >= "
        "1/(4 sqrt(2 rho)) if and only if sqrt(rho) <= 3/(2 sqrt(2)).",
        not_covered="All other K and rho.",
    )
