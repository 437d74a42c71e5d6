"""The proof that zCDP lies strictly between pure and approximate privacy, step by step."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.finite_pairs import leaky_pair
from banditproof.paper_checks.proofs import Computed, Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.vocabulary import need

LEAK = Fraction(1, 7)


def tells() -> str:
    """A mechanism that tells its data with probability 1/7 has an outcome that decides."""
    one, other = leaky_pair(Fraction(2), LEAK)
    sure = sum(p for p, q in zip(one, other, strict=True) if q == 0)
    need(sure == LEAK, "Another mass excludes the other data", mass=sure)
    return f"a mass of {sure} on outcomes that the other data exclude"


MIDDLE = Proof(
    "thesis.sec2.1.2.intermediate",
    where="x in (-inf,inf), eps in [0,inf), p in (0,1], q in [0,1]",
    parts=(2, 6),
    steps=(
        OnClaim(1, r"Pure DP implies zCDP, for some $\rho$.", claim="thesis.prop2.6"),
        OnClaim(
            2, "zCDP implies approximate DP, for some budget.", claim="thesis.prop2.6", uses=(1,)
        ),
        OnClaim(
            3,
            r"Normal noise of variance 1 on a statistic that moves by 1 is zCDP.",
            claim="thesis.thm2.14.zcdp.repaired",
        ),
        Inequality(
            4,
            r"On $E=\{x\le-\epsilon\}$ the log-ratio of the densities of $N(1,1)$ and $N(0,1)$ is "
            r"at most $-\epsilon-\frac12$.",
            "(x**2 - (x-1)**2)/2 <= -eps - 1/2",
            where="x <= -eps",
        ),
        Textbook(
            5,
            r"So for $p=N(0,1)(E)>0$ and $q=N(1,1)(E)$.",
            "q <= exp(-eps - 1/2)*p",
            where="x <= -eps",
            fact="textbook.elementary-probability:densities",
            over=("x",),
            which="x <= -eps",
            hypotheses={"the relation of the densities at every point": 4},
            instance={"p": "q", "q": "p", "e": "-eps - 1/2", "X": "(x**2 - (x-1)**2)/2"},
        ),
        Inequality(
            6,
            r"$p>e^\epsilon q$: this zCDP mechanism is not $\epsilon$-DP for any $\epsilon$.",
            "p > exp(eps)*q",
            where="x <= -eps",
            uses=(3,),
            weights={5: "exp(eps)"},
        ),
        Given(
            7,
            r"A mechanism that tells its data with probability $\delta$ and else is $\epsilon$-DP "
            r"is $(\epsilon,\delta)$-DP.",
        ),
        Computed(
            8,
            r"It has an outcome that is impossible for the neighbour, so $D_\alpha=\infty$ for all "
            r"$\alpha>1$: it is not zCDP for any $\rho$.",
            by=tells,
            uses=(7,),
        ),
    ),
)
