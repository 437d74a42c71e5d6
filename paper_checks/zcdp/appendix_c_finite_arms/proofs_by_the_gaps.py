"""The proof of Theorem 10, the regret of AdaC-UCB by the gaps, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

WIDTH = "sqrt((1/(2*n) + 1/(rho*n**2))*b*L)"
PULLS = Proof(
    "zcdp.thm10.pulls",
    where="b in (3,inf), rho in (0,inf), T in [2,inf), L in (0,inf), gap in (0,1], A in (0,inf), "
    "C in (0,inf), n in [1,inf), u in [2,inf), high in [0,1], far in [0,1], some in [0,1], "
    "bad in [0,1], e in [0,inf), pulls in [0,inf)",
    parts=(16, 18),
    steps=(
        Given(1, r"Given the past, a reward has the law of its arm, and noise is drawn once."),
        Given(2, r"$L=\log T$.", "L == log(T)"),
        Given(3, r"$A=2\beta L/\Delta_a^2$", "A == 2*b*L/gap**2"),
        Given(
            4, r"and $C=2\sqrt{\beta L/\rho}/\Delta_a$ add up to $X$.", "C == 2*sqrt(b*L/rho)/gap"
        ),
        Given(5, r"$\ell=\lceil\log_2X\rceil$, so $n=2^j\ge X$ for $j\ge\ell$,", "A + C <= n"),
        Given(6, r"and $u=2^{\ell+1}<4X$.", "u <= 4*(A + C)"),
        Inequality(
            7,
            r"$n^2\ge An+C^2$: the square of twice the width is at most $\Delta_a^2$.",
            "4*(1/(2*n) + 1/(rho*n**2))*b*L <= gap**2",
            uses=(3, 4),
            weights={5: "gap**2*(n + C)/n**2"},
            rest="gap**2*A*C/n**2",
        ),
        Given(8, r"Let $e$ be the width.", f"e == {WIDTH}"),
        Inequality(
            9,
            r"So it is at most $\Delta_a/2$.",
            "e <= gap/2",
            uses=(8,),
            weights={7: "1/(4*(e + gap/2))"},
        ),
        OnClaim(
            10,
            r"The noisy mean of $n$ rewards of arm $a$ is at least $\mu_a+e$ with probability at "
            r"most $T^{-\beta}$.",
            "high <= exp(-b*L)",
            claim="zcdp.lem2.repaired",
            of_step=16,
            instance={"up": "high", "d": "exp(-b*L)"},
        ),
        Given(
            11,
            r"$G_{a,j,T}^c$ says that it is at least $\mu_1-e=\mu_a+\Delta_a-e\ge\mu_a+e$.",
            uses=(9,),
        ),
        Textbook(
            12,
            "So its probability is no larger.",
            "far <= high",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 11},
            instance={"p": "far", "q": "high"},
        ),
        Inequality(13, r"That is $T^{-\beta}$.", "far <= exp(-b*L)", weights={10: "1", 12: "1"}),
        Textbook(
            14,
            r"One of the levels $j\ge\ell$ with $2^j<T$, at most $T$ of them:",
            "some <= T*exp(-b*L)",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 13},
            instance={"p": "some", "n": "T", "d": "exp(-b*L)", "X": "far"},
            over=("far", "high", "n"),
        ),
        Textbook(
            15,
            "the same in the bandit.",
            "bad == some",
            fact="textbook.reward-stacks:one arm",
            hypotheses={"a function of the first n rewards of one arm, and of its own noise": 1},
            instance={"p": "bad", "q": "some"},
        ),
        Inequality(
            16,
            r"$T\cdot T\cdot T^{-\beta}\le1$.",
            "T*bad <= 1",
            uses=(2, 15),
            weights={14: "T"},
        ),
        OnClaim(
            17,
            "The decomposition over all levels.",
            "pulls <= u + T*bad + 1/(b-3)",
            claim="zcdp.fix.eq17",
            of_step=33,
        ),
        Inequality(
            18,
            r"$\mathbb E[N_a(T)]\le4X+\frac{\beta-2}{\beta-3}$,",
            "pulls <= 8*b*L/gap**2 + 8*sqrt(b*L/rho)/gap + (b-2)/(b-3)",
            uses=(3, 4),
            weights={17: "1", 16: "1", 6: "1"},
        ),
        Inequality(
            19,
            r"which is at most $4X+\frac{2\beta}{\beta-3}$.",
            "pulls <= 8*b*L/gap**2 + 8*sqrt(b*L/rho)/gap + 2*b/(b-3)",
            weights={18: "1"},
            rest="(b+2)/(b-3)",
        ),
    ),
)


def by_gaps(id: str, last: str, of_step: int, own: str) -> Proof:
    """The pulls of the arms, times their gaps; `last` is what an arm adds besides, `own` its sum.

    The sum runs over the gaps, or over their number if the gap is at most 1.
    """
    return Proof(
        id,
        where="b in (3,inf), rho in (0,inf), L in (0,inf), gap in (0,1], pulls in [0,inf), "
        "j in [0,inf), s in [0,inf), k in [0,inf), inverse in [0,inf), sum in [0,inf), "
        "reg in [0,inf)",
        steps=(
            OnClaim(
                1,
                "The mean pulls of a suboptimal arm.",
                f"pulls <= 8*b*L/gap**2 + 8*sqrt(b*L/rho)/gap + {last}",
                claim="zcdp.thm10.pulls",
                of_step=of_step,
            ),
            Induction(
                2,
                r"Over the $k$ suboptimal arms: the sum $s$ of what the bound of an arm exceeds "
                r"$\Delta_a\mathbb EN_a$ by is at least 0.",
                "s >= 0",
                variable="j",
                start="0",
                sequence="s",
                first="0",
                following=f"s + 8*b*L/gap + 8*sqrt(b*L/rho) + {own}{last} - gap*pulls",
                weight="1",
                rest=f"gap*(8*b*L/gap**2 + 8*sqrt(b*L/rho)/gap + {last} - pulls)"
                + ("" if own else f" + (1 - gap)*({last})"),
                uses=(1,),
            ),
            OnClaim(
                3,
                r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb EN_a(T)$.",
                f"s == 8*b*L*inverse + 8*sqrt(b*L/rho)*k + {TOTAL[own]}*{last} - reg",
                claim="thesis.eq2.7-2.8",
                of_step=9,
                instance={"pulls": f"8*b*L*inverse + 8*sqrt(b*L/rho)*k + {TOTAL[own]}*{last} - s"},
            ),
            Inequality(
                4,
                "The bound.",
                f"reg <= 8*b*L*inverse + 8*sqrt(b*L/rho)*k + {TOTAL[own]}*{last}",
                uses=(2, 3),
            ),
        ),
    )


TOTAL = {"": "k", "gap*": "sum"}
BY_GAPS = by_gaps("zcdp.thm10", "2*b/(b-3)", 19, "")
SHARPER = by_gaps("zcdp.thm10.sharper", "(b-2)/(b-3)", 18, "gap*")
