"""The proofs about consistency, lower bounds and confidence sets without privacy."""

from __future__ import annotations

from functools import cache

from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need

FIRST = Proof(
    "thesis.def2.29.first",
    where="reg in [0,inf), T in [1,inf), gap in (0,inf)",
    steps=(
        Given(1, r"On some $\nu$ of the class the first arm is not optimal: $\Delta_1>0$."),
        OnClaim(
            2,
            r"$N_1(T)=T$, and the other arms are never pulled.",
            "reg == T*gap",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"pulls": "T*gap"},
            uses=(1,),
        ),
        Identity(
            3,
            r"$\mathrm{Reg}_T/T^p$ with $p=1$ is $\Delta_1>0$ for every $T$, and does not tend to "
            "0.",
            "reg/T == gap",
            uses=(2,),
        ),
    ),
)


@cache
def both_vanish() -> str:
    """Decaying exponentials of L tend to 0."""
    import sympy as sp

    level, p, a = sp.symbols("L p a", positive=True)
    for rate in (p, p / 2):
        need(sp.limit(a * sp.exp(-rate * level), level, sp.oo) == 0, "A term does not vanish")
    return "two limits"


CONSISTENT = Proof(
    "thesis.def2.29.ucb",
    where="reg in [0,inf), A in [0,inf), B in [0,inf), L in [0,inf), p in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"(2.10) on an instance: $\mathrm{Reg}_T\le A+B\,L$ with $L=\log T$, "
            r"$A=3\sum_a\Delta_a$ and $B=\sum16/\Delta_a$, for the index (2.9) at $\delta=1/T^2$.",
            "reg <= A + B*L",
            claim="thesis.thm2.23.gaps",
            of_step=4,
            instance={"sum": "A/3", "inverse": "B/16"},
        ),
        Inequality(2, r"$L\le\frac2pe^{pL/2}$ for every $p>0$.", "L <= 2/p*exp(p*L/2)"),
        Inequality(
            3,
            r"$\mathrm{Reg}_T/T^p\le A\,T^{-p}+\frac{2B}pT^{-p/2}$.",
            "reg*exp(-p*L) <= A*exp(-p*L) + 2*B/p*exp(-p*L/2)",
            weights={1: "exp(-p*L)", 2: "B*exp(-p*L)"},
        ),
        Computed(
            4,
            r"Both terms tend to 0 for $T\to\infty$, and so does $\mathrm{Reg}_T/T^p\ge0$.",
            by=both_vanish,
            uses=(3,),
        ),
    ),
)

NORMAL = Proof(
    "thesis.def2.30.gaussian",
    where="x in (-inf,inf), m in [0,inf), z in (-inf,inf), gap in (0,inf), low in [0,inf), "
    "e in (0,inf), r in (0,1]",
    steps=(
        Identity(
            1,
            r"The log-ratio of the densities of $N(0,1)$ and $N(m,1)$ at $x$.",
            "((x-m)**2 - x**2)/2 == m**2/2 - m*x",
        ),
        Textbook(
            2,
            r"Its mean under $N(0,1)$, whose mean is $z=0$: $\mathrm{KL}=m^2/2$.",
            "k == m**2/2 - m*z",
            where="k in (-inf,inf)",
            fact="textbook.elementary-probability:linear",
            over=("x",),
            hypotheses={"X = c + b Z at every outcome": 1},
            instance={"x": "k", "c": "m**2/2", "b": "-m", "z": "z", "Z": "x"}
            | {"X": "((x-m)**2 - x**2)/2"},
        ),
        Given(3, "The mean of the first law.", "z == 0"),
        Inequality(
            4,
            r"The members of the set have $m>\Delta$; $\Delta^2/2$ is a lower bound of them.",
            "gap**2/2 <= m**2/2 - m*z",
            where="m > gap",
            uses=(2, 3),
        ),
        Textbook(
            5,
            "So it is at most the infimum.",
            "gap**2/2 <= low",
            fact="textbook.bounds-of-sets:infimum",
            over=("m", "z"),
            which="m > gap",
            hypotheses={"c is a lower bound": 4},
            instance={"c": "gap**2/2", "low": "low", "X": "m**2/2 - m*z"},
        ),
        Textbook(
            6,
            r"The law with $m=\Delta+e$ is a member for every $e>0$, with the divergence of step "
            r"2.",
            "low <= (gap+e)**2/2",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 2},
            instance={"low": "low", "v": "(gap+e)**2/2"},
        ),
        Inequality(
            7,
            r"With $e=r/(\Delta+1)$ for $r\in(0,1]$.",
            "low <= gap**2/2 + r",
            weights={6: "1"},
            at={6: {"e": "r/(gap+1)"}},
        ),
        Textbook(
            8,
            r"Since $r$ may be as small as one likes, $\mathrm{KL}_{\inf}\le\Delta^2/2$.",
            "low <= gap**2/2",
            fact="textbook.bounds-of-sets:margin",
            over=("r",),
            hypotheses={"x is at most y + r for every r > 0": 7},
            instance={"x": "low", "y": "gap**2/2", "r": "r"},
        ),
        Inequality(9, "The two bounds together.", "low == gap**2/2", uses=(5, 8)),
    ),
)

PROBLEM_DEPENDENT = Proof(
    "thesis.thm2.31",
    where="r in [0,inf), k in (0,inf), gap in (0,inf), j in [0,inf), s in [0,inf), "
    "lim in [0,inf), rates in [0,inf), right in (-inf,inf)",
    steps=(
        Given(1, r"$\pi$ is consistent over $\mathcal E$, and $\nu\in\mathcal E$."),
        Given(2, r"$\mathcal E=\mathcal M_1\times\dots\times\mathcal M_K$, laws of finite mean."),
        Textbook(
            3,
            r"For each suboptimal arm $r=\liminf\mathbb E N_a(T)/\log T\ge1/k$, with $k="
            r"\mathrm{KL}_{\inf}$. (For $k=\infty$ the right side is 0, for $k=0$ both are "
            "infinite.)",
            "r >= 1/k",
            fact="textbook.lai-robbins",
            hypotheses={
                "the policy is consistent": 1,
                "the class is a product of sets of laws of finite mean": 2,
            },
            instance={"r": "r", "k": "k"},
        ),
        Induction(
            4,
            r"Over the suboptimal arms: the sum $s$ of $\Delta_ar_a-\Delta_a/k_a$ is at least 0.",
            "s >= 0",
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following="s + gap*(r - 1/k)",
            weight="1",
            uses=(3,),
        ),
        Given(5, r"$s$ is the difference of the two sums.", "right == rates - s"),
        OnClaim(
            6,
            r"$\mathrm{Reg}_T/\log T=\sum_a\Delta_a\,\mathbb E N_a(T)/\log T$, terms $\ge0$.",
            claim="thesis.eq2.7-2.8",
        ),
        Textbook(
            7,
            r"$\liminf\mathrm{Reg}_T/\log T\ge\sum_a\Delta_ar_a$.",
            "lim >= rates",
            fact="textbook.limit-inferior",
            over=("a", "n"),
            where="a in [0,inf), n in [0,inf)",
            uses=(6,),
            hypotheses={"each term is at least 0": "a*n >= 0"},
            instance={"x": "lim", "y": "rates", "X": "a*n"},
        ),
        Inequality(
            8,
            r"$\liminf\mathrm{Reg}_T/\log T\ge\sum_a\Delta_a/\mathrm{KL}_{\inf}$.",
            "lim >= right",
            uses=(5,),
            weights={4: "1", 7: "1"},
        ),
    ),
)


CONFIDENCE = Proof(
    "thesis.linucb.set.repaired",
    where="dot in (-inf,inf), xx in [0,inf), aa in (0,inf), beta in [0,inf), new in (-inf,inf)",
    parts=(4, 5),
    steps=(
        Given(
            1,
            r"$V_t$ is positive definite, as $\lambda>0$, so it has a positive definite root; with "
            r"$x=\theta-\hat\theta_t$ let $q_x=x^\top V_tx$, and $q_a=a^\top V_t^{-1}a>0$.",
        ),
        Textbook(
            2,
            r"$\langle x,a\rangle=\langle V_t^{1/2}x,V_t^{-1/2}a\rangle$, so its square is at most "
            r"$q_xq_a$.",
            "dot**2 <= xx*aa",
            fact="textbook.cauchy-schwarz",
            instance={"d": "dot", "x": "xx", "y": "aa"},
            uses=(1,),
        ),
        Given(3, r"$\theta\in\mathcal C_t$.", "xx <= beta**2"),
        Inequality(
            4,
            r"$\langle x,a\rangle\le\beta_t\|a\|_{V_t^{-1}}$ on the set.",
            "dot**2 <= beta**2*aa",
            weights={2: "1", 3: "aa"},
        ),
        Identity(
            5,
            r"It is attained at $x=\beta_tV_t^{-1}a/\sqrt{q_a}$, which has $q_x=\beta_t^2$ and "
            r"$\langle x,a\rangle=\beta_tq_a/\sqrt{q_a}$.",
            "(beta*aa/sqrt(aa))**2 == beta**2*aa",
        ),
        Textbook(
            6,
            r"One more pull of $a$ makes $V_t+aa^\top$ of $V_t$.",
            "new == aa - aa**2/(1+aa)",
            fact="textbook.sherman-morrison",
            hypotheses={"1 + q > 0": "1 + aa > 0"},
            instance={"n": "new", "q": "aa"},
            uses=(1,),
        ),
        Inequality(
            7,
            r"So $\|a\|_{V_t^{-1}}$ shrinks with each pull of $a\ne0$.",
            "new < aa",
            uses=(6,),
        ),
    ),
)
