"""The limits of B.3, Step 4, step by step: L = log T, and r, s > 0 are as small as one likes."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

LIMIT = "textbook.bounds-of-sets:lower limit"
UPPER = "textbook.bounds-of-sets:upper limit with a margin"
FROM_BELOW = "x_n >= (1 - r) c for every r > 0 and all large n"
FROM_ABOVE = "x_n <= c + s for every s > 0 and all large n"

SUBPOLYNOMIAL = Proof(
    "thesis.B.3.step4.subpolynomial",
    where="L in (0,inf), p in (0,inf), alpha in (0,inf), S in (0,inf), u in (-inf,inf), "
    "high in (-inf,inf)",
    steps=(
        Given(
            1,
            r"$S=\mathrm{Reg}_T+\mathrm{Reg}'_T$ is $o(T^p)$ for every $p>0$: so $S\le T^p$ for "
            r"all large $T$. Where $S=0$ its logarithm is $-\infty$; else",
            "S <= exp(p*L)",
        ),
        Given(
            2,
            r"for all large $T$ also $\log(4/\alpha)\le p\log T$.",
            "log(4/alpha) <= p*L",
        ),
        Inequality(
            3,
            r"So $\log S\le p\log T$.",
            "log(S) <= p*L",
            uses=(1,),
            monotone=("log", "exp(p*L)", "S"),
        ),
        Given(4, r"Let $u=\log(4S/\alpha)/\log T$.", "u == (log(S) + log(4/alpha))/L"),
        Inequality(
            5,
            r"So $u\le2p$ for every $p>0$ and all large $T$.",
            "u <= 0 + 2*p",
            uses=(4,),
            weights={2: "1/L", 3: "1/L"},
        ),
        Textbook(
            6,
            r"The upper limit of $u$ is at most 0.",
            "high <= 0",
            fact=UPPER,
            over=("p", "u"),
            hypotheses={FROM_ABOVE: 5},
            instance={"high": "high", "X": "u", "c": "0", "s": "2*p"},
        ),
    ),
    parts=(5,),
)
LOWER = Proof(
    "thesis.B.3.step4.liminf",
    where="eps in (0,inf), gap in (0,inf), alpha in (0,inf), r in (0,1), u in (-inf,inf), "
    "ratio in [0,inf), low in [0,inf), L in (0,inf), norm in (0,inf), rho in [0,inf), "
    "mag in [0,inf), S in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"(B.8), with the mean $M$ of $\sum_t|\langle A_t,\theta-\theta'\rangle|$,",
            "eps*mag/(2*L) >= 1 - (log(S) - log(alpha/4))/L",
            claim="thesis.B.3.eqB8",
            of_step=27,
        ),
        OnClaim(
            2,
            r"which is a multiple of $\rho_T(H)$.",
            "mag == (gap + alpha)/norm*rho",
            claim="thesis.B.3.eqB8",
            of_step=24,
        ),
        Given(3, r"Let $x=\rho_T(H)/(\log T\,\|a-a^*\|^2)$,", "ratio == rho/(L*norm)"),
        Given(
            4,
            r"and let $u$ be the term of the regrets.",
            "u == (log(S) + log(4/alpha))/L",
        ),
        Inequality(
            5,
            r"So $\frac\varepsilon2(\Delta_a+\alpha)x\ge1-u$.",
            "eps*(gap + alpha)/2*ratio >= 1 - u",
            uses=(2, 3, 4),
            weights={1: "1"},
        ),
        OnClaim(
            6,
            r"The upper limit of $u$ is at most 0: for every $r>0$ and all large $T$ it is at most "
            r"$r$.",
            "u <= r",
            claim="thesis.B.3.step4.subpolynomial",
            of_step=5,
            instance={"p": "r/2"},
            uses=(4,),
        ),
        Inequality(
            7,
            r"So $x\ge(1-r)\frac2{\varepsilon(\Delta_a+\alpha)}$ for all large $T$,",
            "ratio >= (1 - r)*(2/(eps*(gap + alpha)))",
            weights={5: "2/(eps*(gap + alpha))", 6: "2/(eps*(gap + alpha))"},
        ),
        Textbook(
            8,
            r"and the lower limit of $x$, which does not depend on $\alpha$, is at least "
            r"$\frac2{\varepsilon(\Delta_a+\alpha)}$.",
            "2/(eps*(gap + alpha)) <= low",
            fact=LIMIT,
            over=("r", "ratio", "u", "rho", "mag", "norm", "L", "S"),
            hypotheses={FROM_BELOW: 7},
            instance={"low": "low", "X": "ratio", "c": "2/(eps*(gap + alpha))", "r": "r"},
        ),
        Given(9, r"For every $r>0$ take $\alpha<\Delta_{\min}$ with", "alpha <= r*gap"),
        Inequality(
            10,
            r"Then the lower limit is at least $(1-r)\frac2{\varepsilon\Delta_a}$.",
            "low >= (1 - r)*(2/(eps*gap))",
            weights={
                8: "1",
                9: "2*(1 - r)/(eps*gap*(gap + alpha))",
            },
            rest="2*r*r/(eps*(gap + alpha))",
        ),
        Textbook(
            11,
            r"As $r>0$ is any: it is at least $\frac2{\varepsilon\Delta_a}$.",
            "2/(eps*gap) <= low",
            fact=LIMIT,
            over=("r",),
            hypotheses={FROM_BELOW: 10},
            instance={"low": "low", "X": "low", "c": "2/(eps*gap)", "r": "r"},
        ),
    ),
)
SUBSEQUENCE = Proof(
    "thesis.B.3.step4.subsequence",
    where="eps in (0,inf), gap in (0,inf), r in (0,1), load in [0,inf), y in [0,inf), "
    "rho in [0,inf), limit in [0,inf), c in (0,inf)",
    steps=(
        Given(
            1,
            r"The lower limit of $\rho_T(H)/y$ with $y=\log T\,\|a-a^*\|^2$ is at least $c$: "
            r"$\rho_T(H)\ge(1-r)\,c\,y$ for every $r>0$ and all large $T$.",
            "load >= (1 - r)*c*y",
        ),
        Given(
            2,
            r"The upper limit along $S$: $\rho_T(H)\le\rho+r$ for all large $T\in S$.",
            "load <= rho + r",
        ),
        Inequality(
            3,
            r"So $(1-r)\,c\,y\le\rho+r$ there, and $y$ is bounded along $S$.",
            "(1 - r)*c*y <= rho + r",
            weights={1: "1", 2: "1"},
        ),
        Given(
            4,
            r"$y$ tends along $S$ to its upper limit $Y$: $Y\le y+r$ for all large $T\in S$.",
            "limit <= y + r",
        ),
        Inequality(
            5,
            r"So $c\,Y\le\rho+r(1+c+cY)$ for every $r>0$.",
            "c*limit <= rho + r*(1 + c + c*limit)",
            weights={3: "1", 4: "(1 - r)*c"},
            rest="c*r*r",
        ),
        Textbook(
            6,
            r"As $r$ is any: $c\,Y\le\rho$.",
            "c*limit <= rho",
            fact=UPPER,
            over=("r",),
            hypotheses={FROM_ABOVE: 5},
            instance={
                "high": "c*limit",
                "X": "c*limit",
                "c": "rho",
                "s": "r*(1 + c + c*limit)",
            },
        ),
        Given(7, r"Here $c=\frac2{\varepsilon\Delta_a}$.", "c == 2/(eps*gap)"),
        Inequality(
            8,
            r"$Y\le\frac12\varepsilon\Delta_a\rho$.",
            "limit <= eps*gap*rho/2",
            uses=(7,),
            weights={6: "eps*gap/2"},
        ),
    ),
)
THREE = Proof(
    "thesis.B.3.step4.three",
    where="eps in [0,inf), gap in (0,inf), rho in [0,inf), r in (0,1), L in (0,inf), v in [0,inf), "
    "w in [0,inf), bound in [0,inf), high in [0,inf)",
    steps=(
        Given(
            1,
            r"The ratio of the two norms tends to 1: for $v=\|a\|^2$ and $w=\|a-a^*\|^2$ and all "
            r"large $T$",
            "v <= (1 + r)*w",
        ),
        Given(
            2,
            r"Let $B=\min(\frac12\Delta_a^2,\frac12\varepsilon\Delta_a\rho_a)$, the bound of the "
            r"upper limit of $\log T\,w$.",
            "bound == min(gap**2/2, eps*gap*rho/2)",
        ),
        Given(3, r"For all large $T$: $\log T\,w\le B+r$.", "L*w <= bound + r"),
        Inequality(
            4,
            r"So $\log T\,v\le B+r(B+2)$ for every $r>0$ and all large $T$.",
            "L*v <= bound + r*(bound + 2)",
            weights={1: "L", 3: "1 + r"},
            rest="r*(1 - r)",
        ),
        Textbook(
            5,
            r"The upper limit of $\log T\,v$ is at most $B$.",
            "high <= bound",
            fact=UPPER,
            over=("L", "r", "v"),
            hypotheses={FROM_ABOVE: 4},
            instance={"high": "high", "X": "L*v", "c": "bound", "s": "r*(bound + 2)"},
        ),
        Inequality(
            6,
            r"$B\le\min(\frac12\Delta_a^2,3\varepsilon\Delta_a\rho_a)$, as $\frac12\le3$.",
            "min(gap**2/2, eps*gap*rho/2) <= min(gap**2/2, 3*eps*gap*rho)",
        ),
        Inequality(
            7,
            r"$\limsup_T\log T\,\|a\|^2\le\min(\frac12\Delta_a^2,3\varepsilon\Delta_a\rho_a)$.",
            "high <= min(gap**2/2, 3*eps*gap*rho)",
            uses=(2,),
            weights={5: "1", 6: "1"},
        ),
    ),
)
