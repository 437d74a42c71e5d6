"""Claims about DP-SE: its episodes, its privacy, its regret, and what it needs."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil, log2
from typing import Any
from flint import arb
from banditproof.algorithms import DPSE, Pull, RewardCycles, Silent, play
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdicts.vocabulary import need, points, proved, require
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.mechanisms import Laplace
from .guarantee_of_elimination import length, real_length


@checks("thesis.alg.dpse.private")
@mutant("half of the noise", noise=Fraction(1, 2))
@mutant("sharper: 0.99 of the noise", noise=Fraction(99, 100))
def privacy_of_dp_se(noise: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The ledgers of two plays of several epochs."""
    for eps in (Fraction(1), Fraction(1, 20)):
        made = DPSE(3, beta="0.5", eps=eps, noise=Laplace(noise / eps))
        played = play(made, RewardCycles([(1, 1, 0), (1, 0, 0), (0,)]), 12_000, Silent())
        fault = release_fault(played, eps)
        require(fault is None, "The sums are not private together.", ledger=fault, eps=eps)
    return proof.verdict()


@checks("thesis.alg.dpse.horizon")
@mutant("one failure probability for all", beta=lambda T: Fraction(1, 100))
def needs_the_horizon(beta: Callable[[int], Fraction] = lambda T: Fraction(1, T)) -> Verdict:
    """The first decision after the first epoch of an arm, for two horizons."""
    short, long = (length(2, 1, beta(T), Fraction(1)) for T in (10**4, 10**5))
    require(short < long, "The first epochs have one length.", short=short, long=long)
    for T, pulls in ((10**4, short), (10**5, long)):
        made = DPSE(2, beta=beta(T), eps=1, rounding="down")
        need(made.pulls_per_arm(1, 2) == pulls, "The library has another length", T=T)
    return proved(
        covered=f"T = 1e4 and 1e5: the first arm is pulled {short} and {long} times first.",
        universal=None,
    )


@checks("thesis.alg.dpse.regret")
@mutant("sharper: six tenths of the bound", share=Fraction(3, 5))
@mutant("epochs of twice the length", factor=4)
def regret_of_dp_se(
    share: Fraction = Fraction(1),
    factor: int = 1,
    gaps: tuple[Fraction, ...] = tuple(Fraction(k, 100) for k in (100, 51, 50, 26, 25, 7)),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The pulls in all epochs up to E against the bound without the failures, in balls."""
    sides, T = Sides(), 10**6
    for gap, K, eps in product(gaps, (2, 10), (Fraction(1, 100), Fraction(1))):
        E = max(1, ceil(log2(1 / gap)))
        lam = ball(Fraction(8 * K * E**2 * T)).log()
        pulls = factor * sum(length(K, e, Fraction(1, T), eps) for e in range(1, E + 1))
        bound = 171 * lam / ball(gap) + 32 * lam / ball(eps) + 5
        case: dict[str, Any] = {"gap": gap, "K": K, "eps": eps}
        sides.at_most(ball(gap * pulls), ball(share) * bound, "More pulls.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.alg.dpse.drawbacks")
@mutant("sharper: 150 times the lower bound", times=150)
def drawbacks_of_dp_se(times: int = 80) -> Verdict:
    """The pulls of the first epoch, whatever the rewards are; what a sole survivor is pulled."""
    with working_precision(96):
        for T in (10**6, 10**30, 10**300):
            pulls = real_length(2, 1, Fraction(1, T), Fraction(1))
            least = arb(T).log() / arb(2).log()
            require(pulls > times * least, "It pulls less.", T=T, ratio=pulls / least)
    made = DPSE(2, beta="0.01", eps=1)
    left = made.start()._replace(alive=(1,))
    pull = made.decide(left, 5, Silent())
    require(pull == Pull(1, pull.count, releases=False), "It does not commit.", pull=pull)
    return points()
