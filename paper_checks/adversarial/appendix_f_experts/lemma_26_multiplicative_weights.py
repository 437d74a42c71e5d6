"""Claims about Lemma 26: the regret of multiplicative weights, to the second order."""

from __future__ import annotations

import random
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.proofs import Given, Induction, Inequality, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball, working_precision

WEIGHTS = Proof(
    "adv.lem26",
    where="N in [1,inf), h in (0,inf), x in [-1,inf), y in [0,inf), e in [0,inf), m in (-inf,inf), "
    "s in [0,inf), w in (0,inf), n in [1,inf), v in (-inf,inf), W in (0,inf), A in (-inf,inf), "
    "B in [0,inf), L in (-inf,inf), low in (-inf,inf)",
    parts=(14,),
    steps=(
        Given(1, r"$x=\eta\ell_t(j)\ge-1$.", "x >= -1"),
        Inequality(2, "The exponential below a parabola.", "exp(-x) <= 1 - x + x**2", uses=(1,)),
        Given(3, "The parabola.", "y == 1 + (-1)*x + x**2"),
        Textbook(
            4,
            r"Its mean under $P_t$, with those of $x$ and $x^2$.",
            "e == 1 + (-1)*m + s",
            fact="textbook.elementary-probability:sum of three",
            hypotheses={"X = U + b V + W": 3},
            instance={"x": "e", "u": "1", "b": "-1", "v": "m", "w": "s"}
            | {"X": "y", "U": "1", "V": "x", "W": "x**2"},
            over=("x", "y"),
        ),
        Inequality(5, "At each expert", "exp(-x) <= 1*y", uses=(2, 3)),
        Textbook(
            6,
            r"so for the mean $w$ of $e^{-\eta\ell_t}$, the quotient of the sums of the weights "
            "after and before the round.",
            "w <= 1*e",
            fact="textbook.elementary-probability:mean",
            hypotheses={"X <= c Y at every outcome": 5},
            instance={"x": "w", "y": "e", "c": "1", "X": "exp(-x)", "Y": "y"},
            over=("x", "y"),
        ),
        Inequality(7, "Its logarithm", "log(w) <= w - 1"),
        Inequality(8, "is at most", "log(w) <= -m + s", uses=(4,), weights={6: "1", 7: "1"}),
        Induction(
            9,
            r"Let $v$ be $\log(W_{n+1}/N)$ plus the sum of the $m$ minus that of the $s$.",
            "v <= 0",
            sequence="v",
            first="log(w) + m - s",
            following="v + log(w) + m - s",
            weight="1",
            uses=(8,),
        ),
        Given(
            10,
            r"With $A=\sum_tP_t\cdot\ell_t$ and $B=\sum_t\sum_jP_t(j)\ell_t(j)^2$:",
            "v == log(W) - log(N) + h*A - h**2*B",
        ),
        Given(11, r"The weight of an expert $j$ of loss $L$ is one of those whose sum is $W$."),
        Textbook(
            12,
            "It is no larger.",
            "exp(-h*L) <= W",
            fact="textbook.nonnegative-series:some of the terms",
            hypotheses={"each counted term is one of the others": 11, "none counts twice": 11},
            instance={"x": "exp(-h*L)", "y": "W"},
        ),
        Inequality(13, "The logarithm.", "-h*L <= log(W)", uses=(12,)),
        Inequality(
            14,
            "For each expert:",
            "A <= L + log(N)/h + h*B",
            uses=(10,),
            weights={9: "1/h", 13: "1/h"},
        ),
        Inequality(15, "In other words,", "A - log(N)/h - h*B <= L", weights={14: "1"}),
        Textbook(
            16,
            "so for the best one.",
            "A - log(N)/h - h*B <= low",
            fact="textbook.bounds-of-sets:infimum",
            hypotheses={"c is a lower bound": 15},
            instance={"c": "A - log(N)/h - h*B", "low": "low", "X": "L"},
            over=("L",),
        ),
        Inequality(17, "As it is printed.", "A <= low + log(N)/h + h*B", weights={16: "1"}),
    ),
)


def _played(rate: Fraction, table: list[list[Fraction]]) -> tuple[arb, arb]:
    """Left side, and right side without log(N)/eta, of the weights on a table of losses."""
    totals = [Fraction(0)] * len(table[0])
    left = square = arb(0)
    for row in table:
        weights = [(-ball(rate * one)).exp() for one in totals]
        whole = sum(weights, arb(0))
        for weight, loss in zip(weights, row, strict=True):
            left += weight / whole * ball(loss)
            square += weight / whole * ball(loss * loss)
        totals = [a + b for a, b in zip(totals, row, strict=True)]
    return left, ball(min(totals)) + ball(rate) * square


@checks(
    "adv.lem26",
    mutants={
        "without the hypothesis": {"deep": Fraction(5)},
        "sharper: without log N": {"share": Fraction(0)},
        "sharper: half of the square by the steps": {
            "proof": WEIGHTS.changed(2, formula="exp(-x) <= 1 - x + x**2/2")
        },
    },
)
def multiplicative_weights(
    deep: Fraction = Fraction(1), share: Fraction = Fraction(1), proof: Proof = WEIGHTS
) -> Verdict:
    """Random tables in balls, and one expert whose loss is as low as the hypothesis allows."""
    sides, source = Sides(), random.Random(26)
    tables = [(Fraction(1), [[-deep, *(Fraction(0),) * 29]])]
    tables += [
        (
            Fraction(1, k),
            [[Fraction(source.randrange(-k, 4 * k), 2) for _ in "abc"] for _ in range(9)],
        )
        for k in (1, 2, 5)
    ]
    with working_precision(96):
        for number, (rate, table) in enumerate(tables):
            left, right = _played(rate, table)
            logs = ball(share) * arb(len(table[0])).log() / ball(rate)
            shift = ball(100)  # so that both sides are positive
            sides.at_most(left + shift, right + logs + shift, "It is larger.", table=number)
    return proof.verdict(
        "e^(-x) <= 1 - x + x^2 holds for x >= -1.79, so a little more than the hypothesis will do.",
        instances="Four tables of losses, in balls.",
        sharpness=sides.sharpness,
    )
