"""The proof of the time-uniform bound of Lemma C.32, by a mixture of exponentials per arm."""

from __future__ import annotations

from functools import cache

from banditproof.paper_checks.proofs import Computed, Given, Induction, Inequality, Proof, Textbook
from banditproof.paper_checks.verdicts.vocabulary import need


@cache
def normal_mixture() -> str:
    """The mean of exp(r s - r^2 n/2) over r of N(0, 1/v) is sqrt(v/(n+v)) exp(s^2/(2 (n+v)))."""
    import sympy as sp

    s, r = sp.symbols("s r", real=True)
    n, v = sp.symbols("n v", positive=True)
    density = sp.sqrt(v / (2 * sp.pi)) * sp.exp(-v * r**2 / 2)
    found = sp.integrate(sp.exp(r * s - r**2 * n / 2) * density, (r, -sp.oo, sp.oo))
    other = sp.sqrt(v / (n + v)) * sp.exp(s**2 / (2 * (n + v)))
    need(sp.simplify(found / other) == 1, "Another integral", found=found)
    return "the integral, symbolically"


UNIFORM = Proof(
    "thesis.lemC.32.bound",
    where="f in [0,inf), r in (-inf,inf), A in [0,inf), B in [0,inf), next in [0,inf), "
    "now in (0,inf), F in [0,inf), any in [0,1], x in (0,inf), l in (1/2,1), y in [0,inf), "
    "u in [0,4), i in [1,inf), q in (0,1], h in (0,1], z in [0,inf), Z in [1,inf), "
    "part in (0,inf), arm in (0,inf), g in (-inf,inf), j in [0,inf), G in (-inf,inf), "
    "M in (0,inf), E in (-inf,inf), K in [1,inf), C in (-inf,inf), bad in [0,1]",
    steps=(
        Given(
            1,
            r"Given the past, the deviation of a reward from its mean, over $\sigma$, is "
            r"1-subgaussian: at the rate $r$ it has this moment $f$.",
            "f <= exp(r**2/2)",
        ),
        Inequality(
            2,
            r"So the factor $e^{rx-r^2/2}$ of such a deviation $x$ has a mean of at most 1.",
            "f*exp(-r**2/2) <= 1",
            weights={1: "exp(-r**2/2)"},
        ),
        Given(
            3,
            r"With the sum $s_a$ of the $n_a$ deviations of an arm let $M_a=\sum_iw_i\int "
            r"e^{rs_a-r^2n_a/2}N(dr;0,1/v_i)$, with weights that add up to 1, and $M=\prod_{a\in S}"
            r"M_a$, a mixture of products of exponentials $B$, which is 1 at the start. The arm "
            r"that is pulled multiplies $B$ by one factor (an arm outside of $S$ by 1): the next "
            r"value has the conditional mean $A$.",
            "A == B*(f*exp(-r**2/2))",
        ),
        Inequality(4, r"So.", "A <= B", uses=(3,), weights={2: "B"}),
        Textbook(
            5,
            r"The conditional mean of the next mixture is at most the present one.",
            "next <= 1*now + 0",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 4},
            instance={"p": "next", "q": "now", "c": "1", "d": "0", "A": "A", "B": "B"},
            over=("A", "B", "f", "r"),
        ),
        Given(6, r"The quotient of both is a factor of mean", "F == next/now"),
        Inequality(7, r"of at most 1.", "F <= 1", uses=(6,), weights={5: "1/now"}),
        Textbook(
            8,
            r"$\mathbb P(\sup_nM\ge e^x)\le e^{-x}$.",
            "any*exp(x) <= 1",
            fact="textbook.ville",
            hypotheses={"each factor has a conditional mean <= 1": 7},
            instance={"p": "any", "b": "exp(x)", "F": "F"},
            over=("F", "next", "now"),
        ),
        Computed(
            9,
            r"The mean of $e^{rs-r^2n/2}$ over $N(0,1/v)$ is $\sqrt{v/(n+v)}e^{s^2/(2(n+v))}$.",
            by=normal_mixture,
        ),
        Given(
            10,
            r"For $\frac12<\lambda<1$ let $w_i=i^{-2\lambda}/\zeta(2\lambda)$ and "
            r"$v_i=\frac{1-\lambda}\lambda e^{4\lambda(i-1)}$, $i\ge1$. For an arm with $n=e^y$ "
            r"pulls take the $i$ with $y=4\lambda(i-1)+u$, $0\le u<4\lambda$.",
            "y == 4*l*(i-1) + u",
        ),
        Given(11, r"That is.", "u <= 4*l"),
        Given(
            12,
            r"Then $q=v_i/(n+v_i)$ is this,",
            "q == (1-l)*exp(-u)/(l+(1-l)*exp(-u))",
        ),
        Given(13, r"and $h=n/(n+v_i)$.", "h == l/(l+(1-l)*exp(-u))"),
        Given(
            14,
            r"With $z=s^2/(2n)=n(\hat\mu-\mu)^2/(2\sigma^2)$ and $Z=\zeta(2\lambda)$ the $i$-th "
            r"part of $M_a$ is",
            "part == exp(-2*l*log(i) - log(Z) + log(q)/2 + h*z)",
            uses=(9,),
        ),
        Textbook(
            15,
            r"at most the sum of all.",
            "part <= arm",
            fact="textbook.nonnegative-series:some of the terms",
            hypotheses={"each counted term is one of the others": 14, "none counts twice": 14},
            instance={"x": "part", "y": "arm"},
        ),
        Inequality(
            16,
            r"$q\ge(1-\lambda)e^{-u}$, as $\lambda+(1-\lambda)e^{-u}\le1$.",
            "q >= (1-l)*exp(-u)",
            uses=(12,),
        ),
        Inequality(
            17,
            "Its logarithm.",
            "log(q) >= log((1-l)*exp(-u))",
            weights={16: "1"},
            monotone=("log", "q", "(1-l)*exp(-u)"),
        ),
        Inequality(18, r"$h\ge\lambda$.", "h >= l", uses=(13,)),
        Inequality(19, r"$i\le(4+y)/(4\lambda)$.", "i <= (4+y)/(4*l)", uses=(10,)),
        Inequality(
            20,
            r"Its logarithm.",
            "log(i) <= log((4+y)/(4*l))",
            weights={19: "1"},
            monotone=("log", "(4+y)/(4*l)", "i"),
        ),
        Given(
            21,
            r"$g=g_G(\lambda)$.",
            "g == 2*l - 2*l*log(4*l) + log(Z) - log(1-l)/2",
        ),
        Inequality(
            22,
            r"So the logarithm of that part is at least this.",
            "-2*l*log(i) - log(Z) + log(q)/2 + h*z >= l*(z - 2*log(4+y)) - g",
            uses=(21,),
            weights={20: "2*l", 17: "1/2", 18: "z", 11: "1/2"},
        ),
        Inequality(
            23,
            r"The logarithm of step 15.",
            "log(arm) >= log(part)",
            weights={15: "1"},
            monotone=("log", "arm", "part"),
        ),
        Inequality(
            24,
            r"So that of $M_a$ is at least this.",
            "log(arm) >= l*(z - 2*log(4+y)) - g",
            uses=(14,),
            weights={22: "1", 23: "1"},
        ),
        Induction(
            25,
            r"The sum of what is left over $j$ arms of $S$ is at least 0.",
            "G >= 0",
            variable="j",
            start="0",
            sequence="G",
            first="0",
            following="G + (log(arm) - l*(z - 2*log(4+y)) + g)",
            weight="1",
            uses=(24,),
        ),
        Given(
            26,
            r"It is this for the $K=|S|$ arms, with the sum $E$ of all $z-2\log(4+y)$.",
            "G == log(M) - l*E + K*g",
        ),
        Given(
            27,
            r"Let the least quotient $C=\mathcal C_G(x/|S|)$ be attained at $\lambda$: it is "
            r"continuous inside $(\frac12,1)$ and infinite at both ends.",
            "C == (g + x/K)/l",
        ),
        Given(28, r"On the event of the lemma.", "E > K*C"),
        Inequality(
            29,
            r"There $\log M\ge x$.",
            "log(M) >= x",
            uses=(26, 27),
            weights={25: "1", 28: "l"},
        ),
        Inequality(30, r"That is.", "M >= exp(x)", uses=(29,)),
        Textbook(
            31,
            r"So the event is a part of that of step 8.",
            "bad <= any",
            fact="textbook.elementary-probability:above a level",
            hypotheses={"X >= c on the event": 30},
            instance={"p": "bad", "q": "any", "X": "M", "c": "exp(x)"},
            over=("M", "E", "G"),
        ),
        Inequality(
            32,
            r"It has probability at most $e^{-x}$.",
            "bad <= exp(-x)",
            weights={31: "1", 8: "exp(-x)"},
        ),
    ),
)
