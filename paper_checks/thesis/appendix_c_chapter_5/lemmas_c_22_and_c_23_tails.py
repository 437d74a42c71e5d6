"""Claims about the tails of Laplace noise and of bounded means: Lemmas C.22 and C.23."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb

from flint import acb, arb

from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Step,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball, working_precision

LAPLACE = Proof(
    "thesis.lemC.22",
    where="a in [0,inf), b in (0,inf), up in [0,1], down in [0,1], both in [0,1]",
    parts=(2, 3),
    steps=(
        Given(1, r"$Y\sim\mathrm{Lap}(b)$ has a density, so that $\mathbb P(Y=a)=0$."),
        Textbook(
            2,
            r"$\mathbb P(Y>a)=\mathbb P(Y\ge a)=\frac12e^{-a/b}$,",
            "up == exp(-(a/b))/2",
            fact="textbook.laplace-tail",
            hypotheses={"z >= 0": "a/b >= 0"},
            instance={"p": "up", "z": "a/b"},
            uses=(1,),
        ),
        Textbook(
            3,
            r"and the same for $\mathbb P(Y<-a)$.",
            "down == exp(-a/b)/2",
            fact="textbook.laplace-tail:below",
            hypotheses={"t >= 0": "a >= 0", "b > 0": "b > 0"},
            instance={"p": "down", "t": "a", "b": "b"},
            uses=(1,),
        ),
        Parts(4, "Both tails, for all $a\\ge0$.", uses=(2, 3)),
    ),
)
Tail = Callable[[Fraction, Fraction], arb]


def printed_tail(a: Fraction, b: Fraction) -> arb:
    """exp(-a/b)/2."""
    return ball(-a / b).exp() / 2


def mass_above(a: Fraction, b: Fraction) -> arb:
    """The integral of the density of Lap(b) from a on; beyond a + 90 b it is below exp(-90)."""
    scale = acb(ball(b))
    ends = acb(ball(a)), acb(ball(a + 90 * b))
    inside = acb.integral(lambda x, _: (-x / scale).exp() / (2 * scale), *ends).real
    return inside + arb(0, ball(-90).exp())


@checks(
    "thesis.lemC.22",
    mutants={
        "both sides at once": {"tail": lambda a, b: 2 * printed_tail(a, b)},
        "a b for a/b": {"tail": lambda a, b: printed_tail(a, 1 / b)},
        "sharper: 1.01 for 1": {"tail": lambda a, b: printed_tail(Fraction(101, 100) * a, b)},
        "the whole mass above": {"proof": LAPLACE.changed(2, formula="up == exp(-(a/b))")},
        "the whole mass below": {"proof": LAPLACE.changed(3, formula="down == exp(-a/b)")},
    },
)
def laplace_tails(tail: Tail = printed_tail, proof: Proof = LAPLACE) -> Verdict:
    """The theorem, and integrals of the density in balls."""
    with working_precision(96):
        for a, b in product(map(Fraction, ("1/8", "1", "5")), map(Fraction, ("1/3", "1", "4"))):
            mass = mass_above(a, b)
            near = abs(mass - tail(a, b)) < arb("1e-20")
            require(bool(near), "The tail has another mass.", a=a, b=b, mass=mass)
    return proof.verdict(
        "It is the integral of the density, and the law is symmetric.",
        instances="Nine integrals of the density in balls.",
        beyond="a = 0, where both are 1/2.",
    )


PROXY = "(1/(2*sqrt(n)))"


def deviation(number: int, name: str, words: str) -> Step:
    """One side, by the tail of a subgaussian variable."""
    return OnClaim(
        number,
        words,
        f"{name} <= exp(-(e/{PROXY})**2/2)",
        claim="thesis.lem2.21",
        of_step=7,
        instance={"q": name, "s": PROXY},
        uses=(7,),
    )


HOEFFDING = Proof(
    "thesis.lemC.23",
    where="n in [1,inf), r in (-inf,inf), l in (-inf,inf), p in [0,1], q in [0,inf), "
    "one in [0,inf), m in [0,inf), e in [0,inf), up in [0,1], down in [0,1]",
    parts=(10, 11),
    steps=(
        Given(
            1,
            r"$X_1,\dots,X_n\in[0,1]$ are independent, of mean $\mu=p$. At a rate $r$ let "
            r"$q=\mathbb Ee^{rX_i}$, and for $X_i-\mu$ let this be $o$.",
            "one == exp(-r*p)*q",
        ),
        OnClaim(
            2,
            r"$X_i-\mu$ is $\frac12$-subgaussian.",
            "exp(-r*p)*q <= exp(r**2*(1/2)**2/2)",
            claim="thesis.lem2.22.bounded",
            of_step=6,
            instance={"L": "r", "l": "r", "h": "1", "m": "q"},
        ),
        Inequality(3, "In other words.", "one <= exp(r**2/8)", uses=(1,), weights={2: "1"}),
        Induction(
            4,
            r"The moment $m$ of the sum of $n$ is $o^n$.",
            "m <= exp(n*r**2/8)",
            sequence="m",
            first="one",
            following="m*one",
            uses=(3,),
            weight="one",
            rest="exp(n*r**2/8)*(exp(r**2/8) - one)",
        ),
        Given(5, r"So is that of $\hat\mu_n-\mu$ at the rate $l=nr$.", "l == n*r"),
        Inequality(
            6,
            r"The exponent.",
            f"exp(n*r**2/8) <= exp(l**2*{PROXY}**2/2)",
            uses=(5,),
        ),
        Inequality(
            7,
            r"$\hat\mu_n-\mu$ is $\frac1{2\sqrt n}$-subgaussian, and so is $\mu-\hat\mu_n$.",
            f"m <= exp(l**2*{PROXY}**2/2)",
            weights={4: "1", 6: "1"},
        ),
        deviation(8, "up", r"So the mean is at least $\mu+\beta$ with at most this probability,"),
        deviation(9, "down", r"and at most $\mu-\beta$."),
        Inequality(10, r"Upwards.", "up <= exp(-2*n*e**2)", weights={8: "1"}),
        Inequality(11, r"Downwards.", "down <= exp(-2*n*e**2)", weights={9: "1"}),
        Parts(12, "Both sides.", uses=(10, 11)),
    ),
)


@checks(
    "thesis.lemC.23",
    mutants={
        "sharper: 0.99 of the bound": {"share": Fraction(99, 100)},
        "sharper: 3 for 2": {"rate": 3},
        "a smaller moment of one": {
            "proof": HOEFFDING.changed(2, formula="exp(-r*p)*q <= exp(r**2*(1/2)**2/4)")
        },
        "half of the exponent": {
            "proof": HOEFFDING.changed(6, formula=f"exp(n*r**2/8) <= exp(l**2*{PROXY}**2/4)")
        },
        "sharper: 3 for 2 by the steps": {
            "proof": HOEFFDING.changed(10, formula="up <= exp(-3*n*e**2)")
        },
    },
)
def hoeffding(rate: int = 2, share: Fraction = Fraction(1), proof: Proof = HOEFFDING) -> Verdict:
    """Exact tails of coins at their own values; at beta = 0 both sides can be 1."""
    sides = Sides()
    with working_precision(80):
        for n, mu in product((1, 4, 25), map(Fraction, ("0", "3/10", "1/2", "99/100", "1"))):
            masses = [comb(n, k) * mu**k * (1 - mu) ** (n - k) for k in range(n + 1)]
            for k in range(n + 1):
                gap = Fraction(k, n) - mu
                tail = sum(masses[k:], Fraction(0)) if gap >= 0 else sum(masses[: k + 1])
                bound = ball(share) * ball(-rate * n * gap**2).exp()
                finding = "A tail is above the bound."
                sides.at_most(ball(tail), bound, finding, n=n, mu=mu, beta=abs(gap))
    return proof.verdict(
        "A variable in [0, 1] is 1/2-subgaussian, and their mean has the proxy 1/(2 sqrt(n)).",
        instances="Exact tails of 1, 4 and 25 coins of five means.",
        sharpness=sides.sharpness,
    )
