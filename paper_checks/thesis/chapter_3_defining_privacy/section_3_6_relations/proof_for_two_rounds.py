"""The proof about two rounds with rewards 0 and 1 at eps = 0, step by step."""

from __future__ import annotations

from itertools import product

from banditproof.paper_checks.proofs import (
    Enumeration,
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)


def at_most_both(pair: tuple[int, int]) -> bool:
    """d(x, y) <= d(0, 1) for a distance d, which is symmetric and 0 where x = y, and d(0, 1) >= 0.

    The distance is c where the rewards differ, in either order; here c = 1, to scale.
    """
    x, y = pair
    return abs(x - y) <= abs(0 - 1)


TWO_ROUNDS = Proof(
    "thesis.prop3.12.binary",
    where="w in [0,1], d in [0,1], c in [0,1], s in (-inf,inf), j in [0,inf), table in [0,1], "
    "view in [0,1], v in [0,1], u in [0,1]",
    steps=(
        OnClaim(
            1,
            r"By (3.1) the probability of $(a_1,a_2)$ is $\pi_1(a_1)\,\pi_2(a_2\mid a_1,x_{1,a_1})"
            r"$. At $\varepsilon=0$ the largest gain of an event is the sum of the positive parts "
            r"of the differences: $\sum_aw_ad_a$, with $w_a=\pi_1(a)$ and $d_a$ the total "
            r"variation of $\pi_2(\cdot\mid a,x_{1,a})$ and $\pi_2(\cdot\mid a,x'_{1,a})$.",
            claim="thesis.eq3.1",
        ),
        Enumeration(
            2,
            r"With two rewards $d_a$ is 0 or $c_a$, the distance for 0 and 1, in either order.",
            cases=lambda: product((0, 1), repeat=2),
            holds=at_most_both,
            count=4,
        ),
        Given(3, r"So $d_a\le c_a$ for every row and neighbour.", "d <= c", uses=(1, 2)),
        Induction(
            4,
            r"The sum $s$ of $w_a(c_a-d_a)$ over the arms is at least 0.",
            "s >= 0",
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following="s + w*(c - d)",
            weight="1",
            uses=(3,),
        ),
        Given(
            5,
            r"On the lists $r_1=0$ and $r'_1=1$ every $d_a$ is $c_a$, so $s$ is at most the View "
            r"$\delta$ less the gain on a table.",
            "s <= view - table",
        ),
        Inequality(
            6,
            r"The Table $\delta$ is at most the View $\delta$.",
            "table <= view",
            weights={4: "1", 5: "1"},
        ),
        OnClaim(
            7,
            r"The policy is $(0,\delta)$-Table DP with the Table $\delta$, so it is "
            r"$(0,\delta)$-View DP with that: for each event $v=\mathcal V_{\mathbf r}(E)$ and "
            r"$u=\mathcal V_{\mathbf r'}(E)$.",
            "v <= u + table",
            claim="thesis.prop3.12.b",
            of_step=5,
            instance={"eps": "0", "w": "u", "delta": "table"},
        ),
        Inequality(8, r"The gain of $E$ on these lists.", "v - u <= table", weights={7: "1"}),
        Textbook(
            9,
            r"The View $\delta$, the largest gain, is at most the Table $\delta$.",
            "view <= table",
            fact="textbook.bounds-of-sets:least upper bound",
            over=("v", "u"),
            hypotheses={"c is an upper bound": 8},
            instance={"high": "view", "c": "table", "X": "v - u"},
        ),
        Inequality(10, "They are one.", "table == view", uses=(6, 9)),
    ),
)
