"""Claims about the coupled environment: its marginals, (4.7), and what independence it lacks."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, refuted, require
from banditproof.verify.decompositions.adaptive_witnesses import (
    Situation,
    one_response,
    stays_after_a_one,
)
from banditproof.verify.decompositions.coupled_environment import (
    coupled_divergence,
    coupled_paths,
    distances,
    mismatch_moments,
)
from banditproof.verify.decompositions.visible_laws import kernel_of
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.exact_laws.law_divergences import log_sum
from .decomposition_situations import divergence_of, drawn
from .finite_channels import need_tight


def _cases() -> list[Situation]:
    """A sure mismatch that is answered, and random kernels with two and three rewards."""
    three = drawn(62, 2, (2,), (0, 1, Fraction(1, 2)))
    return [one_response(3), *drawn(61, 6, (2, 3)), *three, stays_after_a_one(2)]


@checks("thesis.eq4.7")
@mutant("sharper: 99 % of it", part=Fraction(99, 100))
@mutant("the reverse divergence", exchanged=True)
def coupled_inequality(
    part: Fraction = Fraction(1), exchanged: bool = False, proof: Proof = WRITTEN
) -> Verdict:
    """KL(m_nu || m_nu') and KL(p || q) from the paths, and the mean of log V_r / V_r'."""
    sides = Sides()
    for number, case in enumerate(_cases()):
        policy, logs = kernel_of(case.policy), defaultdict[Fraction, Fraction](Fraction)
        seen, whole = divergence_of(case), coupled_divergence(policy, case.one, case.two)
        for path in coupled_paths(policy, case.one, case.two):
            views = [_view(policy, path.actions, r) for r in (path.rewards, path.others)]
            if path.under_p:
                logs[views[exchanged] / views[not exchanged]] += path.under_p
        mean = log_sum(logs)
        same = mean.lo <= whole.hi and whole.lo <= mean.hi
        require(same, "KL(p || q) is not the mean of log V_r / V_r'.", case=number, mean=mean)
        most, finding = whole * part + EQUAL, "KL(m_nu || m_nu') is larger than KL(p || q)."
        sides.at_most(seen, most, finding, case=number)
    need_tight(sides)
    return proof.verdict(sharpness=sides.sharpness)


EQUAL = Fraction(1, 10**12)
"""Where an inequality is attained its sides are known as enclosures of 20 digits."""


def _view(policy: FinitePolicy, actions: Sequence[int], rewards: Sequence[Any]) -> Fraction:
    """V_r(a) = prod_t pi_t(a_t | a_1, r_1, ..., r_{t-1})."""
    mass, past = Fraction(1), tuple(zip(actions, rewards, strict=True))
    for t, arm in enumerate(actions):
        mass *= policy.kernel[past[:t]][arm]
    return mass


def _go_on() -> tuple[Situation, Situation]:
    return stays_after_a_one(), stays_after_a_one(2)


def _fixed_actions() -> tuple[Situation, ...]:
    """The same environments, and a policy that never looks at a reward."""
    blind = FinitePolicy.from_rule(2, 2, lambda history: (1, 0))
    return tuple(Situation(blind, case.one, case.two) for case in _go_on())


@checks("thesis.thm4.14.proof")
@mutant("actions that ignore rewards", cases=_fixed_actions)
def printed_second_moment(cases: Callable[[], tuple[Situation, ...]] = _go_on) -> Verdict:
    """E[d^2] and E[d^2 | A] exactly, for a policy that stays on its arm after a mismatch."""
    sharp, smooth = cases()
    result = mismatch_moments(sharp.policy, sharp.one, sharp.two, 2)
    noisy = mismatch_moments(smooth.policy, smooth.one, smooth.two, 2)
    if result.distance_square == result.printed and noisy.distance_square == noisy.printed:
        return points()
    again = [
        (path.under_p, path.mismatches**2)
        for path in coupled_paths(sharp.policy, sharp.one, sharp.two, 2)
        if path.actions[1] == 0
    ]
    stayed = sum(p * square for p, square in again) / sum(p for p, _ in again)
    away = distances(sharp.policy, sharp.one, sharp.two)
    claimed = (2 * away[0]) ** 2 + 2 * away[0] * (1 - away[0])
    case: dict[str, Any] = {
        "E[d^2 | A = (1, 1)]": stayed,
        "by (c)": claimed,
        "E[d^2]": result.distance_square,
        "by the formula": result.printed,
        "noisy E[d^2]": noisy.distance_square,
        "noisy, by the formula": noisy.printed,
    }
    return refuted(
        f"E[d^2] is {result.distance_square} and the formula gives {result.printed}: given all "
        "actions the mismatches are not independent, because later actions look at r_t.",
        numbers={"E[d^2]": result.distance_square, "formula": result.printed},
        witness="P = (Ber(1/2), Ber(1/2)), P' = (Ber(0), Ber(1/2)); a_1 = 1, and a_2 = 1 iff r_1 = "
        "1, which is a mismatch, so given A = (1, 1) the first pair always differs. Noisy: with a "
        "randomised response of ratio 2 in place of the test.",
        T=sharp.policy.horizon,
        distances=away,
        **case,
    )


@checks("thesis.thm4.14.moments")
def second_moment(proof: Proof = WRITTEN) -> Verdict:
    """M as a sum of martingale increments, and the square of S + M."""
    return proof.verdict()
