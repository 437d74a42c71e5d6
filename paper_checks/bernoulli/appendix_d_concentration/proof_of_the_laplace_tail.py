"""The exact tail of a sum of m Laplace variables by a race of two processes, step by step.

q is the weight of z^i/i! in the tail, c that of the bound; the steps are about every i < m.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    Instance,
    Parts,
    Proof,
    Textbook,
)
from banditproof.theory.enclosure import ONE

from .private_deviations import decay

PART = "textbook.elementary-probability:part of an event"
A_PART = "the first event is a part of the second"
SUM = "textbook.elementary-probability:linearity"
MULTIPLES = "a sum of finitely many multiples"
FACTOR = "(m-1-i)/2"


def three_variables() -> list[Instance]:
    """Three variables beyond 1: the weights 1/2, 5/16, 1/8, and 1/2, 1/2, 1/4 in the bound."""
    scale = decay(ONE)
    case: dict[str, Any] = {"m": 3, "z": 1, "power": Fraction(1, 2), "two": Fraction(1, 4)}
    case |= {"last": Fraction(1, 8), "some": scale * Fraction(13, 16)}
    case |= dict.fromkeys(("tail", "apart", "series"), scale * Fraction(14, 16))
    case |= {"c": Fraction(1, 2), "final": Fraction(1, 4), "heads": Fraction(1, 2)}
    return [{**case, "tails": Fraction(1, 2), "others": scale, "most": scale * Fraction(9, 8)}]


RACE = Proof(
    "bern.derived.laptail",
    where="z in [0,inf), m in [1,inf), i in [0,inf), k in [1,inf), h in [0,inf), "
    "tail in [0,1], apart in [0,1], "
    "order in [0,1], q in [0,1], count in [0,1], power in [0,inf), term in [0,1], "
    "series in [0,inf), heads in [0,1], tails in [0,1], c in [0,inf), "
    "last in [0,1], two in [0,1], final in [0,inf), some in [0,inf), others in [0,inf), "
    "most in [0,inf), r in [0,inf), one in [0,1], both in [0,1]",
    instances=three_variables,
    steps=(
        Given(
            1,
            r"Let $T,T'$ be the $m$-th arrivals of two independent Poisson processes of rate 1.",
        ),
        Textbook(
            2,
            r"$Z_m$ has the law of $T-T'$.",
            "tail == apart",
            fact="textbook.poisson-race:difference",
            hypotheses={"the m-th arrivals of two independent Poisson processes of rate 1": 1},
            instance={"p": "tail", "q": "apart"},
        ),
        Given(
            3,
            r"Almost surely $T'>0$: so $T-T'\ge z$ says that the first process has some $i<m$ "
            r"arrivals up to $z$, and that the second one has its $m$-th arrival before the first "
            r"one, afresh from $z$ on, has $m-i$ more. That is to have at least $m$ of the first "
            r"$2m-1-i$ arrivals of the two.",
            uses=(1,),
        ),
        Textbook(
            4,
            r"These are fair coins: the second event has the probability $q=\Pr[\mathrm{Bin}(2m-1-i"
            r",\frac12)\ge m]$.",
            "order == q",
            fact="textbook.poisson-race:coins",
            hypotheses={"an event of the order of the arrivals": 3},
            instance={"p": "order", "q": "q"},
        ),
        Given(5, r"Let $w=z^i/i!$."),
        Textbook(
            6,
            r"The first event has the probability $e^{-z}w$,",
            "count == exp(-z)*power",
            fact="textbook.poisson-race:counts",
            hypotheses={"w = z^i/i!": 5},
            instance={"p": "count", "z": "z", "w": "power"},
        ),
        Textbook(
            7,
            "and what comes after it is independent of it.",
            "term == count*order",
            fact="textbook.poisson-race:afresh",
            hypotheses={"arrivals of one up to a time, then an order of the rest": 3},
            instance={"p": "term", "x": "count", "y": "order"},
        ),
        Textbook(
            8,
            r"$\Pr[T-T'\ge z]$ is the sum of these probabilities over $i<m$.",
            "apart == series",
            fact=SUM,
            hypotheses={MULTIPLES: 3},
            instance={"x": "apart", "y": "series"},
        ),
        Identity(
            9,
            r"So $\Pr[Z_m\ge z]$ is that sum,",
            "tail == series",
            uses=(2, 8),
        ),
        Identity(10, r"with these terms.", "term == exp(-z)*power*q", uses=(4, 6, 7)),
        Textbook(
            11,
            r"Of $2m-1$ fair coins, at least $m$ heads are as likely as at least $m$ tails,",
            "heads == tails",
            fact="textbook.ionescu-tulcea:one law",
            hypotheses={"the same conditional laws": 3},
            instance={"p": "heads", "q": "tails"},
        ),
        Given(
            12,
            r"$h$ heads leave $2m-1-h$ tails, and there are at least $m$ tails if and only if "
            r"$h<m$.",
        ),
        Textbook(
            13,
            "So one of both comes, and never both.",
            "heads + tails == 1",
            fact="textbook.elementary-probability:complement",
            hypotheses={"the second event is that the first does not come": 12},
            instance={"p": "heads", "q": "tails"},
        ),
        Inequality(14, "So each has probability one half.", "heads == 1/2", uses=(11, 13)),
        Textbook(
            15,
            r"At least $m$ heads of fewer coins are a part of that: every weight is at most",
            "q <= heads",
            fact=PART,
            hypotheses={A_PART: 3},
            instance={"p": "q", "q": "heads"},
        ),
        Inequality(16, r"$\frac12$.", "q <= 1/2", uses=(14,), weights={15: "1"}),
        Given(
            17,
            r"The coefficient of $z^i/i!$ in $\frac12(1+\frac z2)^{m-1}$ is $\frac12$ for $i=0$, "
            r"and from $i$ to $i+1$ it is multiplied by $\frac{m-1-i}2$.",
        ),
        Inequality(
            18,
            r"For $i=m-3-h$, $h\ge0$, that factor is at least 1:",
            "(2 + h)/2 == max(1, (2 + h)/2)",
            uses=(17,),
        ),
        Induction(
            19,
            r"so that up to $i=m-2$, where each factor is the larger one of itself and 1, the "
            r"coefficients are at least $\frac12$,",
            "c >= 1/2",
            variable="i",
            start="0",
            sequence="c",
            first="1/2",
            following=f"c*max(1, {FACTOR})",
            uses=(18,),
        ),
        Inequality(20, r"and the weights are at most these.", "q <= c", weights={16: "1", 19: "1"}),
        Given(
            21,
            r"For $m\ge2$ the last coefficient, of $i=m-1$, is half of the one before it,",
            "final == c/2",
            uses=(17,),
        ),
        Given(
            22,
            r"and the last weight is the probability of $m$ heads of $m$ coins, of which two are "
            "heads too.",
        ),
        Textbook(
            23,
            "Two heads of two coins have the probability",
            "two == (1/2)*(1/2)",
            fact="textbook.elementary-probability:independent product",
            hypotheses={"independent, and not negative": 4},
            instance={"m": "two", "x": "1/2", "y": "1/2"},
        ),
        Textbook(
            24,
            r"So it is at most $\frac14$,",
            "last <= two",
            fact=PART,
            hypotheses={A_PART: 22},
            instance={"p": "last", "q": "two"},
        ),
        Inequality(
            25,
            "and at most the last coefficient.",
            "last <= final",
            uses=(21, 23, 24),
            weights={19: "1/2"},
        ),
        Inequality(
            26,
            r"As $w\ge0$, a term with $i\le m-2$ is at most that of the bound,",
            "exp(-z)*power*q <= exp(-z)*power*c",
            weights={20: "exp(-z)*power"},
        ),
        Textbook(
            27,
            "and so is the sum of these terms.",
            "some <= others",
            fact="textbook.nonnegative-series:order",
            hypotheses={"the sum": 10, "each term is <= its bound": 26},
            instance={
                "x": "some",
                "y": "others",
                "X": "exp(-z)*power*q",
                "Y": "exp(-z)*power*c",
            },
            over=("power", "q", "c"),
        ),
        Given(
            28,
            r"Let $m\ge2$. With the last terms these are both sums.",
            "series == some + exp(-z)*power*last",
            uses=(10,),
        ),
        Given(29, "Of the bound:", "most == others + exp(-z)*power*final"),
        Given(
            30,
            r"For $k\ge1$ let $r$ be the coefficient of $x^{k-1}$ in $(1+x)^{m-1}$; that of $x^k$ "
            r"is $\frac{m-k}kr$.",
        ),
        Identity(
            31,
            r"Together they are $\frac mkr$, the coefficient of $x^k$ in $(1+x)^m$: from $m$ to "
            r"$m+1$ the sum grows by the factor $1+x$.",
            "r*(m-k)/k + r == r*m/k",
            uses=(30,),
        ),
        Textbook(
            32,
            r"So at $x=\frac z2$ the sum of the bounds is $\frac12(1+\frac z2)^{m-1}e^{-z}$.",
            "most == exp(-z)*exp((m-1)*log(1+z/2))/2",
            fact="textbook.recursion",
            hypotheses={"the same recursion from the same start": 31},
            instance={"x": "most", "y": "exp(-z)*exp((m-1)*log(1+z/2))/2"},
            uses=(17,),
        ),
        Inequality(
            33,
            r"This is the bound.",
            "tail <= exp(-z)*exp((m-1)*log(1+z/2))/2",
            uses=(9, 28, 29, 32),
            weights={27: "1", 25: "exp(-z)*power"},
        ),
        Given(
            34,
            r"For $m=1$ the sum has the term $i=0$ alone, whose weight is that of $m$ heads of "
            r"$2m-1$ coins: it is",
            "one == exp(-z)*1*heads",
            uses=(9, 10),
        ),
        Given(
            35,
            r"For $m=2$ it has this term, of $\Pr[\mathrm{Bin}(3,\frac12)\ge2]$, and that of "
            r"$i=1$, of $\Pr[\mathrm{Bin}(2,\frac12)\ge2]$: it is",
            "both == exp(-z)*1*heads + exp(-z)*z*two",
            uses=(9, 10),
        ),
        Identity(
            36,
            "In both cases the bound is attained: the power is 1,",
            "one == exp(-z)/2",
            uses=(14, 34),
        ),
        Identity(37, r"or $1+\frac z2$.", "both == exp(-z)*(1+z/2)/2", uses=(14, 23, 35)),
        Parts(38, "The tail, its bound, and both equalities.", uses=(9, 10, 33, 36, 37)),
    ),
)
