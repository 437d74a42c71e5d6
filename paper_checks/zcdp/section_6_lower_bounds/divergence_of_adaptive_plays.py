"""Theorem 8 of the zCDP paper: false for adaptive policies, and what is true in its place."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.decompositions.adaptive_witnesses import (
    Situation,
    clipped_noise,
    counts_and_tells,
)
from banditproof.verify.decompositions.coupled_environment import MismatchMoments, mismatch_moments
from banditproof.verify.decompositions.visible_laws import action_law
from banditproof.verify.definitions.concentrated import zcdp_supremum
from banditproof.verify.definitions.finite_policy import History
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws

Kernel = Mapping[History, Sequence[Fraction]]
Square = Callable[[MismatchMoments], Fraction]
"""What multiplies rho on the right side."""


def as_printed(moments: MismatchMoments) -> Fraction:
    """[E S]^2 + E[V] + Var S."""
    spread = moments.square - moments.total**2
    return moments.total**2 + moments.variance + spread


def as_repaired(moments: MismatchMoments) -> Fraction:
    """2 (E[S^2] + E[V])."""
    return 2 * (moments.square + moments.variance)


def two_policies() -> tuple[Situation, ...]:
    """Two kernels with T = 3 and K = 4; the second one has the noise e^(-2 z^2), e^(-15 z^2)."""
    return counts_and_tells(), clipped_noise(2, 15)


def divergence_by_hand(case: Situation) -> Enclosure:
    """KL(m_nu || m_nu') from a table of all actions and all bits, with the kernel's own numbers."""
    kernel, total = case.kernel, arb(0)
    for plays in product(range(kernel.arms), repeat=kernel.horizon):
        first, second = (_mass(kernel.kernel, plays, given) for given in (case.one, case.two))
        if first:
            total += ball(first) * ball(first / second).log()
    return Enclosure.of(total)


def _mass(kernel: Kernel, plays: Sequence[int], means: Sequence[Sequence[Fraction]]) -> Fraction:
    """The probability of the plays: the sum over all rewards of the product of both laws."""
    total = Fraction(0)
    for bits in product((0, 1), repeat=len(plays)):
        mass, past = Fraction(1), list(zip(plays, bits, strict=True))
        for t, (arm, bit) in enumerate(past):
            mass *= kernel[tuple(past[:t])][arm] * means[arm][bit]
            if not mass:
                break
        total += mass
    return total


@checks("zcdp.thm8")
@mutant("the factor 2 of the repair", square=as_repaired)
@mutant("noisier releases", cases=lambda: (clipped_noise(1, 1),))
def decomposition_of_plays(
    square: Square = as_printed, cases: Callable[[], tuple[Situation, ...]] = two_policies
) -> Verdict:
    """Exact laws at T = 3, the KL by two routes, and rho over all orders from above."""
    shown: list[tuple[Enclosure, Enclosure, Enclosure, Fraction]] = []
    for case in cases():
        with working_precision(300):
            by_hand = divergence_by_hand(case)
        first, second = (action_law(case.policy, given) for given in (case.one, case.two))
        left = divergence_of_laws(first, second)
        need(left.upper >= by_hand.lower and by_hand.upper >= left.lower, "The routes differ.")
        rho = zcdp_supremum(case.policy, Notion.INTERACTIVE, 9).value
        moments = mismatch_moments(case.policy, case.one, case.two, case.policy.horizon)
        shown.append((left, rho * square(moments), rho, as_printed(moments)))
    if not all(left > right for left, right, *_ in shown):
        need(all(left <= right for left, right, *_ in shown), "The comparison is undecided.")
        finding = "The policies stay below the right side."
        return points(finding)
    (left, right, rho, factor), (left_2, right_2, rho_2, factor_2) = shown
    return refuted(
        f"KL > {left.decimal_lo(8)} where the right side is below {right.decimal_hi(8)}: what is "
        "played next depends on the reward and so on the mismatch: given all actions the "
        "mismatches are not independent, as the proof takes them to be, and E[d^2] is larger.",
        witness="K = 4, T = 3, one arm is Ber(p) under nu and pays 0 under nu', the others pay 0. "
        "First policy: p = 0.3; that arm, and again with probability 0.98 after a 1 and 0.02 after "
        "a 0; then arm j with probability proportional to 10^(-13 (i - j)^2), i the ones seen. "
        "Second: p = 1/2; again iff clip(r_1 + N(2), 0, 1) = 1; then arm 2 + clip(i + N(15), 0, 2),"
        " N(k) with masses proportional to e^(-k z^2).",
        rho=rho,
        sum_in_brackets=factor,
        right_side=right,
        KL=left,
        second_rho=rho_2,
        second_sum=factor_2,
        second_right_side=right_2,
        second_KL=left_2,
    )
