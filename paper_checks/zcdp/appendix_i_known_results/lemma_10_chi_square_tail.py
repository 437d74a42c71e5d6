"""Claims about the squared norm of a normal vector: Lemma 10."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Identity,
    Inequality,
    Instance,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision

RATE, NORMAL = "(1-r**2)/2", "exp(-x**2/2)/sqrt(2*pi)"
TILTED = f"exp({RATE}*x**2)*{NORMAL}"
WIDER = "1/r*(r*exp(-(r*x)**2/2)/sqrt(2*pi))"


def two_coordinates() -> Iterator[Instance]:
    """d = 2, where P(|X|^2 >= t) = e^(-t/2), at s = 3/2: the rate is 3/8, the level 17."""
    with working_precision(128):
        tail = Enclosure.of((-arb(17) / 2).exp())
    case = {
        "d": 2,
        "s": "3/2",
        "L": "9/2",
        "r": "1/2",
        "a": 2,
        "m": 4,
        "t": 17,
        "p": tail,
        "q": tail,
    }
    yield from ({**case, "x": x, "z": z} for x, z in ((0, 17), (1, 20)))


TAIL = Proof(
    "zcdp.lem10",
    instances=two_coordinates,
    where="d in [1,inf), L in (0,inf), s in (0,inf), r in (0,1), x in (-inf,inf), a in (0,inf), "
    "m in (0,inf), t in (0,inf), z in [0,inf), p in [0,1], q in [0,1]",
    steps=(
        Given(
            1,
            r"The $d$ coordinates of $X$ are independent, each of the law $N(0,1)$; "
            r"$L=\log(1/\delta)$ and $s=\sqrt{L/d}$.",
            "L == d*s**2",
        ),
        Given(
            2,
            r"Let $r=(1+2s)^{-1/2}$; the rate is $(1-r^2)/2=s/(1+2s)<\frac12$.",
            "r == 1/sqrt(1+2*s)",
        ),
        Identity(
            3, "The tilted density is a multiple of that of $N(0,r^{-2})$.", f"{TILTED} == {WIDER}"
        ),
        Textbook(
            4,
            r"So $a=\mathbb Ee^{(1-r^2)X_1^2/2}$ is $1/r$, as densities integrate to 1.",
            "a == 1/r",
            fact="textbook.elementary-probability:equal integrands",
            hypotheses={"the functions are equal at almost every point": 3},
            instance={"x": "a", "y": "1/r", "A": TILTED, "B": WIDER},
            over=("x",),
        ),
        Textbook(
            5,
            r"$m=\mathbb Ee^{(1-r^2)\|X\|^2/2}$ is the product over the coordinates.",
            "m == exp(d*log(a) + 0*log(1))",
            fact="textbook.elementary-probability:product of means",
            hypotheses={"independent factors": 1},
            instance={"x": "m", "n": "d", "a": "a", "m": "0", "b": "1"},
        ),
        Given(6, r"Let $z=\|X\|^2$, and $q$ be the probability of this event.", "z >= t"),
        Inequality(
            7,
            "On this event.",
            f"exp({RATE}*z) >= exp({RATE}*t)",
            uses=(6,),
        ),
        Textbook(
            8,
            r"So $q$ is at most $p$, the probability that $e^{(1-r^2)\|X\|^2/2}$ is as large.",
            "q <= p",
            fact="textbook.elementary-probability:above a level",
            hypotheses={"X >= c on the event": 7},
            instance={"p": "q", "q": "p", "X": f"exp({RATE}*z)", "c": f"exp({RATE}*t)"},
            over=("z",),
        ),
        Textbook(
            9,
            "Markov's inequality.",
            f"p*exp({RATE}*t) <= m",
            fact="textbook.markov",
            over=("z",),
            hypotheses={
                "X >= 0": f"exp({RATE}*z) >= 0",
                "a > 0": f"exp({RATE}*t) > 0",
            },
            instance={"p": "p", "a": f"exp({RATE}*t)", "m": "m", "X": f"exp({RATE}*z)"},
        ),
        Given(10, r"$t$ is the level of the lemma.", "t == d + 2*sqrt(d*L) + 2*L"),
        Inequality(11, r"In units of $d$.", "t == d*(1 + 2*s + 2*s**2)", uses=(1, 10)),
        Inequality(12, "One variable.", "log(1+2*s)/2 <= s*(1+s)/(1+2*s)"),
        Inequality(
            13,
            r"The exponents.",
            f"{RATE}*t - d*log(a) >= L",
            uses=(1, 2, 4, 11),
            weights={12: "d"},
        ),
        Inequality(
            14,
            r"Steps 5, 8 and 9.",
            f"q <= exp(d*log(a) - {RATE}*t)",
            uses=(5,),
            weights={8: "1", 9: f"exp(-{RATE}*t)"},
        ),
        Inequality(
            15,
            r"Step 13.",
            f"exp(d*log(a) - {RATE}*t) <= exp(-L)",
            monotone=("exp", "-L", f"d*log(a) - {RATE}*t"),
            weights={13: "1"},
        ),
        Inequality(
            16,
            r"$\mathbb P(\|X\|^2\ge d+2\sqrt{dL}+2L)\le e^{-L}=\delta$.",
            "q <= exp(-L)",
            weights={14: "1", 15: "1"},
        ),
    ),
)


Level = Callable[[int, arb], arb]


def level(d: int, log: arb) -> arb:
    """d + 2 sqrt(d log(1/delta)) + 2 log(1/delta), from log(1/delta)."""
    return d + 2 * (d * log).sqrt() + 2 * log


@checks(
    "zcdp.lem10",
    mutants={
        "no last term": {"level": lambda d, log: d + 2 * (d * log).sqrt()},
        "sharper: half of the root": {"level": lambda d, log: d + (d * log).sqrt() + log},
        "four times as many coordinates": {"coordinates": lambda d: 4 * d},
        "an event below the level": {"proof": TAIL.changed(6, formula="z >= t/2")},
        "a larger moment": {"proof": TAIL.changed(4, formula="a == 2/r")},
        "sharper: 0.99 of the logarithm": {
            "proof": TAIL.changed(12, formula="log(1+2*s)/2 <= 0.99*s*(1+s)/(1+2*s)")
        },
    },
)
def chi_square_tail(
    level: Level = level,
    coordinates: Callable[[int], int] = lambda d: d,
    proof: Proof = TAIL,
) -> Verdict:
    """The survival function of the chi-square law, an incomplete gamma function, in balls."""
    sides = Sides()
    with working_precision(128):
        for d, delta in product((1, 2, 5, 40), map(Fraction, ("9/10", "1/2", "1/100", "1e-8"))):
            bound = level(d, -ball(delta).log())
            tail = (bound / 2).gamma_upper(arb(coordinates(d)) / 2, regularized=1)
            case: dict[str, Any] = {"d": d, "delta": delta}
            sides.at_most(tail, ball(delta), "The tail is larger than delta.", **case)
    return proof.verdict(
        "Markov's inequality at the rate s/(1 + 2s), s = sqrt(log(1/delta)/d), where the moment is "
        "(1 + 2s)^(d/2).",
        instances="The exact tail for 16 pairs of d and delta.",
        sharpness=sides.sharpness,
    )
