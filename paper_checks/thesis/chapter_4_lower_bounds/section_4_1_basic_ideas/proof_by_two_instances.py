"""Claims about Section 4.1: the proof of the minimax bound by two instances, step by step."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.played_arms import (
    action_law,
    expected_pulls,
    history_law,
    probability,
    regret,
)
from banditproof.paper_checks.models.policy_protocols import random_kernel
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, certified, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.verify.exact_laws.law_divergences import kl_divergence

ARMS, ROUNDS = 3, 3
Optimum = Callable[[int, Fraction], Fraction]
"""The square of the gap that the proof chooses, from K and T."""


def printed_square(arms: int, horizon: Fraction) -> Fraction:
    """The square of the gap, (K - 1) / (4 T)."""
    return (arms - 1) / (4 * horizon)


def _steps(source: random.Random, gap: Fraction, markov: Fraction, half: Fraction) -> None:
    """Every inequality of the proof for one random policy, exact."""
    kernel = random_kernel(source, ROUNDS, arms=ARMS)
    law = action_law(history_law(kernel, (gap, Fraction(0), Fraction(0)), ROUNDS))
    least = min((1, 2), key=lambda arm: expected_pulls(law, arm))
    pulls = expected_pulls(law, least)
    require(pulls <= Fraction(ROUNDS, ARMS - 1), "E N_i is above T/(K-1).", pulls=pulls)
    # normal rewards are replaced by Bernoulli ones around 1/2, which finite policies can see
    p = Fraction(1, 4)
    base = (p + gap, p, p)
    moved = tuple(p + 2 * gap if arm == least else mean for arm, mean in enumerate(base))
    one, other = (history_law(kernel, m, ROUNDS) for m in (base, moved))
    plays, others = action_law(one), action_law(other)
    rare = probability(plays, 0, Fraction(ROUNDS, 2))
    often = 1 - probability(others, 0, Fraction(ROUNDS, 2))
    for played, means, event in ((plays, base, rare), (others, moved, often)):
        reg, part = regret(played, means), markov * ROUNDS * gap * event
        require(reg >= part, "A regret is below the share of its event.", regret=reg, share=part)
    marginal, whole = kl_divergence(plays, others), kl_divergence(one, other)
    _bretagnolle_huber(half, marginal, rare + often, gap=gap)
    require(at_most(marginal, whole), "The KL of the actions is above that of the histories.")
    kl = ball(expected_pulls(plays, least)) * kl_ball(base[least], moved[least])
    require(whole.overlaps(kl), "KL of the histories is not E N_i KL of arm i.", KL=whole, sum=kl)


def _bretagnolle_huber(half: Fraction, kl: arb, total: Fraction, **case: Any) -> None:
    """P(A) + Q(A^c) >= exp(-KL) / 2."""
    bound = ball(half) * (-kl).exp()
    finding = "P(A) + Q(A^c) is below the bound of Bretagnolle and Huber."
    require(at_most(bound, ball(total)), finding, **case, total=total, bound=bound)


def _hardest_events(half: Fraction) -> None:
    """Bretagnolle-Huber on all events of two-point laws."""
    grid = [Fraction(k, 12) for k in range(1, 12)]
    for p, q in product(grid, repeat=2):
        one, other = (p, 1 - p), (q, 1 - q)
        divergence = kl_divergence(one, other)
        for inside in product((False, True), repeat=2):
            masses = (x if a else y for x, y, a in zip(one, other, inside, strict=True))
            total = sum(masses, Fraction(0))
            _bretagnolle_huber(half, divergence, total, P=one, Q=other, A=inside)


def _best_gap(square: Optimum) -> None:
    """D exp(-2 T D^2 / (K-1)) decreases on both sides of the chosen gap."""
    for arms in (2, 3, 10, 101):
        for horizon in (Fraction(arms - 1), Fraction(1000), Fraction(10**8)):
            chosen = ball(square(arms, horizon)).sqrt()

            def value(gap: arb, t: Fraction = horizon, k: int = arms) -> arb:
                return gap * (-2 * ball(t) * gap**2 / (k - 1)).exp()

            for factor in (Fraction(99, 100), Fraction(101, 100)):
                near = value(chosen * ball(factor))
                require(at_most(near, value(chosen)), "Another gap is better.", K=arms, T=horizon)
            bound, least = ball(horizon) * value(chosen) / 8, ball(horizon * (arms - 1)).sqrt() / 27
            require(at_most(least, bound), "The bound is below the theorem.", K=arms, T=horizon)


@claim(
    "thesis.sec4.1",
    r"With $\mu=(\Delta,0,\dots,0)$, $i$ the suboptimal arm played least, "
    r"$\mathbb E_\mu N_i\le T/(K-1)$, and $\mu'_i=2\Delta$: $\mathrm{Reg}(\mu)\ge "
    r"\frac{T\Delta}2M_\mu(N_1\le T/2)$, $\mathrm{Reg}(\mu')\ge\frac{T\Delta}2M_{\mu'}(N_1>T/2)$, "
    r"the sum is at least $\frac{T\Delta}4e^{-\mathrm{KL}(M_\mu\|M_{\mu'})}$, and "
    r"$\mathrm{KL}\le\mathbb E_\mu[N_i]\frac{(2\Delta)^2}2\le\frac{2T\Delta^2}{K-1}$; "
    r"$\Delta=\sqrt{(K-1)/(4T)}$ gives the largest bound.",
    recorded="holds",
    mutants={
        "Markov without its factor 1/2": {"markov": Fraction(1)},
        "Bretagnolle-Huber without its factor 1/2": {"half": Fraction(1)},
        "a gap twice as large": {"square": lambda arms, horizon: 4 * printed_square(arms, horizon)},
    },
)
def blueprint(
    markov: Fraction = Fraction(1, 2),
    half: Fraction = Fraction(1, 2),
    square: Optimum = printed_square,
) -> Verdict:
    """Every inequality of the proof on random finite policies, exactly; the optimum in balls."""
    source, policies = random.Random(41), 12
    with working_precision(128):
        _best_gap(square)
        _hardest_events(half)
        for _ in range(policies):
            _steps(source, Fraction(source.randint(1, 8), 24), markov, half)
        shown = (16 * (arb(1) / 2).exp()).str(8, radius=False)
    return certified(
        "Each step stands: the least played arm, Markov with T/2, Bretagnolle-Huber, data "
        "processing, the decomposition of KL, and the optimum, whose constant is "
        f"e^(-1/2)/16 = 1/{shown}, better than 1/27.",
        numbers={"policies": policies, "1 / constant": shown},
        covered=f"{policies} random policies with K = T = 3 on Bernoulli arms, all inequalities "
        "exact; Bretagnolle-Huber on 121 pairs of two-point laws and all events; the optimum at "
        "twelve pairs of K and T in balls.",
        not_covered="Normal rewards themselves (KL(N(0,1), N(2D,1)) = 2 D^2 is a formula), other "
        "K and T of the first steps, and Bretagnolle-Huber in general.",
    )
