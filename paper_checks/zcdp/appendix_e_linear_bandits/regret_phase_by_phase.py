"""A claim of our own beside Theorem 4: the regret on an instance, phase by phase."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from banditproof.algorithms import AdaCGOPE, LinearEnvironment
from banditproof.algorithms.engines.engine import Experiment
from banditproof.algorithms.engines.linear_phases import LinearPhaseEngine
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.linear_bounds import elimination_regret

ORDER = "textbook.nonnegative-series:order"
SUM = Proof(
    "zcdp.thm4.sum",
    where="n in [1,inf), c in (0,inf), x in [0,inf), w in [0,inf), v in [0,inf), X in [0,inf), "
    "Y in [0,inf), G in [0,inf), H in [0,inf), D in [0,inf), P in [0,inf), Q in [0,inf), "
    "S in [0,inf), T in [2,inf), h in (0,1/2], gap in [0,inf), A in [0,inf), B in [0,inf), "
    "R in [0,inf), r in [0,inf), i in [0,1], g in [0,inf), del in (0,1), p in [0,1], m in [0,inf)",
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
            r"Let $w$ be the largest gap that this leaves in phase $\ell$, the largest of all in "
            r"the first one,",
            "gap <= w",
            uses=(1,),
        ),
        Given(3, r"and $v$ that of the next phase.", "v <= w"),
        OnClaim(
            4,
            r"Phase $\ell$ has $x\le c_\ell+\frac{n(n+1)}2$ plays, $n=d$.",
            "x <= n*(n + 1)/2 + c",
            claim="zcdp.thm4.length",
            of_step=6,
        ),
        Textbook(
            5,
            r"So after it there were $X\le S_\ell$ plays,",
            "X <= S",
            fact=ORDER,
            over=("x", "c"),
            hypotheses={"the sum": 4, "each term is <= its bound": 4},
            instance={"x": "X", "y": "S", "X": "x", "Y": "n*(n + 1)/2 + c"},
        ),
        Given(6, r"and $X\le T$.", "X <= T"),
        Given(7, r"Let $Y=\min(T,S_\ell)$,", "Y == min(T, S)"),
        Inequality(8, r"so that $X\le Y$.", "X <= Y", uses=(5, 6, 7)),
        Given(9, r"Let $G$ and $H$ be the $X$ and $Y$ of the phase before,", "X == G + x"),
        Given(
            10,
            r"$D=\sum_{i>\ell}w_i(\min(T,S_i)-\min(T,S_{i-1}))$, and",
            "P == D + w*(Y - H) + w*(H - G)",
            uses=(8, 9),
        ),
        Given(
            11, r"the same of the next phase, whose sum is $D$.", "Q == D + v*(Y - X)", uses=(8,)
        ),
        Inequality(
            12,
            r"$w\,x$ is at most their difference.",
            "w*x <= 1*(P - Q)",
            uses=(3, 8, 9, 10, 11),
        ),
        Textbook(
            13,
            r"So the sum $A$ of these is at most the first $P$, where $G=H=0$: "
            r"$B=\sum_\ell w_\ell(\min(T,S_\ell)-\min(T,S_{\ell-1}))$.",
            "A <= 1*B",
            fact="textbook.nonnegative-series:telescoping",
            over=("w", "x", "P", "Q"),
            hypotheses={
                "each term is <= c (Y - Z)": 12,
                "Z is the Y of the next term, and they are >= 0": 11,
                "c >= 0": "1 >= 0",
            },
            instance={"x": "A", "c": "1", "y": "B", "X": "w*x", "Y": "P", "Z": "Q"},
        ),
        Inequality(14, r"Phase $\ell$ costs at most $w\,x$,", "gap*x <= w*x", weights={2: "x"}),
        Textbook(
            15,
            "and all of them",
            "R <= A",
            fact=ORDER,
            over=("gap", "w", "x"),
            hypotheses={"the sum": 14, "each term is <= its bound": 14},
            instance={"x": "R", "y": "A", "X": "gap*x", "Y": "w*x"},
        ),
        Inequality(16, "at most $B$.", "R <= B", weights={13: "1", 15: "1"}),
        Given(
            17,
            r"With $i=1$ where the good event fails and 0 elsewhere, the regret $r$ of a run is at "
            r"most this, with the largest gap $g$.",
            "r <= B + T*g*i",
            uses=(16,),
        ),
        Textbook(
            18,
            r"Its mean is",
            "m <= 1*B + T*g*p",
            fact="textbook.elementary-probability:sum above",
            over=("r", "i"),
            hypotheses={"X_t <= c + b Z_t for each t": 17},
            instance={"x": "m", "n": "1", "c": "B", "b": "T*g", "z": "p", "X": "r", "Z": "i"},
        ),
        OnClaim(
            19,
            r"where $p$ is at most $\delta$,",
            "p <= del",
            claim="zcdp.fix.gope.f",
            of_step=9,
            instance={"bad": "p"},
        ),
        Given(20, r"which is $\frac1T$.", "del == 1/T"),
        Inequality(
            21,
            r"So $\mathbb E R_T\le B+\max_a\Delta_a$.",
            "m <= B + g",
            uses=(20,),
            weights={18: "1", 19: "T*g"},
        ),
    ),
)
AXES = ((1, 0), (0, 1))


@checks(
    "zcdp.thm4.sum",
    mutants={
        "a smaller gap": {"proof": SUM.changed(1, formula="gap <= 2*(2*h)")},
        "no play for a ceiling": {"proof": SUM.changed(4, formula="x <= c")},
        "another probability": {"proof": SUM.changed(19, formula="p <= del/2")},
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
