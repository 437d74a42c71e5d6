"""A claim of our own beside Theorem 4: the regret on an instance, phase by phase."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from banditproof.algorithms import AdaCGOPE, LinearEnvironment
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.linear_phases import LinearPhaseEngine
from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import require
from banditproof.theory.linear_bounds import elimination_regret

SUM = Proof(
    "zcdp.thm4.sum",
    where="w in [0,inf), v in [0,inf), X in [0,inf), Y in [0,inf), S in [0,inf), T in [2,inf), "
    "h in (0,1/2], gap in [0,inf), A in [0,inf), B in [0,inf), R in [0,inf), r in [0,inf), "
    "i in [0,1], g in [0,inf), del in (0,1), p in [0,1], m in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"On the good event an arm of phase $\ell$ has a gap of at most $8h$, "
            r"$h=2^{-\ell}$, if "
            r"$\ell>1$.",
            "gap <= 4*(2*h)",
            claim="zcdp.thm4.kept",
            of_step=7,
            instance={"b": "2*h"},
        ),
        Given(
            2,
            r"Let $w$ be the largest gap that this leaves in phase $\ell$, and $v$ that of the "
            r"next "
            r"phase, $w=\max_a\Delta_a$ in the first one.",
            "v <= w",
            uses=(1,),
        ),
        Given(3, r"After phase $\ell$ there were $X\le S_\ell$ plays,", "X <= S"),
        Given(4, r"and $X\le T$.", "X <= T"),
        Given(5, r"Let $Y=\min(T,S_\ell)$.", "Y == min(T, S)"),
        Inequality(6, r"So $X\le Y$,", "X <= Y", uses=(3, 4, 5)),
        Inequality(7, r"and $(w-v)X\le(w-v)Y$.", "(w - v)*X <= (w - v)*Y", uses=(2, 6)),
        Textbook(
            8,
            r"Their sums over the phases:",
            "A <= B",
            fact="textbook.nonnegative-series:order",
            over=("w", "v", "X", "Y"),
            hypotheses={"the sum": 7, "each term is <= its bound": 7},
            instance={"x": "A", "y": "B", "X": "(w - v)*X", "Y": "(w - v)*Y"},
        ),
        Given(
            9,
            r"Summed by parts, $B=\sum_\ell w_\ell(\min(T,S_\ell)-\min(T,S_{\ell-1}))$, and "
            r"$A=\sum_\ell"
            r"w_\ell x_\ell$ with the plays $x_\ell$ of phase $\ell$, which the regret $R$ does "
            r"not "
            "exceed.",
            "R <= A",
        ),
        Inequality(10, "So it does not exceed $B$.", "R <= B", weights={8: "1", 9: "1"}),
        Given(
            11,
            r"With $i=1$ where the good event fails and 0 elsewhere, the regret $r$ of a run is at "
            r"most this, with the largest gap $g$.",
            "r <= B + T*g*i",
            uses=(10,),
        ),
        Textbook(
            12,
            r"Its mean is",
            "m <= 1*B + T*g*p",
            fact="textbook.elementary-probability:sum above",
            over=("r", "i"),
            hypotheses={"X_t <= c + b Z_t for each t": 11},
            instance={"x": "m", "n": "1", "c": "B", "b": "T*g", "z": "p", "X": "r", "Z": "i"},
        ),
        OnClaim(
            13,
            r"where $p$ is at most $\delta$,",
            "p <= del",
            claim="zcdp.fix.gope.f",
            of_step=9,
            instance={"bad": "p"},
        ),
        Given(14, r"which is $\frac1T$.", "del == 1/T"),
        Inequality(
            15,
            r"So $\mathbb E R_T\le B+\max_a\Delta_a$.",
            "m <= B + g",
            uses=(14,),
            weights={12: "1", 13: "T*g"},
        ),
    ),
)
AXES = ((1, 0), (0, 1))


@claim(
    "zcdp.thm4.sum",
    r"AdaC-GOPE with the lengths of zcdp.fix.gope.f and $\delta=\frac1T$: $\mathbb E R_T\le\max_a"
    r"\Delta_a+\sum_\ell w_\ell(\min(T,S_\ell)-\min(T,S_{\ell-1}))$, with "
    r"$S_\ell=\sum_{i\le\ell}(c_i+"
    r"\frac{d(d+1)}2)$, $w_1=\max_a\Delta_a$ and $w_\ell$ the largest gap of at most "
    r"$8\cdot2^{-\ell}$.",
    recorded="holds",
    title="the regret on an instance, phase by phase",
    mutants={
        "a smaller gap": {"proof": SUM.changed(1, formula="gap <= 2*(2*h)")},
        "another probability": {"proof": SUM.changed(13, formula="p <= del/2")},
        "sharper: a twentieth of the bound": {"share": Fraction(1, 20)},
    },
)
def regret_phase_by_phase(share: Fraction = Fraction(1), proof: Proof = SUM) -> Verdict:
    """Runs on two axes: no run is above the bound on the good event, whose failure is rare."""
    horizon, theta = 10**6, ("0.9", "0.5")
    policy = AdaCGOPE(AXES, rho=1, delta=Fraction(1, horizon))
    world = LinearEnvironment(theta=theta, actions=AXES)
    engine = LinearPhaseEngine(Experiment(policy, world, horizon))
    regret = engine.play_chunk(np.random.default_rng(4), 40).counts @ np.array(world.gaps)
    bound = elimination_regret(2, ("0", "0.4"), horizon, 1)
    most = Fraction(float(regret.max()))
    require(most <= share * bound.lower, "A run is above the bound.", regret=float(most))
    return proof.verdict(
        "Later phases have smaller gaps, so that the longest early phases are the worst case. The "
        "command bounds prints this number.",
        instances="40 runs on two axes, all below the bound.",
        numbers={"largest regret": float(most), "bound": float(bound)},
    )
