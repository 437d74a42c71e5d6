"""The proofs of Proposition 3.12 (a) to (c), step by step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES, total
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook

MACHINES = (
    r"On lists, tables and trees a machine has the law of its kernel, so $\pi$ may be taken as a "
    "kernel."
)
ON_LISTS = r"$\mathcal V^\pi_{r}=\mathcal M^\pi_{\mathbf x(r)}$ for the table of equal columns "
ON_PATHS = (
    r"$\mathcal M^\pi_{\mathbf x}(\mathbf a)=\mathcal V^\pi_{r(\mathbf x,\mathbf a)}(\mathbf a)$"
)

EVENT = ((0, 0, 0), (0, 1, 1), (1, 0, 0))


def equal_columns() -> Iterator[dict[str, Fraction]]:
    """Two lists that differ once and their tables, for one policy and event."""
    lists = ((0, 0), (0, 1))
    v, w = (total(LISTS.law(appendix, 3, r), EVENT) for r in lists)
    m, n = (total(TABLES.law(appendix, 3, tuple((x, x) for x in r)), EVENT) for r in lists)
    yield {"v": v, "w": w, "m": m, "n": n, "eps": Fraction(0), "delta": Fraction(1)}


def paths() -> Iterator[dict[str, Fraction]]:
    """Two tables that differ in one row, and a sequence with its lists, for one policy."""
    tables, a = (((0, 1), (1, 1)), ((0, 1), (0, 1))), (1, 0, 0)
    m, n = (TABLES.law(appendix, 3, x)[a] for x in tables)
    v, w = (LISTS.law(appendix, 3, [x[t][a[t]] for t in range(2)])[a] for x in tables)
    p, q = (total(TABLES.law(appendix, 3, x), EVENT) for x in tables)
    yield {"v": v, "w": w, "m": m, "n": n, "p": p, "q": q, "eps": Fraction(50)}


LISTS_ARE_TABLES = Proof(
    "thesis.prop3.12.b",
    instances=equal_columns,
    where="v in [0,1], w in [0,1], m in [0,1], n in [0,1], eps in [0,inf), delta in [0,1]",
    steps=(
        OnClaim(1, MACHINES, claim="thesis.def3.5.machine.repaired"),
        OnClaim(
            2,
            ON_LISTS + r"$\mathbf x(r)$, and $r\sim r'$ gives $\mathbf x(r)\sim\mathbf x(r')$.",
            "v == m",
            claim="thesis.red1",
            uses=(1,),
        ),
        OnClaim(3, ON_LISTS + r"$\mathbf x(r')$ too.", "w == n", claim="thesis.red1", uses=(1,)),
        Given(
            4,
            r"$\pi$ is $(\varepsilon,\delta)$-Table DP; for the neighbours $\mathbf x(r)$, "
            r"$\mathbf x(r')$ and an event $E$, with $m=\mathcal M^\pi_{\mathbf x(r)}(E)$ and "
            r"$n=\mathcal M^\pi_{\mathbf x(r')}(E)$.",
            "m <= exp(eps)*n + delta",
        ),
        Inequality(
            5,
            r"$\mathcal V^\pi_r(E)\le e^\varepsilon\mathcal V^\pi_{r'}(E)+\delta$ for all "
            r"$r\sim r'$ and $E$.",
            "v <= exp(eps)*w + delta",
            uses=(2, 3),
            weights={4: "1"},
        ),
    ),
)

CONCENTRATED = Proof(
    "thesis.prop3.12.c",
    where="dv in [0,inf), dm in [0,inf), rho in [0,inf), a in (1,inf)",
    steps=(
        OnClaim(1, MACHINES, claim="thesis.def3.5.machine.repaired"),
        OnClaim(
            2,
            ON_LISTS + r"$\mathbf x(r)$, also for a neighbour $r'$, and $\mathbf x(r)\sim\mathbf "
            r"x(r')$; divergences of the same two laws are one number.",
            "dv == dm",
            claim="thesis.red1",
            uses=(1,),
        ),
        Given(
            3,
            r"$\pi$ is $\rho$-Table zCDP: for neighbouring tables and each $\alpha>1$, "
            r"$D_\alpha\le\rho\alpha$.",
            "dm <= rho*a",
        ),
        Inequality(
            4,
            r"$D_\alpha(\mathcal V^\pi_r\|\mathcal V^\pi_{r'})\le\rho\alpha$ for all $r\sim r'$ "
            r"and $\alpha>1$.",
            "dv <= rho*a",
            uses=(2,),
            weights={3: "1"},
        ),
    ),
)

PURE = Proof(
    "thesis.prop3.12.a",
    instances=paths,
    where="v in [0,1], w in [0,1], m in [0,1], n in [0,1], p in [0,1], q in [0,1], eps in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$(\varepsilon,0)$-Table DP gives $(\varepsilon,0)$-View DP: one direction.",
            claim="thesis.prop3.12.b",
        ),
        OnClaim(2, MACHINES, claim="thesis.def3.5.machine.repaired"),
        OnClaim(
            3,
            ON_PATHS
            + r" for each sequence $\mathbf a$, and for $\mathbf x\sim\mathbf x'$ the two lists "
            "are neighbours.",
            "m == v",
            claim="thesis.red2.repaired",
            uses=(2,),
        ),
        OnClaim(
            4, r"The same for $\mathbf x'$.", "n == w", claim="thesis.red2.repaired", uses=(2,)
        ),
        Given(
            5,
            r"$\pi$ is $\varepsilon$-View DP; for the lists on the path of $\mathbf a$ and the "
            r"event $\{\mathbf a\}$.",
            "v <= exp(eps)*w",
        ),
        Inequality(
            6,
            r"$\mathcal M^\pi_{\mathbf x}(\mathbf a)\le e^\varepsilon\mathcal M^\pi_{\mathbf "
            r"x'}(\mathbf a)$ for every $\mathbf a$.",
            "m <= exp(eps)*n",
            uses=(3, 4),
            weights={5: "1"},
        ),
        Textbook(
            7,
            r"$\mathcal M^\pi_{\mathbf x}(E)\le e^\varepsilon\mathcal M^\pi_{\mathbf x'}(E)$ for "
            r"every $E\subseteq[K]^T$: $\pi$ is $\varepsilon$-Table DP. With step 1 the two are "
            "equivalent.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:atoms",
            over=("m", "n"),
            hypotheses={"the relation for each single outcome": 6},
            instance={"p": "p", "q": "q", "c": "exp(eps)", "A": "m", "B": "n"},
            uses=(1,),
        ),
    ),
)
