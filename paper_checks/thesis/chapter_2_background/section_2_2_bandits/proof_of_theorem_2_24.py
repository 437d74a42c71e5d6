"""The proof of Theorem 2.24, the regret of UCB without a horizon, step by step."""

from __future__ import annotations

from functools import cache
from typing import Any

from flint import arb

from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import working_precision

from .index_replay import margin

LAST = 2000
PART = "the first event is a part of the second"


@cache
def first_terms() -> str:
    """The sum of 1/f(t) over t <= 2000, with 1/log(2000), is below 5/2."""
    with working_precision(100):
        bound = sum((1 / margin(t) for t in range(1, LAST + 1)), arb(0)) + 1 / arb(LAST).log()
        need(bound < arb(5) / 2, "The bound of the sum is larger", bound=bound)
    return f"{LAST} terms in balls, with the rest at most {bound.str(6, radius=False)}"


SUM = Proof(
    "thesis.thm2.24.sum",
    where=f"n in [{LAST},inf), R in [0,inf), rest in [0,inf), first in [0,inf), all in [0,inf)",
    steps=(
        Inequality(1, "The logarithm grows by this or more.", "1/(n+1) <= log(n+1) - log(n)"),
        Inequality(
            2,
            "A term is below a difference.",
            "1/(1 + (n+1)*log(n+1)**2) <= 1/log(n) - 1/log(n+1)",
            weights={1: "1/(log(n)*log(n+1)) + 1/(log(n)*(1 + (n+1)*log(n+1)**2))"},
            rest="(1+log(n+1))/(log(n)*log(n+1)*(n+1)*(1 + (n+1)*log(n+1)**2))",
        ),
        Induction(
            3,
            rf"The terms after t = {LAST} up to n: $R\le1/\log{LAST}-1/\log n$.",
            f"R <= 1/log({LAST}) - 1/log(n)",
            start=str(LAST),
            sequence="R",
            first="0",
            following="R + 1/(1 + (n+1)*log(n+1)**2)",
            weight="1",
            uses=(2,),
        ),
        Inequality(
            4,
            "They stay below a number, for all n.",
            f"R <= 1/log({LAST})",
            uses=(3,),
        ),
        Textbook(
            5,
            "So does their limit.",
            f"rest <= 1/log({LAST})",
            fact="textbook.bounds-of-sets:limit",
            hypotheses={"x_n <= c for all n": 4},
            instance={"x": "rest", "X": "R", "c": f"1/log({LAST})"},
            over=("R", "n"),
        ),
        Computed(
            6,
            rf"The first {LAST} terms and $1/\log{LAST}$ are below 5/2.",
            f"first + 1/log({LAST}) < 5/2",
            by=first_terms,
        ),
        Inequality(7, "Together.", "first + rest < 5/2", weights={5: "1", 6: "1"}),
        Given(8, "The whole sum.", "all == first + rest"),
        Inequality(9, r"$\sum_{t\ge1}1/f(t)<\frac52$.", "all < 5/2", uses=(8,), weights={7: "1"}),
    ),
)


@cache
def late_pulls() -> str:
    """The integral of exp(-max(D sqrt(n) - q, 0)^2/2) over n > 0 is (q^2 + q sqrt(2 pi) + 2)/D^2.

    With r = sqrt(n): it is q^2/D^2 for r <= q/D, and from there on that of 2 r exp(-(D r - q)^2/2).
    """
    import sympy as sp

    r, gap, q = sp.symbols("r D q", positive=True)
    term, level = sp.exp(-((gap * r - q) ** 2) / 2), (gap * r - q) / sp.sqrt(2)
    whole = 2 / gap**2 * (q * sp.sqrt(sp.pi / 2) * sp.erf(level) - term)
    need(sp.simplify(sp.diff(whole, r) - 2 * r * term) == 0, "Another antiderivative")
    area = q**2 / gap**2 + sp.limit(whole, r, sp.oo) - whole.subs(r, q / gap)
    left = sp.simplify(area - (q**2 + q * sp.sqrt(2 * sp.pi) + 2) / gap**2)
    need(left == 0, "The integral differs", left=left)
    return "an antiderivative, and its values at both ends"


ROUND = (
    "ia in (-inf,inf), ib in (-inf,inf), mu in (-inf,inf), x in (-inf,inf), avg in (-inf,inf), "
    "n in [1,inf), gap in (0,inf)"
)
LATE = "(q**2 + q*sqrt(2*pi) + 2)/D**2"

FINITE = Proof(
    "thesis.thm2.24.finite",
    where="e in (0,inf), D in (0,inf), z in [0,inf), t in [1,inf), v in [0,inf), L in [0,inf), "
    "k in [0,inf), y in (0,inf), S in [0,inf), one in [0,1], low in [0,inf), lows in [0,inf), "
    "F in [0,inf), r in [0,inf), q in [0,inf), late in [0,1], lates in [0,inf), b in [0,1], "
    "l in [0,1], c in [0,1], m in [1,inf), i in [0,inf), G in (-inf,inf), B in [0,inf), "
    "C in [0,inf), N in [0,inf), mb in [0,inf), mc in [0,inf), pulls in [0,inf), "
    "tail in [0,inf)",
    steps=(
        Given(
            1, r"Given the past, a reward has the law of its arm, 1-subgaussian around its mean."
        ),
        Given(2, r"Let $y=\varepsilon^2/2$ and $D=\Delta_a-\varepsilon$.", "y == e**2/2"),
        OnClaim(
            3,
            r"At a round $t$, with $v=\log f(t)$, the index of $m\ge1$ draws of the best arm is at "
            r"most $\mu^\star-\varepsilon$ with at most this probability.",
            "one <= exp(-m*(sqrt(2*v/m)+e)**2/2)",
            claim="thesis.alg2.width.repaired",
            of_step=10,
            instance={"down": "one", "L": "m*(sqrt(2*v/m)+e)**2/2"},
        ),
        Inequality(
            4,
            r"Since $(w+\varepsilon)^2\ge w^2+\varepsilon^2$.",
            "exp(-m*(sqrt(2*v/m)+e)**2/2) <= exp(-v-m*y)",
            uses=(2,),
            monotone=("exp", "-v-m*y", "-m*(sqrt(2*v/m)+e)**2/2"),
            rest="m*sqrt(2*v/m)*e",
        ),
        Inequality(5, r"Together.", "one <= exp(-v-m*y)", weights={3: "1", 4: "1"}),
        Induction(
            6,
            r"$S=\sum_{j\le k}e^{-jy}\le(1-e^{-ky})/y$.",
            "S <= (1 - exp(-k*y))/y",
            variable="k",
            start="0",
            sequence="S",
            first="0",
            following="S + exp(-(k+1)*y)",
            weight="1",
            rest="exp(-(k+1)*y)*(exp(y) - 1 - y)/y",
        ),
        Textbook(
            7,
            r"Some $k$ has such an index at round $t$.",
            "low <= exp(-v)*S",
            fact="textbook.union-bound:sum",
            hypotheses={"each event has its bound": 5},
            instance={"p": "low", "total": "exp(-v)*S", "X": "one", "T": "exp(-v-m*y)"},
            over=("one", "m"),
        ),
        Inequality(
            8,
            r"This has probability at most $1/(f(t)\,y)$.",
            "low <= exp(-v)/y",
            uses=(2,),
            weights={7: "1", 6: "exp(-v)"},
        ),
        Textbook(
            9,
            r"The mean number of these low rounds; $F=\sum_{t\le T}1/f(t)$.",
            "lows <= F/y",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 8},
            instance={"mean": "lows", "total": "F/y", "X": "low", "T": "exp(-v)/y"},
            over=("low", "v"),
        ),
        OnClaim(
            10,
            r"The sum of all $1/f(t)$ is $F$ and a tail.",
            "F + tail < 5/2",
            claim="thesis.thm2.24.sum",
            of_step=9,
            instance={"all": "F + tail"},
        ),
        Inequality(11, r"$F<\frac52$.", "F <= 5/2", weights={10: "1"}),
        OnClaim(
            12,
            r"The average of $k=r^2$ draws of arm $a$ exceeds its mean by $D-\sqrt{2L/k}$ or more "
            r"(a late number $k$) with probability at most $e^{-\max(Dr-q,0)^2/2}$, $q=\sqrt{2L}$.",
            "late <= exp(-max(D*r-q,0)**2/2)",
            claim="thesis.alg2.width.repaired",
            of_step=11,
            instance={"up": "late", "L": "max(D*r-q,0)**2/2"},
        ),
        Inequality(
            13,
            r"These bounds do not increase in $r$.",
            "max(D*r-q,0) <= max(D*(r+z)-q,0)",
        ),
        Computed(14, r"Their integral over $k>0$ is $(q^2+q\sqrt{2\pi}+2)/D^2$.", by=late_pulls),
        Textbook(
            15,
            r"So their sum over $k\ge1$ is at most this.",
            f"i <= {LATE}",
            fact="textbook.calculus:sum and integral",
            hypotheses={"the terms do not increase": 13, "the integral is i": 14},
            instance={"s": "i", "i": LATE},
        ),
        Textbook(
            16,
            r"The mean number of late numbers.",
            "lates <= i",
            fact="textbook.elementary-probability:sum of means above",
            hypotheses={"each mean is <= its bound": 12},
            instance={"mean": "lates", "total": "i", "X": "late"}
            | {"T": "exp(-max(D*r-q,0)**2/2)"},
            over=("late", "r"),
        ),
        Textbook(
            17,
            r"The rewards of the bandit, numbered by the pulls, are such draws: low rounds,",
            "mb == lows",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": 1},
            instance={"p": "mb", "q": "lows"},
        ),
        Textbook(
            18,
            r"and late numbers.",
            "mc == lates",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": 1},
            instance={"p": "mc", "q": "lates"},
        ),
        Given(
            19,
            r"If arm $a$ is pulled in a round after the first $K$, for the index (2.12), its index "
            "is at least that of the best arm, which is above this in a round that is not low,",
            "ib > mu - e",
            where=ROUND,
        ),
        Given(
            20,
            r"where $\mu^\star=\mu_a+\Delta_a=\mu_a+D+\varepsilon$.",
            "mu == x + D + e",
            where=ROUND,
        ),
        Given(21, r"The largest index.", "avg + sqrt(2*v/n) >= ib", where=ROUND),
        Inequality(22, r"The logarithm increases.", "log(t) <= log(t+z)"),
        Inequality(
            23,
            r"So does $t\log^2t$.",
            "t*log(t)**2 <= (t+z)*log(t+z)**2",
            uses=(22,),
            rest="z*log(t+z)**2 + t*(log(t)+log(t+z))*(log(t+z)-log(t))",
        ),
        Given(24, r"$f(t)=1+t\log^2t$ at the round,", "v == log(1+t*log(t)**2)"),
        Given(25, r"and at $T=t+z$.", "L == log(1+(t+z)*log(t+z)**2)"),
        Inequality(
            26,
            r"$\log f(t)\le\log f(T)$.",
            "v <= L",
            uses=(23, 24, 25),
            monotone=("log", "1+(t+z)*log(t+z)**2", "1+t*log(t)**2"),
        ),
        Inequality(
            27,
            r"Then its number $n$ of pulls is late.",
            "avg - x >= D - sqrt(2*L/n)",
            uses=(20, 26),
            where=ROUND,
            weights={19: "1", 21: "1"},
            rest="sqrt(2*L/n) - sqrt(2*v/n)",
        ),
        Given(
            28,
            r"So a pull of $a$ ($c=1$) is in a low round ($b=1$) or has a late number ($l=1$); "
            "each number occurs once.",
            "c <= b + l",
            uses=(27,),
        ),
        Induction(
            29,
            r"After the first $K$ rounds, with one pull at most: 1, the number $B$ of low rounds "
            r"and $C$ of late numbers exceed the pulls by $G\ge0$.",
            "G >= 0",
            variable="k",
            start="0",
            sequence="G",
            first="0",
            following="G + b + l - c",
            weight="1",
            uses=(28,),
        ),
        Given(30, r"By the definition of $G$.", "G == 1 + B + C - N"),
        Inequality(31, r"In each play.", "N <= 1 + 1*(B + C)", uses=(29, 30)),
        Textbook(
            32,
            r"The mean.",
            "pulls <= 1*1 + 1*(mb + mc)",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 31},
            instance={"x": "pulls", "n": "1", "c": "1", "b": "1", "z": "mb + mc", "X": "N"}
            | {"Z": "B + C"},
            over=("N", "B", "C", "k"),
        ),
        Given(33, r"The notation of step 12.", "q == sqrt(2*L)"),
        Inequality(
            34,
            r"$\mathbb E[N_a(T)]\le1+5/\varepsilon^2+2(L+\sqrt{\pi L}+1)/D^2$.",
            "pulls <= 1 + 5/e**2 + 2*(L + sqrt(pi*L) + 1)/D**2",
            uses=(2, 17, 18, 33),
            weights={32: "1", 9: "1", 11: "2/e**2", 15: "1", 16: "1"},
        ),
    ),
)

GAP_FREE = Proof(
    "thesis.thm2.24.gapfree",
    where="T in [2,inf), K in [1,inf), h in (0,inf), L in [0,inf), gap in (0,inf), "
    "pulls in [0,inf), a in [0,inf), j in [0,inf), squares in [0,inf), rest in [0,inf), "
    "over in [0,inf), late in [0,inf), cost in [0,inf), sum in [0,inf), reg in [0,inf), "
    "n in [0,inf), all in [0,inf)",
    parts=(20,),
    steps=(
        OnClaim(
            1,
            r"The mean pulls of a suboptimal arm, with the slack $\Delta_a/2$.",
            "pulls <= 1 + (28 + 8*L + 8*sqrt(pi*L))/gap**2",
            claim="thesis.thm2.24.finite",
            of_step=34,
            instance={"e": "gap/2", "D": "gap/2"},
        ),
        Given(2, r"For $T\ge2$ let $h=\log T$.", "h == log(T)"),
        Inequality(3, r"$\log^2T\le T$.", "log(T)**2 <= T"),
        Given(4, r"$L=\log f(T)$.", "L == log(1+T*log(T)**2)"),
        Inequality(5, r"$f(T)\le T^3$.", "1 + T*log(T)**2 <= T**3", uses=(3,)),
        Inequality(
            6,
            r"So $L\le3h$.",
            "L <= 3*h",
            uses=(2, 4, 5),
        ),
        Inequality(
            7, r"$28+8L+8\sqrt{\pi L}\le96h$.", "28 + 8*L + 8*sqrt(pi*L) <= 96*h", uses=(2, 6)
        ),
        Given(8, r"$a_a$ is what $\mathbb EN_a(T)$ exceeds 1 by, or 0.", "a == max(pulls - 1, 0)"),
        Inequality(9, r"$\Delta_a^2a_a\le96h$.", "gap**2*a <= 96*h", uses=(1, 7, 8)),
        Induction(
            10,
            r"Over the suboptimal arms, $K$ at most: $\sum\Delta_a^2a_a\le96jh$.",
            "squares <= 96*h*j",
            variable="j",
            start="0",
            sequence="squares",
            first="0",
            following="squares + gap**2*a",
            weight="1",
            uses=(9,),
        ),
        Induction(
            11,
            r"The sum of $\mathbb EN_a-a_a$ is at least 0.",
            "rest >= 0",
            variable="j",
            start="0",
            sequence="rest",
            first="0",
            following="rest + pulls - a",
            weight="1",
            uses=(8,),
        ),
        Given(
            12,
            r"One arm is pulled in each round: the suboptimal arms have $n\le T$ pulls.",
            "n <= 1*T",
        ),
        Textbook(
            13,
            r"The mean, $\sum\mathbb EN_a(T)\le T$.",
            "all <= 1*T",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 12},
            instance={"x": "all", "c": "1", "y": "T", "X": "n", "Y": "T"},
            over=("n",),
        ),
        Given(14, r"It is the sum of the $a_a$ and of the rest.", "all == late + rest"),
        Inequality(
            15,
            r"So $\sum a_a\le T$.",
            "late <= T - rest",
            uses=(14,),
            weights={13: "1"},
        ),
        Induction(
            16,
            r"The sum of $\Delta_a+\Delta_aa_a-\Delta_a\mathbb EN_a$ is at least 0.",
            "over >= 0",
            variable="j",
            start="0",
            sequence="over",
            first="0",
            following="over + gap*(1 + a - pulls)",
            weight="1",
            uses=(8,),
        ),
        OnClaim(
            17,
            r"$\mathrm{Reg}_T=\sum_a\Delta_a\mathbb E N_a(T)$; let $d=\sum\Delta_aa_a$.",
            "over == sum + cost - reg",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"pulls": "sum + cost - over"},
        ),
        Textbook(
            18,
            r"$d^2\le\sum a_a\sum\Delta_a^2a_a$, for the vectors $\sqrt{a_a}$ and "
            r"$\Delta_a\sqrt{a_a}$.",
            "cost**2 <= late*squares",
            fact="textbook.cauchy-schwarz",
            instance={"d": "cost", "x": "late", "y": "squares"},
        ),
        OnClaim(
            19,
            r"At $T=1$, where $\log T=0$ and $\mathbb EN_a(T)\le1$, the regret is this, with "
            r"$x=\sum_a\Delta_a(1-\mathbb EN_a(T))\ge0$.",
            "one == sum - x",
            where="one in [0,inf), x in [0,inf)",
            claim="thesis.eq2.7-2.8",
            of_step=9,
            instance={"reg": "one", "pulls": "sum - x"},
        ),
        Inequality(
            20,
            "It has the bound too.",
            "one <= 24*sum",
            where="one in [0,inf), x in [0,inf)",
            uses=(19,),
        ),
        Inequality(
            21,
            r"So $d^2\le96TKh$.",
            "cost**2 <= T*(96*h*K)",
            at={10: {"j": "K"}},
            weights={18: "1", 10: "T", 15: "squares", 11: "squares"},
        ),
        Inequality(
            22,
            r"And $d\le2\sqrt{24KTh}$.",
            "cost <= 2*sqrt(24*K*T*h)",
            weights={21: "1/(cost + 2*sqrt(24*K*T*h))"},
        ),
        Inequality(
            23,
            r"$\mathrm{Reg}_T\le2\sqrt{CKT\log T}+C\sum_a\Delta_a$ with $C=24$.",
            "reg <= 2*sqrt(24*K*T*h) + 24*sum",
            uses=(17,),
            weights={16: "1", 22: "1"},
        ),
    ),
)


def limit_of_the_finite_bound() -> tuple[Any, Any]:
    """The gap D, and the limit of D times the bound on pulls over log T, at a slack that falls.

    With x = log(T)^(1/4) > 1 the slack is D/x; log f(T) = x^4 + 8 log x + log(1 + e^-(x^4)/x^8).
    """
    import sympy as sp

    x, gap = sp.symbols("x D", positive=True)
    level = x**4 + 8 * sp.log(x) + sp.log(1 + sp.exp(-(x**4)) / x**8)
    late = 2 * (level + sp.sqrt(sp.pi * level) + 1) / (gap * (1 - 1 / x)) ** 2
    return gap, sp.limit(gap * (1 + 5 * x**2 / gap**2 + late) / x**4, x, sp.oo)


@cache
def limit_is_two_over_the_gap() -> str:
    """Gap times the bound on pulls over log T tends to 2/gap."""
    gap, found = limit_of_the_finite_bound()
    need(found.equals(2 / gap), "The limit differs", limit=found)
    return "the limit, symbolically for all gaps"


OPTIMAL = Proof(
    "thesis.thm2.24.optimal",
    where="gap in (0,inf), k in (0,inf), e in (0,inf), D in (0,inf), L in [0,inf), h in (0,inf), "
    "pulls in [0,inf), above in [0,inf), high in [0,inf), low in [0,inf), sum in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"$\mathrm{KL}_{\inf}=\Delta_a^2/2$ for normal arms of variance 1.",
            "k == gap**2/2",
            claim="thesis.def2.30.gaussian",
            of_step=9,
            instance={"low": "k"},
        ),
        OnClaim(
            2,
            r"For $h=\log T>1$, $L=\log f(T)$, the slack $\varepsilon=\Delta_a/h^{1/4}$ and "
            r"$D=\Delta_a-\varepsilon$ the mean pulls of a suboptimal arm.",
            "pulls <= 1 + 5/e**2 + 2*(L + sqrt(pi*L) + 1)/D**2",
            claim="thesis.thm2.24.finite",
            of_step=34,
        ),
        Inequality(
            3,
            r"Their part of the regret over $\log T$.",
            "gap*pulls/h <= gap*(1 + 5/e**2 + 2*(L + sqrt(pi*L) + 1)/D**2)/h",
            weights={2: "gap/h"},
        ),
        Computed(4, r"The right side tends to $2/\Delta_a$.", by=limit_is_two_over_the_gap),
        Textbook(
            5,
            r"So the upper limit of $\Delta_a\mathbb EN_a(T)/\log T$ is at most this.",
            "above <= 2/gap",
            fact="textbook.bounds-of-sets:upper limit of bounds",
            hypotheses={"x_n <= y_n for all large n": 3, "y_n tends to c": 4},
            instance={"high": "above", "c": "2/gap", "X": "gap*pulls/h"}
            | {"Y": "gap*(1 + 5/e**2 + 2*(L + sqrt(pi*L) + 1)/D**2)/h"},
            over=("pulls", "e", "D", "L", "h"),
        ),
        Inequality(6, r"That is $\Delta_a/\mathrm{KL}_{\inf}$.", "above <= gap/k", uses=(1, 5)),
        OnClaim(
            7,
            r"$\mathrm{Reg}_T/\log T=\sum_a\Delta_a\mathbb EN_a(T)/\log T$.",
            claim="thesis.eq2.7-2.8",
        ),
        Textbook(
            8,
            r"The upper limit of $\mathrm{Reg}_T/\log T$ is at most $\sum_a\Delta_a/"
            r"\mathrm{KL}_{\inf}$.",
            "high <= sum",
            fact="textbook.bounds-of-sets:sum of upper limits",
            hypotheses={"the sum": 7, "each upper limit is <= its bound": 6},
            instance={"high": "high", "bound": "sum", "X": "above", "Y": "gap/k"},
            over=("above", "gap", "k"),
        ),
        OnClaim(
            9,
            r"This sum is a lower bound of the lower limit of every consistent policy.",
            "sum <= low",
            claim="thesis.thm2.31",
            of_step=8,
            instance={"lim": "low", "right": "sum"},
        ),
        Inequality(
            10,
            r"No consistent policy has a lower limit below the upper limit of this one.",
            "high <= low",
            weights={8: "1", 9: "1"},
        ),
    ),
)
