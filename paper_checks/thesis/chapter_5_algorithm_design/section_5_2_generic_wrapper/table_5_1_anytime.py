"""Claims about the column "anytime" of Table 5.1."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from flint import arb
from banditproof.algorithms import DPSE, AdaPKLUCB, AdaPUCB, RewardCycles, Sampled, play
from banditproof.algorithms.regret.dp_ucb import DPUCBPrinted
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, proved, refuted, require
from banditproof.theory.balls import ball, working_precision


def third_round(horizon: int, eps: Fraction) -> arb:
    """P(arm 1 is pulled in round 3) by DP-UCB as printed, on the rewards 1 and 0.

    The widths are equal; the noises have the scale log(T)/eps, and P(D <= 1) = 1 - e^-u (2+u)/4
    for the difference D of two of them, u = eps/log T.
    """
    u = ball(eps) / arb(horizon).log()
    return 1 - (-u).exp() * (2 + u) / 4


@checks("thesis.tab5.1.anytime.dpucb")
@mutant("one scale of the noise for all horizons", known=lambda T: 100)
def tree_is_anytime(known: Callable[[int], int] = lambda T: T) -> Verdict:
    """The law of the first decision for two horizons, in balls; the library's noise."""
    eps = Fraction(1)
    with working_precision(96):
        short, long = (third_round(known(T), eps) for T in (10, 1000))
    scales = [DPUCBPrinted(2, eps=eps, horizon=known(T)).tree.noise for T in (10, 1000)]
    need((scales[0] == scales[1]) == (known(10) == known(1000)), "The library has other noise")
    if short.overlaps(long):
        return proved(universal=None)
    return refuted(
        K=2, eps=eps, rewards="1 and 0", P_of_arm_1_in_round_3_for_T_10=short, P_for_T_1000=long
    )


Maker = Callable[[int], Any]


@checks("thesis.tab5.1.anytime.adap")
@mutant(
    "sharper: also DP-UCB",
    makers=(lambda T: DPUCBPrinted(2, eps=1, horizon=T, ties="first"),),
    horizons=(150, 300),
)
@mutant(
    "sharper: also DP-SE with beta = 1/T", makers=(lambda T: DPSE(2, eps=1, beta=Fraction(1, T)),)
)
def episodes_are_anytime(
    makers: tuple[Maker, ...] = (
        lambda T: AdaPUCB(2, eps=1, ties="first"),
        lambda T: AdaPKLUCB(2, eps=1, ties="first"),
    ),
    horizons: tuple[int, int] = (2500, 4000),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Plays with two horizons and one seed."""
    for make in makers:
        short, long = (
            play(make(T), RewardCycles([(1, 0, 1), (0, 1)]), T, Sampled(5)).actions
            for T in horizons
        )
        case = {"policy": make(horizons[0]).name, "horizons": horizons}
        require(long[: len(short)] == short, "The plays begin differently.", **case)
    return proof.verdict()
