"""Claims about Chernoff's bound for coins: Lemma C.26."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    OnClaim,
    Parts,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.statements.claim import Subjects
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory import Enclosure, certify, kl
from banditproof.theory.balls import ball, working_precision

ABOVE = Proof(
    "thesis.lemC.26.above",
    where="n in [1,inf), x in (0,1), y in (0,1), r in (0,inf), a in (0,inf), m in (0,inf), "
    "p in [0,1], c in [0,inf), one in [0,1], y <= x",
    steps=(
        Given(
            1,
            r"The coins are independent, of mean $y=\mu$; let $x=\mu+\beta<1$, $y>0$, and $r$ the "
            "quotient of the odds.",
            "r == x*(1-y)/(y*(1-x))",
        ),
        Inequality(2, r"So $r\ge1$.", "y*(1-x) <= x*(1-y)", rest="x-y"),
        Given(3, r"$a$ is the mean of $r^{X_i}$.", "a == (1-y) + y*r"),
        Identity(4, r"It is a quotient too.", "(1-y) + y*r == (1-y)/(1-x)", uses=(1,)),
        Textbook(
            5,
            r"The mean of $r^{S_n}$.",
            "m == exp(n*log(a) + 0*log(1))",
            fact="textbook.elementary-probability:product of means",
            hypotheses={"independent factors": 1},
            instance={"x": "m", "m": "0", "b": "1"},
            uses=(3,),
        ),
        Textbook(
            6,
            r"As $r\ge1$, $S_n\ge nx$ is a part of $r^{S_n}\ge r^{nx}$: Markov.",
            "p <= m/exp(n*x*log(r))",
            fact="textbook.markov",
            over=("c",),
            hypotheses={"X >= 0": "c >= 0", "a > 0": "exp(n*x*log(r)) > 0"},
            instance={"a": "exp(n*x*log(r))", "X": "c"},
            uses=(2,),
        ),
        Inequality(
            7,
            r"Together $e^{-n\,d(x,\mu)}$.",
            "p <= exp(-n*kl(x,y))",
            uses=(1, 3, 4, 5),
            weights={6: "1"},
        ),
        Textbook(
            8,
            r"For $\mu+\beta=1$ all coins show 1, with the probability $\mu^n=e^{-n\,d(1,\mu)}$.",
            "one == exp(n*log(y) + 0*log(1))",
            fact="textbook.elementary-probability:product of means",
            hypotheses={"independent factors": 1},
            instance={"x": "one", "a": "y", "m": "0", "b": "1"},
        ),
        Inequality(
            9,
            r"For $\mu=0$ all coins show 0: for $\beta>0$ the event is impossible. For $\beta=0$, "
            r"$\mu\in\{0,1\}$, $d=0$ and the bound is 1.",
            "1 <= exp(-n*0)",
        ),
        Parts(10, "All cases.", uses=(7, 8, 9)),
    ),
)
BELOW = Proof(
    "thesis.lemC.26.below",
    where="n in [1,inf), x in (0,1), y in (0,1), p in [0,1], x <= y",
    steps=(
        Given(1, r"The coins are turned over: $1-X_i$ has the mean $1-\mu$."),
        OnClaim(
            2,
            r"Their average is at least $1-x$, $x=\mu-\beta$, with at most this probability.",
            "p <= exp(-n*kl(1-x,1-y))",
            claim="thesis.lemC.26.above",
            of_step=7,
            instance={"x": "1-x", "y": "1-y"},
            uses=(1,),
        ),
        Identity(3, "The divergence is symmetric.", "kl(1-x,1-y) == kl(x,y)"),
        Inequality(4, "So.", "p <= exp(-n*kl(x,y))", uses=(3,), weights={2: "1"}),
        OnClaim(5, "The ends turn over too.", claim="thesis.lemC.26.above", of_step=10, uses=(1,)),
        Parts(6, "All cases.", uses=(4, 5)),
    ),
)
Divergence = Callable[[Fraction, Fraction], Enclosure]


def library(p: Fraction, q: Fraction) -> Enclosure:
    """kl(p, q) in balls."""
    return certify(kl, p, q, digits=20)


def tails(up: bool) -> Iterator[tuple[int, Fraction, int, Fraction]]:
    """Coins, their mean, a number of successes on that side of it, and the exact tail."""
    for n in (1, 3, 12, 40):
        for mu in map(Fraction, ("0", "1/100", "2/5", "9/10", "1")):
            masses = [comb(n, k) * mu**k * (1 - mu) ** (n - k) for k in range(n + 1)]
            for k in range(n + 1):
                if (Fraction(k, n) >= mu) if up else (Fraction(k, n) <= mu):
                    part = masses[k:] if up else masses[: k + 1]
                    yield n, mu, k, sum(part, Fraction(0))


def compared(up: bool, divergence: Divergence, share: Fraction) -> Sides:
    """The tails and the bound, at the ends too, where it is attained and rounded outwards."""
    sides = Sides()
    with working_precision(96):
        for n, mu, k, tail in tails(up):
            value = divergence(Fraction(k, n), mu)
            bound = Fraction(0)
            if value.lo < 10**6:
                bound = share * Enclosure.of(ball(-n * value.lower).exp()).upper
            sides.at_most(tail, bound, "A tail is above the bound.", n=n, mu=mu, successes=k)
    return sides


WRONG: dict[str, Subjects] = {
    "the arguments exchanged": {"divergence": lambda p, q: library(q, p)},
    "sharper: 0.99 of the bound": {"share": Fraction(99, 100)},
    "sharper: 1.01 of the exponent": {
        "divergence": lambda p, q: library(p, q) * Fraction(101, 100)
    },
}
INSTANCES = "Exact tails of 1, 3, 12 and 40 coins of five means, at all numbers of successes."


@checks(
    "thesis.lemC.26.above",
    mutants={
        **WRONG,
        "the odds the other way round": {"proof": ABOVE.changed(1, formula="r == y/x")},
        "sharper: a larger power": {
            "proof": ABOVE.changed(6, formula="p <= m/exp(1.01*n*x*log(r))")
        },
    },
)
def chernoff_above(
    divergence: Divergence = library, share: Fraction = Fraction(1), proof: Proof = ABOVE
) -> Verdict:
    """The moment at the quotient of the odds, and exact tails."""
    return proof.verdict(
        "Markov's inequality for r^S at the quotient r of the odds.",
        instances=INSTANCES,
        sharpness=compared(True, divergence, share).sharpness,
    )


@checks(
    "thesis.lemC.26.below",
    mutants={
        **WRONG,
        "one coin turned over": {"proof": BELOW.changed(3, formula="kl(1-x,1-y) == kl(x,1-y)")},
        "sharper: 1.01 of the exponent above": {
            "proof": BELOW.changed(2, formula="p <= exp(-1.01*n*kl(1-x,1-y))")
        },
    },
)
def chernoff_below(
    divergence: Divergence = library, share: Fraction = Fraction(1), proof: Proof = BELOW
) -> Verdict:
    """The other side of each coin, and exact tails."""
    return proof.verdict(
        "The first bound for the coins turned over.",
        instances=INSTANCES,
        sharpness=compared(False, divergence, share).sharpness,
    )
