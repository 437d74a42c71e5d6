"""Claims about the noisy regret, Theorem 1 and Corollary 2."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.algorithms.adversarial.batched_releases import batch_length
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted, require
from banditproof.theory.adversarial.conversion_bounds import (
    htinf_conversion_printed,
    htinf_conversion_proved,
)
from banditproof.theory.adversarial.games import NoisyGame, PrivateGame
from banditproof.theory.adversarial.learner_bounds import htinf_proved
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.evidence import Grade

Noise = Callable[[int], Fraction]
"""A value of noise by the sign of a coin and the arm."""


def _observed(
    threshold: Fraction, losses: tuple[tuple[Fraction, Fraction], ...], shift: Fraction
) -> tuple[Fraction, Fraction]:
    """Mean reported losses and mean true losses of a learner that stays after a small loss."""
    reported = true = Fraction(0)
    for coins in product((-1, 1), repeat=len(losses)):
        arm = 0
        for coin, row in zip(coins, losses, strict=True):
            seen = row[arm] + coin + shift * arm
            reported += seen / 2 ** len(losses)
            true += row[arm] / 2 ** len(losses)
            arm = arm if seen <= threshold else 1 - arm
    return reported, true


@checks("adv.def.noisyregret")
@mutant("noise of mean 1/2 for one arm", shift=Fraction(1, 2))
def noisy_regret(shift: Fraction = Fraction(0), proof: Proof = WRITTEN) -> Verdict:
    """Coins -1 and 1 for the noise, and a learner that decides by what it sees, exactly."""
    losses = tuple((Fraction(k % 3, 2), Fraction(k % 2)) for k in range(5))
    for threshold in (Fraction(-1, 2), Fraction(1, 4), Fraction(1)):
        reported, true = _observed(threshold, losses, shift)
        require(
            reported == true,
            "The two means differ.",
            threshold=threshold,
            reported=reported,
            true=true,
        )
    return proof.verdict()


def _lengths(tau: Callable[[Fraction], int]) -> Sides:
    sides = Sides()
    for eps in (*(Fraction(k, 20) for k in range(1, 21)), Fraction(100, 101), Fraction(1, 10**6)):
        sides.at_most(Fraction(tau(eps)), 2 / eps, "The batch is longer.", eps=eps)
        sides.at_most(1 / (tau(eps) * eps), Fraction(1), "The noise is larger.", eps=eps)
    return sides


def _ceiling(eps: Fraction) -> int:
    return -(-eps.denominator // eps.numerator)


@checks("adv.thm1.one_over_eps")
@mutant("batches of one round more", tau=lambda eps: _ceiling(eps) + 1)
@mutant("1/eps, rounded down", tau=lambda eps: eps.denominator // eps.numerator)
def batches_of_one_over_eps(
    tau: Callable[[Fraction], int] = batch_length, proof: Proof = WRITTEN
) -> Verdict:
    """The algorithm with noise Lap(1), which is Algorithm 1 for the budget 1/tau."""
    return proof.verdict(sharpness=_lengths(tau).sharpness)


LEVEL = Fraction(5867, 10000)
"""Between the probabilities of a small difference of noises at both scales."""


def small_difference(scale: arb) -> arb:
    """P(|Z - Z'| <= 1) = 1 - e^(-x)(1 + x/2), x = 1/scale."""
    x = 1 / scale
    return 1 - (-x).exp() * (1 + x / 2)


@checks("adv.thm1.own_noise")
@mutant("noise Lap(1)", own=Fraction(1))
@mutant("sharper: a hundred times the bound", times=100)
def own_noise(own: Fraction = Fraction(100, 198), times: int = 1) -> Verdict:
    """A learner that measures the noise, and gives up where it is small."""
    eps, tests, horizon = Fraction(99, 100), 1000, 10**7
    batches = horizon // _ceiling(eps)
    rounds = int(eps * horizon)
    with working_precision(96):
        small, large = small_difference(ball(own)), small_difference(arb(1))
        level = ball(LEVEL)
        need(bool(large < level), "The level is below the probability at scale 1")
        # at scale 1 a difference of losses only makes a small difference rarer
        wrong = (-2 * tests * (level - large) ** 2).exp()
        learner = htinf_proved(NoisyGame.of(2, rounds - 2 * tests))
        at_one = 2 * tests + wrong * rounds + learner
        right = times * (2 / ball(eps)) * (at_one + 1)
        gives_up = arb(0)
        if small > level:
            gives_up = 1 - (-2 * tests * (small - level) ** 2).exp()
        left = 2 * (batches * gives_up)
        if not left > right:
            return points(numbers={"left": float(left.mid()), "right": float(right.mid())})
        return refuted(
            grade=Grade.OUTLINED,
            eps=eps,
            T=horizon,
            left_side_at_least=left,
            right_side_at_most=right,
        )


GAMES = tuple(
    PrivateGame.of(k, t, eps)
    for k, t, eps in ((2, 10**6, 1), (10, 10**7, "0.1"), (1, 10, "0.1"), (100, 10**9, "0.001"))
)


@checks("adv.cor2")
@mutant("sharper: 10 sqrt(TK/eps) at the points", share=Fraction(10, 208))
def private_htinf(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The bound from first principles against the printed one."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            printed = htinf_conversion_printed(game) * share.numerator / share.denominator
            sides.at_most(htinf_conversion_proved(game), printed, "It is larger.", game=game)
    return proof.verdict(sharpness=sides.sharpness)
