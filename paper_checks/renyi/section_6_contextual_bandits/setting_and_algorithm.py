"""Claims about contextual linear bandits: Remarks 1 to 3, Assumption 2, Algorithm 4, limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from banditproof.algorithms import AdaCOFUL, AdaROFUL
from banditproof.algorithms.linear.oful import EpisodicOFUL
from banditproof.paper_checks.models.design_updates import AXES, determinants, starts
from banditproof.paper_checks.models.oful_box import Box, same_play
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.paper_checks.verdicts.vocabulary import require, sampled

repeated(
    "renyi.rem1",
    of="zcdp.rem4",
    statement=r"The context $c_t$, and thus $\mathcal A_t$, is public; rewards alone are private. "
    r"As $\mathcal A_t$ changes, strategies that eliminate actions are not useful.",
)
repeated(
    "renyi.asm2",
    of="zcdp.asm2",
    statement=r"Stochastic contexts: $\mathcal A_t$ is drawn i.i.d. from $A$ with $\|A\|_2=1$, "
    r"$\lambda_{\min}(\mathbb E[AA^\top])=\lambda_0>0$, and $\nu_t^2=\mathbb V[(z^\top "
    r"A)^2|k_t,H_t]"
    r"\le\frac{\lambda_0^2}{8\log(4k_t)}$ for every unit vector $z$.",
)
TWIN = AdaCOFUL(arms=4, dimension=2, rho=Fraction(1, 2))
BOX = AdaROFUL(arms=4, dimension=2, alpha=3, eps=Fraction(3, 2), horizon=60, ties="first")


@claim(
    "renyi.alg4",
    r"AdaR-OFUL: at step $t$, if $\det V_{t-1}>(1+C)\det V_\tau$, draw $Y_\ell\sim\mathcal N(0,"
    r"\frac{2\alpha}\varepsilon I_d)$, $\tilde\theta_{t-1}=V_{t-1}^{-1}(\sum_{s<t}A_sR_s+"
    r"\sum_{m\le\ell}Y_m)$, $\ell\leftarrow\ell+1$, $\tau\leftarrow t-1$; play "
    r"$\mathrm{argmax}_{a\in"
    r"\mathcal A_t}\langle\tilde\theta_\tau,a\rangle+\tilde\beta_\tau\|a\|_{V_\tau^{-1}}$; "
    r"$V_t=V_{t-1}+A_tA_t^\top$.",
    recorded="holds",
    reading="the radius without its private part at tau = 0, where gamma_t / sqrt t is not defined",
    mutants={
        "all noises drawn anew at an update": {"redrawn": True},
        "sharper: half of the noise": {"policy": replace(BOX, alpha=Fraction(3, 2))},
        "updates at 1 + 2C": {"policy": replace(BOX, doubling=2)},
        "AdaC-OFUL at rho = alpha / eps": {"twin": replace(TWIN, rho=2)},
    },
)
def algorithm_4(
    policy: EpisodicOFUL = BOX,
    redrawn: bool = False,
    twin: EpisodicOFUL = TWIN,
) -> Verdict:
    """The policy against a second program of the box, and its noise beside that of AdaC-OFUL."""
    require(policy.noise == twin.noise, "AdaC-OFUL at rho = eps / alpha has another noise.")
    for seed in range(4):
        arms, times = same_play(policy, Box(4.0, 60, redrawn), seed)
        require(times, "The estimate is renewed in other rounds.", seed=seed)
        require(arms, "The policy plays other arms than the box.", seed=seed)
    return sampled(
        "The policy plays as the box from equal draws; it is AdaC-OFUL at rho = eps / alpha.",
        covered="Four random plays of 60 rounds.",
        not_covered="Longer plays; the privacy of its output, which is renyi.thm9.",
    )


Rule = Callable[[int, Fraction], int]


def doubled(pulls: int, scale: Fraction) -> int:
    """The arm's pulls double."""
    return 2 * pulls


def one_more(pulls: int, scale: Fraction) -> int:
    """floor(2 N + lambda) + 1."""
    return (2 * pulls * scale.denominator + scale.numerator) // scale.denominator + 1


@pair(
    "renyi.rem2",
    r"When $C=1$, Algorithm 4 is a direct generalisation of AdaR-UCB, and line 6 reduces to the "
    "arm-dependent doubling for finitely many arms.",
    r"When $C=1$ and $\mathcal A_t=\{e_1,\dots,e_d\}$, line 6 fires when $\prod_a(\lambda+N_a)$ "
    r"has "
    r"more than doubled since the last update: while one arm $a$ alone is played from $N_a=N$ on, "
    r"at "
    r"$N_a=\lfloor2N+\lambda\rfloor+1$.",
    recorded="fails",
    subjects={"rule": (doubled, one_more)},
    title="arm-dependent doubling",
    place="6 Remark 2",
    mutants={"sharper: floor(2 N + lambda)": {"rule": lambda n, scale: one_more(n, scale) - 1}},
)
def arm_dependent_doubling(
    rule: Rule = one_more, proof: Proof = written_proof("renyi.rem2.repaired")
) -> Verdict:
    """One arm alone, and two arms in turn, whose updates come with the product."""
    for scale in (Fraction(1, 10), Fraction(1), Fraction(2)):
        for before in ((), (AXES[1],) * 5):
            rows = (*before, *(AXES[0],) * 40)
            first = [t for t in starts(determinants(rows, scale), Fraction(1)) if t > len(before)]
            pulls = [t - 1 - len(before) for t in first]
            for now, later in pairwise(pulls):
                require(
                    rule(now, scale) == later,
                    "The pulls of an arm do not double between two updates. With lambda < 1 an "
                    "update at N is followed by one at 2N + 1; and other arms matter, as the "
                    "product of all lambda + N_a triggers it.",
                    lambda_=scale,
                    N=now,
                    next_update=later,
                    predicted=rule(now, scale),
                )
    alternating: Sequence[tuple[Fraction, ...]] = (AXES[0], AXES[1]) * 8
    times = starts(determinants(alternating, Fraction(1)), Fraction(1))
    require(times == [1, 3, 5, 8, 12], "Two arms in turn are updated elsewhere.", found=times)
    return proof.verdict(
        "V is diagonal, and the quotient of the determinants is that of one entry.",
        instances="Exact update times of one arm, alone and after another, and of two in turn.",
        beyond="There is no forgetting, unlike in AdaR-UCB: noises add up over the episodes.",
    )


@claim(
    "renyi.limitations",
    r"The contexts are assumed public, as a private $V$ is no rank-one update from step to step, "
    r"and "
    r"stochastic, as without Assumption 2 the cost would be $\sqrt T$ rather than $\log T$; "
    r"the Joint DP algorithm of another paper pays $\frac1\varepsilon\sqrt T$; whether a "
    r"logarithmic cost is possible for private and adversarial contexts is open.",
    recorded="not-mechanical",
)
def limitations() -> Verdict:
    """What the analysis does not cover, in the words of its authors."""
    return not_mechanical(
        "It describes the limits of an analysis, without a statement that could be false; what "
        "holds without Assumption 2 is zcdp.fix.oful.radius, and the question is open."
    )


@claim(
    "renyi.rem3",
    r"LinPriv, for public and adversarial contexts, is claimed to have the regret $\tilde "
    r"O(d\sqrt T+"
    r"\frac1\varepsilon Kd\log T)$; it should be $\tilde O(d\sqrt T+\frac1\varepsilon Kd\sqrt T)$.",
    recorded="not-mechanical",
)
def related_setups() -> Verdict:
    """An opinion about the theorem of another paper."""
    return not_mechanical(
        "It is about a theorem of another paper; what is quoted from its proof is renyi.linpriv."
    )
