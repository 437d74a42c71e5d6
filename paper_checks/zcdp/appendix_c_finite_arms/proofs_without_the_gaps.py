"""The proof of Theorem 11, the regret of AdaC-UCB without the gaps, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

WITHOUT_GAPS = Proof(
    "zcdp.thm11.sharper",
    where="b in (3,inf), rho in (0,inf), T in [2,inf), K in [1,inf), L in (0,inf), gap in (0,1], "
    "pulls in [0,inf), q in [0,inf), f in [0,inf), a in [0,inf), j in [0,inf), "
    "squares in [0,inf), rest in [0,inf), over in [0,inf), late in [0,inf), cost in [0,inf), "
    "sum in [0,inf), reg in [0,inf), n in [0,inf), all in [0,inf), k in [0,inf)",
    steps=(
        OnClaim(
            1,
            "The mean pulls of a suboptimal arm.",
            "pulls <= 8*b*L/gap**2 + 8*sqrt(b*L/rho)/gap + (b-2)/(b-3)",
            claim="zcdp.thm10.pulls",
            of_step=18,
        ),
        Given(
            2,
            r"$f_a=q/\Delta_a+\frac{\beta-2}{\beta-3}$ with $q=8\sqrt{\beta L/\rho}$,",
            "f == 8*sqrt(b*L/rho)/gap + (b-2)/(b-3)",
        ),
        Given(3, r"and $a_a$ is what $\mathbb EN_a$ exceeds it by, or 0.", "a == max(pulls-f, 0)"),
        Inequality(4, r"$\Delta_a^2a_a\le8\beta L$.", "gap**2*a <= 8*b*L", uses=(1, 2, 3)),
        Induction(
            5,
            r"Over the $k$ suboptimal arms: $\sum\Delta_a^2a_a\le8j\beta L$.",
            "squares <= 8*b*L*j",
            variable="j",
            start="0",
            sequence="squares",
            first="0",
            following="squares + gap**2*a",
            weight="1",
            uses=(4,),
        ),
        Induction(
            6,
            r"The sum of $\mathbb EN_a-a_a$ is at least 0.",
            "rest >= 0",
            variable="j",
            start="0",
            sequence="rest",
            first="0",
            following="rest + pulls - a",
            weight="1",
            uses=(2, 3),
        ),
        Given(7, r"One arm is pulled in each round: they have $n\le T$ pulls.", "n <= 1*T"),
        Textbook(
            8,
            r"The mean, $\sum\mathbb EN_a(T)\le T$.",
            "all <= 1*T",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 7},
            instance={"x": "all", "c": "1", "y": "T", "X": "n", "Y": "T"},
            over=("n",),
        ),
        Given(9, r"It is the sum of the $a_a$ and of the rest.", "all == late + rest"),
        Inequality(10, r"So $\sum a_a\le T$.", "late <= T - rest", uses=(9,), weights={8: "1"}),
        Induction(
            11,
            r"The sum of $\Delta_a(f_a+a_a-\mathbb EN_a)$ is at least 0.",
            "over >= 0",
            variable="j",
            start="0",
            sequence="over",
            first="0",
            following="over + gap*(f + a - pulls)",
            weight="1",
            uses=(3,),
        ),
        OnClaim(
            12,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb EN_a(T)$; let $d=\sum\Delta_aa_a$.",
            "over == 8*sqrt(b*L/rho)*k + (b-2)/(b-3)*sum + cost - reg",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"pulls": "8*sqrt(b*L/rho)*k + (b-2)/(b-3)*sum + cost - over"},
        ),
        Textbook(
            13,
            r"$d^2\le\sum a_a\sum\Delta_a^2a_a$.",
            "cost**2 <= late*squares",
            fact="textbook.cauchy-schwarz",
            instance={"d": "cost", "x": "late", "y": "squares"},
        ),
        Inequality(
            14,
            r"So $d\le2\sqrt{2\beta KT\log T}$.",
            "cost**2 <= T*(8*b*L*K)",
            at={5: {"j": "K"}},
            weights={13: "1", 5: "T", 10: "squares", 6: "squares"},
        ),
        Inequality(
            15,
            r"$\mathrm{Reg}_T\le2\sqrt{2\beta KT\log T}+8k\sqrt{\beta L/\rho}+"
            r"\frac{\beta-2}{\beta-3}\sum_a\Delta_a$,",
            "reg <= 2*sqrt(2*b*K*T*L) + 8*k*sqrt(b*L/rho) + (b-2)/(b-3)*sum",
            uses=(11, 12, 14),
        ),
    ),
)
SHARPER_SIDE = "2*sqrt(2*b*K*T*L) + 8*k*sqrt(b*L/rho) + (b-2)/(b-3)*sum"
SIZES = (
    "b in (3,inf), rho in (0,inf), T in [2,inf), K in [1,inf), L in (0,inf), k in [0,inf), "
    "sum in [0,inf), reg in [0,inf)"
)


def sharper_bound(number: int) -> OnClaim:
    """What the proof without the gaps gives."""
    return OnClaim(
        number,
        r"$\mathrm{Reg}_T\le2\sqrt{2\beta KT\log T}+8k\sqrt{\beta L/\rho}+"
        r"\frac{\beta-2}{\beta-3}\sum_a\Delta_a$ for $k$ suboptimal arms.",
        f"reg <= {SHARPER_SIDE}",
        claim="zcdp.thm11.sharper",
        of_step=15,
    )


EXPLICIT = Proof(
    "zcdp.thm11.explicit",
    where=SIZES,
    steps=(
        sharper_bound(1),
        Given(2, "There are at most $K$ suboptimal arms.", "k <= K"),
        Inequality(
            3,
            "The printed bound is larger.",
            "reg <= 4*sqrt(2*b*K*T*L) + 8*K*sqrt(b*L/rho) + 3*b/(b-3)*sum",
            weights={1: "1", 2: "8*sqrt(b*L/rho)"},
            rest="2*sqrt(2*b*K*T*L) + (2*b+2)/(b-3)*sum",
        ),
    ),
)
ORDER = Proof(
    "zcdp.thm11",
    where=SIZES + ", m in [0,inf), x in [0,inf)",
    steps=(
        sharper_bound(1),
        Given(2, "There are at most $K$ suboptimal arms.", "k <= K"),
        Given(3, r"with gaps of at most 1, in sum at most $K$.", "sum <= K"),
        Given(4, r"A round costs at most 1.", "reg <= T"),
        Given(5, r"$L=\log T$ and $T\ge2$.", "log(2) <= L"),
        Given(6, r"Let $m$ be the smaller one of $\sum_a\Delta_a$ and $T$.", "m == min(sum, T)"),
        Inequality(7, r"$m^2\le KT$,", "m**2 <= K*T", uses=(3, 6)),
        Inequality(
            8,
            r"so $m\le\sqrt{KTL/\log2}$.",
            "m <= sqrt(K*T*L/log(2))",
            uses=(5, 7),
        ),
        Given(
            9,
            "Let $x$ be the sum of the other two terms.",
            "x == 2*sqrt(2*b*K*T*L) + 8*k*sqrt(b*L/rho)",
        ),
        Inequality(
            10,
            r"$\mathrm{Reg}_T$ is at most the bound, and at most $T$, with a factor of at least 1:",
            "reg <= x + (b-2)/(b-3)*sum",
            uses=(9,),
            weights={1: "1"},
        ),
        Inequality(11, "so $m$ will do.", "reg <= x + (b-2)/(b-3)*m", uses=(4, 6, 10)),
        Inequality(
            12,
            r"With $A=2\sqrt{2\beta}+\frac{\beta-2}{(\beta-3)\sqrt{\log2}}$ and $B=8\sqrt\beta$: "
            r"$\mathrm{Reg}_T\le A\sqrt{KT\log T}+BK\sqrt{\log(T)/\rho}$.",
            "reg <= 2*sqrt(2*b*K*T*L) + (b-2)/(b-3)*sqrt(K*T*L/log(2)) + 8*K*sqrt(b*L/rho)",
            uses=(9,),
            weights={11: "1", 2: "8*sqrt(b*L/rho)", 8: "(b-2)/(b-3)"},
        ),
    ),
)
