"""The proof of the regret of batched EXP4 for all parameters: the chain with the mean square.

The letters are those of the chain, with s = lambda the scale of the noise, q = N n the number of
its coordinates, x = s log q, and y = sqrt(10) log q.
"""

from __future__ import annotations

from dataclasses import replace

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Parts, Proof, Textbook

from .proof_of_the_batched_chain import CHAIN

LARGE = "q*exp(-(sqrt(10)*log(q)))"
MOMENT = "s**2*(2 - exp(-r)*(r**2 + 2*r + 2))/(1 - exp(-r))"
INSIDE = f"h*K + 2*h*s**2 + {LARGE}"
BOUND = f"t*log(N)/h + t*n*(g + {INSIDE}) + T - t*n"
VOID = f"t*log(N)/h + t*n*(1 + {INSIDE}) + T - t*n"
TUNED = Proof(
    "adv.thm10.tuned",
    where=f"{CHAIN.where}, s in (0,inf), q in (1,inf), r in (0,inf), D in [0,inf), "
    "all in (-inf,inf)",
    parts=(42,),
    steps=(
        OnClaim(
            1,
            r"Some noise is at least $\sqrt{10}x$ in absolute value with probability at most",
            f"bad <= {LARGE}",
            claim="adv.lem20",
            of_step=7,
            instance={"p": "bad", "n": "q"},
        ),
        CHAIN.step(2),
        Given(3, r"The condition $4\eta s\log(Nn)\le1$.", "4*h*x <= 1"),
        *CHAIN.steps[3:12],
        Given(
            13,
            r"The density of $z$ is that of $\mathrm{Lap}(s)$ on $[-rs,rs]$, $r=\sqrt{10}\log q$, "
            "divided by its mass; its mean square is",
            f"Ez == {MOMENT}",
            uses=(2,),
        ),
        OnClaim(
            14,
            "at most that of the noise itself.",
            f"{MOMENT} <= 2*s**2",
            claim="adv.cor22.truncated",
            of_step=3,
            instance={"y": "r", "b": "s"},
        ),
        Inequality(15, "So", "Esq <= Ev + 2*s**2", uses=(11, 12, 13), weights={14: "1"}),
        CHAIN.step(16),
        Textbook(
            17,
            "Thus",
            "EB <= V + n*(2*s**2)",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 16, "each term is <= its bound": 15},
            instance={"x": "EB", "y": "V + n*(2*s**2)", "X": "Esq", "Y": "Ev + 2*s**2"},
            over=("Esq", "Ev", "cross", "Ez"),
        ),
        *CHAIN.steps[17:30],
        replace(CHAIN.step(31), formula="M <= S + log(N)/h + h*(K*n/(1-g) + 2*n*s**2)"),
        *CHAIN.steps[31:33],
        Given(34, "The losses are at most 1.", "F <= t*n"),
        Given(35, r"$T-\tau n$ rounds are left over.", "rest <= T - t*n"),
        CHAIN.step(36),
        Given(
            37,
            "Let",
            "D == t*log(N)/h + t*n*(g + h*K + 2*h*s**2)",
        ),
        Inequality(
            38,
            "So the regret of the batches is at most",
            "d <= D",
            uses=(33, 36, 37),
            weights={31: "(1-g)*t", 34: "g"},
            rest="g*t*S + g*t*log(N)/h + 2*g*h*t*n*s**2",
        ),
        Given(
            39,
            r"If some noise is large, it is at most $\tau n$.",
            "worst <= (1-bad)*d + bad*(t*n) + rest",
        ),
        Inequality(
            40,
            "For all losses and all advice:",
            "worst <= D + t*n*bad + T - t*n",
            weights={39: "1", 38: "1-bad", 35: "1"},
            rest="bad*D",
        ),
        Inequality(41, "that is", f"worst <= {BOUND}", uses=(37,), weights={40: "1", 1: "t*n"}),
        Textbook(
            42,
            "and so for the supremum.",
            f"reg <= {BOUND}",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 41},
            instance={"high": "reg", "c": BOUND, "X": "worst"},
            over=("worst", "d", "rest", "bad"),
        ),
        Given(43, r"The regret is at most $T$.", "all <= T"),
        Inequality(
            44,
            r"So it is where $\gamma=1$.",
            f"all <= {VOID}",
            weights={43: "1"},
            rest=f"t*log(N)/h + t*n*({INSIDE})",
        ),
        Parts(45, r"Both cases of $\gamma$.", uses=(42, 44)),
    ),
)
