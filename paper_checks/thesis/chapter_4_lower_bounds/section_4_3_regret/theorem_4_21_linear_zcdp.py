"""Claims about Theorem 4.21: minimax regret of linear bandits on the cube under zCDP."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict, fails, holds, undecided
from banditproof.theory.balls import ball, upper, working_precision
from banditproof.theory.linear_bounds import hypercube
from banditproof.verify.evidence import Grade

from .committed_policies import Committed, probit
from .linear_parameter_box import (
    BITS,
    BUDGETS,
    Bound,
    empty_over_the_space,
    false_on_the_box,
    impossible,
)
from .theorem_4_17_linear_view import markov_example

PLACE = "4.3.2, B.5"
SMALL = (*BUDGETS, Fraction(1, 10**8))


def printed(dimension: int, horizon: Fraction, rho: Fraction, box: Fraction) -> arb:
    """max{(e^-2 / 8) d sqrt(T), (e^-2.25 / 4) d / sqrt(rho)}: nothing about the box."""
    return hypercube.free_printed(dimension, horizon).max(hypercube.zcdp_printed(dimension, rho))


def repaired(dimension: int, horizon: Fraction, rho: Fraction, box: Fraction) -> arb:
    """max of d min{(3/8) sqrt(T), box T/2} and d min{0.4443/sqrt(rho), 0.3545 box T}."""
    free = hypercube.free_proved(dimension, horizon, box)
    return free.max(hypercube.zcdp_proved(dimension, horizon, rho, box))


@claim(
    "thesis.thm4.21",
    r"Let $\mathcal A=[-1,1]^d$, $\Theta=\mathbb R^d$. Then "
    r"$\mathrm{Reg}^*_{T,\rho}(\mathcal A,\Theta)\ge\max\{\frac{e^{-2}}8d\sqrt T,"
    r"\frac{e^{-2.25}}4\frac d{\sqrt\rho}\}$ over $\rho$-Interactive zCDP policies.",
    recorded="holds-with-repair",
    repaired_by="thesis.thm4.21.repaired",
    doubts=("D5", "D6"),
    mutants={"capped by the box": {"bound": repaired}},
)
def unbounded_parameters(bound: Bound = printed) -> Verdict:
    """Empty over R^d; for bounded parameters above the largest possible regret."""
    return empty_over_the_space(
        bound,
        SMALL,
        "rho",
        "Over all of R^d the statement is true but says nothing: the first pull is blind, so the "
        "minimax regret is infinite. For bounded parameters the private term needs a cap (D6), and "
        "the proof needs rho <= 1, which is not stated. Its constant is safe, although the proof "
        "loses 1/2 (D5) and uses Theorem 4.14, which is false (D1).",
        not_covered="Nothing of the literal statement beyond that; rho > 1 is left open for "
        "bounded parameters.",
    )


@claim(
    "thesis.thm4.21.bounded",
    r"The bound of Theorem 4.21 for parameters in $\Theta=[-1,1]^d$ and every $0<\rho\le1$, "
    r"$T\ge1$.",
    recorded="fails",
    repaired_by="thesis.thm4.21.repaired",
    doubts=("D6",),
    title="the bound of Theorem 4.21 for bounded parameters",
    place=PLACE,
    mutants={"capped by the box": {"bound": repaired}},
)
def bounded_parameters(bound: Bound = printed) -> Verdict:
    """The private term at T = 1 against the largest regret."""
    return false_on_the_box(bound, SMALL, "rho")


@claim(
    "thesis.thm4.21.proof",
    r"Proof, Step 1: $\frac1{T\sqrt\rho}\sum_i\mathbb E_\theta\sum_t\mathbb I\{"
    r"\mathrm{sign}(A_{ti})\ne\mathrm{sign}(\theta_i)\}\ge\frac1{\sqrt\rho}\sum_i\mathbb M_\theta("
    r"\sum_t\mathbb I\{\cdot\}\ge T/2)$, hence the constant $\frac{e^{-9/4}}4$.",
    recorded="fails",
    repaired_by="thesis.thm4.21.repaired",
    doubts=("D5",),
    title="the factor 1/2 of Markov's inequality, once more",
    kind="proof step",
    place=PLACE,
    mutants={"with the factor 1/2": {"factor": Fraction(1, 2)}},
)
def lost_half(factor: Fraction = Fraction(1)) -> Verdict:
    """The step on a policy that ignores all rewards; the constant of the corrected chain."""
    # The example of Theorem 4.17 with 1/sqrt(rho) in place of 1/eps: half of the rounds are wrong.
    left, right, regret = markov_example(factor)
    if left >= right:
        return holds(Grade.CERTIFIED, "The step holds for this policy.")
    with working_precision(BITS):
        kept, stated = (-arb(9) / 4).exp() / 8, (-arb(9) / 4).exp() / 4
    return fails(
        Grade.PROVED,
        "Markov's inequality at T/2 gives half of what is printed, so the chain proves "
        f"{float(kept):.5f} d/sqrt(rho) and not {float(stated):.5f} d/sqrt(rho), and only if "
        "Theorem 4.14 were true (D1, D5); 0.4443 d/sqrt(rho) is true by another argument. The "
        "chain also bounds (E S)^2 and Var S apart, although E S^2 <= 1/rho: 2 is enough for 9/4.",
        witness="d = 1, T = 2, theta = 1/(2 sqrt(rho)), actions -1/100 and 1: the left side is "
        f"{left} and the right side {right}, in units of 1/sqrt(rho); even the regret "
        f"is {regret} only.",
        covered="The step on one fixed policy, which is 0-zCDP, exact.",
    )


def integral_of_the_square() -> Fraction:
    """The integral of (u^2 + u)/2 over [0, 1], exact."""
    return (Fraction(1, 3) + Fraction(1, 2)) / 2


def sums_are_below(most: int) -> bool:
    """(1/T) sum_{t <= T} sqrt((u^2 + u)/2) <= sqrt(5/12) at u = (t-1)/T, for T = 1..most."""
    for horizon in range(1, most + 1):
        points = [Fraction(t, horizon) for t in range(horizon)]
        total = sum((ball((u * u + u) / 2).sqrt() for u in points), arb(0)) / horizon
        if not total <= ball(integral_of_the_square()).sqrt():
            return False
    return True


def policy_below(constant: arb, share: Fraction) -> tuple[str | None, float]:
    """A zCDP policy whose regret or information contradicts the chain, and the least ratio.

    At s = sqrt(pi/2)/(T sqrt(rho)): KL_t <= share rho (x^2 + x) with x = sqrt(2/pi) s (t-1), and
    the average regret is at least constant/sqrt(rho).
    """
    least = float("inf")
    for rho in (Fraction(1, 100), Fraction(1, 4), Fraction(1)):
        for horizon in (10, 100, 2000):
            size = (arb.pi() / 2).sqrt() / ball(rho).sqrt() / horizon
            for seen in (1, 3, 9, 20, 45):
                if seen >= horizon:
                    continue
                rule = Committed(probit, seen, rho)
                x = (2 / arb.pi()).sqrt() * size * seen
                where = f"rho = {rho}, T = {horizon}, m = {seen}"
                if not rule.information(size) <= ball(share * rho) * (x * x + x):
                    return f"{where}: KL is above its bound", least
                regret = rule.average_regret(size, horizon) * ball(rho).sqrt()
                least = min(least, float(regret / constant))
                if not regret >= constant:
                    return f"{where}: regret {float(regret):.6g}/sqrt(rho)", least
    return None, least


@claim(
    "thesis.thm4.21.repaired",
    r"Let $\mathcal A=[-1,1]^d$, $\Theta=[-S,S]^d$, $0<\rho\le1$ and $\pi$ $\rho$-Table (or "
    r"Interactive) zCDP, a kernel or a machine with memory, unit normal noise. There is "
    r"$\theta\in\Theta$ with $\mathrm{Reg}_T\ge d\max\{\min\{\frac38\sqrt T,\frac{ST}2\},"
    r"(1-\sqrt{5/12})\min\{\sqrt{\frac\pi{2\rho}},ST\}\}$; the constants exceed the printed ones.",
    recorded="holds",
    doubts=("D5", "D6"),
    title="minimax zCDP bound on the cube, with a cap and better constants",
    place=PLACE,
    mutants={
        "without the total variation": {"constant": lambda: (arb.pi() / 2).sqrt()},
        "KL below a tenth of its bound": {"share": Fraction(1, 10)},
        "no cap": {"bound": printed},
    },
)
def capped_bound(
    constant: Callable[[], arb] = hypercube.zcdp_constant,
    share: Fraction = Fraction(1),
    bound: Bound = repaired,
) -> Verdict:
    """The chain of the proof step by step, and explicit zCDP policies by their exact laws.

    Proof. As for thesis.thm4.17.repaired, with another bound of KL_t (thesis.thm4.14.domination;
    Theorem 4.14 itself is false). For each action the two laws of its reward have distance at most
    tau = sqrt(2/pi) s, so both are (1 - tau) times a common law plus tau times one of their own.
    Toss a coin of bias tau for each of the rounds 1..t-1: where it shows tails both tables of
    rewards have the same row, from the common laws. Given all draws the tables differ in d rows, so
    group privacy gives KL <= rho d^2 for the actions up to round t, which read nothing else, and
    KL is convex: KL_t <= rho E d^2 <= rho (x^2 + x) with d binomial, x = sqrt(2/pi) s (t-1). The
    coins know nothing of the policy, so hidden memory does no harm, and Table zCDP is enough.
    With s = k sqrt(pi/2)/(T sqrt(rho)), k <= 1, and u = (t-1)/T:
    KL_t <= k^2 u^2 + sqrt(rho) k u <= u^2 + u for rho <= 1, TV_t <= sqrt((u^2 + u)/2), whose mean
    over u is at most sqrt(5/12) by Jensen. k = 1, or less if S is smaller.
    """
    with working_precision(BITS):
        claimed = constant()
        fault, least = policy_below(claimed, share)
        if fault:
            return fails(
                Grade.CERTIFIED, "A zCDP policy contradicts the bound.", witness=f"{fault}."
            )
        if integral_of_the_square() != hypercube.CUBE or not sums_are_below(40):
            return undecided("A step of the chain is not an identity.")
        if not claimed <= hypercube.zcdp_constant() * (1 + ball(Fraction(1, 10**30))):
            return undecided("The chain does not give the constant.")
        printed_one = (-arb(9) / 4).exp() / 4
        if not printed_one < claimed:
            return undecided("The printed constant is larger.")
        gain = upper(claimed / printed_one)
    if impossible(bound, SMALL):
        return fails(
            Grade.PROVED,
            "The bound is above the largest regret.",
            witness="d = 1, T = 1, |theta| <= 1, rho = 10^-6.",
        )
    return holds(
        Grade.CERTIFIED,
        "0.4443 d/sqrt(rho) for rho <= 1, capped where the parameters are bounded, "
        f"{float(gain):.3g} times the printed constant; explicit policies with one Gaussian "
        f"release have at least {least:.3g} times the private bound.",
        numbers={"least ratio of a policy": least},
        covered="The integral, exact; the sums for T <= 40 and the laws, KL and regrets of 39 "
        "zCDP policies for d = 1, in balls.",
        not_covered="All policies: the proof is in words (docstring) and rests on Pinsker's "
        "inequality and the group privacy of tables under thesis.thm4.14.domination; rho > 1 is "
        "not treated.",
    )
