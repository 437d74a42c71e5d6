"""Claims about the self-normalised bound of vector-valued martingales: Lemma 11."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

from flint import acb, arb

from banditproof.paper_checks.models.exact_matrices import determinant, form, gram
from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Induction,
    Inequality,
    Instance,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision

FACTOR = "exp(u*n - u**2/2)"
GAUSSIAN = "exp(x*s - (v-l)*x**2/2)*(sqrt(l)/sqrt(2*pi)*exp(-l*x**2/2))"
SQUARED = "sqrt(l)/sqrt(v)*exp(s**2/(2*v))*(sqrt(v)/sqrt(2*pi)*exp(-v*(x-s/v)**2/2))"


def turned_matrix() -> Iterator[Instance]:
    """V = 4 ee' + 9 ff' with e = (3, -4)/5, f = (4, 3)/5, S = (1, 2), lambda = 1.

    The means over each coordinate are integrals, Q and det V come from the matrix itself.
    """
    turned = gram([(6, -8), (12, 9)]) / 25
    square, det = form(turned.inv(), (1, 2)), determinant(turned)
    coordinates = ((Fraction(-1), Fraction(4)), (Fraction(2), Fraction(9)))
    with working_precision(128):
        means = [mean_of_exponential(s, v) for s, v in coordinates]
        whole = sum((one.log() for one in means), arb(0))
        joint = {"d": 2, "l": 1, "Q": square, "D": Enclosure.of(ball(det).log())}
        joint["W"] = Enclosure.of(whole)
        for (s, v), one in zip(coordinates, means, strict=True):
            yield {"s": s, "v": v, "c": Enclosure.of(one), "x": "1/3", "g": 0, **joint}


def mean_of_exponential(s: Fraction, v: Fraction) -> arb:
    """E exp(x s - (v - 1) x^2/2) for x of the law N(0, 1), by an integral from -30 to 30.

    Beyond, the exponent of the integrand is below -30 |x| for |s| <= 30 and v >= 4.
    """
    rate, spread = ball(s), ball(v)
    inside = acb.integral(lambda x, _: (x * rate - x * x * spread / 2).exp(), -30, 30).real
    return (inside + arb(0, 2.0**-500)) / (2 * arb.pi()).sqrt()


BOUND = Proof(
    "zcdp.lem11",
    instances=turned_matrix,
    where="u in (-inf,inf), n in (-inf,inf), m in [0,inf), f in [0,inf), F in [0,inf), "
    "x in (-inf,inf), s in (-inf,inf), l in (0,inf), v in (0,inf), c in (0,inf), d in [0,inf), "
    "e in (0,inf), E in (0,inf), "
    "g in (-inf,inf), W in (-inf,inf), D in (-inf,inf), Q in [0,inf), L in (0,inf), "
    "p in [0,1], q in [0,1]",
    steps=(
        Given(
            1,
            r"Given the past and $A_t$, $\rho_t=n$ is 1-subgaussian: at the rate $u=\langle x,A_t"
            r"\rangle$, $x\in\mathbb R^d$, the conditional mean $m$ of $e^{un}$ is bounded.",
            "m <= exp(u**2/2)",
        ),
        Textbook(
            2,
            r"The conditional mean $f$ of a factor of the exponential process; the past and $A_t$ "
            r"decide $u$.",
            "f == 0 + exp(-u**2/2)*m",
            fact="textbook.elementary-probability:linear",
            hypotheses={"X = c + b Z at every outcome": f"{FACTOR} == 0 + exp(-u**2/2)*exp(u*n)"},
            instance={"x": "f", "c": "0", "b": "exp(-u**2/2)", "z": "m"}
            | {"X": FACTOR, "Z": "exp(u*n)"},
            over=("n",),
        ),
        Inequality(3, r"It is at most 1.", "f <= 1", uses=(2,), weights={1: "exp(-u**2/2)"}),
        Textbook(
            4,
            r"Let $M_t(x)=e^{\langle x,S_t\rangle-\|x\|^2_{G_t}/2}$, $G_t=\sum_{s\le t}A_sA_s^T$, "
            r"and let $\bar M_t$ be its mean over $x\sim N(0,\lambda^{-1}I_d)$. The quotient of "
            r"$\bar M_t$ and $\bar M_{t-1}$ is the mean of the factors with the weights "
            r"$M_{t-1}(x)/\bar M_{t-1}$, which the past decides; its conditional mean $F$ is the "
            r"same mean of the $f$: $\bar M$ is a nonnegative supermartingale.",
            "F <= 1",
            fact="textbook.elementary-probability:mixture",
            hypotheses={"the relation for each part": 3},
            instance={"p": "F", "q": "1", "A": "f", "B": "1", "c": "1", "d": "0"},
            over=("f", "u", "m"),
        ),
        Textbook(
            5,
            r"$q=\mathbb P(\sup_t\bar M_t\ge1/\delta)$, $L=\log(1/\delta)$.",
            "q*exp(L) <= 1",
            fact="textbook.ville",
            hypotheses={"each factor has a conditional mean <= 1": 4},
            instance={"p": "q", "b": "exp(L)", "F": "F"},
            over=("F",),
        ),
        Identity(6, "In one coordinate the square is completed.", f"{GAUSSIAN} == {SQUARED}"),
        Textbook(
            7,
            r"So the mean of $e^{xs-(v-\lambda)x^2/2}$ over $x\sim N(0,1/\lambda)$ is $c$, as "
            "densities integrate to 1.",
            "c == sqrt(l)/sqrt(v)*exp(s**2/(2*v))",
            fact="textbook.elementary-probability:equal integrands",
            hypotheses={"the functions are equal at almost every point": 6},
            instance={
                "x": "c",
                "y": "sqrt(l)/sqrt(v)*exp(s**2/(2*v))",
                "A": GAUSSIAN,
                "B": SQUARED,
            },
            over=("x",),
        ),
        Given(
            8,
            r"In an orthonormal basis of eigenvectors of $V_t$, with eigenvalues $v_i\ge\lambda$ "
            r"and coordinates $s_i$ of $S_t$, the coordinates of $x$ are independent, and $M_t(x)$ "
            r"is a product of functions of one of them each.",
        ),
        Textbook(
            9,
            r"So the mean $e$ of the product of the first $d+1$ factors is that $E$ of the first "
            r"$d$ times $c$.",
            "e == E*c",
            fact="textbook.elementary-probability:independent product",
            hypotheses={"independent, and not negative": 8},
            instance={"m": "e", "x": "E", "y": "c"},
        ),
        Induction(
            10,
            r"Over $d$ coordinates: $g$ is $\log E$ less the sum of $\frac12(\log\lambda-"
            r"\log v_i+s_i^2/v_i)$.",
            "g == 0",
            variable="d",
            start="0",
            sequence="g",
            first="0",
            following="g + log(e) - log(E) - (log(l) - log(v) + s**2/v)/2",
            uses=(7, 9),
        ),
        Given(
            11,
            r"With all coordinates $W=\log\bar M_t=\log E$, $D=\log\det V_t=\sum\log v_i$ and "
            r"$Q=\|S_t\|^2_{V_t^{-1}}=\sum s_i^2/v_i$.",
            "g == W - (d*log(l) - D + Q)/2",
        ),
        Given(12, r"$p$ is the probability of this for some $t$.", "Q >= 2*L + D - d*log(l)"),
        Inequality(
            13,
            r"As $\bar M_t=(\lambda^d/\det V_t)^{1/2}e^{Q/2}$, it is then at least $1/\delta$.",
            "W >= L",
            uses=(10, 11, 12),
        ),
        Textbook(
            14,
            r"The event of the lemma is a part of that of step 5.",
            "p <= q",
            fact="textbook.elementary-probability:above a level",
            hypotheses={"X >= c on the event": 13},
            instance={"p": "p", "q": "q", "X": "W", "c": "L"},
            over=("W", "Q", "D"),
        ),
        Inequality(
            15,
            r"Its probability is at most $e^{-L}=\delta$.",
            "p <= exp(-L)",
            weights={5: "exp(-L)", 14: "1"},
        ),
    ),
)

Level = Callable[[Fraction, int, arb], arb]
ROUNDS = 60


def squared_level(scale: Fraction, t: int, log: arb) -> arb:
    """(2 log(1/delta) + log(V_t/lambda)) V_t for d = 1 and A_s = 1: what S_t^2 is compared with."""
    spread = ball(scale + t)
    return (2 * log + (spread / ball(scale)).log()) * spread


def crossing_probability(
    scale: Fraction, delta: Fraction, level: Level, moves: tuple[int, int]
) -> Fraction:
    """P(S_t^2 >= the level for some t <= 60), where S moves by one of two numbers, each by 1/2.

    The paths that have not crossed yet are counted by their place.
    """
    log, inside, crossed = -ball(delta).log(), {0: 1}, Fraction(0)
    for t in range(1, ROUNDS + 1):
        bound = level(scale, t, log)
        least = isqrt(int(float(bound))) + 1
        sure = ball((least - 1) ** 2) < bound and ball(least**2) >= bound
        need(sure, "A place on the level is not decided", t=t)
        after: dict[int, int] = {}
        for place, count in inside.items():
            for move in moves:
                after[place + move] = after.get(place + move, 0) + count
        gone = sum(count for place, count in after.items() if abs(place) >= least)
        crossed += Fraction(gone, 2**t)
        inside = {place: count for place, count in after.items() if abs(place) < least}
    return crossed


@checks(
    "zcdp.lem11",
    mutants={
        "sharper: no determinant": {
            "level": lambda scale, t, log: 2 * log * ball(scale + t),
        },
        "sharper: half of the level": {
            "level": lambda scale, t, log: squared_level(scale, t, log) / 2
        },
        "an action that sees its noise": {"moves": (1, 1)},
        "noise of twice the size": {"moves": (2, -2)},
        "a larger moment": {"proof": BOUND.changed(1, formula="m <= exp(u**2)")},
        "twice the exponent": {
            "proof": BOUND.changed(7, formula="c == sqrt(l)/sqrt(v)*exp(s**2/v)")
        },
        "sharper: half of the logarithm": {
            "proof": BOUND.changed(12, formula="Q >= L + D - d*log(l)")
        },
    },
)
def self_normalised(
    level: Level = squared_level, moves: tuple[int, int] = (1, -1), proof: Proof = BOUND
) -> Verdict:
    """Fair signs and A_t = 1: the exact probability of a crossing in 60 rounds."""
    sides = Sides()
    with working_precision(128):
        for scale, delta in product(
            map(Fraction, ("1/4", "1", "20")), map(Fraction, ("1/2", "1/50"))
        ):
            found = crossing_probability(scale, delta, level, moves)
            case: dict[str, Any] = {"lambda": scale, "delta": delta, "T": ROUNDS}
            sides.at_most(found, delta, "The level is crossed more often.", **case)
    return proof.verdict(
        "The mean of exp(<x, S_t> - |x|^2_{G_t}/2) over a normal x is a supermartingale, equal to "
        "(lambda^d/det V_t)^(1/2) exp(|S_t|^2_{V_t^-1}/2), and Ville's inequality bounds it.",
        instances="The exact probability for fair signs and A_t = 1 over 60 rounds, for three "
        "values of lambda and two of delta.",
        sharpness=sides.sharpness,
    )
