"""Proof F.8, term (B): the steps of (42) to (47) that fail as printed, and the term."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory import Enclosure, certify, d_eps
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.enclosure import ZERO
from banditproof.theory.private_divergence import d_eps_up
from ...verdicts.vocabulary import needs_repair, points, require, require_or_repair
from .counterexamples_of_steps import counterexamples
from .indexed_paths import (
    Arm,
    Score,
    best_arm,
    clipped,
    exponential,
    imed_index,
    imed_scores,
    logarithm,
    path,
)
from .lemma_f_3_derivatives import touching
from .proof_f_8_before_convergence import EPS, LEVEL, states
from .proof_f_8_overshoot_rate import WITNESS, printed_overshoot_rate
from .proof_f_8_pulls_until_threshold import Limit, printed_value, pulls_until_threshold, true_value

Divergence = Callable[[Fraction, Fraction], Enclosure]
"""A divergence of (released mean, mu_star - delta) at eps = 1."""


def two_sided(x: Fraction, y: Fraction) -> Enclosure:
    """d_eps(x, y), as printed."""
    return certify(d_eps, x, y, EPS, digits=12)


def one_sided(x: Fraction, y: Fraction) -> Enclosure:
    """d_eps(x, y) if x < y, else 0."""
    return certify(d_eps_up, x, y, EPS, digits=12)


def require_level_set_on_path(
    divergence: Divergence, score: Score, at_round: bool, horizon: int = 10**6
) -> None:
    """n_m d([mean_i], mu_star - delta) <= log T (or log t) whenever i is chosen on one path.

    eps = 1, alpha = 2, n_0 = 1, mu_star - delta = .7; the optimal arm releases .72 and arm i
    releases .95 in every phase, so both have converged, and i looks best.
    """
    means = (lambda m: Fraction(18, 25), lambda m: Fraction(19, 20))
    decisions, _ = path(means, GeometricSchedule(2), EPS, horizon, score)
    for decision in reversed(decisions):
        optimal, arm = decision.arms
        if decision.chosen == 1:
            value = arm.pulls * divergence(arm.mean, LEVEL)
            limit = logarithm(decision.t if at_round else horizon)
            case: dict[str, Any] = {
                "T": horizon,
                "optimal": optimal,
                "i": arm,
                "n_m_d": value,
                "logarithm": limit,
            }
            finding = "Arm i is chosen although n_m d is above the logarithm."
            require(value <= limit, finding, eps=1, alpha=2, level=LEVEL, t=decision.t, **case)


LeaderPulls = Callable[[int, int], int]
"""The pulls in the leader's logarithm, of (pulls before round t, pulls until T)."""


@checks(
    "bern.F8.B.leader",
    subjects={"pulls": (lambda before, until: until, lambda before, until: before)},
)
@mutant("sharper: 99/100 log T", share=Fraction(99, 100))
def index_of_the_leader(
    pulls: LeaderPulls, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The largest mean has divergence 0 to itself, so its index is the log of its pulls then.

    The print has N(T) for N(t-1), which is larger, and an equality sign.
    """
    means = (lambda m: Fraction(18, 25), lambda m: Fraction(1, 4))
    decisions, final = path(means, GeometricSchedule(2), EPS, 10**4)
    sides = Sides()
    for decision in decisions:
        best = max(decision.arms, key=lambda arm: arm.mean)
        index = imed_index(best, best.mean, EPS)
        shown = logarithm(pulls(best.pulls, final[decision.arms.index(best)]))
        finding = "The leader's index is not the logarithm that is shown."
        require_or_repair(0 in index - shown, finding, t=decision.t, index=index, log=shown)
        chosen = imed_index(decision.arms[decision.chosen], best.mean, EPS)
        touching(sides, chosen, index, "The selected index is larger.", t=decision.t)
        limit = share * logarithm(decision.t)
        sides.at_most(index, limit, "The leader's index is above log T.", t=decision.t)
    for mean in map(Fraction, ("0", "1/3", "1")):
        zero = certify(d_eps, mean, mean, EPS) == ZERO
        require(zero, "The divergence of a mean to itself is not 0.", mean=mean)
    return proof.verdict(sharpness=sides.sharpness)


def tight_choice() -> tuple[Arm, ...]:
    """Arm i is chosen although its index is nearly that of the leader, at the level."""
    arm = Arm(0, 4000, Fraction(1, 5))
    pulls = int(exponential(imed_index(arm, LEVEL, EPS)).upper * Fraction(1001, 1000))
    return Arm(0, pulls, LEVEL), arm


@checks("bern.F8.B.d4", subjects={"divergence": (two_sided, one_sided)})
@mutant("event on mu_star", level=Fraction(24, 25))
@mutant("sharper: 99/100 log T", share=Fraction(99, 100))
def level_set_of_chosen_arm(
    divergence: Divergence,
    level: Fraction = LEVEL,
    share: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """I_i <= index of the leader = log n <= log T, and d^+ is below the distance to the leader.

    If the chosen arm itself looks best, its index is log n_m whatever the distance is: the printed
    equality would be >=, and needs the one-sided divergence.
    """
    require_level_set_on_path(divergence, imed_scores, at_round=False)
    sides = Sides()
    for arms in (tight_choice(), *states(300, seed=9)):
        arm = arms[best_arm(imed_scores(arms, 0, EPS))]
        if max(item.mean for item in arms) < LEVEL:
            continue
        horizon = sum(item.pulls for item in arms)
        value, finding = arm.pulls * divergence(clipped(arm.mean), level), "n_m d is above log T."
        sides.at_most(value, share * logarithm(horizon), finding, n_m=arm.pulls, mean=arm.mean)
    return proof.verdict(
        instances=f"{sides.cases} states of two and three arms at eps = 1 in balls, and the path "
        "of the printed version's witness.",
        sharpness=sides.sharpness,
    )


@checks("bern.F8.B")
@mutant("the repaired steps", divergence=one_sided, limit=true_value, reference=WITNESS.mean)
def printed_post_convergence(
    divergence: Divergence = two_sided,
    limit: Limit = printed_value,
    reference: Fraction = WITNESS.mu_star,
) -> Verdict:
    """Three of its steps fail; with the right ones the same bound holds, with alpha H + 1."""
    wrong = counterexamples(
        level_set=partial(level_set_of_chosen_arm, divergence),
        pulls_until_H=partial(pulls_until_threshold, limit),
        rate=partial(printed_overshoot_rate, reference),
    )
    if wrong:
        return needs_repair(**wrong)
    return points()
