"""Claims about contextual linear bandits: the setting, Remarks 4 and 5, and Algorithm 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from banditproof.algorithms import AdaCGOPE, AdaCOFUL, DeclaredVectors, LinearEnvironment
from banditproof.algorithms.curators.curator import Held
from banditproof.algorithms.linear.oful import EpisodicOFUL
from banditproof.algorithms.randomness import Randomness
from banditproof.paper_checks.models.design_updates import ORACLE, determinants, starts
from banditproof.paper_checks.models.oful_box import Box, each_reward_once, same_play
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical
from banditproof.paper_checks.verdicts.vocabulary import need, points, require, sampled
from banditproof.theory.mechanisms import Gaussian, Mechanism

THETAS = (("1/2",), ("1/2", "-1/4"), ("1/8", "1/2", "1/4"))


def unit_vectors(d: int) -> list[tuple[int, ...]]:
    """e_1, ..., e_d."""
    return [tuple(int(i == j) for j in range(d)) for i in range(d)]


@claim(
    "zcdp.set.ctx",
    r"Linear contextual bandits: $r_t=\langle\theta^*,\psi(a_t,c_t)\rangle+\eta_t$; in the reduced "
    r"model $a_t\in\mathcal A_t\subset\mathbb R^d$ and $r_t=\langle\theta^*,a_t\rangle+\eta_t$. "
    r"With "
    r"$\mathcal A_t=\{e_1,\dots,e_d\}$ it is the stochastic finite-armed bandit; the regret is "
    r"$R_T=\mathbb E\sum_t\max_{a\in\mathcal A_t}\langle\theta^*,a-a_t\rangle$.",
    recorded="holds",
    place="IV-B1, (6)",
    mutants={
        "vectors of length 1/2": {"scale": Fraction(1, 2)},
        "gaps from the mean": {"best": lambda means: sum(means) / len(means)},
    },
)
def finite_arms_as_unit_vectors(scale: Fraction = Fraction(1), best: Any = max) -> Verdict:
    """Means and gaps in the reduced model, beside those of arms with the means theta_i."""
    for theta in THETAS:
        means = [Fraction(x) for x in theta]
        rows = [tuple(scale * x for x in row) for row in unit_vectors(len(means))]
        world = LinearEnvironment(theta=theta, actions=rows)
        gaps = [float(best(means) - mean) for mean in means]
        require(list(world.gaps) == gaps, "The gaps are those of other arms.", theta=theta)
        turned = LinearEnvironment(theta=theta, contexts=[rows, rows[::-1]])
        shown = [turned.means(turned.offered(1).at(t)) for t in (1, 2)]
        require(shown[0] == shown[1][::-1], "The means depend on more than the vectors.")
        require(shown[0] == tuple(map(float, means)), "The means are others.", theta=theta)
    return points(
        "The mean of a unit vector is an entry of theta, so the model is that of finitely many "
        "arms.",
        covered="Three theta, d = 1 to 3, in two orders of the arms.",
        not_covered="Other theta; there the mean of e_i is theta_i by the same line.",
    )


@claim(
    "zcdp.rem4",
    r"The context $c_t$, and thus $\mathcal A_t$, is public; rewards alone are private. As "
    r"$\mathcal A_t$ changes, strategies that eliminate actions are not useful.",
    recorded="not-mechanical",
)
def public_contexts() -> Verdict:
    """A convention, and the reason for another kind of algorithm."""
    return not_mechanical(
        "It says what is private, and motivates another kind of algorithm; audits keep to it, as "
        "neighbours differ in rewards alone."
    )


BOX = AdaCOFUL(arms=4, dimension=2, rho=Fraction(1, 2), horizon=60, ties="first")


@claim(
    "zcdp.alg3",
    r"AdaC-OFUL: at step $t$, if $\det V_{t-1}>(1+C)\det V_\tau$, draw $Y_\ell\sim\mathcal N(0,"
    r"\frac2\rho I_d)$, $\tilde\theta_{t-1}=V_{t-1}^{-1}(\sum_{s<t}a_sr_s+\sum_{m\le\ell}Y_m)$, "
    r"$\ell\leftarrow\ell+1$, $\tau\leftarrow t-1$; play $\mathrm{argmax}_{a\in\mathcal A_t}\langle"
    r"\tilde\theta_\tau,a\rangle+\tilde\beta_\tau\|a\|_{V_\tau^{-1}}$; $V_t=V_{t-1}+a_ta_t^\top$.",
    recorded="holds",
    reading="the radius without its private part at tau = 0, where gamma_t / sqrt t is not defined",
    mutants={
        "all noises drawn anew at an update": {"redrawn": True},
        "sharper: half of the noise": {"policy": replace(BOX, rho=1)},
        "updates at 1 + 2C": {"policy": replace(BOX, doubling=2)},
        "another delta": {"policy": replace(BOX, delta="0.9")},
        "another private part of the radius": {"policy": replace(BOX, horizon=10**9)},
        "another update time": {"oracle": (1, 3, 7, 14, 17, 31, 40)},
    },
)
def algorithm_3(
    policy: EpisodicOFUL = BOX,
    redrawn: bool = False,
    oracle: Sequence[int] = (1, 3, 7, 14, 17, 32, 40),
) -> Verdict:
    """The policy against a second program of the box, on the same draws; exact update times."""
    found = starts(determinants(ORACLE, Fraction(1)), Fraction(1))
    require(found == list(oracle), "Line 6 fires elsewhere.", found=found)
    for seed in range(4):
        arms, times = same_play(policy, Box(4.0, 60, redrawn), seed)
        require(times, "The estimate is renewed in other rounds.", seed=seed)
        require(arms, "The policy plays other arms than the box.", seed=seed)
    return sampled(
        "The policy plays as the box from equal draws, and its noises add up.",
        covered="Four random plays of 60 rounds, and the update times of one sequence.",
        not_covered="Longer plays; the privacy of its output, which is zcdp.thm3.",
    )


@dataclass(frozen=True)
class Remembering(DeclaredVectors):
    """A wrong curator, which keeps what it has released in the next sum."""

    def release(
        self, held: Held, arm: int, mechanism: Mechanism, randomness: Randomness
    ) -> tuple[Held, tuple[Any, ...]]:
        """The batch stays open."""
        return held, super().release(held, arm, mechanism, randomness)[1]


@claim(
    "zcdp.rem5",
    r"AdaC-GOPE and AdaC-OFUL add calibrated Gaussian noise and run in adaptive episodes: rewards "
    r"are "
    "accessed at the beginning of phases only, so that parallel composition replaces composition.",
    recorded="holds",
    mutants={"sums that are released again": {"curator": Remembering}},
)
def blueprint(curator: type[DeclaredVectors] = DeclaredVectors) -> Verdict:
    """The ledger of both: each reward of a closed episode is in one release."""
    oful = AdaCOFUL(arms=2, dimension=2, rho=1)
    gope = AdaCGOPE(((1, 0), (0, 1)), rho=1)
    for policy, rounds in ((oful, 60), (gope, 3000)):
        given = policy.curator
        need(isinstance(given, DeclaredVectors), "The curator is of another kind")
        noise = given.noise if isinstance(given, DeclaredVectors) else None
        require(isinstance(noise, Gaussian), "The noise is not Gaussian.", policy=policy.name)
        if curator is not DeclaredVectors and isinstance(given, DeclaredVectors):
            wrong = curator(given.noise, given.actions, given.whitened)
            object.__setattr__(policy := replace(policy), "curator", wrong)
        once = each_reward_once(policy, 2, rounds)
        require(once, "A reward is in no release, or in two.", policy=policy.name)
    return points(
        "Each reward of a closed phase or episode is in one release, each with noises of its own.",
        covered="The ledgers of one play of each algorithm.",
        not_covered="Other plays; by construction the curator holds no reward of a closed episode.",
    )
