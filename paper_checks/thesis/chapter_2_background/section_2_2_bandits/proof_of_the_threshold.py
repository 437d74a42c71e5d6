"""The proof that the likelihood ratio rule is seldom wrong when it halts, step by step."""

from __future__ import annotations

from functools import cache

from banditproof.paper_checks.proofs import (
    Computed,
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.verdicts.vocabulary import need


@cache
def moment_integral() -> str:
    """The integral of l exp(l y) exp(-y) over y >= 0 is l/(1 - l), for 0 <= l < 1."""
    import sympy as sp

    y, rest = sp.symbols("y r", positive=True)  # r = 1 - l
    found = (1 - rest) * sp.integrate(sp.exp(-rest * y), (y, 0, sp.oo))
    need(sp.simplify(found - (1 - rest) / rest) == 0, "Another integral", found=found)
    return "the integral, symbolically"


@cache
def order_of_the_threshold() -> str:
    """(K log(n^2 + n) + x)/log(1/delta) tends to 1 for x to infinity, which is delta to 0."""
    import sympy as sp

    x, arms, level = sp.symbols("x K L", positive=True)
    found = sp.limit((arms * level + x) / (x - arms - arms * sp.log(x / arms)), x, sp.oo)
    need(found == 1, "Another order", found=found)
    return "the limit, symbolically"


THRESHOLD = Proof(
    "thesis.glr.correct.repaired",
    where="y in [0,inf), s in [0,inf), m in [1,inf), k in [0,inf), A in [0,inf), first in [0,1], "
    "all in [0,1], "
    "K in [1,inf), x in (0,inf), l in [0,1), a in [0,inf), v in [0,inf), w in [0,inf), j in "
    "[0,inf), M in [0,inf), q in [0,1], "
    "own in [0,1], d in (0,1], hs in [0,inf), xp in [0,inf), N in [1,inf), n in [1,inf), "
    "G in (-inf,inf), X in [0,inf), sum in [0,inf), glr in [0,inf), lead in [0,inf), "
    "second in [0,inf), err in [0,1], right in [0,1]",
    steps=(
        Given(1, r"Given the past, a reward is normal with variance 1 around the mean of its arm."),
        Inequality(2, r"The tail of the error function.", "1-erf(s) <= exp(-s**2)"),
        Inequality(
            3,
            r"For $m$ independent draws of one arm, $H_m=m(\hat\mu_m-\mu)^2/2$ is half the "
            r"square of a "
            r"standard normal variable: $\mathbb P(H_m>z)=1-\mathrm{erf}(\sqrt z)$, and this is at "
            r"most $e^{-z}$. At $z=y+\log(m(m+1))$:",
            "1-erf(sqrt(y+log(m*(m+1)))) <= exp(-y-log(m*(m+1)))",
            at={2: {"s": "sqrt(y+log(m*(m+1)))"}},
            weights={2: "1"},
        ),
        Induction(
            4,
            r"$A=\sum_{m\le k}1/(m(m+1))$.",
            "A <= 1 - 1/(k+1)",
            variable="k",
            start="0",
            sequence="A",
            first="0",
            following="A + 1/((k+1)*(k+2))",
            weight="1",
        ),
        Textbook(
            5,
            r"One of the first $k$ of the $H_m-\log(m(m+1))$ exceeds $y$.",
            "first <= exp(-y)*A",
            fact="textbook.union-bound:sum",
            hypotheses={"each event has its bound": 3},
            instance={"p": "first", "total": "exp(-y)*A"}
            | {"X": "1-erf(sqrt(y+log(m*(m+1))))", "T": "exp(-y-log(m*(m+1)))"},
            over=("m",),
        ),
        Inequality(6, r"For all $k$.", "first <= exp(-y)", uses=(4,), weights={5: "1"}),
        Textbook(
            7,
            r"So the supremum $X_a$ of all exceeds $y$ with at most this, a limit of increasing "
            "events.",
            "all <= exp(-y)",
            fact="textbook.bounds-of-sets:limit",
            hypotheses={"x_n <= c for all n": 6},
            instance={"x": "all", "X": "first", "c": "exp(-y)"},
            over=("first", "k"),
        ),
        Computed(
            8,
            r"$\int_0^\infty\lambda e^{\lambda y}e^{-y}dy=\lambda/(1-\lambda)$.",
            by=moment_integral,
        ),
        Textbook(
            9,
            r"So $w=\mathbb Ee^{\lambda X_a^+}$, $0\le\lambda<1$, is at most $1/(1-\lambda)$.",
            "w <= 1 + l/(1-l)",
            fact="textbook.elementary-probability:tail integral",
            hypotheses={
                "P(X > y) is at most G(y) for every y >= 0": 7,
                "the integral of g' G over y >= 0 is i": 8,
            },
            instance={"m": "w", "c": "1", "i": "l/(1-l)", "P": "all", "G": "exp(-y)"},
            over=("y", "all"),
        ),
        Given(10, r"Let $\lambda=1-e^{-a}$, $a\ge0$.", "l == 1 - exp(-a)"),
        Inequality(11, r"Then $w\le e^a$.", "w <= exp(a)", uses=(10,), weights={9: "1"}),
        Given(12, r"The draws of different arms are independent, and so are these variables."),
        Textbook(
            13,
            r"The moment $M$ of the sum over $j$ arms is multiplied by that of the next.",
            "next == M*w",
            where="next in [0,inf)",
            fact="textbook.elementary-probability:independent product",
            hypotheses={"independent, and not negative": 12},
            instance={"m": "next", "x": "M", "y": "w"},
        ),
        Induction(
            14,
            r"So $M\le e^{ja}$.",
            "M <= exp(j*a)",
            variable="j",
            start="0",
            sequence="M",
            first="1",
            following="M*w",
            weight="w",
            rest="exp(j*a)*(exp(a) - w)",
            uses=(11, 13),
        ),
        Textbook(
            15,
            r"With $v=\lambda x$: Markov's inequality for $q=\mathbb P(\sum_aX_a^+\ge x)$.",
            "q*exp(v) <= M",
            fact="textbook.markov",
            over=("z",),
            where="z in [0,inf)",
            hypotheses={"X >= 0": "exp(z) >= 0", "a > 0": "exp(v) > 0"},
            instance={"p": "q", "a": "exp(v)", "m": "M", "X": "exp(z)"},
        ),
        Inequality(
            16,
            r"With $K$ arms.",
            "q <= exp(K*a - v)",
            at={14: {"j": "K"}},
            weights={15: "exp(-v)", 14: "exp(-v)"},
        ),
        Given(
            17,
            r"$\delta=e^{K-x}(x/K)^K$ with $x\ge K$, for $a=\log(x/K)\ge0$:",
            "d == exp(K - K*exp(a) + K*a)",
        ),
        Given(18, r"That is $x=Ke^a$.", "x == K*exp(a)"),
        Given(19, r"So $v=\lambda x$ is this.", "v == (1-exp(-a))*x"),
        Inequality(
            20,
            r"So $q\le\delta$.",
            "q <= d",
            uses=(16, 17, 18, 19),
        ),
        Textbook(
            21,
            r"The rewards of the bandit, numbered by the pulls, are such draws, for every sampling "
            "rule.",
            "own == q",
            fact="textbook.reward-stacks",
            hypotheses={"given the past a reward has the law of its arm": 1},
            instance={"p": "own", "q": "q"},
        ),
        Given(
            22,
            r"At a halt after $n$ rounds, for an arm with $N$ pulls, $X_a$ is at least $H_N-"
            r"\log(N(N+1))$,",
            "hs <= xp + log(N*(N+1))",
        ),
        Given(23, r"and $N\le n$.", "N <= n"),
        Inequality(24, r"So.", "N*(N+1) <= n**2 + n", uses=(23,)),
        Inequality(
            25,
            r"Its logarithm.",
            "log(N*(N+1)) <= log(n**2+n)",
            weights={24: "1"},
            monotone=("log", "n**2+n", "N*(N+1)"),
        ),
        Induction(
            26,
            r"The sum over the arms of $X_a^++\log(n^2+n)-H_N$ is at least 0.",
            "G >= 0",
            variable="j",
            start="0",
            sequence="G",
            first="0",
            following="G + (xp + log(N*(N+1)) - hs) + (log(n**2+n) - log(N*(N+1)))",
            weight="1",
            uses=(22, 25),
        ),
        Given(27, r"It is this for $K$ arms.", "G == X + K*log(n**2+n) - sum"),
        Given(
            28,
            r"If the recommendation, a leader $\hat a$, is wrong, the true means are an "
            r"alternative for it, at which the likelihood ratio is $\sum_aH_{N_a}$.",
        ),
        Textbook(
            29,
            r"So its infimum $\mathrm{GLR}(\hat a)$ is at most that.",
            "lead <= sum",
            fact="textbook.bounds-of-sets:member",
            hypotheses={"v is a member": 28},
            instance={"low": "lead", "v": "sum"},
        ),
        OnClaim(
            30,
            r"For each other arm $\mathrm{GLR}(a)$ is 0.",
            "second <= 0",
            claim="thesis.glr.simplified.repaired",
            of_step=13,
        ),
        Given(31, r"The largest is one of these.", "glr <= max(lead, second)"),
        Inequality(
            32,
            r"$\max_a\mathrm{GLR}(a)\le\sum_aH_{N_a}$.",
            "glr <= sum",
            uses=(29, 30, 31),
        ),
        Given(33, r"The rule halts above the threshold.", "glr > K*log(n**2+n) + x"),
        Inequality(
            34,
            r"So $\sum_aX_a^+>x$.",
            "X > x",
            uses=(27,),
            weights={26: "1", 32: "1", 33: "1"},
        ),
        Textbook(
            35,
            r"A wrong answer after the halt is a part of this event.",
            "err <= own",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 34},
            instance={"p": "err", "q": "own"},
        ),
        Inequality(
            36,
            r"$\mathbb P(\tau<\infty,\hat a\ne a^\star)\le\delta$.",
            "err <= d",
            uses=(21,),
            weights={20: "1", 35: "1"},
        ),
        Given(37, r"If it halts almost surely, it is right else.", "right == 1 - err"),
        Inequality(
            38,
            r"Then it is $\delta$-correct.",
            "right >= 1 - d",
            uses=(37,),
            weights={36: "1"},
        ),
        Computed(
            39, r"$c(n,\delta)/\log(1/\delta)\to1$ as $\delta\to0$.", by=order_of_the_threshold
        ),
        Parts(40, "The risk, the correctness, and the order.", uses=(36, 38, 39)),
    ),
)
