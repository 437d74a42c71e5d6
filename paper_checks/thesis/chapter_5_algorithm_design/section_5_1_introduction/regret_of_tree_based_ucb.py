"""Claims about the regret of DP-UCB, and about the whole of what Section 5.1 says of it."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.balls import ball, working_precision
from .tree_based_ucb import Depth, levels, natural_log


def least_pulls(horizon: int, gap: Fraction, slack: Fraction) -> int:
    """Pulls of arm 2 on the constant rewards x + gap and x, if noise moves no index by slack/2.

    If arm 2 has N_2 = m pulls at the end, arm 1 was pulled last at N_1 = T - m - 1 pulls, where its
    index was not smaller: this is impossible as long as the widths without the private bonus,
    which favours arm 2, differ by more than gap + slack.
    """
    log = (2 * arb(horizon) ** 2).log()
    m = 0
    while True:
        after = (2 * log / (m + 1)).sqrt() - (2 * log / (horizon - m - 2)).sqrt()
        if not after > ball(gap + slack):
            return m + 1
        m += 1


def regret_bound(
    horizon: int, gap: Fraction, eps: Fraction, depth: Depth, leading: int, log: arb, more: int
) -> arb:
    """8 sqrt(8) K D^(3/2) log/eps + more * gap + leading * log/gap, for two arms."""
    own = depth(horizon)
    private = 16 * arb(8).sqrt() * own * own.sqrt() * log / ball(eps)
    return private + more * ball(gap) + leading * log / ball(gap)


def printed_bound(horizon: int, gap: Fraction, eps: Fraction) -> arb:
    """8 sqrt(8) K log(T)^2.5/eps + 4 gap + 4 log(T)/gap."""
    return regret_bound(horizon, gap, eps, natural_log, 4, natural_log(horizon), 4)


def repaired_bound(horizon: int, gap: Fraction, eps: Fraction) -> arb:
    """8 sqrt(8) K L^1.5 h/eps + 3 gap + 16 h/gap, h = log(sqrt(2) T)."""
    half = natural_log(horizon) + arb(2).log() / 2
    return regret_bound(horizon, gap, eps, levels, 16, half, 3)


@checks("thesis.alg.dpucb.regret", subjects={"bound": (printed_bound, repaired_bound)})
@mutant(
    "sharper: 3 for 16",
    bound=lambda T, gap, eps: regret_bound(T, gap, eps, levels, 3, natural_log(T), 3),
)
@mutant(
    "a larger factor",
    "print",
    bound=lambda T, gap, eps: printed_bound(T, gap, eps) + natural_log(T) / ball(gap),
)
def regret_of_dp_ucb(
    bound: Callable[[int, Fraction, Fraction], arb], proof: Proof = WRITTEN
) -> Verdict:
    """A lower bound of the regret on constant rewards, for a large eps."""
    sides, T, gap, eps = Sides(), 10**8, Fraction(3, 10), Fraction(10**9)
    with working_precision(96):
        # no node has a noise above 1e-6, except with probability 4T exp(-1e-6 eps/27); 27 in a sum
        fails = 4 * T * (-ball(eps) / 10**6 / 27).exp()
        pulls = least_pulls(T, gap, Fraction(4 * 27, 10**6))
        least = ball(gap) * pulls * (1 - fails)
        sides.at_most_or_repair(
            least,
            bound(T, gap, eps),
            "The index pulls the worse arm about 2 log(2/delta)/Delta^2 times, which is 4 log(T)/"
            "Delta^2 + 2 log(2)/Delta^2; the bonus sqrt(2 log(2/delta)/N) and the proof of Theorem "
            "2.23 give the factor 16.",
            K=2,
            T=T,
            eps=eps,
            delta="1/T^2",
            rewards="always 0.8, always 0.5",
            pulls_of_the_worse_arm=pulls,
            regret_at_least=least,
            bound=bound(T, gap, eps),
        )
    return proof.verdict(sharpness=sides.sharpness)
