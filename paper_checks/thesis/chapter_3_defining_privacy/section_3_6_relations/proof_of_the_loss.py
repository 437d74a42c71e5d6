"""The proofs about the loss from lists to tables, Proposition 3.12 (d), step by step."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from banditproof.paper_checks.models.neighbouring_laws import LISTS, TABLES, total
from banditproof.paper_checks.models.separating_policies import appendix
from banditproof.paper_checks.proofs import Given, Identity, Inequality, OnClaim, Proof, Textbook

from .proof_of_proposition_3_12 import EVENT, MACHINES, ON_PATHS

MASSES = "v in [0,1], w in [0,1], m in [0,1], n in [0,1], p in [0,1], q in [0,1]"
BUDGETS = "eps in [0,inf), delta in [0,1], K in [1,inf), T in [1,inf)"


def parts_of_an_event() -> Iterator[dict[str, Fraction]]:
    """Two tables that differ in one row, the sequences of an event that begin alike, and all."""
    tables = (((0, 1), (1, 1)), ((0, 1), (0, 1)))
    part = ((0, 1, 0), (0, 1, 1))
    m, n = (total(TABLES.law(appendix, 3, x), part) for x in tables)
    v, w = (total(LISTS.law(appendix, 3, (x[0][0], x[1][1])), part) for x in tables)
    p, q = (total(TABLES.law(appendix, 3, x), EVENT) for x in tables)
    laws = {"v": v, "w": w, "m": m, "n": n, "p": p, "q": q}
    number = {"K": Fraction(2), "T": Fraction(3)}
    yield {**laws, **number, "eps": Fraction(0), "delta": Fraction(1)}


SHARP = Proof(
    "thesis.prop3.12.d.sharp",
    where=f"{MASSES}, {BUDGETS}, mass in [0,1], of_list in [0,1]",
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
        Textbook(
            8,
            r"$E$ is the union of the $K^{T-1}$ parts $E_b$.",
            "p <= exp(eps)*q + exp((T-1)*log(K))*delta",
            fact="textbook.elementary-probability:parts",
            over=("m", "n"),
            hypotheses={"the relation for each of N disjoint parts": 7},
            instance={"p": "p", "q": "q", "c": "exp(eps)", "d": "delta", "N": "exp((T-1)*log(K))"}
            | {"A": "m", "B": "n"},
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
            of_step=8,
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

GAIN = {"g": "w/N", "c": "exp(eps)", "A": "w/N", "B": "0", "C": "1 - w*m", "D": "1 - w*n"}
"""What sequences gain: a_T = 2 after a path that the first input alone matches, and a_T = 1."""

ATTAINED = Proof(
    "thesis.prop3.12.d.attained",
    where="w in (0,1), eps in (0,inf), N in [1,inf), view in [0,1], table in [0,1]",
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
            r"$a_T=1$ never gains, whichever inputs match: $1-w\,m\le e^\varepsilon(1-w\,n)$ for "
            r"$m,n\in\{0,1\}$.",
            "1 - w*m <= exp(eps)*(1 - w*n)",
            where="m in [0,1], n in [0,1]",
            weights={3: "exp(eps)"},
        ),
        Inequality(
            5,
            r"$a_T=2$ gains nothing after a path that the second input matches, or neither.",
            "w*m <= exp(eps)*w*max(m, n)",
            where="m in [0,1], n in [0,1]",
        ),
        Identity(
            6,
            r"After a path that the first input alone matches $a_T=2$ gains $g=w/N$, all its mass.",
            "w*1/N - exp(eps)*w*0/N == w/N",
            uses=(2,),
        ),
        Textbook(
            7,
            r"Lists: the one path $r$ matches $r$, and does not match $r'\ne r$ (in a round before "
            r"$T$). So the View $\delta$ is the gain of one sequence.",
            "view == w/N",
            fact="textbook.elementary-probability:gains",
            over=("m", "n"),
            hypotheses={"no other outcome gains": 4, "each of N outcomes gains g": 6},
            instance={"d": "view", "N": "1", **GAIN},
            uses=(5,),
        ),
        Textbook(
            8,
            r"Tables: all $N$ paths match $x_{t,a}=a$, and none matches the table whose first row "
            r"has $x_{1,a}\ne a$ for all $a$ ($K\ge2$). So the Table $\delta$ is at least $N$ "
            r"gains; no pair of tables gives more, as there are $N$ paths.",
            "table == N*(w/N)",
            fact="textbook.elementary-probability:gains",
            over=("m", "n"),
            hypotheses={"no other outcome gains": 4, "each of N outcomes gains g": 6},
            instance={"d": "table", "N": "N", **GAIN},
            uses=(5,),
        ),
        Identity(
            9,
            r"The Table $\delta$, which is $w>0$, is $N=K^{T-1}$ times the View $\delta$: no "
            r"factor "
            "below that will do.",
            "table == N*view",
            uses=(7, 8),
        ),
    ),
)
