"""Claims about the top singular value of a normal matrix: Lemma 25."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.proofs import (
    Given,
    Inequality,
    Instance,
    OnClaim,
    Proof,
    Textbook,
)
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory import Enclosure
from banditproof.theory.balls import ball, working_precision

LOG = "(d*log(9)+L)"
LEVEL = f"d + 2*sqrt(d*{LOG}) + 2*{LOG}"
SQUARE = "(3*(4*sqrt(d+1)+2*L)/4)**2"


def stretched_axis() -> Iterator[Instance]:
    """M = diag(2, 1), x = (1, 0), and 13 unit vectors, each turned by 28.5 degrees from the last.

    The first is (63, 16)/65, at 14.25 degrees from x.
    """
    half = Fraction(63, 65), Fraction(16, 65)
    turn, net = (half[0] ** 2 - half[1] ** 2, 2 * half[0] * half[1]), [half]
    for _ in range(12):
        a, b = net[-1]
        net.append((a * turn[0] - b * turn[1], a * turn[1] + b * turn[0]))
    with working_precision(128):
        top = ball(max(4 * a**2 + b**2 for a, b in net)).sqrt()
        for a, b in (net[0], net[-1]):
            near, moved = (1 - a) ** 2 + b**2, 4 * (1 - a) ** 2 + b**2
            case = {"h": ball(near).sqrt(), "g": ball(moved).sqrt(), "top": top}
            yield {"d": 2, "r": "1/4", "n": 13, "v": 2} | {
                name: Enclosure.of(value) for name, value in case.items()
            }


NORM = Proof(
    "renyi.lem25",
    instances=stretched_axis,
    where="d in [1,inf), L in (0,inf), v in [0,inf), g in [0,inf), h in [0,inf), top in [0,inf), "
    "n in [1,inf), one in [0,1], p in [0,1], q in [0,1], r in (0,1], w in [0,inf)",
    steps=(
        Given(
            1,
            r"$M$ has independent entries of the law $\mathcal N(0,1)$, and $w=\sum_jz_j^2$ for a "
            r"unit vector $z$.",
            "w == 1",
        ),
        Textbook(
            2,
            r"The $d$ entries of $Mz$, which are from different rows, are independent and of this "
            r"law: $Mz\sim\mathcal N(0,I_d)$.",
            fact="textbook.elementary-probability:normal sum",
            hypotheses={"independent draws of N(0, 1)": 1, "the squared factors sum to 1": 1},
            instance={"w": "w"},
        ),
        OnClaim(
            3,
            r"With $L=\log(1/\delta)$ and $L'=d\log9+L$: $\|Mz\|^2\ge d+2\sqrt{dL'}+2L'$ has a "
            r"probability of at most $e^{-L'}$, for each $z$.",
            f"one <= exp(-{LOG})",
            claim="zcdp.lem10",
            of_step=16,
            instance={"q": "one", "L": LOG},
            uses=(2,),
        ),
        Given(4, "The distance of a net.", "r == 1/4"),
        Textbook(
            5,
            r"Some $n\le9^d$ unit vectors $z$ come within $r$ of each unit vector.",
            "n <= exp(d*log(1 + 2/r))",
            fact="textbook.sphere-nets",
            hypotheses={"r > 0": "r > 0", "r <= 1": "r <= 1"},
            instance={"n": "n", "d": "d", "r": "r"},
        ),
        Textbook(
            6,
            r"Let $v=\|M\|=\|Mx\|$ for a unit vector $x$, and $z$ be such a vector at the distance "
            r"$h$ from $x$.",
            "h <= r",
            fact="textbook.sphere-nets",
            hypotheses={"r > 0": "r > 0", "r <= 1": "r <= 1"},
            instance={"n": "n", "d": "d", "r": "r"},
        ),
        Given(7, r"The definition of $\|M\|$, for $g=\|M(x-z)\|$.", "g <= v*h"),
        Given(8, r"The norm is subadditive; top is the largest $\|Mz\|$.", "v <= top + g"),
        Inequality(
            9,
            r"$\frac34\|M\|\le\max_z\|Mz\|$.",
            "3*v/4 <= top",
            uses=(4,),
            weights={8: "1", 7: "1", 6: "v"},
        ),
        Given(10, "On the event of the lemma.", "v > 4*sqrt(d+1) + 2*L"),
        Inequality(11, "A root.", f"sqrt(d*{LOG}) <= 1.49*d + 0.34*L"),
        Inequality(
            12,
            "The level of step 3 without the root.",
            f"d + 2*(1.49*d + 0.34*L) + 2*{LOG} <= {SQUARE}",
        ),
        Inequality(
            13,
            r"$\max_z\|Mz\|$ is above a root of the right side.",
            "top >= 3*(4*sqrt(d+1)+2*L)/4",
            weights={9: "1", 10: "3/4"},
        ),
        Inequality(
            14,
            r"So $\max_z\|Mz\|^2$ is above the level of step 3.",
            f"top**2 >= {LEVEL}",
            weights={11: "2", 12: "1", 13: "top + 3*(4*sqrt(d+1)+2*L)/4"},
        ),
        Textbook(
            15,
            r"So the event of the lemma is a part of the union of the $n$ events.",
            "p <= q",
            fact="textbook.elementary-probability:above a level",
            hypotheses={"X >= c on the event": 14},
            instance={"p": "p", "q": "q", "X": "top**2", "c": LEVEL},
            over=("top", "v", "g", "h"),
        ),
        Textbook(
            16,
            "The union bound.",
            f"q <= n*exp(-{LOG})",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 3},
            instance={"p": "q", "n": "n", "d": f"exp(-{LOG})", "X": "one"},
            over=("one",),
        ),
        Inequality(
            17,
            r"$\mathbb P(\|M\|>4\sqrt{d+1}+2L)\le e^{-L}=\delta$.",
            "p <= exp(-L)",
            uses=(4,),
            weights={15: "1", 16: "1", 5: f"exp(-{LOG})"},
        ),
    ),
)


def level(d: int, log: arb) -> arb:
    """4 sqrt(d + 1) + 2 log(1/delta), from log(1/delta)."""
    return 4 * arb(d + 1).sqrt() + 2 * log


@checks(
    "renyi.lem25",
    mutants={
        "no dimension": {"level": lambda d, log: 2 * log},
        "sharper: 0.9 for 4": {"level": lambda d, log: level(d, log) - 31 * arb(d + 1).sqrt() / 10},
        "a coarser net": {"proof": NORM.changed(4, formula="r == 1/2")},
        "the norm on the net": {"proof": NORM.changed(8, formula="v <= top")},
        "sharper: 3 for 4": {"proof": NORM.changed(10, formula="v > 3*sqrt(d+1) + 2*L")},
    },
)
def top_singular_value(level: Callable[[int, arb], arb] = level, proof: Proof = NORM) -> Verdict:
    """The norm of the first column, whose square has a chi-square law; it is the norm for d = 1."""
    sides = Sides()
    with working_precision(128):
        for d, delta in product((1, 4, 1000), map(Fraction, ("9/10", "1/2", "1/1000"))):
            square = level(d, -ball(delta).log()) ** 2
            column = (square / 2).gamma_upper(arb(d) / 2, regularized=1)
            finding = "The first column alone is longer more often."
            sides.at_most(column, ball(delta), finding, d=d, delta=delta)
    return proof.verdict(
        "On 9^d unit vectors, which come within 1/4 of all, the chi-square tail at log(9^d/delta) "
        "and the union bound decide.",
        instances="The exact tail of the first column for nine pairs of d and delta, which is that "
        "of the norm for d = 1.",
        sharpness=sides.sharpness,
    )
