"""Theorem 4.14 with hidden memory: how it fails, and the bound by domination that holds."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any
import numpy as np
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted
from banditproof.theory import certify
from banditproof.theory.kl_decompositions import zcdp_kl_domination
from banditproof.verify.decompositions.adaptive_witnesses import Situation, one_response, rare_probe
from banditproof.verify.decompositions.coupled_environment import distances, mismatch_moments
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_machine import with_own_actions
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion
from .decomposition_situations import (
    divergence_of,
    drawn_law,
    drawn_pair,
    four_digits,
    informative_count,
    mixture,
)
from .finite_channels import library_agrees, need_tight


def machine_probe(probability: Fraction = Fraction(1, 10)) -> Situation:
    """The rare probe with memory of its own first action."""
    case = rare_probe(probability)
    return Situation(with_own_actions(case.kernel), case.one, case.two)


@checks("thesis.thm4.14.machine")
@mutant("the kernel reading", probe=rare_probe)
def machines_break_it(probe: Callable[[Fraction], Situation] = machine_probe) -> Verdict:
    """T = 2: a probe that is rare costs a machine little, and tells all when it happens."""
    result, often = [], Fraction(1, 10)
    for probability in (often, Fraction(1, 1000)):
        case = probe(probability)
        moments = mismatch_moments(case.policy, case.one, case.two)
        rho = zcdp_constant(case.policy, Notion.INTERACTIVE, 6)
        left, right = divergence_of(case), rho * moments.distance_square
        if left <= right:
            return points()
        need(left > right, "The comparison is undecided", KL=left, right_side=right)
        result.append((left, right, rho))
    same = [zcdp_constant(rare_probe().policy, notion, 6) for notion in (Notion.VIEW, Notion.TABLE)]
    left, right, rho = result[0]
    for constant in same:
        need(left > constant * often, "KL is not above rho / 10", rho=constant)
    ratio, rare = (float(left) / float(right) for left, right, _ in result)
    values: dict[str, Any] = {
        "View constant": same[0],
        "Table constant": same[1],
        "right side": right,
        "KL": left,
    }
    return refuted(
        f"A machine that probes with probability 1/10 has KL = {four_digits(left)}, and the right "
        f"side is {four_digits(right)}; with probability 1/1000 the ratio is {rare:.1f} "
        f"instead of {ratio:.1f}, and it grows without limit.",
        numbers={"KL": left, "right side": right, "rho": rho, "View": same[0], "Table": same[1]},
        witness="T = 2: arm 2 with this probability, else arm 1; after its own arm 2 arm 3 or 4 "
        "by randomised response of r_1 with ratio 3, otherwise arm 1. Arm 2 is Ber(1) under nu and "
        "Ber(0) under nu', so t = 1, all forms of the right side are rho/10, and KL = log(3)/20.",
        K=case.policy.arms,
        probability=often,
        rho=rho,
        **values,
    )


def binomial_square(rounds: int, away: Sequence[Fraction]) -> Fraction:
    """E[B^2] for B ~ Bin(n, max t_a)."""
    return certify(zcdp_kl_domination, 1, rounds, max(away)).lower


def _machines() -> Iterator[Situation]:
    rng = np.random.default_rng(95)
    for place in range(12):
        kernels = [FinitePolicy.random(rng, 2, 2 + place % 2, zeros=False) for _ in range(2)]
        masses = drawn_law(rng, 2)
        yield Situation(mixture(kernels, masses), *drawn_pair(rng))
    yield machine_probe()
    yield one_response(10**40, "0.5")
    yield informative_count(Fraction(1, 10**200))


@checks("thesis.thm4.14.domination")
@mutant("sharper: the squared mean only", square=lambda n, away: (n * max(away)) ** 2)
@mutant(
    "sharper: mean of t_a in place of the largest",
    square=lambda n, away: binomial_square(n, [sum(away, Fraction(0)) / len(away)]),
)
@mutant("sharper: T - 2 rounds", square=lambda n, away: binomial_square(n - 1, away))
@mutant("sharper: 98 % of it", square=lambda n, away: binomial_square(n, away) * Fraction(98, 100))
def domination(
    square: Callable[[int, Sequence[Fraction]], Fraction] = binomial_square, proof: Proof = WRITTEN
) -> Verdict:
    """Random machines that hide which kernel they follow, the probe, and three kernels."""
    for n, t in ((2, Fraction(1, 2)), (7, Fraction(1, 3))):
        library_agrees(3 * (n * n * t * t + n * t * (1 - t)), zcdp_kl_domination, 3, n, t)
    sides = Sides()
    for number, case in enumerate(_machines()):
        rho = zcdp_constant(case.policy, Notion.TABLE, 4)
        away = distances(case.policy, case.one, case.two)
        right = rho * square(case.policy.horizon - 1, away)
        sides.at_most(divergence_of(case), right, "The divergence is larger.", policy=number)
    need_tight(sides)
    return proof.verdict(sharpness=sides.sharpness)
