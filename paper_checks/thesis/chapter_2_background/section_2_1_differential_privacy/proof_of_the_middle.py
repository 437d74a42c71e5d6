"""The proof that zCDP lies strictly between pure and approximate privacy, step by step."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.finite_pairs import leaky_pair
from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need

LEAK = Fraction(1, 7)


def tells() -> str:
    """A mechanism that tells its data with probability 1/7 has an outcome that decides."""
    one, other = leaky_pair(Fraction(2), LEAK)
    sure = sum(p for p, q in zip(one, other, strict=True) if q == 0)
    need(sure == LEAK, "Another mass excludes the other data", mass=sure)
    return f"a mass of {sure} on outcomes that the other data exclude"


MIDDLE = Proof(
    "thesis.sec2.1.2.intermediate",
    where="x in (-inf,inf), eps in [0,inf), p in (0,1], q in [0,1], delta in (0,1], s in [0,1], "
    "t in [0,1], m in [0,1], n in [0,1], u in [0,1], v in [0,1]",
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
            r"A mechanism tells its data with probability $\delta$, and else draws from an "
            r"$\epsilon$-DP mechanism: it gives an event the probability $u=\delta s+(1-\delta)m$, "
            r"where $s$ is 1 if the event holds the data, else 0,",
            "u == delta*s + (1-delta)*m",
        ),
        Given(
            8,
            r"and for neighbouring data $v=\delta t+(1-\delta)n$,",
            "v == delta*t + (1-delta)*n",
        ),
        Given(
            9,
            r"where the $\epsilon$-DP mechanism has $m\le e^\epsilon n$.",
            "m <= exp(eps)*n",
        ),
        Inequality(
            10,
            r"It is $(\epsilon,\delta)$-DP: $u\le\delta+(1-\delta)m$, and $(1-\delta)n\le v$.",
            "u <= exp(eps)*v + delta",
            uses=(7, 8),
            weights={9: "1 - delta"},
            rest="delta*(1 - s) + exp(eps)*delta*t",
        ),
        Computed(
            11,
            r"It has an outcome that is impossible for the neighbour, so $D_\alpha=\infty$ for all "
            r"$\alpha>1$: it is not zCDP for any $\rho$.",
            by=tells,
            uses=(7,),
        ),
        Parts(
            12,
            "Both inclusions, and that neither holds conversely.",
            uses=(1, 2, 6, 10, 11),
        ),
    ),
)
