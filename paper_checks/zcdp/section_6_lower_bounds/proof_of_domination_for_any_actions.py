"""The KL bound of Table zCDP policies for a Borel set of actions, such as the cube."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Identity, Inequality, OnClaim, Proof, Textbook

SPREAD = "row*(1 - row)**2 + (1 - row)*row**2"
ROWS: dict[str, int | str] = {
    "independent terms": 2,
    "the mean of each": 6,
    "the variance of each": 7,
}
NUMBER = {
    "mean": "mean",
    "first": "n*tau",
    "X": "row",
    "M": "tau",
    "variance": "variance",
    "second": "n*(tau*(1 - tau))",
    "Y": SPREAD,
    "U": "tau*(1 - tau)",
}
TERMS = "textbook.elementary-probability:independent terms"
ONE_LAW = "textbook.ionescu-tulcea:one law"
ANY_ACTIONS = Proof(
    "zcdp.fix.table.actions",
    where="rho in [0,inf), n in [0,inf), tau in [0,1], row in [0,1], p in [0,1], q in [0,1], "
    "v in [0,1], w in [0,1], mean in [0,inf), variance in [0,inf), second in [0,inf), "
    "low in [0,inf), div in [0,inf)",
    steps=(
        Given(
            1,
            r"$P_a,P'_a$ have densities measurable in $(a,r)$, and $\tau\ge t_a$ for all $a$. A "
            r"point $\omega=(j,u,v,w)$ of $\{0,1,2\}\times[0,1]^3$ names a row: its entry of arm "
            r"$a$ is the quantile at $v$ of the normalised common part of $P_a,P'_a$ if $j=0$ "
            r"or $u\ge t_a$, and otherwise the quantile at $w$ of the rest of $P_a$ for $j=1$, of "
            r"$P'_a$ for $j=2$. As $\pi$ is $\rho$-Table zCDP, it is a $\rho$-zCDP mechanism on "
            "lists of $n=T-1$ such points: one point changes one row.",
        ),
        Given(
            2,
            r"Draw $u,v,w$ uniformly for each row, independently; $j=j'=0$ if $u\ge\tau$, "
            r"otherwise $j=1$ in the first list and $j'=2$ in the second.",
        ),
        Identity(
            3,
            r"With the masses $c$ and $r$ of a set under the common part and under the rest of "
            r"$P_a$ the first entry lies in it with the probability $c+r$, that of $P_a$; the same "
            r"for the second one and $P'_a$. If $t=t_a$ is 0 or 1, one part is absent.",
            "(1 - t)*(c/(1 - t)) + t*(r/t) == c + r",
            where="t in (0,1), c in [0,1], r in [0,1]",
            uses=(1, 2),
        ),
        Textbook(
            4,
            r"The reward has, given the past and $a_t$, the law $P_{a_t}$: the output on the first "
            r"list has the law $m_{\nu\pi}$,",
            "p == q",
            fact=ONE_LAW,
            hypotheses={"the same conditional laws": 3},
            instance={"p": "p", "q": "q"},
        ),
        Textbook(
            5,
            r"and that on the second one $m_{\nu'\pi}$.",
            "v == w",
            fact=ONE_LAW,
            hypotheses={"the same conditional laws": 3},
            instance={"p": "v", "q": "w"},
        ),
        Given(6, r"The points of a row differ iff $u<\tau$.", "row == tau", uses=(2,)),
        Inequality(7, "The variance of that.", f"{SPREAD} == tau*(1 - tau)", uses=(6,)),
        Textbook(
            8,
            "Means add,",
            "mean == n*tau",
            fact=TERMS,
            over=("row",),
            hypotheses=ROWS,
            instance=NUMBER,
        ),
        Textbook(
            9,
            "and variances.",
            "variance == n*(tau*(1 - tau))",
            fact=TERMS,
            over=("row",),
            hypotheses=ROWS,
            instance=NUMBER,
        ),
        Textbook(
            10,
            "The second moment of the Hamming distance.",
            "second == variance + mean**2",
            fact="textbook.elementary-probability:variance",
            instance={"second": "second", "variance": "variance", "mean": "mean"},
        ),
        OnClaim(
            11,
            "Theorem 6 for this mechanism and the laws of the two lists.",
            "div <= rho*low",
            claim="zcdp.thm6",
            of_step=1,
            uses=(1, 4, 5),
        ),
        Textbook(
            12,
            "The infimum over the couplings is at most this one.",
            "low <= second",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 6},
            instance={"low": "low", "v": "second"},
        ),
        Inequality(
            13,
            r"$\mathrm{KL}(m_{\nu\pi}\|m_{\nu'\pi})\le\rho\,((T-1)^2\tau^2+(T-1)\tau(1-\tau))$.",
            "div <= rho*(n**2*tau**2 + n*tau*(1 - tau))",
            uses=(8, 9, 10),
            weights={11: "1", 12: "rho"},
        ),
    ),
)
