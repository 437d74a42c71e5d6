"""Claims about batched EXP4, Algorithm 2: its listing and its privacy, in Theorem 10."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any
from flint import arb
from banditproof.algorithms.adversarial.batched_exp4 import BatchedEXP4
from banditproof.paper_checks.models.loss_learner_boxes import ADVICE, batched_exp4
from banditproof.paper_checks.models.unit_noise import drawn, require_same, shown
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.adversarial.joint_release import Outcome, given_vectors, small_game
from banditproof.verify.adversarial.vector_privacy import vector_delta, worst_shift
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, undecided


def exp4_in_batches(
    eta: Fraction, gamma: Fraction, tau: int, eps: Fraction, longer: int = 0, factor: int = 1
) -> BatchedEXP4:
    """The library's Algorithm 2 for two arms and three experts, at delta = 1/100.

    Wrong ones have longer batches, or a budget that is divided.
    """
    return BatchedEXP4(2, 3, eta, gamma, tau + longer, eps / factor, Fraction(1, 100))


@checks("adv.alg2")
@mutant("sharper: half of the sensitivity", share=Fraction(1, 2))
@mutant("the library with twice the noise", made=partial(exp4_in_batches, factor=2))
@mutant(
    "the library with twice the mixing",
    made=lambda eta, gamma, tau, eps: exp4_in_batches(eta, 2 * gamma, tau, 2 * eps),
)
@mutant("the library with a round more", made=partial(exp4_in_batches, longer=1))
def batched_exp4_listing(
    share: Fraction = Fraction(1),
    made: Callable[..., BatchedEXP4] = exp4_in_batches,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The largest shift of a coordinate over all deterministic advice, exactly; the play."""
    for tau, eps in ((1, Fraction(30)), (4, Fraction(1, 2))):
        of, eta, gamma = drawn(45, 2, tau), Fraction(1, 4), Fraction(1, 5)
        scale = 6 * math.sqrt(3 * math.log(100)) / float(gamma * tau * eps)
        box = batched_exp4(of, ADVICE, float(eta), float(gamma), tau, scale)
        require_same(shown(made(eta, gamma, tau, eps), of, ADVICE), box, tau=tau, eps=eps)
    sides = Sides()
    for arms, tau in ((2, 1), (2, 3), (3, 2)):
        result = worst_shift(3, arms, "0.1", tau, "1e-9")
        limit = share * arms / (Fraction(1, 10) * tau)
        sides.at_most(result.largest, limit, "A coordinate moves more.", K=arms, tau=tau)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.thm10.post")
@mutant("the same losses", second=(0, 0))
def actions_of_vectors(second: tuple[int, int] = (0, 1)) -> Verdict:
    """Two arms, two experts, one round: the law of the arm given the vector."""
    game, seen = small_game(scale=1, rounds=1), Outcome((1,), ((0, 1),))
    left, right = (given_vectors(game.law([row]))[seen] for row in ((0, 0), second))
    case: dict[str, Any] = {
        "advice": "(1, 0) and (0, 1)",
        "probability_of_each_arm": Fraction(1, 2),
        "noise": "Lap(1)",
        "losses": f"(0, 0) or {second}",
        "probability_of_arm_2_given_the_vector": left,
        "with_the_other_losses": right,
    }
    require(
        abs(left - right).hi < Fraction(1, 10**9),
        "Each vector is made of the actions of its own batch, which are drawn before it. Given the "
        "vector (here: whether its coordinates are above 1) the law of the action depends on the "
        "losses. What is true is adv.thm10.joint.",
        **case,
    )
    return points()


@checks("adv.thm10.joint")
@mutant("a tenth of the noise", factor=Fraction(1, 10))
def joint_privacy(factor: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The certified accountant for N coordinates that all move by their sensitivity."""
    sides, budgets = Sides(), ((20, "0.9"), (100, "0.1"))
    for experts, delta in budgets:
        result = vector_delta(experts, 1, delta, 3 * factor)
        sides.at_most(result.hi, Fraction(delta), "The vectors tell more.", N=experts, delta=delta)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.thm10.private")
def batched_exp4_privacy() -> Verdict:
    """What is known: delta up to 0.98, and that the printed proof fails near 1."""
    return undecided(
        "True for delta <= 0.98 (adv.thm10.joint.wide; along the printed proof, for delta <= 0.9: "
        "adv.thm10.private.repaired). Nearer to 1 the vectors, through which the printed proof "
        "goes, are not (eps, delta)-DP (adv.thm10.vectors); whether the actions alone are, is "
        "neither proved nor refuted.",
        covered="delta <= 0.98.",
        not_covered="0.98 < delta < 1, for the actions alone.",
    )


@checks("adv.thm10.vectors")
@mutant("delta = 1/2", delta=Fraction(1, 2))
@mutant("30 for 3", multiplier=30)
def vectors_near_one(
    delta: Fraction = Fraction(999, 1000), multiplier: int = 3, experts: int = 20
) -> Verdict:
    """The overlap of two products of Laplace laws, by the Bhattacharyya coefficient."""
    with working_precision(96):
        log = -ball(delta).log()
        shift = 1 / (multiplier * (experts * log).sqrt())  # in units of the scale, at eps = 1
        one = (-shift / 2).exp() * (1 + shift / 2)  # the integral of sqrt(p q)
        overlap = (arb(1) / 2).exp() * one ** (experts - 1)
        # min(p, e q) <= sqrt(e p q): the hockey-stick divergence is 1 minus its integral
        require(
            not overlap < ball(1 - delta),
            "At delta near 1 the noise is small: with N = 20 experts, of whom 19 are shifted by "
            "the whole sensitivity, 1 - delta(eps) is smaller than 1 - delta.",
            eps=1,
            delta=delta,
            N=experts,
            shift_over_scale=shift,
            overlap_at_most=overlap,
            allowed_overlap=ball(1 - delta),
        )
    return points()
