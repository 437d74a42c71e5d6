"""Strategies with two arms and a few samples, their exact laws, and the private divergence.

Of a rational e^eps the best compromise of two coins is a rational number.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_strategies import (
    HALF,
    Situation,
    kl_at_risk,
    noisy_answer,
    random_situations,
)
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.bernoulli import kl_ball
from banditproof.verify.decompositions.stopped_strategies import stopped_law
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import kl_divergence

SURE = Fraction(10**60, 10**60 + 1)
"""How often the answer to one sample is the true one; it nearly attains the bounds."""


def situations() -> Iterator[Situation]:
    """Random strategies of one to three samples, and two noisy answers to one sample."""
    yield from random_situations(724, 24, (1, 2, 2, 3))
    yield Situation(noisy_answer(Fraction(2, 3)), (Fraction(9, 10), HALF), (HALF, Fraction(9, 10)))
    edge = (1 - SURE) / 1000
    yield Situation(noisy_answer(SURE), (1 - edge, edge / 2), (edge, 2 * edge))


def compromise(p: Fraction, q: Fraction, growth: Fraction) -> Fraction:
    """The z between p and q where eps |p - z| + kl(z, q) is least, with e^eps = growth."""
    if p >= q:
        return min(p, growth * q / (1 - q + growth * q))
    return max(p, q / (q + growth * (1 - q)))


def costs(case: Situation, share: Fraction) -> tuple[arb, ...]:
    """d_eps of each arm, at the exact budget of the strategy or at a share of it."""
    growth = Fraction(case.strategy.ratio(Notion.VIEW))
    eps = ball(share) * case.view_eps()
    pairs = [
        (p, q, compromise(p, q, growth)) for p, q in zip(case.nu, case.other, strict=True)
    ]  # fmt: skip
    return tuple(eps * ball(abs(p - z)) + kl_ball(z, q) for p, q, z in pairs)


@checks("field.bai.divergence")
@mutant("one arm alone", arms=1)
@mutant("1 % less of the budget", share=Fraction(99, 100))
@mutant("sharper: 1 % less", times=Fraction(99, 100))
def no_output_is_farther(
    times: Fraction = Fraction(1),
    share: Fraction = Fraction(1),
    arms: int = 2,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The divergence of the exact laws of samples, stop and recommendation."""
    sides = Sides()
    with working_precision(512):
        for case in situations():
            one, other = (
                stopped_law(case.strategy, [(1 - mean, mean) for mean in means])
                for means in (case.nu, case.other)
            )
            each = zip(case.performance.pulls, costs(case, share), strict=True)
            most = sum((ball(n) * d for n, d in [*each][:arms]), arb(0))
            about: dict[str, Any] = {"nu": case.nu[1], "other": case.other[1]}
            finding = "The outputs are farther apart."
            sides.at_most(kl_divergence(one, other), ball(times) * most, finding, **about)
    return proof.verdict(sharpness=sides.sharpness)


@checks("field.bai.times")
@mutant("log(1/delta) for kl(1 - delta, delta)", level=lambda risk: -ball(risk).log())
@mutant("one step more", halts=2)
@mutant("sharper: 1 % more", times=Fraction(101, 100))
def no_strategy_stops_earlier(
    times: Fraction = Fraction(1), level: Any = kl_at_risk, halts: int = 1, proof: Proof = WRITTEN
) -> Verdict:
    """The class of two instances, where the best allocation is the arm of the larger cost."""
    sides = Sides()
    with working_precision(512):
        for case in situations():
            steps = ball(case.performance.halting_step - halts)
            rate = steps * arb.max(*costs(case, Fraction(1)))
            about: dict[str, Any] = {"nu": case.nu[1], "risk": float(case.risk)}
            finding = "A private strategy stops earlier."
            sides.at_most(ball(times) * level(case.risk), rate, finding, **about)
    return proof.verdict(sharpness=sides.sharpness)
