"""The proofs about the indexes (5.1) and (5.2): the noise of the mean, the root, and optimism."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)

NOISE = Proof(
    "thesis.eq5.1.noise",
    where="N in [1,inf), n in [1,inf), eps in (0,inf), r in (0,inf), s in (-inf,inf), c in "
    "[0,inf), "
    "u in [0,1], v in [0,1], a in [0,inf), b in [0,inf), ratio in (-inf,inf), p in [0,1], q in "
    "[0,1]",
    steps=(
        Given(1, r"A mean of $n=\max\{1,N/2\}$ rewards (thesis.alg7.samples).", "2*n >= N"),
        Given(
            2,
            r"Neighbours differ in one of them, $u$ or $v$; the others sum to $c$: the one mean,",
            "a == (c+u)/n",
        ),
        Given(3, "and the other.", "b == (c+v)/n"),
        Inequality(4, r"They differ by at most $1/n$.", "abs(a-b) <= 1/n", uses=(2, 3)),
        Given(5, r"The noise has the scale $1/r=\frac2{\epsilon N}$.", "r == eps*N/2"),
        Given(
            6,
            r"The logarithm of the ratio of the densities $\frac r2e^{-r|s-a|}$, "
            r"$\frac r2e^{-r|s-b|}$.",
            "ratio == r*(abs(s-b) - abs(s-a))",
        ),
        Inequality(7, "The triangle inequality.", "abs(s-b) - abs(s-a) <= abs(a-b)"),
        Inequality(8, r"$r\le\epsilon n$.", "r <= eps*n", uses=(5,), weights={1: "eps/2"}),
        Inequality(
            9,
            r"So it is at most $\epsilon$.",
            "ratio <= eps",
            uses=(6,),
            weights={7: "r", 4: "r", 8: "1/n"},
        ),
        Textbook(
            10,
            r"$P(E)\le e^\epsilon Q(E)$ for all events.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:densities",
            hypotheses={"the relation of the densities at every point": 9},
            instance={"p": "p", "q": "q", "e": "eps", "X": "ratio"},
            over=("ratio", "s"),
        ),
    ),
)
GROWS = "thesis.lemC.25.monotone"
ROOT = Proof(
    "thesis.eq5.2.root",
    where="x in [0,1), p in (0,1), q in (0,1), y in [0,1], z in (0,1), v in [0,inf)",
    parts=(1, 2, 3, 6, 7),
    steps=(
        Inequality(1, r"$q=x$ belongs to the set: the index is at least $x$.", "kl(x,x) <= v"),
        OnClaim(
            2,
            r"$d(x,\cdot)$ grows above $x$: the set is an interval that grows with $v$,",
            "kl(x,p) <= kl(x,q)",
            claim=GROWS,
            of_step=9,
            instance={"w": "x", "a": "p", "b": "q"},
            where="x <= p, p <= q",
        ),
        OnClaim(
            3,
            r"and $d(\cdot,q)$ falls below $q$: the index grows with $x$.",
            "kl(p,q) <= kl(y,q)",
            claim=GROWS,
            of_step=7,
            instance={"p": "q", "x": "p", "y": "y"},
            where="p <= q, y <= p",
        ),
        Inequality(4, r"The entropy of $x$ is at most $\log2$.", "kl(x,1/2) >= 0"),
        Inequality(
            5,
            r"$d(x,1-z)\ge(1-x)\log\frac1z-\log2$ for $x>0$,",
            "kl(x,1-z) >= -(1-x)*log(z) - log(2)",
            where="x > 0",
            weights={4: "1"},
            rest="-x*log(1-z)",
        ),
        Inequality(
            6,
            r"so $q=1-z$ is outside of the set for small $z$: the index is below 1.",
            "kl(x,1-z) > v",
            where="x > 0, -(1-x)*log(z) > v + log(2)",
            weights={5: "1"},
        ),
        Identity(
            7,
            r"At $x=0$: $d(0,q)=\log\frac1{1-q}$, which is $v$ at $q=1-e^{-v}$.",
            "kl(0,q) == -log(1-q)",
        ),
        Parts(8, r"At $x=1$ all $q<1$ have $d=\infty$.", uses=(1, 2, 3, 6, 7)),
    ),
)
OPTIMISTIC_UCB = Proof(
    "thesis.eq5.1.optimistic",
    where="n in [1,inf), eps in (0,inf), beta in (0,inf), L in [0,inf), d in (0,1], p in [0,1]",
    steps=(
        Given(
            1,
            r"The rewards of $n$ pulls of an arm are independent draws in $[0,1]$, and $L=\log t$.",
        ),
        Given(2, r"Let $\delta=t^{-\beta}$.", "d == exp(-beta*L)"),
        OnClaim(
            3,
            r"(C.3): the mean, the noise of scale $\frac1{\epsilon n}$ and the width of (5.1).",
            "p <= 3/2*d",
            claim="thesis.lemC.2.repaired",
            of_step=18,
            instance={"down": "p"},
            uses=(1,),
        ),
        Inequality(4, r"At most $\frac32t^{-\beta}$.", "p <= 3/2*exp(-beta*L)", uses=(2, 3)),
    ),
)
OPTIMISTIC_KLUCB = Proof(
    "thesis.eq5.2.optimistic",
    where="mu in (0,1), beta in (0,inf), L in [0,inf), d in (0,1], p in [0,1]",
    parts=(5,),
    steps=(
        Given(1, r"The rewards of $n$ pulls of an arm are independent coins, and $L=\log t$."),
        Given(2, r"Let $\delta=t^{-\beta}$.", "d == exp(-beta*L)"),
        OnClaim(
            3,
            r"(C.7) where $\log(1/\delta)/n\le d(0,\mu)$.",
            "p <= 3/2*d",
            claim="thesis.lemC.3.claim2.repaired",
            of_step=20,
            instance={"low": "p"},
            uses=(1,),
        ),
        Inequality(4, r"At most $\frac32t^{-\beta}$.", "p <= 3/2*exp(-beta*L)", uses=(2, 3)),
        OnClaim(
            5,
            r"And elsewhere it is 0.",
            "p <= 3/2*d",
            claim="thesis.lemC.3.claim2.repaired",
            of_step=23,
            instance={"never": "p"},
            uses=(1,),
        ),
        Parts(6, "Both cases.", uses=(4, 5)),
    ),
)
