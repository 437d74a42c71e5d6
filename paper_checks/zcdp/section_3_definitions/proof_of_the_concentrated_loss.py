"""The proof of what View zCDP gives on tables, order by order, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Textbook,
)

SERIES = "textbook.nonnegative-series"


def masses() -> Iterator[Instance]:
    """A sequence on a table, and on the list of its own rewards there."""
    for table in TABLES.every(2, 2, (0, 1)):
        for path, mass in TABLES.law(appendix, 3, table).items():
            seen = tuple(row[arm] for row, arm in zip(table, path, strict=False))
            yield {"mass": mass, "of_list": LISTS.law(appendix, 3, seen)[path]}


CONCENTRATED_LOSS = Proof(
    "zcdp.fix.prop1d.renyi",
    instances=masses,
    where="mass in [0,1], of_list in [0,1], part in [0,inf), list in [1,inf), total in [1,inf), "
    "all in [1,inf), parts in [1,inf), K in [1,inf), T in [1,inf), a in (1,inf), rho in [0,inf), "
    "div in [0,inf)",
    steps=(
        OnClaim(
            1,
            "On lists and tables a machine has the law of its kernel.",
            claim="thesis.def3.5.machine.repaired",
        ),
        OnClaim(
            2,
            r"$\mathcal M^\pi_d(\mathbf a)=\mathcal V^\pi_{r(d,\mathbf a)}(\mathbf a)$ for each "
            r"$\mathbf a$, and for $d\sim d'$ the two lists are equal or neighbours.",
            "mass == of_list",
            claim="thesis.red2.repaired",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"The product $\mathcal V^\pi_r(\mathbf a)$ does not contain $r_T$; so all $\mathbf a$ "
            r"with the same $b=(a_1,\dots,a_{T-1})$ have one list $r_b$, and one $r'_b$.",
            claim="thesis.eq3.2",
        ),
        Given(
            4,
            r"The terms $\mathcal M^\pi_d(\mathbf a)^\alpha\mathcal M^\pi_{d'}(\mathbf a)^{1-\alpha"
            r"}$ of these $\mathbf a$ are terms of $e^{(\alpha-1)D_\alpha(\mathcal V_{r_b}\|"
            r"\mathcal V_{r'_b})}$, each once.",
            uses=(2, 3),
        ),
        Textbook(
            5,
            "So their sum is at most this moment of the two lists.",
            "part <= list",
            fact=f"{SERIES}:some of the terms",
            hypotheses={"each counted term is one of the others": 4, "none counts twice": 4},
            instance={"x": "part", "y": "list"},
        ),
        Given(
            6,
            r"$\pi$ is $\rho$-View zCDP: $D_\alpha\le\rho\alpha$ for the lists $r_b$ and $r'_b$, "
            "which are equal or neighbours.",
            "list <= exp((a-1)*rho*a)",
        ),
        Inequality(
            7,
            "Each part is at most the same number.",
            "part <= exp((a-1)*rho*a)",
            weights={5: "1", 6: "1"},
        ),
        Given(
            8,
            r"The moment of the two tables is the sum of the parts over all $b$; the sum of their "
            "bounds is their number times the bound.",
            "all == parts*exp((a-1)*rho*a)",
        ),
        Textbook(
            9,
            "So it is at most the sum of the bounds.",
            "total <= all",
            fact=f"{SERIES}:order",
            over=("part", "list"),
            hypotheses={"the sum": 8, "each term is <= its bound": 7},
            instance={"x": "total", "y": "all", "X": "part", "Y": "exp((a-1)*rho*a)"},
        ),
        Induction(
            10,
            r"There are $K^{T-1}$ tuples $b$: one for $T=1$, and $K$ times as many in each round.",
            "parts == exp((T-1)*log(K))",
            variable="T",
            sequence="parts",
            first="1",
            following="K*parts",
        ),
        Inequality(
            11,
            r"The moment of the two tables is at most $K^{T-1}e^{(\alpha-1)\rho\alpha}$.",
            "total <= exp((T-1)*log(K))*exp((a-1)*rho*a)",
            uses=(8, 9, 10),
        ),
        Inequality(
            12,
            "Its logarithm,",
            "log(total) <= (T-1)*log(K) + (a-1)*rho*a",
            uses=(11,),
            monotone=("log", "exp((T-1)*log(K))*exp((a-1)*rho*a)", "total"),
        ),
        Given(13, r"which is $(\alpha-1)D_\alpha$.", "log(total) == (a-1)*div"),
        Inequality(
            14,
            r"$D_\alpha(\mathcal M^\pi_d\|\mathcal M^\pi_{d'})\le\rho\alpha+(T-1)\log K/(\alpha-1)$"
            r" for all $d\sim d'$ and $\alpha>1$.",
            "div <= rho*a + (T-1)*log(K)/(a-1)",
            uses=(12, 13),
        ),
    ),
)
