"""The proofs of (23), of the length of an episode, and of (25)."""

from __future__ import annotations

from banditproof.paper_checks.models.unit_vector_growth import GROWTH_RANGES, GROWTH_STEPS
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

GROWTH = Proof(
    "zcdp.eplen.eq23.repaired",
    where="x in (0,inf), y in (0,inf), C in (0,inf)",
    steps=(
        Given(
            1,
            r"Episode $\ell$ goes on after round $t-1$ only if line 6 does not fire at $t$. If it "
            r"has two rounds, $t=t_{\ell+1}-1$ is such a round: $x=\det V_{t_{\ell+1}-2}$, "
            r"$y=\det V_{t_\ell-1}$.",
            "x <= (1 + C)*y",
        ),
        Inequality(2, r"If it has one round, $x=y$.", "y <= (1 + C)*y"),
        Inequality(3, "In both cases.", "max(x,y) <= (1 + C)*y", uses=(1, 2)),
    ),
)

LENGTH = Proof(
    "zcdp.fix.oful.len",
    where=f"{GROWTH_RANGES}, C in (0,inf)",
    steps=(
        *GROWTH_STEPS,
        Given(
            10,
            r"Line 6 does not fire at $t_{\ell+1}-1$: after $n=t_{\ell+1}-2-\tau$ rounds",
            "P <= 1 + C",
        ),
        Inequality(
            11,
            r"$\lambda+\tau+n\le(1+C)(\lambda+\tau)$.",
            "l + a + n <= (1 + C)*(l + a)",
            weights={9: "1", 10: "l + a"},
        ),
        Inequality(
            12,
            r"With $t_\ell=\tau+1$ and $t_{\ell+1}=\tau+n+2$.",
            "a + n + 2 <= (1 + C)*(a + 1 + l - 1) + 2 - l",
            weights={11: "1"},
        ),
        Inequality(
            13,
            r"If $C+\lambda\ge1$, then $t_{\ell+1}\le(1+C)(1+\lambda)t_\ell$.",
            "a + n + 2 <= (1 + C)*(1 + l)*(a + 1)",
            where="C + l >= 1",
            weights={12: "1"},
            rest="(1 + C)*l*a + (C + l - 1)",
        ),
    ),
    parts=(12,),
)

RATIO = Proof(
    "zcdp.eplen.ratio",
    where="a in [0,inf), n in [0,inf), l in [1,inf), C in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"$\lambda\ge1$ and $C>0$, so that $C+\lambda\ge1$.",
            "a + n + 2 <= (1 + C)*(1 + l)*(a + 1)",
            claim="zcdp.fix.oful.len",
            of_step=13,
            where="C + l >= 1",
        ),
        Inequality(
            2,
            r"With $t_\ell=a+1$, $t_{\ell+1}=a+n+2$: $t_{\ell+1}/t_\ell\le(1+C)(1+\lambda)$.",
            "(a + n + 2)/(a + 1) <= (1 + C)*(1 + l)",
            where="C + l >= 1",
            weights={1: "1/(a + 1)"},
        ),
    ),
)

INVERSES = Proof(
    "zcdp.eplen.eq25.repaired",
    where="a in [0,inf), n in [0,inf), l in (0,inf), C in (0,inf), s in [0,inf), k in [0,inf), "
    "r in (-inf,inf)",
    steps=(
        OnClaim(
            1,
            r"With $\tau=a=t_\ell-1$ and at most $n+1=t_{\ell+1}-t_\ell$ rounds in the episode:",
            "a + n + 2 <= (1 + C)*(a + 1 + l - 1) + 2 - l",
            claim="zcdp.fix.oful.len",
            of_step=12,
        ),
        Inequality(
            2,
            r"If $\tau\ge1$, its terms $1/\tau$ add up to at most $1+C(1+\lambda)$.",
            "(n + 1)/a <= 1 + C*(1 + l) + 0*r",
            where="a >= 1",
            weights={1: "1/a"},
            rest="(1 + C*l)*(1 - 1/a)",
        ),
        Textbook(
            3,
            r"The sum over the $k=\ell(T)$ episodes after the first one.",
            "s <= k*(1 + C*(1 + l)) + 0*r",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 2},
            instance={"x": "s", "n": "k", "c": "1 + C*(1 + l)", "b": "0", "z": "r"}
            | {"X": "(n + 1)/a", "Z": "r"},
            over=("n", "a"),
            which="a >= 1",
        ),
        Inequality(
            4,
            r"$\sum_{t:\tau_t\ge1}\frac1{\tau_t}\le(1+C(1+\lambda))\ell(T)\le(1+C)(1+\lambda)"
            r"\ell(T)$.",
            "s <= (1 + C)*(1 + l)*k",
            weights={3: "1"},
        ),
    ),
    parts=(3,),
)
