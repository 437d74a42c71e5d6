"""The proofs of the facts of Appendix H on privacy: each from a named theorem, or from scratch."""

from __future__ import annotations

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    Parts,
    Proof,
    Step,
    Textbook,
)

CHAIN = "m in [0,1], next in [0,1]"
MASSES = "v in [0,1], w in [0,1], e in [0,inf), d in [0,inf)"

PROCESSED = Proof(
    "bern.H1",
    where="X in [0,1], Y in [0,1], x in [0,1], y in [0,1], v in [0,1], w in [0,1], eps in [0,inf)",
    steps=(
        Given(
            1,
            r"$\mathcal M$ is $\epsilon$-DP, so for the events $\{o:k(o)>u\}$ of its output, $k(o)="
            r"\Pr[f(o)\in E]$, $u\in[0,1]$:",
            "X <= exp(eps)*Y",
        ),
        Textbook(
            2,
            r"The mean over a uniform $u$ keeps this:",
            "x <= exp(eps)*y",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 1},
            instance={"x": "x", "c": "exp(eps)", "y": "y", "X": "X", "Y": "Y"},
            over=("X", "Y"),
        ),
        Given(
            3,
            r"$f$ has its own coins: given the output $o$, $f(o)\in E$ has the probability $k(o)$, "
            r"which is that of $u<k(o)$, for both data.",
        ),
        Textbook(
            4,
            r"So $\Pr[f(\mathcal M_D)\in E]=\mathbb E\,1[k(\mathcal M_D)>u]$,",
            "v == x",
            fact="textbook.elementary-probability:total",
            hypotheses={"the conditional law given the first part": 3},
            instance={"p": "v", "q": "x"},
        ),
        Textbook(
            5,
            r"and the same for $D'$.",
            "w == y",
            fact="textbook.elementary-probability:total",
            hypotheses={"the conditional law given the first part": 3},
            instance={"p": "w", "q": "y"},
        ),
        Inequality(
            6,
            r"$\Pr[f(\mathcal M_D)\in E]\le e^\epsilon\Pr[f(\mathcal M_{D'})\in E]$.",
            "v <= exp(eps)*w",
            uses=(4, 5),
            weights={2: "1"},
        ),
    ),
)

GROUP = Proof(
    "bern.H2.repaired",
    where="first in (-inf,inf), last in [0,1], eps in [0,inf), delta in [0,inf), "
    "power in [1,inf), s in [0,inf), D in [0,inf)",
    steps=(
        Given(
            1,
            r"$D=D_0,D_1,\dots,D_k=D'$, $k=d_{\mathrm{Ham}}(D,D')\ge1$, are such that each is a "
            r"neighbour of the next: $\mathcal M_{D_i}(A)\le e^\epsilon\mathcal "
            r"M_{D_{i+1}}(A)+\delta$.",
            "m <= exp(eps)*next + delta",
            where=CHAIN,
        ),
        Induction(
            2,
            r"Let $D_k=e^{k\epsilon}\mathcal M_{D_k}(A)+\delta s_k-\mathcal M_{D_0}(A)$ with $s_k="
            r"1+e^\epsilon+\dots+e^{(k-1)\epsilon}$: it is not negative at $k=1$, and grows by "
            r"$e^{k\epsilon}(e^\epsilon\mathcal M_{D_{k+1}}(A)+\delta-\mathcal M_{D_k}(A))$.",
            "D >= 0",
            where=f"{CHAIN}, k in [1,inf)",
            uses=(1,),
            variable="k",
            sequence="D",
            first="exp(eps)*next + delta - m",
            following="D + power*(exp(eps)*next + delta - m)",
        ),
        Given(3, "That is,", "first == power*last + delta*s - D"),
        Inequality(
            4,
            r"$\mathcal M_D(A)\le e^{k\epsilon}\mathcal M_{D'}(A)+\delta s_k$; for $k=0$ "
            r"both sides are "
            "the same.",
            "first <= power*last + delta*s",
            uses=(3,),
            weights={2: "1"},
        ),
    ),
)


def _composed(first: int, how: str, see: str) -> tuple[Step, ...]:
    """Steps on (e_i, d_i)-DP and r_i-zCDP mechanisms that see `see`."""
    return (
        Given(first, r"$\mathcal M^i$ is $(\epsilon_i,\delta_i)$-DP, for every auxiliary input."),
        Given(first + 1, r"$\mathcal M^i$ is $\rho_i$-zCDP, for every auxiliary input."),
        Given(first + 2, see),
        Textbook(
            first + 3,
            r"All together are $(\sum\epsilon_i,\sum\delta_i)$-DP,",
            "v <= exp(e)*w + d",
            fact=f"textbook.composition:{how}approximate",
            hypotheses={
                "each part is (e_i, d_i)-DP": first,
                "each part draws by itself, given the data and the outputs before it": first + 2,
            },
            instance={"v": "v", "w": "w", "e": "e", "d": "d"},
        ),
        Textbook(
            first + 4,
            r"or $\sum\rho_i$-zCDP.",
            "k <= r*a",
            where="k in [0,inf), r in [0,inf), a in (1,inf)",
            fact=f"textbook.composition:{how}concentrated",
            hypotheses={
                "each part is r_i-zCDP": first + 1,
                "each part draws by itself, given the data and the outputs before it": first + 2,
            },
            instance={"v": "k", "r": "r", "a": "a"},
        ),
        Parts(first + 5, "Both notions.", uses=(first + 3, first + 4)),
    )


SIMPLE = Proof(
    "bern.H3",
    _composed(
        1, "", "Each sees the data, and nothing of the outputs before it; it draws by itself."
    ),
    MASSES,
)
ADAPTIVE = Proof(
    "bern.H3.adaptive",
    _composed(
        1,
        "",
        "Each sees the data and the outputs before it, by which it may be chosen, and given these "
        "draws by itself.",
    ),
    MASSES,
)
ADVANCED = Proof(
    "bern.H3.advanced",
    where="v in [0,1], w in [0,1], e in (0,inf), d in [0,inf), k in [1,inf), g in (0,inf), "
    "r in (0,1)",
    steps=(
        Given(1, r"Each mechanism is $(\epsilon,\delta)$-DP."),
        Given(2, "Each sees the data and the outputs before it, and given these draws by itself."),
        Textbook(
            3,
            r"With $g=\log(1/\delta')>0$: the composition is "
            r"$(\sqrt{2kg}\,\epsilon+k\epsilon(e^\epsilon-1),"
            r"\,k\delta+\delta')$-DP,",
            "v <= exp(sqrt(2*k*g)*e + k*e*(exp(e) - 1))*w + k*d + r",
            fact="textbook.advanced-composition",
            hypotheses={
                "each part is (e, d)-DP": 1,
                "each part draws by itself, given the data and the outputs before it": 2,
            },
            instance={"v": "v", "w": "w", "k": "k", "g": "g", "e": "e", "d": "d", "r": "r"},
        ),
        Textbook(
            4,
            r"and $(k\epsilon,k\delta)$-DP.",
            "v <= exp(k*e)*w + k*d",
            fact="textbook.composition:approximate",
            hypotheses={
                "each part is (e_i, d_i)-DP": 1,
                "each part draws by itself, given the data and the outputs before it": 2,
            },
            instance={"v": "v", "w": "w", "e": "k*e", "d": "k*d"},
        ),
        Inequality(
            5, r"For $\epsilon\le1$ $\sqrt\epsilon\ge\epsilon$,", "e <= sqrt(e)", where="e <= 1"
        ),
        Inequality(
            6,
            r"so the first exponent is at most "
            r"$\epsilon'=\sqrt{2kg\epsilon}+k\epsilon(e^\epsilon-1)$.",
            "exp(sqrt(2*k*g)*e + k*e*(exp(e) - 1)) <= exp(sqrt(2*k*g)*sqrt(e) + k*e*(exp(e) - 1))",
            where="e <= 1",
            monotone=(
                "exp",
                "sqrt(2*k*g)*sqrt(e) + k*e*(exp(e) - 1)",
                "sqrt(2*k*g)*e + k*e*(exp(e) - 1)",
            ),
            weights={5: "sqrt(2*k*g)"},
        ),
        Inequality(7, r"For $\epsilon>1$ $e^\epsilon-1\ge1$,", "exp(e) - 1 >= 1", where="e >= 1"),
        Inequality(
            8,
            r"so the second one is.",
            "exp(k*e) <= exp(sqrt(2*k*g)*sqrt(e) + k*e*(exp(e) - 1))",
            where="e >= 1",
            monotone=("exp", "sqrt(2*k*g)*sqrt(e) + k*e*(exp(e) - 1)", "k*e"),
            weights={7: "k*e"},
        ),
        Inequality(
            9,
            r"$(\epsilon',\delta'+k\delta)$-DP for $\epsilon\le1$,",
            "v <= exp(sqrt(2*k*g)*sqrt(e) + k*e*(exp(e) - 1))*w + k*d + r",
            where="e <= 1",
            weights={3: "1", 6: "w"},
        ),
        Inequality(
            10,
            r"and for $\epsilon>1$. (For $\epsilon=0$ it is plain composition, and for "
            r"$\delta'\ge1$ "
            "every mechanism is such.)",
            "v <= exp(sqrt(2*k*g)*sqrt(e) + k*e*(exp(e) - 1))*w + k*d + r",
            where="e >= 1",
            weights={4: "1", 8: "w"},
        ),
        Parts(11, "All budgets.", uses=(9, 10)),
    ),
)

OWN = (
    "Each sees one block of the records, and draws by itself; the blocks are disjoint, and fixed "
    "beforehand."
)
DRAWN = "the parts draw independently"
DISJOINT = Proof(
    "bern.H4.dp",
    where=MASSES,
    steps=(
        Given(1, r"Each $\mathcal M^i$ is $(\epsilon,\delta)$-DP."),
        Given(2, OWN),
        Textbook(
            3,
            r"The joint release is $(\epsilon,\delta)$-DP: a record lies in one block.",
            "v <= exp(e)*w + d",
            fact="textbook.composition:disjoint data",
            hypotheses={
                "each part is (e, d)-DP": 1,
                "each part sees its own records, fixed beforehand": 2,
                DRAWN: 2,
            },
            instance={"v": "v", "w": "w", "e": "e", "d": "d"},
        ),
    ),
)
DISJOINT_ZCDP = Proof(
    "bern.H4.zcdp.repaired",
    where="k in [0,inf), r in [0,inf), a in (1,inf)",
    steps=(
        Given(1, r"Each $\mathcal M^i$ is $\rho_i$-zCDP, so $\rho$-zCDP with $\rho=\max_i\rho_i$."),
        Given(2, OWN),
        Textbook(
            3,
            r"The joint release is $\rho$-zCDP: a record lies in one block.",
            "k <= r*a",
            fact="textbook.composition:disjoint data, concentrated",
            hypotheses={
                "each part is r-zCDP": 1,
                "each part sees its own records, fixed beforehand": 2,
                DRAWN: 2,
            },
            instance={"v": "k", "r": "r", "a": "a"},
        ),
    ),
)


def with_shared_coins(proof: Proof) -> Proof:
    """The proof without the independence of the parts: of a xor b and a' xor b only it fails."""
    (step,) = (one for one in proof.steps if isinstance(one, Textbook))
    kept = {name: how for name, how in step.hypotheses.items() if name != DRAWN}
    return proof.changed(step.number, hypotheses=kept)


LAPLACE = Proof(
    "bern.H5",
    where="eps in (0,inf), s in (0,inf), b in (0,inf), p in [0,1], q in [0,1], "
    "loss in (-inf,inf), change in [0,inf)",
    steps=(
        Given(
            1,
            r"$f(D)+Y$ has the density $\prod_ie^{-|o_i-f_i|/b}/(2b)$ at $o$, with "
            r"$b=s_1(f)/\epsilon$ "
            r"and $s_1(f)>0$.",
            "b == s/eps",
        ),
        Inequality(
            2,
            r"For one coordinate: $|o-f'|-|o-f|\le|f-f'|$.",
            "abs(o - y) - abs(o - x) <= abs(x - y)",
            where="o in (-inf,inf), x in (-inf,inf), y in (-inf,inf)",
        ),
        Textbook(
            3,
            r"The sum over the coordinates, which is $b$ times the logarithm of the ratio of the "
            r"densities, is at most $\|f(D)-f(D')\|_1$,",
            "b*loss <= change",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 1, "each term is <= its bound": 2},
            instance={
                "x": "b*loss",
                "y": "change",
                "X": "abs(o - y) - abs(o - x)",
                "Y": "abs(x - y)",
            },
            over=("o", "x", "y"),
        ),
        Given(4, r"which is at most $s_1(f)$, by its definition, for neighbours.", "change <= s"),
        Inequality(
            5,
            r"So the logarithm is at most $\epsilon$ at every point,",
            "loss <= eps",
            uses=(1,),
            weights={3: "eps/s", 4: "eps/s"},
        ),
        Textbook(
            6,
            r"and $f+(Y_1,\dots,Y_k)$ is $\epsilon$-DP.",
            "p <= exp(eps)*q",
            fact="textbook.elementary-probability:densities",
            hypotheses={"the relation of the densities at every point": 5},
            instance={"p": "p", "q": "q", "e": "eps", "X": "loss"},
            over=("loss",),
        ),
    ),
)
