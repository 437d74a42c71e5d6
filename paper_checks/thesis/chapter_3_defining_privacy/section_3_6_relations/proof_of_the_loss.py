"""The proofs about the loss from lists to tables, Proposition 3.12 (d), step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)

from .leak_if_all_match import gains, parts_of_an_event
from .proof_of_proposition_3_12 import MACHINES, ON_PATHS

MASSES = "v in [0,1], w in [0,1], m in [0,1], n in [0,1], p in [0,1], q in [0,1]"
BUDGETS = "eps in [0,inf), delta in [0,1], K in [1,inf), T in [1,inf)"


PARTS = {"p": "p", "q": "q", "c": "exp(eps)", "d": "delta", "N": "parts", "A": "m", "B": "n"}
"""What the parts of an event are: their number and their masses."""

SHARP = Proof(
    "thesis.prop3.12.d.sharp",
    where=f"{MASSES}, {BUDGETS}, mass in [0,1], of_list in [0,1], parts in [1,inf)",
    instances=parts_of_an_event,
    steps=(
        OnClaim(1, MACHINES, claim="thesis.def3.5.machine.repaired"),
        OnClaim(
            2,
            ON_PATHS + r" for each sequence $\mathbf a$, and for $\mathbf x\sim\mathbf x'$ the two "
            "lists are neighbours.",
            "mass == of_list",
            claim="thesis.red2.repaired",
            uses=(1,),
        ),
        OnClaim(
            3,
            r"The product $\mathcal V^\pi_r(\mathbf a)$ does not contain $r_T$; so for all "
            r"$\mathbf a$ with the same $b=(a_1,\dots,a_{T-1})$ the list of step 2 may be the one "
            r"list $r_b=(x_{1,b_1},\dots,x_{T-1,b_{T-1}},0)$, for $\mathbf x'$ too.",
            claim="thesis.eq3.2",
        ),
        Textbook(
            4,
            r"$\mathcal M^\pi_{\mathbf x}(E_b)=\mathcal V^\pi_{r_b}(E_b)$ for $E_b=\{\mathbf a\in "
            r"E:(a_1,\dots,a_{T-1})=b\}$.",
            "m == v",
            fact="textbook.elementary-probability:equal atoms",
            over=("mass", "of_list"),
            hypotheses={"the relation for each single outcome": 2},
            instance={"p": "m", "q": "v", "A": "mass", "B": "of_list"},
            uses=(3,),
        ),
        Textbook(
            5,
            r"The same for $\mathbf x'$.",
            "n == w",
            fact="textbook.elementary-probability:equal atoms",
            over=("mass", "of_list"),
            hypotheses={"the relation for each single outcome": 2},
            instance={"p": "n", "q": "w", "A": "mass", "B": "of_list"},
            uses=(3,),
        ),
        Given(
            6,
            r"$\pi$ is $(\varepsilon,\delta)$-View DP; for the neighbours $r_b,r'_b$ and $E_b$.",
            "v <= exp(eps)*w + delta",
        ),
        Inequality(
            7,
            r"$\mathcal M^\pi_{\mathbf x}(E_b)\le e^\varepsilon\mathcal M^\pi_{\mathbf x'}(E_b)"
            r"+\delta$ for every $b$.",
            "m <= exp(eps)*n + delta",
            uses=(4, 5),
            weights={6: "1"},
        ),
        Induction(
            8,
            r"There are $K^{T-1}$ tuples $b$: one for $T=1$, and $K$ times as many in each round.",
            "parts == exp((T-1)*log(K))",
            variable="T",
            sequence="parts",
            first="1",
            following="K*parts",
        ),
        Textbook(
            9,
            r"$E$ is the union of the disjoint parts $E_b$.",
            "p <= exp(eps)*q + parts*delta",
            fact="textbook.elementary-probability:parts",
            over=("m", "n"),
            hypotheses={"the relation for each of N disjoint parts": 7},
            instance=PARTS,
        ),
        Inequality(
            10,
            r"$\mathcal M^\pi_{\mathbf x}(E)\le e^\varepsilon\mathcal M^\pi_{\mathbf x'}(E)"
            r"+K^{T-1}\delta$.",
            "p <= exp(eps)*q + exp((T-1)*log(K))*delta",
            uses=(8, 9),
        ),
    ),
)

PRINTED = Proof(
    "thesis.prop3.12.d",
    where=f"p in [0,1], q in [0,1], {BUDGETS}",
    instances=parts_of_an_event,
    steps=(
        OnClaim(
            1,
            r"$\mathcal M^\pi_{\mathbf x}(E)\le e^\varepsilon\mathcal M^\pi_{\mathbf x'}(E)"
            r"+K^{T-1}\delta$.",
            "p <= exp(eps)*q + exp((T-1)*log(K))*delta",
            claim="thesis.prop3.12.d.sharp",
            of_step=10,
        ),
        Inequality(2, "$K^{T-1}\\le K^T$.", "exp((T-1)*log(K)) <= exp(T*log(K))"),
        Inequality(
            3,
            r"$\mathcal M^\pi_{\mathbf x}(E)\le e^\varepsilon\mathcal M^\pi_{\mathbf x'}(E)"
            r"+K^T\delta$.",
            "p <= exp(eps)*q + exp(T*log(K))*delta",
            weights={1: "1", 2: "delta"},
        ),
    ),
)


MATCHES = "m in [0,1], n in [0,1]"
GAIN = {
    "g": "w/N",
    "c": "exp(eps)",
    "A": "w/N",
    "B": "0",
    "C": "(j*(1 - w*m) + (1 - j)*w*m*n)/N",
    "D": "(j*(1 - w*n) + (1 - j)*w*n)/N",
}
"""What sequences gain: A and B if they gain, C and D if not."""


def gained(number: int, says: str, total: str, count: str, uses: tuple[int, ...] = ()) -> Textbook:
    """The delta of two inputs, of whose sequences so many gain."""
    return Textbook(
        number,
        says,
        f"{total} == {count}*(w/N)",
        fact="textbook.elementary-probability:gains",
        over=("m", "n", "j"),
        hypotheses={"no other outcome gains": 5, "each of N outcomes gains g": 6},
        instance={"d": total, "N": count, **GAIN},
        uses=uses,
    )


ATTAINED = Proof(
    "thesis.prop3.12.d.attained",
    where="w in (0,1), eps in (0,inf), N in [1,inf), view in [0,1], table in [0,1], "
    "pair in [0,1], one in [0,1], k in [0,inf), rows in [0,1], all in [0,1], l in [0,inf)",
    instances=gains,
    parts=(13, 20),
    steps=(
        OnClaim(
            1,
            r"By the products (3.1) and (3.2) each of the $N=K^{T-1}$ paths $(a_1,\dots,a_{T-1})$ "
            r"has mass $1/N$ on every input; after it $a_T=2$ has mass $w$ if the input matches "
            r"the path ($r_t=a_t$ for all $t<T$), else 0, and $a_T=1$ the rest.",
            claim="thesis.eq3.1",
        ),
        OnClaim(2, "The same for lists.", claim="thesis.eq3.2", uses=(1,)),
        Given(3, r"$w\le1-e^{-\varepsilon}$.", "exp(-eps) <= 1 - w"),
        Inequality(
            4,
            r"$a_T=1$ never gains, whichever inputs match ($m=1$ if the first does, else 0, and "
            r"$n$ for the second): $1-w\,m\le e^\varepsilon(1-w\,n)$.",
            "1 - w*m <= exp(eps)*(1 - w*n)",
            where=MATCHES,
            weights={3: "exp(eps)"},
        ),
        Inequality(
            5,
            r"A sequence that has not $a_T=2$ after a path that the first input alone matches "
            r"gains nothing: $j=1$ if $a_T=1$; else $j=0$, and $a_T=2$ with $m=mn$, or "
            "both masses are 0.",
            f"{GAIN['C']} <= exp(eps)*({GAIN['D']})",
            where=f"{MATCHES}, j in [0,1]",
            weights={4: "j/N"},
            rest="(1 - j)*w*n*(exp(eps) - m)/N",
        ),
        Identity(
            6,
            r"After a path that the first input alone matches $a_T=2$ gains $g=w/N$, all its mass.",
            "w*1/N - exp(eps)*w*0/N == w/N",
            uses=(2,),
        ),
        gained(7, r"Two lists; $k$ paths are matched by the first alone.", "pair", "k"),
        Given(8, "A list matches one path, itself.", "k <= 1", uses=(2,)),
        Inequality(
            9,
            "So two lists have at most one gain,",
            "pair <= w/N",
            uses=(7,),
            weights={8: "w/N"},
        ),
        Textbook(
            10,
            r"and the View $\delta$, a supremum over two lists, is at most that.",
            "view <= w/N",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 9},
            instance={"high": "view", "X": "pair", "c": "w/N"},
            over=("pair", "k"),
        ),
        gained(
            11,
            r"A list $r$ matches the path $r$, and a neighbour $r'\ne r$ (in a round before $T$) "
            "does not: one gain.",
            "one",
            "1",
        ),
        Textbook(
            12,
            "They are two of these lists.",
            "one <= view",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 11},
            instance={"v": "one", "high": "view"},
        ),
        Inequality(13, r"So the View $\delta$ is one gain.", "view == w/N", uses=(10, 11, 12)),
        gained(14, r"Two tables; $l$ paths are matched by the first alone.", "rows", "l"),
        Given(15, "There are $N$ paths.", "l <= N", uses=(1,)),
        Inequality(
            16,
            "So two tables have at most $N$ gains,",
            "rows <= N*(w/N)",
            uses=(14,),
            weights={15: "w/N"},
        ),
        Textbook(
            17,
            r"and the Table $\delta$ is at most that.",
            "table <= N*(w/N)",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 16},
            instance={"high": "table", "X": "rows", "c": "N*(w/N)"},
            over=("rows", "l"),
        ),
        gained(
            18,
            r"All $N$ paths match $x_{t,a}=a$, and none matches the table whose first row has "
            r"$x_{1,a}\ne a$ for all $a$ ($K\ge2$): $N$ gains.",
            "all",
            "N",
        ),
        Textbook(
            19,
            "They are two of these tables.",
            "all <= table",
            fact="textbook.bounds-of-sets:supremum",
            hypotheses={"v is a member": 18},
            instance={"v": "all", "high": "table"},
        ),
        Inequality(
            20,
            r"So the Table $\delta$ is $N$ gains, $w$.",
            "table == N*(w/N)",
            uses=(17, 18, 19),
        ),
        Identity(
            21,
            r"The Table $\delta$, which is $w>0$, is $N=K^{T-1}$ times the View $\delta$: no "
            r"factor below that will do.",
            "table == N*view",
            uses=(13, 20),
        ),
    ),
)
