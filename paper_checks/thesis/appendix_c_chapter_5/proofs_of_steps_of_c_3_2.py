"""The proofs about the steps of Appendix C.3.2, the regret of AdaC-GOPE on the good event."""

from __future__ import annotations

from banditproof.paper_checks.models.elimination_good_event import TELESCOPING
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook

PHASE = Proof(
    "thesis.pf5.12.phase.repaired",
    where="D in (0,2], y in [1,inf), l in [1,inf)",
    steps=(
        Given(1, r"$y=\log_2\frac4\Delta$, and $l=\lfloor y\rfloor+1$:", "D == 4*exp(-y*log(2))"),
        Given(2, "a whole number above $y$,", "y < l"),
        Given(3, "and the first one.", "l <= y + 1"),
        Inequality(
            4,
            r"$4\beta_l<\Delta$,",
            "4*exp(-l*log(2)) < D",
            uses=(1, 2),
        ),
        Inequality(
            5,
            r"and $4\beta_{l-1}\ge\Delta$: $l$ is the least.",
            "D <= 4*exp(-(l - 1)*log(2))",
            uses=(1, 3),
        ),
        Parts(6, "Both.", uses=(4, 5)),
    ),
)

DECOMPOSITION = Proof(
    "thesis.pf5.12.decomposition",
    where="g in [0,2], b in (0,1], x in [0,inf), e in (0,1], D in (0,2], y in [0,inf), "
    "v in [0,2], A in [0,inf), B in [0,inf), rest in [0,inf), late in [0,inf), R in [0,inf), "
    "T in [1,inf)",
    steps=(
        OnClaim(
            1,
            r"An arm of phase $\ell\ge2$ was kept in the phase before: its gap is at most "
            r"$4b$ with $b=\beta_{\ell-1}$; in the first phase, where $b=1$, gaps are at most 2.",
            "g <= 4*b",
            claim="zcdp.thm4.kept",
            of_step=7,
            instance={"gap": "g"},
        ),
        Inequality(
            2, r"So $x$ plays in phase $\ell$ cost at most this,", "g*x <= 4*b*x", weights={1: "x"}
        ),
        Textbook(
            3,
            r"and the phases to $\ell_\Delta$ the sum $B$ of these.",
            "A <= B",
            fact="textbook.nonnegative-series:order",
            over=("g", "b", "x"),
            hypotheses={"the sum": 2, "each term is <= its bound": 2},
            instance={"x": "A", "y": "B", "X": "g*x", "Y": "4*b*x"},
        ),
        OnClaim(
            4,
            r"In a later phase $v$ is the gap, with $e=\beta_{\ell-1}$,",
            "v <= 4*e",
            claim="zcdp.thm4.kept",
            of_step=7,
            instance={"gap": "v", "b": "e"},
        ),
        Given(5, r"and $4\beta_{\ell-1}\le4\beta_{\ell_\Delta}<\Delta$.", "4*e <= D"),
        Inequality(6, "So the plays cost at most this,", "v*y <= D*y", weights={4: "y", 5: "y"}),
        Textbook(
            7,
            "and all later phases at most the sum of these,",
            "rest <= late",
            fact="textbook.nonnegative-series:order",
            over=("v", "e", "y"),
            hypotheses={"the sum": 6, "each term is <= its bound": 6},
            instance={"x": "rest", "y": "late", "X": "v*y", "Y": "D*y"},
        ),
        Given(8, "where there are at most $T$ plays.", "late <= D*T"),
        Given(9, "The regret is that of both.", "R == A + rest"),
        Inequality(
            10,
            r"$R_T\le\sum_{\ell\le\ell_\Delta\wedge\ell(T)}4\beta_{\ell-1}T_\ell+T\Delta$.",
            "R <= B + T*D",
            uses=(9,),
            weights={3: "1", 7: "1", 8: "1"},
        ),
    ),
)

EPISODES = Proof(
    "thesis.pf5.12.episodes.repaired",
    where="j in [2,inf), t in [1,inf), T in [1,inf), K in [2,inf), del in (0,1), n in [1,inf), "
    "L in (0,inf), al in (0,inf), lam in (0,inf), one in (0,inf)",
    steps=(
        Given(1, r"$t=\log T\ge1$, as $T\ge3$:", "T == exp(t)"),
        Given(2, r"Let $j=\ell(T)\ge2$. Phase $j-1$ is over, with", "L == log(4*K*(j - 1)*j/del)"),
        Given(
            3,
            r"at least $\frac{8d}{\beta_{j-1}^2}L=2d\,4^jL$ plays, $n=d$:",
            "2*n*exp(2*j*log(2))*L <= T",
        ),
        Inequality(4, r"$L\ge1$.", "1 <= L", uses=(2,)),
        Inequality(
            5,
            r"So $4^j\le T$,",
            "exp(2*j*log(2)) <= exp(t)",
            uses=(1,),
            weights={3: "1", 4: "2*n*exp(2*j*log(2))"},
            rest="exp(2*j*log(2))*(2*n - 1)",
        ),
        Inequality(6, r"and $2j\log2\le\log T$: $\ell(T)\le\log T$.", "2*j*log(2) <= t", uses=(5,)),
        Inequality(7, r"So $4j(j+1)\le5t^2$,", "4*j*(j + 1) <= 5*t**2", uses=(6,)),
        Given(8, r"With $\alpha_T$ and", "al == log(K*t/del)"),
        Given(9, r"$\lambda=\log(4/\delta_{K,j})$:", "lam == log(4*K*j*(j + 1)/del)"),
        Inequality(
            10,
            r"$\frac{4Kj(j+1)}\delta\le(\frac{K\log T}\delta)^4$,",
            "4*K*j*(j + 1)/del <= (K*t/del)**4",
            weights={7: "K/del"},
        ),
        Inequality(
            11,
            r"$\log(4/\delta_{K,\ell(T)})\le4\alpha_T$.",
            "lam <= 4*al",
            uses=(8, 9),
            weights={10: "0"},
            monotone=("log", "(K*t/del)**4", "4*K*j*(j + 1)/del"),
        ),
        Given(12, r"If $\ell(T)=1$, let", "one == log(8*K/del)"),
        Inequality(
            13,
            r"$\frac{8K}\delta\le(\frac{K\log T}\delta)^4$,",
            "8*K/del <= (K*t/del)**4",
        ),
        Inequality(
            14,
            "and the same holds.",
            "one <= 4*al",
            uses=(8, 12),
            weights={13: "0"},
            monotone=("log", "(K*t/del)**4", "8*K/del"),
        ),
        Parts(
            15,
            r"$\ell(T)\le\max(1,\log T)=\log T$, and the logarithms are at most $4\alpha_T$.",
            uses=(6, 11, 14),
        ),
    ),
)

GEOMETRIC = Proof(
    "thesis.pf5.12.step5.repaired",
    where="D in (0,2], l in [1,inf), h in (0,1/2], j in [0,inf), M in [2,inf), x in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"With $l=\ell_\Delta$:",
            "D <= 4*exp(-(l - 1)*log(2))",
            claim="thesis.pf5.12.phase.repaired",
            of_step=5,
        ),
        Given(2, r"Let $M=2^l$, and $h=2^{-\ell}$ for $\ell\le l$.", "M == exp(l*log(2))"),
        Inequality(3, r"So $M\le8/\Delta$.", "M <= 8/D", uses=(1, 2)),
        Textbook(
            4,
            r"$j=\sum_{\ell\le l}2^\ell\le2M$, from the last term down.",
            "j <= 2*M",
            fact=TELESCOPING,
            over=("h",),
            hypotheses={
                "each term is <= c (Y - Z)": "1/h <= 2*(1/h - 1/(2*h))",
                "Z is the Y of the next term, and they are >= 0": 2,
                "c >= 0": "2 >= 0",
            },
            instance={"x": "j", "c": "2", "y": "M", "X": "1/h", "Y": "1/h", "Z": "1/(2*h)"},
        ),
        Inequality(
            5,
            r"With $x=dC'\alpha_T$: at most $1024x/\Delta$.",
            "64*x*j <= 1024*x/D",
            weights={3: "128*x", 4: "64*x"},
        ),
    ),
)

EXPECTED = Proof(
    "thesis.pf5.12.step7.repaired",
    where="r in [0,inf), b in [0,inf), k in [0,1], T in [1,inf), p in [0,1], del in [0,1], "
    "x in [0,inf), y in [0,inf), b <= 2*T",
    steps=(
        Given(
            1,
            r"The regret $r$ is at most $b$ but on an event, of indicator $k$, where it is at most "
            r"$2T$, as gaps are at most 2.",
            "r <= b + (2*T - b)*k",
        ),
        Inequality(
            2, "In the form of the next step.", "r <= 1*(b + (2*T - b)*k)", weights={1: "1"}
        ),
        Textbook(
            3,
            "Its mean",
            "x <= 1*y",
            fact="textbook.elementary-probability:mean",
            over=("r", "k"),
            hypotheses={"X <= c Y at every outcome": 2},
            instance={"x": "x", "c": "1", "y": "y", "X": "r", "Y": "b + (2*T - b)*k"},
        ),
        Given(4, "is at most that of this, where $p$ is the probability,", "y == b + (2*T - b)*p"),
        Given(5, r"at most $\delta$.", "p <= del"),
        Inequality(
            6,
            r"So $\mathbb E(R_T)\le(1-\delta)b+2\delta T$.",
            "x <= (1 - del)*b + 2*del*T",
            uses=(4,),
            weights={3: "1", 5: "2*T - b"},
        ),
    ),
)
