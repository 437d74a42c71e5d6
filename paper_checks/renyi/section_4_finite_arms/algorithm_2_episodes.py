"""Claims about Algorithm 2, the box of AdaR-UCB: its play, and when it draws its noise."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.algorithms import AdaCUCB, AdaRUCB
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.regret.phased_index import ArmRecord
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.episodic_plays import (
    Make,
    Variance,
    follows_the_box,
    one_sample,
    printed_maker,
    printed_variance,
)
from banditproof.paper_checks.verdicts.vocabulary import misprinted, need, points, require
from banditproof.verify.exact_laws.fresh_noise import fresh_noise_divergence
from ...models.episodic_index import BETA, Width, changed, forward_divergence, printed_width


def renyi_maker(arms: int, price: Fraction) -> AdaRUCB:
    """adar-ucb with alpha = 2 at a price of alpha/eps."""
    return AdaRUCB(arms, alpha=2, eps=2 / price, beta=BETA, ties="first")


@checks("renyi.alg2.play")
@mutant("eps/alpha for alpha/eps", rho_of=lambda alpha, eps: alpha / eps)
@mutant("N in place of N/2", width=lambda n, t, p, b: printed_width(2 * n, t, p, b))
@mutant("1/n in the variance", variance=lambda n, p: printed_variance(n, p) * n)
@mutant("sharper: half of the bonus", width=lambda n, t, p, b: printed_width(n, t, p, b) / 4)
@mutant("adar-ucb with half a sample", meant=printed_maker)
@mutant("adar-ucb with twice the noise", meant=lambda arms, p: renyi_maker(arms, 4 * p))
def play_of_the_box(
    rho_of: Callable[[Fraction, Fraction], Fraction] = lambda alpha, eps: eps / alpha,
    width: Width = printed_width,
    variance: Variance = printed_variance,
    meant: Make = renyi_maker,
) -> Verdict:
    """The library's policies, and a recount of the box in balls."""
    decisions = follows_the_box(width=width, variance=variance)
    decisions += follows_the_box(meant, one_sample(width), one_sample(variance))
    alpha, eps = Fraction(3), Fraction(1, 2)
    own, other = AdaRUCB(2, alpha=alpha, eps=eps), AdaCUCB(2, rho=rho_of(alpha, eps))
    for records in (((1, 1, 0.5), (2, 1, 0.25)), ((4, 4, 3.5), (3, 2, 1.0))):
        state = tuple(ArmRecord(*record) for record in records)
        noises = [policy.mechanism(state, Pull(0, 1)) for policy in (own, other)]
        require(noises[0] == noises[1], "Another noise than AdaC-UCB.", alpha=alpha, eps=eps)
        require(own.scores(state, 9) == other.scores(state, 9), "Another index.", state=state)
    return points(
        covered=f"{decisions} decisions of three plays of the box, and of adar-ucb, on random "
        "rewards and noises, in balls; the noise and the indices of adar-ucb against adac-ucb."
    )


@checks("renyi.alg2.output")
@mutant("eight rounds", horizon=8)
@mutant("four times the budget", allowed=Fraction(4))
def output_of_the_box(horizon: int = 64, allowed: Fraction = Fraction(1)) -> Verdict:
    """D_3 of the actions for two lists, by recursions backward in balls and forward in floats."""
    alpha = eps = Fraction(3)
    rows = [(0, 0)] * 8 + [(1, 1)] * (horizon - 8)
    others = changed(rows, 3, (1, 1))
    leak = fresh_noise_divergence(alpha, rows, others, eps / alpha)
    other = forward_divergence(float(alpha), rows, others)
    need(abs(float(leak) - other) < 1e-9, "Two routes differ", backward=leak, forward=other)
    if leak.hi <= eps * allowed:
        return points()
    need(leak.lo > eps * allowed, "The comparison is undecided", D=leak)
    return misprinted(
        K=2,
        T=horizon,
        beta="3.1",
        alpha=alpha,
        eps=eps,
        rewards="0 in the first 8 rounds, then 1, whatever the arm; in the other list 1 in round 3",
        D_3=leak,
    )
