"""The proof of Theorem 4.17 for parameters in a box: linear bandits on the cube, step by step.

The signs of theta = s (+-1, .., +-1) are drawn at random; u = t - 1 is the number of rewards that
the action of round t may use. The same chain gives the bound with privacy and that without.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    Instance,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)
from banditproof.theory.balls import ball, enclose

EDGE = "erf(b/sqrt(2))"
SHARED: tuple[Step, ...] = (
    Identity(
        1,
        r"The logarithm of the ratio of the densities of $\mathcal N(0,1)$ and $\mathcal N(2b,1)$ "
        r"at $z$ is $2b(b-z)$, positive where $z<b$.",
        "(z-2*b)**2/2 - z**2/2 == 2*b*(b-z)",
        where="z in (-inf,inf), b in [0,inf)",
    ),
    Textbook(
        2,
        r"So their distance is $\Phi(b)-\Phi(-b)=\mathrm{erf}(b/\sqrt2)$.",
        f"tv == {EDGE}",
        where="b in [0,inf), tv in [0,1]",
        fact="textbook.scheffe",
        hypotheses={"where p > q": 1},
        instance={"t": "tv", "p": f"(1 + {EDGE})/2", "q": f"(1 - {EDGE})/2"},
    ),
    Inequality(
        3,
        r"It is at most $\sqrt{2/\pi}\,b$,",
        f"{EDGE} <= sqrt(2/pi)*b",
        where="b in [0,inf)",
    ),
    Inequality(
        4,
        r"and $b=sm$ with $m=|A_{ti}|\le1$ for two parameters of size $s$ that differ in the sign "
        "of coordinate $i$.",
        "erf(size*m/sqrt(2)) <= sqrt(2/pi)*size",
        where="size in (0,inf), m in [0,1]",
        at={3: {"b": "size*m"}},
        weights={3: "1"},
    ),
    Textbook(
        5,
        r"$D_{\mathrm{KL}}(\mathcal N(0,1)\|\mathcal N(2b,1))=\mathbb E[2b^2-2bz]=2b^2$.",
        "normal == 2*b**2",
        where="b in [0,inf), normal in [0,inf)",
        fact="textbook.elementary-probability:linear",
        hypotheses={"X = c + b Z at every outcome": 1},
        instance={
            "x": "normal",
            "c": "2*b**2",
            "b": "-2*b",
            "z": "0",
            "X": "(z-2*b)**2/2 - z**2/2",
            "Z": "z",
        },
        over=("z",),
    ),
    Inequality(
        6,
        r"It is at most $2s^2$.",
        "2*(size*m)**2 <= 2*size**2",
        where="size in (0,inf), m in [0,1]",
        uses=(5,),
    ),
    Induction(
        7,
        r"$\sum_{t=1}^n\sqrt{t-1}\le\frac23n^{3/2}$.",
        "roots <= 2/3*n**(3/2)",
        where="n in [1,inf), roots in [0,inf)",
        sequence="roots",
        first="0",
        following="roots + sqrt(n)",
        weight="1",
        rest="2/3*(3*n/4 + 1)/((n+1)**(3/2) + n**(3/2) + 3/2*sqrt(n))",
    ),
    Given(
        8,
        r"$\theta$ enters through the rewards alone: the kernels of $\pi$ are the same for all the "
        r"$2^d$ vectors of signs. $\pi$ is $\varepsilon$-View DP, and normal laws have densities.",
    ),
    Given(9, r"The actions lie in $[-1,1]^d$."),
)
PRIVATE: tuple[Step, ...] = (
    Given(
        10,
        r"With privacy let $W=\min\{\sqrt{2\pi}/\varepsilon,\,ST\}$,",
        "low == min(sqrt(2*pi)/eps, S*T)",
    ),
    Given(11, "$s=W/T$,", "s == low/T"),
    Given(12, r"and $x^2=\varepsilon sT/\sqrt{2\pi}$.", "x == sqrt(eps*s*T/sqrt(2*pi))"),
    Inequality(13, r"Then $W\le\sqrt{2\pi}/\varepsilon$,", "low <= sqrt(2*pi)/eps", uses=(10,)),
    Inequality(
        14,
        r"so that $x\le1$,",
        "x <= 1",
        uses=(11, 12),
        monotone=("root2", "1", "eps*s*T/sqrt(2*pi)"),
        weights={13: "eps/sqrt(2*pi)"},
    ),
    OnClaim(
        15,
        r"The first $t$ rounds of $\pi$ are $\varepsilon$-View DP too (post-processing): the laws "
        r"of their actions have $D_{\mathrm{KL}}\le\varepsilon\,\mathbb E"
        r"\sum_{r<t}\mathrm{TV}(P_{A_r}\|P'_{A_r})$,",
        "div <= eps*dist",
        where="div in [0,inf), dist in [0,inf)",
        claim="thesis.thm4.17.actions",
        of_step=13,
        uses=(8,),
    ),
    Textbook(
        16,
        r"where each of the $u=t-1$ terms is at most $\sqrt{2/\pi}\,s$:",
        "dist <= u*sqrt(2/pi)*s",
        where="dist in [0,inf), u in [0,inf), m in [0,1]",
        fact="textbook.elementary-probability:sum above",
        hypotheses={"X_t <= c + b Z_t for each t": 4},
        instance={
            "x": "dist",
            "n": "u",
            "c": "sqrt(2/pi)*s",
            "b": "0",
            "z": "0",
            "X": "erf(s*m/sqrt(2))",
        },
        over=("m",),
        uses=(2,),
        at={4: {"size": "s"}},
    ),
    Inequality(
        17,
        r"$D_{\mathrm{KL}}\le2x^2u/T$.",
        "div <= 2*x**2*u/T",
        where="div in [0,inf), dist in [0,inf), u in [0,inf)",
        uses=(12,),
        weights={15: "1", 16: "eps"},
    ),
)
FREE: tuple[Step, ...] = (
    Given(
        26,
        r"Without privacy let $W'=\min\{\frac34\sqrt T,\,ST\}$,",
        "lowf == min(3/4*sqrt(T), S*T)",
    ),
    Given(27, "$s'=W'/T$,", "sf == lowf/T"),
    Given(28, r"and $x'=s'\sqrt T$.", "xf == sf*sqrt(T)"),
    Inequality(29, r"Then $W'\le\frac34\sqrt T$,", "lowf <= 3/4*sqrt(T)", uses=(26,)),
    Inequality(
        30, r"so that $x'\le\frac34$.", "xf <= 3/4", uses=(27, 28), weights={29: "sqrt(T)/T"}
    ),
    Textbook(
        31,
        r"The histories of $u=t-1$ rounds: each reward adds at most $2s'^2$ to the divergence.",
        "info <= u*(2*sf**2)",
        where="info in [0,inf), u in [0,inf), m in [0,1]",
        fact="textbook.chain-rule:rounds",
        hypotheses={"each conditional divergence is <= c": 6},
        instance={"joint": "info", "n": "u", "c": "2*sf**2", "X": "2*(sf*m)**2"},
        over=("m",),
        at={6: {"size": "sf"}},
        uses=(8,),
    ),
    Textbook(
        32,
        r"The action of round $t$ comes from the history by a kernel of $\pi$.",
        "div <= info",
        where="info in [0,inf), div in [0,inf)",
        fact="textbook.data-processing",
        hypotheses={"one kernel for both laws": 8},
        instance={"after": "div", "before": "info"},
    ),
    Inequality(
        33,
        r"$D_{\mathrm{KL}}\le2x'^2u/T$.",
        "div <= 2*xf**2*u/T",
        where="div in [0,inf), info in [0,inf), u in [0,inf)",
        uses=(28,),
        weights={31: "1", 32: "1"},
    ),
)


def regret_of(n: int, f: str, grown: int, small: int, share: str) -> tuple[Step, ...]:
    """The chain from the divergence (step `grown`) to the regret; `small` bounds x.

    f is the letter that tells the quantities of the bound without privacy from the others.
    """
    prime = "'" * len(f)
    s, x, low, total, mean = (name + f for name in ("s", "x", "low", "G", "mean"))
    rounds = "div in [0,inf), u in [0,inf), tvt in [0,inf)"
    means = f"{rounds}, p in [-1,1], q in [-1,1]"
    return (
        Textbook(
            n,
            "Pinsker for the laws of the actions up to round $t$ under both signs of coordinate "
            "$i$:",
            "2*tvt**2 <= div",
            where=rounds,
            fact="textbook.pinsker",
            instance={"t": "tvt", "k": "div"},
        ),
        Inequality(
            n + 1,
            rf"$\mathrm{{TV}}_t\le x{prime}\sqrt{{u/T}}$.",
            f"tvt <= {x}/sqrt(T)*sqrt(u)",
            where=rounds,
            apart="tvt",
            weights={
                n: f"1/(2*({x}/sqrt(T)*sqrt(u) + tvt))",
                grown: f"1/(2*({x}/sqrt(T)*sqrt(u) + tvt))",
            },
        ),
        Textbook(
            n + 2,
            r"$p-q\le2\,\mathrm{TV}_t$ for $p=\mathbb E_+A_{ti}$ and $q=\mathbb E_-A_{ti}$.",
            "p - q <= 2*tvt",
            where=means,
            fact="textbook.scheffe:means",
            hypotheses={"f lies in [a, b]": 9},
            instance={"p": "p", "q": "q", "t": "tvt", "a": "-1", "b": "1"},
        ),
        Inequality(
            n + 3,
            "The regret of coordinate $i$ in round $t$, averaged over its two signs:",
            f"({s}*(1-p) + {s}*(1+q))/2 >= {s} - {s}*{x}/sqrt(T)*sqrt(u)",
            where=means,
            weights={n + 2: f"{s}/2", n + 1: s},
        ),
        Textbook(
            n + 4,
            rf"The sum over $t\le T$ is at least $s{prime}(T-\frac{{x{prime}}}{{\sqrt T}}"
            r"\sum_t\sqrt{t-1})$.",
            f"{total} >= T*{s} - {s}*{x}/sqrt(T)*roots",
            where="roots in [0,inf)",
            fact="textbook.elementary-probability:sum below",
            hypotheses={"X_t >= c + b Z_t for each t": n + 3},
            instance={
                "x": total,
                "n": "T",
                "c": s,
                "b": f"-{s}*{x}/sqrt(T)",
                "z": "roots",
                "X": f"({s}*(1-p) + {s}*(1+q))/2",
                "Z": "sqrt(u)",
            },
            over=("p", "q", "u", "tvt", "div", "dist", "info", "m"),
        ),
        Inequality(
            n + 5,
            rf"It is at least $W{prime}(1-\frac23x{prime})\ge W{prime}\cdot{share}$.",
            f"{total} >= {low}*{share}",
            where="roots in [0,inf)",
            uses=(small - 3,),
            at={7: {"n": "T"}},
            weights={n + 4: "1", 7: f"{s}*{x}/sqrt(T)", small: f"2/3*{low}"},
        ),
        Textbook(
            n + 6,
            "So the regret, averaged over all signs, is at least $d$ times that.",
            f"{mean} >= d*({low}*{share})",
            fact="textbook.elementary-probability:sum below",
            hypotheses={"X_t >= c + b Z_t for each t": n + 5},
            instance={"x": mean, "n": "d", "c": f"{low}*{share}", "b": "0", "z": "0", "X": total},
            over=(total,),
        ),
        Textbook(
            n + 7,
            r"The largest regret $R$ of these signs is at least the average.",
            f"{mean} <= R{f}",
            fact="textbook.elementary-probability:largest",
            hypotheses={"a mean over finitely many cases": 8},
            instance={"mean": mean, "largest": f"R{f}"},
        ),
    )


def always_zero() -> Iterator[Instance]:
    """The policy that plays the action 0, in a small box: it learns nothing, and always pays s."""
    horizon, box, arms, eps = 100, Fraction(1, 100), 3, Fraction(1, 10)
    low = box * horizon
    x = enclose(lambda: (ball(eps * low) / (2 * arb.pi()).sqrt()).sqrt(), 20)
    roots = enclose(lambda: sum((arb(t).sqrt() for t in range(horizon)), arb(0)), 20)
    setting = {"T": horizon, "S": box, "d": arms, "eps": eps, "roots": roots, "u": 50}
    private = {"low": low, "s": box, "x": x, "G": low, "mean": arms * low}
    free = {"lowf": low, "sf": box, "xf": Fraction(1, 10), "Gf": low, "meanf": arms * low}
    laws = dict.fromkeys(("div", "dist", "info", "tvt", "p", "q"), 0)
    yield {**setting, **private, **free, **laws, "R": arms * low, "Rf": arms * low}


PROOF = Proof(
    "thesis.thm4.17.repaired",
    where="T in [1,inf), eps in (0,inf), S in (0,inf), d in [1,inf), "
    + ", ".join(
        f"R{f} in [0,inf), low{f} in (0,inf), s{f} in (0,inf), x{f} in (0,inf), "
        f"G{f} in [0,inf), mean{f} in [0,inf)"
        for f in ("", "f")
    ),
    steps=(
        *SHARED,
        *PRIVATE,
        *regret_of(18, "", 17, 14, "1/3"),
        *FREE,
        *regret_of(34, "f", 33, 30, "1/2"),
        Inequality(
            42,
            r"$R\ge d\min\{\frac{\sqrt{2\pi}}{3\varepsilon},\frac{ST}3\}$.",
            "R >= d*min(sqrt(2*pi)/eps, S*T)/3",
            uses=(10,),
            weights={25: "1", 24: "1"},
        ),
        Inequality(
            43,
            r"$R'\ge d\min\{\frac38\sqrt T,\frac{ST}2\}$.",
            "Rf >= d*min(3/4*sqrt(T), S*T)/2",
            uses=(26,),
            weights={41: "1", 40: "1"},
        ),
        Inequality(44, r"All parameters lie in the box: $s\le S$,", "s <= S", uses=(10, 11)),
        Inequality(45, r"and $s'\le S$.", "sf <= S", uses=(26, 27)),
        Inequality(
            46,
            r"The $\theta$ of the larger regret has $\mathrm{Reg}_T\ge d\min\{\frac{\sqrt{2\pi}}"
            r"{3\varepsilon},\frac{ST}3\}$,",
            "max(R, Rf) >= d*min(sqrt(2*pi)/eps, S*T)/3",
            weights={42: "1"},
            rest="max(R, Rf) - R",
        ),
        Inequality(
            47,
            r"and $\mathrm{Reg}_T\ge d\min\{\frac38\sqrt T,\frac{ST}2\}$.",
            "max(R, Rf) >= d*min(3/4*sqrt(T), S*T)/2",
            weights={43: "1"},
            rest="max(R, Rf) - Rf",
        ),
        Inequality(
            48,
            "The constants exceed the printed ones: that with privacy",
            "sqrt(2*pi)/(3*eps) > exp(-1)/(4*eps)",
        ),
        Inequality(49, "and that without.", "3/8*sqrt(T) > exp(-2)/8*sqrt(T)"),
        Parts(
            50,
            r"One $\theta\in[-S,S]^d$ has both, with these constants.",
            uses=(44, 45, 46, 47, 48, 49),
        ),
    ),
    instances=always_zero,
)
ACTIONS = Proof(
    "thesis.thm4.17.actions",
    where="eps in [0,inf), div in [0,inf), ratio in (-inf,inf), ham in [0,inf), dist in [0,inf), "
    "tv in [0,1], apart in [0,1], mass in [0,1], seen in [0,1]",
    steps=(
        Given(
            1,
            r"$P_a,P'_a$ have densities $p_a(r)$, $p'_a(r)$ with respect to one measure, "
            r"measurable in $(a,r)$. For $T-1$ rewards $\mathbf r$ let $\mathcal V_{\mathbf r}$ be "
            r"the law of the $T$ actions; $\mathbf r\mapsto\mathcal V_{\mathbf r}$ is "
            r"$\varepsilon$-DP.",
        ),
        Textbook(
            2,
            r"Maximal couplings $c_a$: $r\ne r'$ has probability $\mathrm{TV}(P_a\|P'_a)$. By "
            r"their formula they have densities $c_a(r,r')$ with respect to one measure $m$ on "
            r"pairs, measurable in $(a,r,r')$.",
            "apart == tv",
            fact="textbook.maximal-coupling",
            hypotheses={"{X != Y} is an event": 1},
            instance={"apart": "apart", "t": "tv"},
        ),
        Given(
            3,
            r"Let $p$ draw $A_t$ from $\pi$ given the past actions and first rewards, and then "
            r"$(r_t,r'_t)$ from $c_{A_t}$; let $q$ do so with $\pi$ given the second rewards. That "
            r"is: $p$ and $q$ have one density $c=\prod_tc_{a_t}(r_t,r'_t)$ with respect to "
            r"$\mathcal V_{\mathbf r}(d\mathbf a)\,m(d\mathbf r,d\mathbf r')$ and "
            r"$\mathcal V_{\mathbf r'}(d\mathbf a)\,m(d\mathbf r,d\mathbf r')$.",
            uses=(1, 2),
        ),
        Textbook(
            4,
            r"Under $p$ the actions and first rewards have the kernels of $\pi$ in $\nu$, under "
            r"$q$ the actions and second ones those in $\nu'$: the actions have the laws "
            r"$M_{\nu\pi}$ and $M_{\nu'\pi}$.",
            "mass == seen",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 3},
            instance={"p": "mass", "q": "seen"},
        ),
        Textbook(
            5,
            r"For every event of actions and lists of rewards at distance $d$: "
            r"$\mathcal V_{\mathbf r}(E)\le e^{\varepsilon d}\mathcal V_{\mathbf r'}(E)$.",
            "v <= exp(eps*d)*w",
            where="v in [0,1], w in [0,1], d in [0,inf)",
            fact="textbook.group-privacy:pure",
            hypotheses={"the mechanism is e-DP": 1},
            instance={"v": "v", "w": "w", "d": "d", "e": "eps"},
        ),
        Textbook(
            6,
            r"So for an event $E$ of paths with $d$ mismatches $p(E)$ and $q(E)$ are the integrals "
            r"of $\mathcal V_{\mathbf r}(E_y)$ and $\mathcal V_{\mathbf r'}(E_y)$ by $dy\,"
            r"m(d\mathbf r,d\mathbf r')$ over $y>0$, where $E_y$ are the $\mathbf a$ with "
            r"$(\mathbf a,\mathbf r,\mathbf r')\in E$ and $c>y$.",
            fact="textbook.layer-cake:density",
            hypotheses={"one density for both, and kernels for one measure": 3},
        ),
        Textbook(
            7,
            r"Hence $p(E)\le e^{\varepsilon d}q(E)$ for each such event.",
            "big_p <= exp(eps*d)*big_q",
            where="v in [0,1], w in [0,1], d in [0,inf), big_p in [0,1], big_q in [0,1]",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 5},
            instance={"p": "big_p", "c": "exp(eps*d)", "q": "big_q", "d": "0", "A": "v", "B": "w"},
            over=("v", "w"),
            uses=(6,),
        ),
        Textbook(
            8,
            r"So $x=\frac{dp}{dq}\le e^{\varepsilon d}$ at almost every path with $d$ mismatches.",
            "x <= exp(eps*d)",
            where="v in [0,1], w in [0,1], d in [0,inf), big_p in [0,1], big_q in [0,1], "
            "x in (0,inf)",
            fact="textbook.radon-nikodym",
            hypotheses={"the relation for every event": 7},
            instance={"V": "big_p", "W": "big_q", "c": "exp(eps*d)", "x": "x"},
            over=("big_p", "big_q"),
        ),
        Inequality(
            9,
            r"$\log\frac{dp}{dq}\le\varepsilon d$, where $x>0$ almost everywhere for $p$.",
            "log(x) <= eps*d",
            where="d in [0,inf), x in (0,inf)",
            uses=(8,),
            monotone=("log", "exp(eps*d)", "x"),
        ),
        Textbook(
            10,
            r"The mean under $p$: $D_{\mathrm{KL}}(p\|q)\le\varepsilon\,\mathbb E_pd$.",
            "ratio <= eps*ham",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 9},
            instance={"x": "ratio", "c": "eps", "y": "ham", "X": "log(x)", "Y": "d"},
            over=("x", "d"),
        ),
        Textbook(
            11,
            r"Given the past and the action $A_t$ the two rewards differ with probability "
            r"$\mathrm{TV}(P_{A_t}\|P'_{A_t})$, so that $d$ has the mean of their sum.",
            "ham == dist",
            fact="textbook.elementary-probability:tower",
            hypotheses={"the conditional mean of each term": 3},
            instance={"x": "ham", "y": "dist"},
        ),
        Textbook(
            12,
            "The actions are read off all variables in one way, with the laws of step 4.",
            "div <= ratio",
            fact="textbook.data-processing",
            hypotheses={"one kernel for both laws": 4},
            instance={"after": "div", "before": "ratio"},
        ),
        Inequality(
            13,
            r"$\mathrm{KL}(M_{\nu\pi}\|M_{\nu'\pi})\le\varepsilon\,\mathbb E_{\nu\pi}\sum_{t<T}"
            r"\mathrm{TV}(P_{A_t}\|P'_{A_t})$.",
            "div <= eps*dist",
            uses=(11,),
            weights={10: "1", 12: "1"},
        ),
    ),
)
STEP_2 = Proof(
    "thesis.thm4.17.divergence",
    where="eps in (0,inf), T in [1,inf), div in [0,inf), dist in [0,inf), mag in [0,inf), "
    "tv in [0,1], normal in [0,inf), g in [0,inf), m in [0,1]",
    steps=(
        OnClaim(
            1,
            r"Theorem 4.9 for actions in the cube, where normal laws have densities.",
            "div <= eps*dist",
            claim="thesis.thm4.17.actions",
            of_step=13,
        ),
        Identity(
            2,
            r"For means $0$ and $g=|\langle A_t,\theta-\theta'\rangle|$ the logarithm of the ratio "
            r"of the normal densities at $z$.",
            "(z-g)**2/2 - z**2/2 == g**2/2 - g*z",
            where="z in (-inf,inf)",
        ),
        Textbook(
            3,
            r"Their divergence is $\frac12g^2$.",
            "normal == g**2/2",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": 2},
            instance={
                "x": "normal",
                "c": "g**2/2",
                "b": "-g",
                "z": "0",
                "X": "(z-g)**2/2 - z**2/2",
                "Z": "z",
            },
            over=("z",),
        ),
        Textbook(
            4,
            "Pinsker.",
            "2*tv**2 <= normal",
            fact="textbook.pinsker",
            instance={"t": "tv", "k": "normal"},
        ),
        Inequality(
            5,
            r"So $\mathrm{TV}\le\frac12|\langle A_t,\theta-\theta'\rangle|$.",
            "tv <= 0 + 1/2*g",
            uses=(3,),
            apart="tv",
            weights={4: "1/(2*(g/2 + tv))"},
        ),
        Textbook(
            6,
            "The mean of the sum over the rounds; those before $T$ are some of them.",
            "dist <= T*0 + 1/2*mag",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 5},
            instance={"x": "dist", "n": "T", "c": "0", "b": "1/2", "z": "mag", "X": "tv", "Z": "g"},
            over=("tv", "g", "normal"),
        ),
        Inequality(
            7,
            r"$\mathrm{KL}\le\frac12\varepsilon\,\mathbb E\sum_t|\langle A_t,\theta-\theta'\rangle"
            r"|$,",
            "div <= 1/2*eps*mag",
            weights={1: "1", 6: "eps"},
        ),
        Given(
            8,
            r"where $|\langle A_t,\theta-\theta'\rangle|=\frac2{\varepsilon T}|A_{ti}|$ with "
            r"$|A_{ti}|\le1$.",
            "g == 2/(eps*T)*m",
        ),
        Inequality(9, "Each term is at most", "g <= 2/(eps*T)", uses=(8,)),
        Textbook(
            10,
            r"So the sum is at most $\frac2\varepsilon$.",
            "mag <= T*(2/(eps*T))",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 9},
            instance={
                "x": "mag",
                "n": "T",
                "c": "2/(eps*T)",
                "b": "0",
                "z": "0",
                "X": "g",
            },
            over=("g", "m"),
        ),
        Inequality(
            11,
            r"$\mathrm{KL}\le1$.",
            "1/2*eps*mag <= 1",
            weights={10: "eps/2"},
        ),
    ),
    parts=(7,),
)
AVERAGE = Proof(
    "thesis.thm4.17.averaging",
    where="d in [1,inf), N in [1,inf), p in [0,1], q in [0,1], sum in [0,inf), avg in [0,inf), "
    "all in [0,inf), most in [0,inf)",
    steps=(
        Given(
            1,
            r"The $2^d$ vectors of signs fall into $N=2^{d-1}$ pairs that differ in coordinate "
            r"$i$, where $p=p_{\theta,i}$ and $q=p_{\theta',i}$ have",
            "p + q >= exp(-1)/2",
        ),
        Textbook(
            2,
            "The sum over the pairs.",
            "sum >= N*(exp(-1)/2)",
            fact="textbook.elementary-probability:sum below",
            hypotheses={"X_t >= c + b Z_t for each t": 1},
            instance={"x": "sum", "n": "N", "c": "exp(-1)/2", "b": "0", "z": "0", "X": "p + q"},
            over=("p", "q"),
        ),
        Given(3, r"The average of $p_{\theta,i}$ over all signs.", "avg == sum/(2*N)"),
        Inequality(
            4,
            r"It is at least $\frac14e^{-1}$.",
            "avg >= exp(-1)/4",
            uses=(3,),
            weights={2: "1/(2*N)"},
        ),
        Textbook(
            5,
            r"The average over all signs of $\sum_ip_{\theta,i}$ is the sum of these averages.",
            "all >= d*(exp(-1)/4)",
            fact="textbook.elementary-probability:sum below",
            hypotheses={"X_t >= c + b Z_t for each t": 4},
            instance={"x": "all", "n": "d", "c": "exp(-1)/4", "b": "0", "z": "0", "X": "avg"},
            over=("avg", "sum"),
        ),
        Textbook(
            6,
            "The largest of these sums is at least the average.",
            "all <= most",
            fact="textbook.elementary-probability:largest",
            hypotheses={"a mean over finitely many cases": 1},
            instance={"mean": "all", "largest": "most"},
        ),
        Inequality(
            7,
            r"Some $\theta$ has $\sum_ip_{\theta,i}\ge\frac d4e^{-1}$.",
            "most >= d/4*exp(-1)",
            weights={5: "1", 6: "1"},
        ),
    ),
)
