"""Claims about RS-OFUL: how often it renews its estimate, and what that costs."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.design_updates import LINE, SEQUENCES, determinants, starts
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball, working_precision

COUNT = Proof(
    "thesis.rem.rsoful.count",
    where="n in [0,inf), d in [1,inf), l in (0,inf), t in [1,inf), C in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"With $n=\ell(t)$ updates:",
            "n <= d/log(1 + C)*log(1 + t/(l*d))",
            claim="zcdp.nepisodes",
            of_step=8,
        ),
        Inequality(2, r"As $t\ge1$:", "1 + t/(l*d) <= t*(1 + 1/(l*d))"),
        Inequality(
            3,
            "the logarithm is a constant more than that of $t$,",
            "log(1 + t/(l*d)) <= log(t) + log(1 + 1/(l*d))",
            monotone=("log", "t*(1 + 1/(l*d))", "1 + t/(l*d)"),
            weights={2: "0"},
        ),
        Inequality(
            4,
            r"so that $\ell(t)=O(\log t)$ for given $d$, $\lambda$ and $C$.",
            "n <= d/log(1 + C)*(log(t) + log(1 + 1/(l*d)))",
            weights={1: "1", 3: "d/log(1 + C)"},
        ),
    ),
)
WIDTH = Proof(
    "thesis.rem.rsoful.width",
    where="i in [0,2], b in [0,inf), C in (0,inf), q in [0,inf), L in [0,inf), l in (0,inf), "
    "g in [0,inf), k in [0,inf), B in [0,inf), s in [0,1], R in [0,inf), U in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"The regret $i$ of a round, on the event that $\theta^*$ is in all ellipsoids.",
            "i <= 2*sqrt(1 + C)*b*sqrt(q)",
            claim="thesis.pf5.17.instant",
            of_step=16,
        ),
        Given(
            2,
            r"The radius of RS-OFUL at its last update, $g=\log(\det V_\tau/\lambda^d)$,",
            "b == sqrt(2*L + g) + sqrt(l)*s",
        ),
        Given(
            3,
            r"and that of OFUL, $k=\log(\det V_{t-1}/\lambda^d)$:",
            "B == sqrt(2*L + k) + sqrt(l)*s",
        ),
        Given(4, r"$V$ grows.", "g <= k"),
        Inequality(
            5,
            "So",
            "sqrt(2*L + g) <= sqrt(2*L + k)",
            monotone=("root", "2*L + k", "2*L + g"),
            weights={4: "1"},
        ),
        Inequality(
            6,
            r"and the bound of the round is at most $\sqrt{1+C}$ times that of OFUL, "
            r"$2B\|a_t\|_{V_{t-1}^{-1}}$.",
            "i <= sqrt(1 + C)*(2*B*sqrt(q))",
            uses=(2, 3),
            weights={1: "1", 5: "2*sqrt(1 + C)*sqrt(q)"},
        ),
        Textbook(
            7,
            r"So is the sum, with the bound $U$ of OFUL for the same actions.",
            "R <= sqrt(1 + C)*U",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 6, "each term is <= its bound": 6},
            instance={"x": "R", "y": "sqrt(1 + C)*U", "X": "i", "Y": "sqrt(1 + C)*(2*B*sqrt(q))"},
            over=("i", "B", "q"),
        ),
    ),
    parts=(6,),
)


@checks(
    "thesis.rem.rsoful.count",
    mutants={
        "sharper: log T alone": {"constant": 0},
        "sharper: without the dimension": {"dimension": False},
        "sharper: half of it by the steps": {
            "proof": COUNT.changed(4, formula="n <= d/(2*log(1 + C))*(log(t) + log(1 + 1/(l*d)))")
        },
    },
)
def number_of_updates(constant: int = 1, dimension: bool = True, proof: Proof = COUNT) -> Verdict:
    """Exact updates of sequences; one with C = 999/1000 on the line is nearly tight."""
    sides = Sides()
    with working_precision(96):
        for rows in (*SEQUENCES, LINE[:31]):
            d = len(rows[0])
            for doubling in (Fraction(999, 1000), Fraction(1, 10)):
                found = len(starts(determinants(rows, Fraction(1)), doubling)) - 1
                more = constant * (1 + 1 / ball(d)).log()
                times = (d if dimension else 1) / (1 + ball(doubling)).log()
                right = times * (ball(len(rows)).log() + more)
                sides.at_most(found, right, "There are more.", d=d, C=doubling)
    return proof.verdict(
        "Each update multiplies the determinant by more than 1 + C.",
        instances="exact updates of five sequences.",
        sharpness=sides.sharpness,
    )


@checks(
    "thesis.rem.rsoful.width",
    mutants={
        "sharper: no constant": {"proof": WIDTH.changed(6, formula="i <= 2*B*sqrt(q)")},
        "sharper: the root of C": {"more": Fraction(0)},
    },
)
def cost_of_rare_updates(more: Fraction = Fraction(1), proof: Proof = WIDTH) -> Verdict:
    """Just before an update det V_(t-1) is (1 + C) det V_tau: on the line with C = 1, exactly."""
    sides = Sides()
    dets = determinants(LINE, Fraction(1))
    for start, after in ((2, 4), (4, 8), (8, 16)):
        # updates after rounds 2, 4, ...: V is twice as large at the end of the episode
        sides.at_most(dets[after - 1] / dets[start - 1], more + 1, "V has grown more.", t=after)
    return proof.verdict(
        "The ellipsoid of the last update is larger than that of OFUL by at most the root of the "
        "quotient of the determinants.",
        instances="the line, where the quotient is 1 + C.",
        sharpness=sides.sharpness,
    )
