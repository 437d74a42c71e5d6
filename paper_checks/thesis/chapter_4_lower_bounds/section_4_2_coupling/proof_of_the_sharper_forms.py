"""The proofs of the sharper forms of Theorem 4.8, event by event, step by step."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)

from .proof_of_corollary_4_5 import hyperbolic

FACTOR = "(1 + t*(exp(eps) - 1))"
EVENTS = "v in [0,1], w in [0,1]"
POSITIVE = "v in (0,1], w in (0,1]"


def exchange(first: int, p: str, q: str) -> tuple[Step, ...]:
    """p <= (1 + t (e^eps - 1)) q for the masses of an event under two laws of one record."""
    return (
        Textbook(
            first,
            "The mean under the law of the record is at least the infimum.",
            f"lo <= {q}",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 6},
            instance={"x": "lo", "c": "1", "y": q, "X": "lo", "Y": "h"},
            over=("h",),
        ),
        Textbook(
            first + 1,
            "The means of this function under the two laws differ by its range times $t_i$.",
            f"{p} - {q} <= (hi - lo)*t",
            fact="textbook.scheffe:means",
            hypotheses={"f lies in [a, b]": 2},
            instance={"p": p, "q": q, "a": "lo", "b": "hi", "t": "t"},
        ),
        Inequality(
            first + 2,
            r"One record multiplies the mass by $1+t_i(e^\varepsilon-1)$ at most.",
            f"{p} <= {FACTOR}*{q}",
            weights={5: "t", first: "t*(exp(eps) - 1)", first + 1: "1"},
        ),
    )


def one_by_one(first: int, step: int, p: str, q: str, masses: tuple[str, str]) -> tuple[Step, ...]:
    """m <= e^L n from the exchange of one record, by induction over the records."""
    m, n = masses
    return (
        Induction(
            first,
            r"With $x_j$ the mass of $E$ when $j$ records have the new law, $s_j=x_0\prod_{i\le j}"
            r"(1+t_i(e^\varepsilon-1))-x_j$ is at least 0.",
            "s >= 0",
            where="s in (-inf,inf)",
            uses=(step,),
            variable="j",
            start="0",
            sequence="s",
            first="0",
            following=f"{FACTOR}*s + ({FACTOR}*{q} - {p})",
            weight=FACTOR,
        ),
        Given(
            first + 1,
            r"After all records the product is $e^L$.",
            f"s == exp(L)*{n} - {m}",
            where=f"s in (-inf,inf), {EVENTS}",
        ),
        Inequality(
            first + 2,
            "So for every event.",
            f"{m} <= exp(L)*{n}",
            where=f"s in (-inf,inf), {EVENTS}",
            uses=(first, first + 1),
        ),
    )


ONE, STILL = "((1 - t)/(1 + exp(eps)) + t*exp(eps)/(1 + exp(eps)))", "(1/(1 + exp(eps)))"


def attained(number: int, identity: int, where: str = "") -> Induction:
    """The event that all answers are 1 has the product as its ratio, record by record."""
    return Induction(
        number,
        r"The records are independent: with the masses $x_j$ and $y_j$ of $j$ answers of 1 the gap "
        r"$x_j-y_j\prod_{i\le j}(1+t_i(e^\varepsilon-1))$ stays 0; $r$ is the product times $y_j$.",
        "gap == 0",
        where=f"gap in (-inf,inf), r in [0,1]{where}",
        uses=(identity,),
        variable="j",
        start="0",
        sequence="gap",
        first="1 - 1",
        following=f"{ONE}*gap + ({ONE} - {FACTOR}*{STILL})*r",
    )


POINTWISE = Proof(
    "thesis.thm4.8.pointwise",
    where="eps in [0,inf), t in [0,1], g in [0,1], h in [0,1], lo in [0,1], hi in [0,1], "
    "p in [0,1], q in [0,1], L in [0,inf), j in [0,inf), div in [0,inf), d in [0,inf), "
    "pure in [0,inf), mean in [0,inf), form in [0,inf), ham in [0,inf), total in [0,inf)",
    steps=(
        Given(
            1,
            r"$\mathcal M$ is $\varepsilon$-DP: for data that differ in record $i$ only and an "
            r"event $E$.",
            "a <= exp(eps)*b",
            where="a in [0,1], b in [0,1]",
        ),
        Given(
            2,
            r"The records are independent. $g$ and $h$ are the probabilities of $E$ given two "
            "values of record $i$: means over the other records, whose laws are the same. The "
            "infimum and the supremum over these values are $lo$ and $hi$.",
        ),
        Textbook(
            3,
            "The relation for these means.",
            "g <= exp(eps)*h",
            where="a in [0,1], b in [0,1]",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 1},
            instance={"p": "g", "c": "exp(eps)", "q": "h", "d": "0", "A": "a", "B": "b"},
            uses=(2,),
            over=("a", "b"),
        ),
        Textbook(
            4,
            "For the infimum.",
            "g <= exp(eps)*lo",
            where="a in [0,1], b in [0,1]",
            fact="textbook.bounds-of-sets:multiple of an infimum",
            hypotheses={"c <= b X for every member": 3, "b >= 0": "exp(eps) >= 0"},
            instance={"c": "g", "b": "exp(eps)", "low": "lo", "X": "h"},
            over=("h",),
        ),
        Textbook(
            5,
            "For the supremum.",
            "hi <= exp(eps)*lo",
            where="a in [0,1], b in [0,1]",
            fact="textbook.bounds-of-sets:least upper bound",
            hypotheses={"c is an upper bound": 4},
            instance={"high": "hi", "X": "g", "c": "exp(eps)*lo"},
            over=("g",),
        ),
        Textbook(
            6,
            "The infimum is at most each member.",
            "lo <= h",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 2},
            instance={"low": "lo", "v": "h"},
        ),
        *exchange(7, "p", "q"),
        *exchange(10, "q", "p"),
        *one_by_one(13, 9, "p", "q", ("v", "w")),
        *one_by_one(16, 12, "q", "p", ("w", "v")),
        Inequality(
            19,
            r"$\log(M_1(E)/M_2(E))\le L$,",
            "log(v/w) <= L",
            where=f"s in (-inf,inf), {POSITIVE}",
            uses=(15,),
            monotone=("log", "exp(L)*w", "v"),
        ),
        Inequality(
            20,
            r"and $\log(M_2(E)/M_1(E))\le L$; if one mass is 0, both are.",
            "log(w/v) <= L",
            where=f"s in (-inf,inf), {POSITIVE}",
            uses=(18,),
            monotone=("log", "exp(L)*v", "w"),
        ),
        Identity(
            21,
            r"Randomised response, records of means $t_i$ and 0, the event that each answer is 1: "
            "each record gives its factor.",
            f"{ONE} == {FACTOR}*{STILL}",
        ),
        *hyperbolic(22, 15, 18, "$M_1$", "$M_2$", EVENTS),
        OnClaim(
            30,
            r"Theorem 4.4 for the product of maximal couplings: $D_{\mathrm{KL}}(M_1\|M_2)\le"
            r"\mathbb E\,D_{\mathrm{KL}}(\mathcal M_D\|\mathcal M_{D'})$.",
            "div <= mean",
            claim="thesis.thm4.4",
            of_step=3,
        ),
        OnClaim(
            31,
            r"At distance $d$: $D_{\mathrm{KL}}(\mathcal M_D\|\mathcal M_{D'})\le d\varepsilon\tanh"
            r"(d\varepsilon/2)$.",
            "pure <= d*eps*tanh(d*eps/2)",
            claim="thesis.cor4.5.sharp",
            of_step=14,
            instance={"L": "d*eps", "div": "pure"},
        ),
        Textbook(
            32,
            r"The mean over the coupling.",
            "mean <= form",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 31},
            instance={"x": "mean", "c": "1", "y": "form", "X": "pure"}
            | {"Y": "d*eps*tanh(d*eps/2)"},
            over=("pure", "d"),
        ),
        Inequality(
            33,
            r"$D_{\mathrm{KL}}(M_1\|M_2)\le\mathbb E\,d\varepsilon\tanh(d\varepsilon/2)$.",
            "div <= form",
            weights={30: "1", 32: "1"},
        ),
        Inequality(34, r"$\tanh\le1$.", "d*eps*tanh(d*eps/2) <= eps*d"),
        Textbook(
            35,
            "The mean of it.",
            "form <= eps*ham",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 34},
            instance={"x": "form", "c": "eps", "y": "ham", "X": "d*eps*tanh(d*eps/2)", "Y": "d"},
            over=("d",),
        ),
        OnClaim(
            36,
            r"$d$ is a sum of independent bits of means $t_i$.",
            "ham == total",
            claim="thesis.thm4.8.coupling",
            of_step=9,
            instance={"mean": "ham"},
        ),
        Inequality(
            37,
            r"$\mathbb E\,d\varepsilon\tanh(d\varepsilon/2)\le\varepsilon\sum_it_i$.",
            "form <= eps*total",
            uses=(35, 36),
        ),
        attained(38, 21),
        Parts(39, "The statement.", uses=(15, 18, 19, 20, 21, 29, 33, 37, 38)),
    ),
)
IID = r"For $n$ iid records $L=n\log(1+\mathrm{TV}(e^\varepsilon-1))$."
LOGS = "n*log(1 + t*(exp(eps) - 1))"
SMALL = "eps in [0,inf), exp(eps) - 1 <= 6*eps"
KARWA_VADHAN = Proof(
    "thesis.kv.repaired",
    where="t in [0,1], n in [1,inf), v in [0,1], w in [0,1], L in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$M_1(E)\le e^LM_2(E)$.",
            "v <= exp(L)*w",
            claim="thesis.thm4.8.pointwise",
            of_step=15,
        ),
        Given(2, IID, f"L == {LOGS}", where="eps in [0,inf)"),
        Inequality(
            3,
            r"$M_1(E)\le(1+\mathrm{TV}(e^\varepsilon-1))^nM_2(E)$.",
            f"v <= exp({LOGS})*w",
            where="eps in [0,inf)",
            uses=(1, 2),
        ),
        Inequality(
            4,
            r"$\log(1+x)\le x$.",
            "log(1 + t*(exp(eps) - 1)) <= t*(exp(eps) - 1)",
            where="eps in [0,inf)",
        ),
        Inequality(
            5,
            r"The product is at most $e^{cn\varepsilon\mathrm{TV}}$ with $c=(e^\varepsilon-1)/"
            r"\varepsilon$.",
            f"exp({LOGS}) <= exp(n*(t*(exp(eps) - 1)))",
            where="eps in [0,inf)",
            weights={4: "n"},
            monotone=("exp", "n*(t*(exp(eps) - 1))", LOGS),
        ),
        Inequality(
            6,
            r"So $M_1(E)\le e^{cn\varepsilon\mathrm{TV}}M_2(E)$.",
            "v <= exp(n*(t*(exp(eps) - 1)))*w",
            where="eps in [0,inf)",
            weights={3: "1", 5: "w"},
        ),
        Inequality(7, r"$c\le6$ up to 2.9183,", "exp(eps) - 1 <= 6*eps", where="eps in [0,2.9183]"),
        Inequality(
            8, "and not from 2.9184 on.", "exp(eps) - 1 > 6*eps", where="eps in [2.9184,inf)"
        ),
        Inequality(
            9,
            r"The exponential increases: wherever $c\le6$",
            "exp(n*(t*(exp(eps) - 1))) <= exp(6*eps*n*t)",
            where=SMALL,
            rest="n*t*(6*eps - (exp(eps) - 1))",
            monotone=("exp", "6*eps*n*t", "n*(t*(exp(eps) - 1))"),
        ),
        Inequality(
            10,
            r"it is so that $M_1(E)\le e^{6\varepsilon n\mathrm{TV}}M_2(E)$.",
            "v <= exp(6*eps*n*t)*w",
            where=SMALL,
            weights={6: "1", 9: "w"},
        ),
        OnClaim(
            11,
            "The product is attained: randomised response, the event that each answer is 1, where "
            "each record gives its factor,",
            f"{ONE} == {FACTOR}*{STILL}",
            where="eps in [0,inf)",
            claim="thesis.thm4.8.pointwise",
            of_step=21,
        ),
        attained(12, 11, ", eps in [0,inf), j in [0,inf)"),
        Parts(13, "The statement.", uses=(1, 3, 6, 7, 8, 10, 11, 12)),
    ),
)


def factor_six(id: str) -> Proof:
    """D_KL <= eps n TV for iid data, by Theorem 4.8, which is a sixth of 6 eps n TV."""
    return Proof(
        id,
        where="eps in [0,inf), t in [0,1], n in [1,inf), total in [0,inf), div in [0,inf)",
        steps=(
            OnClaim(
                1,
                r"Theorem 4.8, for all product laws: $D_{\mathrm{KL}}(M_1\|M_2)\le\varepsilon\sum_i"
                r"t_i$.",
                "div <= eps*total",
                claim="thesis.thm4.8",
                of_step=4,
            ),
            Given(2, r"iid data are products with $t_i=\mathrm{TV}(p_1\|p_2)$.", "total == n*t"),
            Inequality(
                3,
                r"So $D_{\mathrm{KL}}(M_1\|M_2)\le\varepsilon n\mathrm{TV}$.",
                "div <= eps*n*t",
                uses=(1, 2),
            ),
            Inequality(
                4,
                r"It is a sixth of $6\varepsilon n\mathrm{TV}$, and below it.",
                "div <= 6*eps*n*t",
                weights={3: "1"},
            ),
        ),
        parts=(3,),
    )


DIVERGENCE = factor_six("thesis.kv.divergence")
IMPROVES = factor_six("thesis.kv.improves")
PATHWISE = Proof(
    "thesis.thm4.9.pathwise",
    where=f"L in [0,inf), {POSITIVE}, t in [0,1]",
    steps=(
        Given(
            1,
            r"$\pi$ is $\varepsilon$-View DP: $r\mapsto\mathcal V_r$ is $\varepsilon$-DP, "
            r"a mechanism on lists of $T-1$ rewards, since $\mathcal V_r(\mathbf a)$ does not "
            "contain $r_T$.",
        ),
        Textbook(
            2,
            r"For a fixed $\mathbf a$: $m_{\nu\pi}(\mathbf a)$ is the mean of $\mathcal V_r("
            r"\mathbf a)$ over independent $r_t$ of the laws $P_{a_t}$, the probability of "
            r"$\{\mathbf a\}$ under the mechanism for this product law; so with $\nu'$.",
            fact="textbook.ionescu-tulcea",
            hypotheses={"each factor is a kernel of the past": 1},
        ),
        OnClaim(
            3,
            r"With $L=\sum_{t\le T-1}\log(1+t_{a_t}(e^\varepsilon-1))$, for these laws:",
            "log(v/w) <= L",
            claim="thesis.thm4.8.pointwise",
            of_step=19,
            uses=(2,),
        ),
        OnClaim(
            4,
            "The other direction; if one mass is 0, both are.",
            "-log(v/w) <= L",
            claim="thesis.thm4.8.pointwise",
            of_step=20,
            uses=(2,),
        ),
        Inequality(
            5,
            r"$|\log(m_{\nu\pi}(\mathbf a)/m_{\nu'\pi}(\mathbf a))|\le L$.",
            "abs(log(v/w)) <= L",
            uses=(3, 4),
        ),
        Identity(
            6,
            r"Equality at $T=2$: arm 1 is Ber($t$) or Ber(0), and $a_2$ tells $r_1$ by randomised "
            "response.",
            f"{ONE} == {FACTOR}*{STILL}",
            where="eps in [0,inf)",
        ),
        Inequality(
            7,
            r"There the log-ratio is above $\varepsilon t$.",
            "log(1 + u*(exp(eps) - 1)) > eps*u",
            where="eps in (0,inf), u in (0,1)",
        ),
        Parts(8, "The statement.", uses=(5, 6, 7)),
    ),
)
