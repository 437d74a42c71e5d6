"""Lemmas C.1, C.3 and C.5 from the steps of their proofs: n = n_2, L = log T, s the slack."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

UPPER = "textbook.bounds-of-sets:upper limit with a margin"
FROM_ABOVE = "x_n <= c + s for every s > 0 and all large n"

DOUBLE_CHANGE = Proof(
    "bern.lemC.1",
    where="p in [0,1], few in [0,1], factor in [1,inf), rest in (0,inf), most in [0,inf), "
    "eps in [0,inf), n in [0,inf), tv in [0,1], s in (0,inf), k in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"Both changes of measure: $P_{\gamma\pi}(\Omega\cap L\cap A)\le "
            r"e^{(1+\alpha)n_2(\epsilon\mathrm{TV}+\mathrm{kl})}P_{\nu''\pi}(N_2\le n_2)$, if kl "
            r"is finite. (At $\mu''_2=1>\mu'_2$ it is not, and nothing is to be shown.)",
            "p <= exp((1 + s)*n*(eps*tv + k))*few",
            claim="bern.proofC.2.measure",
            of_step=16,
            instance={"left": "p"},
        ),
        Given(2, "Let factor be this power.", "factor == exp((1 + s)*n*(eps*tv + k))"),
        OnClaim(
            3,
            r"$P_{\nu''\pi}(N_2\le n_2)\le O(T^a)/(T-n_2)$, where $n_2<T$.",
            "few <= most/rest",
            claim="bern.proofC.2.markov",
            of_step=5,
            instance={"E": "most", "rounds": "rest"},
        ),
        Inequality(
            4,
            "Together.",
            "p <= factor*most/rest",
            uses=(2,),
            weights={1: "1", 3: "factor"},
        ),
    ),
)


def vanishing(id: str, event: str, terms: str, by: str) -> Proof:
    """A walk of positive drift is above (1 + s) n times its drift with a probability that "
    "vanishes."""
    return Proof(
        id,
        where="p in [0,1], tail in [0,1], s in (0,inf), n in [1,inf), drift in (0,inf), "
        "m in [0,inf), walk in (-inf,inf), v in [0,inf), r in (0,inf), high in [0,1]",
        steps=(
            OnClaim(1, event, "p <= tail", claim=by, of_step=8, instance={"q": "tail"}),
            Given(2, r"If $S_m>(1+\alpha)\,n_2\cdot$ drift for an", "walk >= (1 + s)*n*drift"),
            Given(3, r"$m\le n_2$,", "m <= n"),
            Inequality(
                4,
                r"then $S_m-m\cdot$ drift $\ge\alpha\,n_2\cdot$ drift.",
                "walk - m*drift >= s*n*drift",
                weights={2: "1", 3: "drift"},
            ),
            Given(5, terms),
            Textbook(
                6,
                r"Kolmogorov's inequality: $P(\max_{m\le n_2}S_m>(1+\alpha)\,n_2\cdot$ "
                r"drift$)\,(\alpha"
                r"\,n_2\cdot$ drift$)^2\le n_2V$.",
                "tail*(s*n*drift)**2 <= n*v",
                fact="textbook.kolmogorov",
                hypotheses={
                    "independent terms of mean 0": 5,
                    "their variances": 5,
                    "on the event X >= c": 4,
                },
                instance={"p": "tail", "c": "s*n*drift", "v": "n*v", "X": "walk - m*drift"},
                over=("walk", "m"),
            ),
            Inequality(
                7,
                r"So the probability times $n_2\,(\alpha\cdot$ drift$)^2$ is at most $V$.",
                "p*(s*drift)**2*n <= v",
                weights={1: "(s*drift)**2*n", 6: "1/n"},
            ),
            Given(
                8,
                r"As $n_2\to\infty$, for every $r>0$ and all large $T$",
                "r*(s*drift)**2*n >= v",
            ),
            Inequality(
                9,
                r"it is at most $r$:",
                "p <= 0 + r",
                weights={7: "1/((s*drift)**2*n)", 8: "1/((s*drift)**2*n)"},
            ),
            Textbook(
                10,
                r"its upper limit is 0.",
                "high <= 0",
                fact=UPPER,
                hypotheses={FROM_ABOVE: 9},
                instance={"high": "high", "X": "p", "c": "0", "s": "r"},
                over=("r", "p", "n"),
            ),
        ),
    )


LIKELIHOOD = vanishing(
    "bern.lemC.3",
    r"$P_{\gamma\pi}(\Omega\cap L\cap A^c)\le P_{\gamma\pi}(\Omega\cap A^c)$ is at most the "
    r"probability "
    r"that the walk with the steps $W_s$, of drift $\mathrm{kl}(\mu'_2,\mu''_2)$, is above "
    r"$(1+\alpha)\,n_2\,\mathrm{kl}$. Where the drift is 0 or infinite the event is empty.",
    r"The $W_s$ are independent of one law with at most two values: of finite variance $V$.",
    "bern.proofC.4.walk",
)
DISAGREEMENT = vanishing(
    "bern.lemC.5",
    r"$P_{\gamma\pi}(\Omega\cap L^c)$ is at most the probability that the walk with the steps "
    r"$Z_s$, "
    r"of drift $\mathrm{TV}(P_2,P'_2)$, is above $(1+\alpha)\,n_2\,\mathrm{TV}$. Where the drift "
    r"is 0 "
    "the event is empty.",
    r"The $Z_s$ are independent coins: of variance $V\le1$.",
    "bern.proofC.6.binomial",
)
