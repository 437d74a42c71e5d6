"""Claims about the first attempt of Section 5.2: a budget of eps/(KT) for each of KT means."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision

Scale = Callable[[int, int, int, Fraction], Fraction]


@checks("thesis.rem.naive.private")
@mutant("sharper: a T-th of the noise", scale=lambda K, T, N, eps: K / (eps * N))
@mutant("noise for a mean of one more", scale=lambda K, T, N, eps: K * T / (eps * (N + 1)))
def budget_of_each_mean(
    scale: Scale = lambda K, T, N, eps: K * T / (eps * N), proof: Proof = WRITTEN
) -> Verdict:
    """The loss of the means that hold one reward, added up, against eps."""
    sides = Sides()
    for K, T, eps in product((1, 2, 5), (1, 4, 9), (Fraction(1, 3), Fraction(2))):
        # the first reward of an arm is in the mean of N rewards for all N, in KT means at most
        most = sum(Fraction(1, N) / scale(K, T, N, eps) for N in range(1, T + 1)) * K
        sides.at_most(most, eps, "The means cost more.", K=K, T=T, eps=eps)
    return proof.verdict(sharpness=sides.sharpness)


def best_arm_starved(K: int, T: int, kappa: Fraction) -> tuple[int, int]:
    """The pulls of the best arm and of all others, on the rewards 1 and 0, without noise.

    The index is mean + 4/sqrt(N) + kappa T/N; the last arm at ties.
    """
    pulls = [1] * K
    with working_precision(80):
        for _ in range(K, T):
            index = [
                (a == 0) + 4 / arb(n).sqrt() + ball(kappa * T) / n for a, n in enumerate(pulls)
            ]
            pulls[max(range(K), key=lambda a: (float(index[a].mid()), a))] += 1
    return pulls[0], sum(pulls[1:])


@checks("thesis.rem.naive.regret.lower")
@mutant("sharper: twice the bound", share=lambda k: 2 * k / (3 * k + 1))
def linear_regret_from_below(
    share: Callable[[Fraction], Fraction] = lambda k: k / (3 * k + 1), proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and plays without noise on the rewards 1 and 0."""
    sides = Sides()
    for K, T, kappa in ((2, 60, Fraction(1, 10)), (2, 60, Fraction(1)), (3, 90, Fraction(20))):
        _, others = best_arm_starved(K, T, kappa)
        sides.at_most(share(kappa) * (T - 1), others, "Fewer pulls.", K=K, T=T, kappa=kappa)
    return proof.verdict(sharpness=sides.sharpness)
