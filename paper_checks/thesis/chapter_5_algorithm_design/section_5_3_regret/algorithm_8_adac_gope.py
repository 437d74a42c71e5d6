"""Claims about AdaC-GOPE: Assumption 5.10, Algorithm 8, Theorem 5.11, and the discussion."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from banditproof.algorithms import AdaCGOPE, Pull
from banditproof.algorithms.linear.phased_elimination import Phase
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.exact import Number

repeated(
    "thesis.asm5.10",
    of="zcdp.asm1",
    statement=r"Assumption 5.10: (1) $\|a\|_2\le1$ for all actions (in contextual bandits for all "
    r"$t\le T$ and $a\in\mathcal A_t$), (2) $|r_t|\le1$, and (3) $\|\theta^*\|_2\le1$.",
)
repeated(
    "thesis.alg8.rounds",
    of="zcdp.alg2.rounds",
    statement=r"Phase $\ell$ plays each $a\in\mathcal S_\ell$ $T_\ell(a)=\lceil c_\ell\pi_\ell(a)"
    r"\rceil$ times, $T_\ell=\sum_aT_\ell(a)$, observes $\{r_t\}_{t=t_\ell}^{t_\ell+T_\ell}$, and "
    r"$t_{\ell+1}\leftarrow t_\ell+T_\ell+1$.",
    title="the rounds of a phase",
    stated=True,
)
repeated(
    "thesis.alg8.span",
    of="zcdp.alg2.span",
    statement=r"In each phase $\hat\theta_\ell=V_\ell^{-1}\sum_ta_tr_t$ and $\tilde\theta_\ell="
    r"\hat\theta_\ell+V_\ell^{-1/2}N_\ell$, $N_\ell\sim\mathcal N(0,\frac{2d}{\rho c_\ell}I_d)$, "
    r"for a design on $\mathcal A_\ell$ that maximises $\log\det V(\pi)$ (5.7).",
    title="the estimate of a phase",
    stated=True,
)
whole(
    "thesis.alg8",
    "Algorithm 8: AdaC-GOPE, phase by phase, with the lengths of (5.6).",
    ("thesis.alg8.rounds", "thesis.alg8.span"),
)
repeated(
    "thesis.alg8.repaired",
    of="zcdp.alg2.repaired",
    statement=r"On the span of $\mathcal A_\ell$, of dimension $r\le d$, with an optimal design of "
    r"this span and the pseudoinverse of $V_\ell$: $\langle\hat\theta_\ell,a\rangle$ is exact for "
    r"exact mean rewards, for each $a\in\mathcal A_\ell$, and $\|a\|^2_{V_\ell^+}\le\frac r{c_\ell}"
    r"\le\frac d{c_\ell}$.",
    title="the estimate of a phase, on the span",
    stated=False,
)
repeated(
    "thesis.alg8.inexact",
    of="zcdp.alg2.inexact",
    statement=r"Algorithm 8 is $\rho$-zCDP with the designs that the method of Frank and Wolfe "
    "finds in a few steps, as the experiments use it (Section 5.5.2).",
    title="designs that are not exact",
    stated=False,
)
repeated(
    "thesis.alg8.measured",
    of="zcdp.fix.gope.noise",
    statement=r"With $N_\ell\sim\mathcal N(0,\frac2\rho g_S^2I)$, $g_S=\max_{a\in\mathcal S_\ell}"
    r"\|a\|_{V_\ell^{-1}}$ of the actions that were played, the release is $\rho$-zCDP for every "
    "design.",
    title="noise from the measured leverage",
    stated=False,
)
repeated(
    "thesis.thm5.11",
    of="zcdp.thm3.gope",
    statement=r"Under Assumption 5.10 AdaC-GOPE satisfies $\rho$-Interactive zCDP, with designs "
    r"that are exactly optimal on the span of $\mathcal A_\ell$ and the printed noise.",
)
repeated(
    "thesis.rem.gope.free",
    of="zcdp.gope.discussion.free",
    statement=r"For fixed $\rho$ and $T\to\infty$ the regret due to privacy, $\tilde O(d/\sqrt"
    r"\rho)$, becomes negligible beside $\tilde O(\sqrt{dT})$.",
    title="privacy almost for free",
    stated=True,
)
repeated(
    "thesis.rem.gope.optimal",
    of="zcdp.gope.discussion.optimal",
    statement=r"The lower bound $\Omega(d/\sqrt\rho)$ of Theorem 4.21 matches the upper bound of "
    r"AdaC-GOPE up to a factor $(\log KT)^{3/2}$; if $K$ is exponential in $d$ there is a mismatch "
    "in the dimension.",
    title="optimality up to logarithms",
    stated=True,
)
repeated(
    "thesis.rem.gope.dimension",
    of="zcdp.gope.discussion.dimension",
    statement=r"AdaC-GOPE achieves a linear dependence on $d$, while the algorithms that add noise "
    r"to each sum of rewards have $d^2$ and $d^{3/2}$.",
    title="linear dependence on the dimension",
    stated=True,
)


AXES = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
ESTIMATES = (0.0, 0.49, 0.51, -0.48)
"""In phase 2, where the width 2 beta is 1/2, the gaps to the best of them are near it."""


@claim(
    "thesis.rem.gope.elimination",
    "AdaC-GOPE can be seen as a generalisation of DP-SE to linear bandits: on the axes each phase "
    "plays all arms that are left equally often, estimates each by its own rewards of the phase "
    "alone, and eliminates by the gap to the best of them.",
    recorded="holds",
    stated=True,
    reading="the structure of the algorithms; the lengths and the law of the noise are others",
    title="successive elimination on the axes",
    place="5.3.2 before Definition 5.8",
    mutants={
        "four directions of the plane": {"actions": ((1, 0), (0, 1), ("0.6", "0.6"), ("0.8", 0))},
        "sharper: plays of all arms, also of those that are gone": {"everyone": True},
        "the estimate of another arm": {"shift": 1},
        "sharper: gaps above half of the width": {"width": 0.25},
        "gaps to the first arm": {"to_the_best": False},
    },
)
def elimination_on_the_axes(
    actions: Sequence[tuple[Number, ...]] = AXES,
    everyone: bool = False,
    shift: int = 0,
    width: float = 0.5,
    to_the_best: bool = True,
) -> Verdict:
    """The plans of all sets of arms that are left, their readouts, and who is kept."""
    policy = AdaCGOPE(actions, rho=1)
    for size in (1, 2, 3, 4):
        for left in combinations(range(4), size):
            plan = policy.action_set.plan(left, policy.phase_length(2), "bare")
            played = dict(plan.parts)
            wanted = tuple(range(4)) if everyone else left
            require(tuple(sorted(played)) == wanted, "Other arms are played.", left=left)
            require(len(set(played.values())) == 1, "The plays are not equal.", plays=played)
            readout = plan.readout @ plan.mixing
            for i, arm in enumerate(left):
                own = [1 / played[arm] * (j == (i + shift) % size) for j in range(size)]
                close = all(abs(x - y) < 1e-12 for x, y in zip(readout[i], own, strict=True))
                require(close, "An estimate is not the arm's own mean.", left=left, arm=arm)
            state, means = Phase(2, left), [ESTIMATES[arm] for arm in left]
            plan = policy.plan(state)
            released = tuple(np.linalg.lstsq(plan.readout, np.array(means), rcond=None)[0])
            kept = policy.learn(state, Pull.plan(plan.parts), released)
            top = max(means) if to_the_best else means[0]
            near = tuple(arm for arm, mean in zip(left, means, strict=True) if top - mean <= width)
            require(kept.alive == near, "Other arms are kept.", left=left, kept=kept.alive)
    return points(
        "An optimal design on orthogonal actions is uniform, and V is diagonal.",
        covered="All 15 sets of axes of R^4 that may be left, in floats to 1e-12, with one list "
        "of estimates.",
        not_covered="Other dimensions and estimates, by the same lines.",
    )


whole(
    "thesis.rem.gope",
    "Section 5.3.2: the price of privacy, optimality, other algorithms, and DP-SE.",
    (
        "thesis.rem.gope.free",
        "thesis.rem.gope.optimal",
        "thesis.rem.gope.dimension",
        "thesis.rem.gope.elimination",
    ),
)
