"""Claims about the regret of DP-UCB, and about the whole of what Section 5.1 says of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball, working_precision

from .tree_based_ucb import NATURAL, Depth, levels, natural_log


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


@pair(
    "thesis.alg.dpucb.regret",
    r"$\mathrm{Reg}_T(\mathrm{DP\text{-}UCB})\le\frac{8\sqrt8K\log^{2.5}(T)}\epsilon+4\sum_a\Delta_a+"
    r"\sum_{\Delta_a>0}\frac{4\log T}{\Delta_a}$.",
    r"With noise and bonus for $L=1+\lfloor\log_2T\rfloor$ levels, $\delta=T^{-2}$ and rewards in "
    r"$[0,1]$: $\mathrm{Reg}_T\le\frac{8\sqrt8KL^{1.5}h}\epsilon+3\sum_a\Delta_a+\sum_{\Delta_a>0}"
    r"\frac{16h}{\Delta_a}$, $h=\log(\sqrt2T)$.",
    recorded="holds-with-repair",
    subjects={"bound": (printed_bound, repaired_bound)},
    stated=True,
    reading=f"{NATURAL}; delta, which is not given, is 1/T^2, as in Theorem 2.23",
    title="regret of DP-UCB",
    repaired_title="regret of DP-UCB with noise for all levels",
    mutants={
        "sharper: 3 for 16": {
            "bound": lambda T, gap, eps: regret_bound(T, gap, eps, levels, 3, natural_log(T), 3)
        }
    },
    printed_mutants={
        "a larger factor": {
            "bound": lambda T, gap, eps: printed_bound(T, gap, eps) + natural_log(T) / ball(gap)
        }
    },
)
def regret_of_dp_ucb(
    bound: Callable[[int, Fraction, Fraction], arb],
    proof: Proof = written_proof("thesis.alg.dpucb.regret.repaired"),
) -> Verdict:
    """A lower bound of the regret on constant rewards, for a large eps."""
    sides, T, gap, eps = Sides(), 10**8, Fraction(3, 10), Fraction(10**9)
    with working_precision(96):
        # no node has a noise above 1e-6, but with probability 4T exp(-1e-6 eps/27); 27 in a sum
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
    return proof.verdict(
        "On the good event an arm is not pulled once twice its width is its gap, after 8 "
        "log(2/delta)"
        "/Delta^2 + 4y/Delta pulls, y the private bonus times N.",
        instances="A lower bound of the regret on the constant rewards 0.8 and 0.5 at T = 1e8.",
        sharpness=sides.sharpness,
    )


@claim(
    "thesis.alg.dpucb.pulls",
    r"DP-UCB with noise $\mathrm{Lap}(L/\epsilon)$, $\ell=\log(2T^2)$ and $y=\sqrt8L^{1.5}\ell/"
    r"\epsilon$ has $\mathbb E[N_a(T)]\le\frac{8\ell}{\Delta_a^2}+\frac{4y}{\Delta_a}+3$ for "
    r"rewards in $[0,1]$.",
    recorded="holds",
    stated=False,
    title="pulls of a suboptimal arm by DP-UCB",
)
def pulls_of_dp_ucb(proof: Proof = written_proof("thesis.alg.dpucb.pulls")) -> Verdict:
    """The steps."""
    return proof.verdict(
        "The failures of all widths have a sum of at most 2/T; elsewhere the arm is not pulled "
        "once "
        "twice its width is its gap."
    )


@claim(
    "thesis.alg.dpucb.factor",
    r"The regret lower bound due to privacy is $\Omega(\frac{K\log T}\epsilon)$, so the bound of "
    r"DP-UCB has an extra factor $\log(T)^{1.5}$.",
    recorded="holds",
    stated=True,
    reading="the ratio of the private terms of the two bounds",
    title="DP-UCB against the lower bound",
)
def extra_factor(proof: Proof = written_proof("thesis.alg.dpucb.factor")) -> Verdict:
    """The steps."""
    return proof.verdict(
        "The factor is 8 sqrt(8) log(T)^1.5. It is one of the bounds; the mean noise alone has "
        "log(T)^1.5, and the confidence another log(T)."
    )


whole(
    "thesis.alg.dpucb",
    r"DP-UCB: UCB on the private sums of a binary tree for each arm, with noise "
    r"$\mathrm{Lap}(\log(T)/\epsilon)$ on the nodes; the noise of a sum is "
    r"$O(\log(T)^{5/2}/\epsilon)$; it is $\epsilon$-View and Interactive DP; its regret; the "
    r"extra factor $\log(T)^{1.5}$.",
    parts=tuple(
        f"thesis.alg.dpucb.{part}"
        for part in ("play", "width", "private", "interactive", "regret", "factor")
    ),
)
