"""Claims about the sample complexity of TTUCB, section 2.2.9."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.algorithms.identification.top_two import (
    TTUCB,
    likelihood_ratio,
    likelihood_threshold,
)
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import cited, need, needs_repair, require
from banditproof.theory import GaussianBandit, characteristic_time
from banditproof.theory.balls import ball
from banditproof.verify.evidence import Grade
from .algorithm_3_top_two import AlwaysTheLeader, LargestCost


@checks("thesis.ttucb.time", subjects={"growth": (1, 0)})
@mutant("the leader always", rule=AlwaysTheLeader)
@mutant("the least mean for the least cost", rule=LargestCost)
def ttucb_time(growth: int, rule: Callable[..., TTUCB] = TTUCB) -> Verdict:
    """A threshold log(1/delta) + growth n; and runs on the means, without noise, against T*_beta.

    W is at most n times the largest of F, 1/T*: n/8 for two arms with gap 1, for every allocation.
    """
    slope = characteristic_time(GaussianBandit((1, 0))).enclosure
    need(slope > 1 and slope.contains(8), "W may grow as fast as n.")
    if growth:
        return needs_repair(
            "The threshold needs more than its order in delta: log(1/delta) + t is of that order "
            "for each t, and where the averages stay near the means the rule never stops; "
            "c = log(1/delta) is not delta-correct (thesis.glr.constant).",
            "W grows at most like n/T*, more slowly than c; the averages converge, so that with "
            "positive probability the rule never stops.",
            grade=Grade.OUTLINED,
            covered="The growth of W at one instance, against one threshold.",
            not_covered="A threshold that grows like log t: thesis.ttucb.time.repaired.",
            means=(1, 0),
            **{"T*": ball(slope.lower), "c": "log(1/delta) + n"},
            growth_of_W_per_step=ball((1 / slope).lower),
            growth_of_c_per_step=growth,
            **{"E[tau]": "infinite", "T*_beta": "2/(beta (1 - beta))"},
        )
    quotients = []
    for means, share in (((1.0, 0.5, 0.0), "0.5"), ((1.0, 0.5, 0.0), "0.3"), ((0.5, 0.2), "0.4")):
        policy, rounds = rule(len(means), share), 2000
        state = policy.start()
        for _ in range(rounds):
            choice = policy.choose(state)
            state = policy.learn(state, choice, means[choice.arm])
        time = characteristic_time(GaussianBandit(means), beta=share)
        quotient = likelihood_ratio(state) / rounds * time.value
        shares = [n / rounds - w for n, w in zip(state.pulls, time.allocation, strict=True)]
        optimal = abs(quotient - 1) <= 0.02 and max(map(abs, shares)) <= 0.01
        require(optimal, "The proportions are others.", means=means, beta=share, pulls=state.pulls)
        quotients.append(quotient)
    first = likelihood_threshold(3, 2000, Fraction(1, 10**30)) / (30 * math.log(10))
    return cited(
        "Without noise the pulls come to the optimal proportions with share beta, and the ratio to "
        f"n/T*_beta (quotients {min(quotients):.4f} to {max(quotients):.4f} after 2000 rounds). "
        "The limit is cited (Jourdan and Degenne, Non-asymptotic analysis of a UCB-based Top Two "
        f"algorithm); at K = 3, n = 2000, delta = 10^-30 the threshold is {first:.2f} of it."
    )


@checks("thesis.ttucb.adaptive")
@mutant("the share 1/2", share=lambda time: Fraction(1, 2))
def adaptive_share(share: Callable[[Any], Fraction] | None = None) -> Verdict:
    """What can be had: at the optimal share T*_beta is T*, at 1/2 it is not."""
    for means in ((1, 0, 0, 0, 0), (1, "0.5", "0.2")):
        bandit = GaussianBandit(means)
        free = characteristic_time(bandit).certificate()
        beta = free.allocation[0] if share is None else share(free)
        fixed = characteristic_time(bandit, beta=beta).certificate(12).enclosure
        near = fixed <= free.enclosure * (1 + Fraction(1, 10**10))
        require(near, "The share costs more.", means=means, beta=float(beta), there=fixed)
    return cited()
