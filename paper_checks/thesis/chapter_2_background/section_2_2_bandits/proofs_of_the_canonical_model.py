"""The proofs about the canonical model and its regret: Definition 2.16, (2.7) and (2.8)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.proofs import Given, Identity, Induction, OnClaim, Proof, Textbook

MEASURE = Proof(
    "thesis.def2.16.measure",
    where="t in [0,inf), s in [0,inf), d in (-inf,inf), joint in [0,inf), past in [0,inf), "
    "k in [0,1], f in [0,inf), new in [0,inf), old in [0,inf), sum in [0,1], mass in [0,1]",
    steps=(
        Given(
            1,
            r"The $\pi_t$ are kernels of the past, and $P_a$ has the density $p_a$ with respect to "
            r"$\lambda$; so $\pi_t(a\mid H_{t-1})\,p_a(r)$ is the density of a kernel.",
        ),
        Textbook(
            2,
            r"There is one law of histories for which (a) and (b) hold, and its density of $t$ "
            r"rounds is that of $t-1$ rounds times $k\,f=\pi_t(a_t\mid H_{t-1})\,p_{a_t}(r_t)$.",
            "joint == past*(k*f)",
            fact="textbook.ionescu-tulcea",
            hypotheses={"each factor is a kernel of the past": 1},
            instance={"joint": "joint", "past": "past", "k": "k*f"},
        ),
        Given(3, "The printed product has the same factor more.", "new == old*(k*f)"),
        Identity(
            4,
            "The difference of the two is multiplied by this factor.",
            "joint - new == (past - old)*(k*f)",
            uses=(2, 3),
        ),
        Induction(
            5,
            r"It is $1-1$ for $t=0$, so the product is the density of that law for every $t$.",
            "d == 0",
            variable="t",
            start="0",
            sequence="d",
            first="1 - 1",
            following="d*(k*f)",
            uses=(4,),
        ),
        Given(6, r"$\sum_a\pi_t(a\mid\cdot)=1$.", "sum == 1"),
        Given(7, r"$\int p_a\,d\lambda=1$.", "mass == 1"),
        Induction(
            8,
            "The mass of the product is 1 at every horizon: the last round multiplies it by 1.",
            "s == 1",
            variable="t",
            start="0",
            sequence="s",
            first="1",
            following="s*sum*mass",
            uses=(5, 6, 7),
        ),
    ),
)

POLICY = Proof(
    "thesis.def2.16.policy.repaired",
    (
        Given(1, r"Each $\pi_t$ is a kernel from the histories of $t-1$ pairs."),
        OnClaim(
            2,
            "The product of these kernels with the laws of the arms is the density of a "
            "probability: its mass is 1.",
            claim="thesis.def2.16.measure",
            uses=(1,),
        ),
    ),
)


def two_rounds() -> Iterator[dict[str, Fraction]]:
    """Arms of means 3/4 and 1/4; a fair first arm, then the first arm: 3/2 pulls of it."""
    means, pulls = (Fraction(3, 4), Fraction(1, 4)), (Fraction(3, 2), Fraction(1, 2))
    total = sum((m * n for m, n in zip(means, pulls, strict=True)), Fraction(0))
    regret = 2 * means[0] - total
    gaps = (means[0] - means[1]) * pulls[1]
    yield {"T": Fraction(2), "best": means[0], "total": total, "reg": regret} | {
        "means": total,
        "pulls": gaps,
    }


DECOMPOSITION = Proof(
    "thesis.eq2.7-2.8",
    where="t in [0,inf), T in [1,inf), best in (-inf,inf), mean in (-inf,inf), gap in (-inf,inf), "
    "x in (-inf,inf), reg in (-inf,inf), total in (-inf,inf), means in (-inf,inf), "
    "pulls in (-inf,inf)",
    instances=two_rounds,
    steps=(
        OnClaim(
            1,
            r"Given $H_{t-1}$ and $a_t$, the reward $r_t$ has the law $P_{a_t}$, so the mean "
            r"$\mu_{a_t}$, which is finite.",
            claim="thesis.def2.16.measure",
        ),
        Given(
            2,
            r"(2.7): $\mathrm{Reg}_T=T\mu^\star-\mathbb E\sum_tr_t$.",
            "reg == T*best - total",
        ),
        Textbook(
            3,
            r"$\mathbb E\sum_tr_t=\mathbb E\sum_t\mu_{a_t}$.",
            "total == means",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 1},
            instance={"x": "total", "y": "means"},
        ),
        Given(4, r"$\Delta_a=\mu^\star-\mu_a$.", "gap == best - mean"),
        Induction(
            5,
            r"On every history $x_t=t\mu^\star-\sum_{s\le t}\mu_{a_s}-\sum_a\Delta_aN_a(t)$ is 0: "
            r"a round with the arm $a$ adds $\mu^\star-\mu_a$, and 1 to $N_a$ alone.",
            "x == 0",
            variable="t",
            start="0",
            sequence="x",
            first="0",
            following="x + best - mean - gap*1",
            uses=(4,),
        ),
        Given(
            6,
            r"The quantities of step 5 at $t=T$: $m=\sum_t\mu_{a_t}$, and "
            r"$p=\sum_a\Delta_aN_a(T)$.",
            "m == T*best - p - x",
            where="m in (-inf,inf), p in (-inf,inf)",
        ),
        Identity(
            7,
            "So they are tied on every history.",
            "m == T*best + -1*p",
            where="m in (-inf,inf), p in (-inf,inf)",
            uses=(5, 6),
        ),
        Textbook(
            8,
            r"The mean: $\mathbb E\sum_t\mu_{a_t}=T\mu^\star-\sum_a\Delta_a\,\mathbb E N_a(T)$.",
            "means == T*best - pulls",
            where="m in (-inf,inf), p in (-inf,inf)",
            fact="textbook.elementary-probability:linear",
            over=("m", "p"),
            hypotheses={"X = c + b Z at every outcome": 7},
            instance={"x": "means", "c": "T*best", "b": "-1", "z": "pulls", "X": "m", "Z": "p"},
        ),
        Identity(
            9,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\,\mathbb E N_a(T)$.",
            "reg == pulls",
            uses=(2, 3, 8),
        ),
    ),
)
