"""Claims about the top singular value of a normal matrix: Lemma 25."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.theory.balls import ball, working_precision

LOG = "(d*log(9)+L)"
LEVEL = f"d + 2*sqrt(d*{LOG}) + 2*{LOG}"

NORM = Proof(
    "renyi.lem25",
    where="d in [1,inf), L in (0,inf), v in [0,inf), g in [0,inf), h in [0,inf), top in [0,inf), "
    "n in [1,inf), one in [0,1], p in [0,1], q in [0,1], y in [0,inf)",
    steps=(
        Given(
            1,
            r"For a unit vector $z$ the $d$ entries of $Mz$ are sums of independent normal terms "
            r"with variances $z_j^2$, from different rows: $Mz\sim\mathcal N(0,I_d)$.",
        ),
        OnClaim(
            2,
            r"With $L=\log(1/\delta)$ and $L'=d\log9+L$: $\|Mz\|^2\ge d+2\sqrt{dL'}+2L'$ has a "
            r"probability of at most $e^{-L'}$, for each $z$.",
            f"one <= exp(-{LOG})",
            claim="zcdp.lem10",
            of_step=16,
            instance={"q": "one", "L": LOG},
            uses=(1,),
        ),
        Textbook(
            3,
            r"Some $n\le9^d$ unit vectors $z$ come within $1/4$ of each unit vector.",
            "n <= exp(d*log(1 + 2/(1/4)))",
            fact="textbook.sphere-nets",
            hypotheses={"r > 0": "1/4 > 0", "r <= 1": "1/4 <= 1"},
            instance={"n": "n", "d": "d", "r": "1/4"},
        ),
        Given(
            4,
            r"Let $v=\|M\|=\|Mx\|$ for a unit vector $x$, let $z$ be such a vector at the distance "
            r"$h$ from $x$, and $g=\|M(x-z)\|$.",
            "h <= 1/4",
            uses=(3,),
        ),
        Given(5, r"The definition of $\|M\|$.", "g <= v*h"),
        Given(
            6, r"The triangle inequality; top is the largest $\|Mz\|$ of all $z$.", "v <= top + g"
        ),
        Inequality(
            7,
            r"$\|M\|\le\frac43\max_z\|Mz\|$.",
            "v <= 4*top/3",
            weights={6: "4/3", 5: "4/3", 4: "4*v/3"},
        ),
        Inequality(8, "A root.", f"sqrt(d*{LOG}) <= 1.49*d + 0.34*L"),
        Inequality(
            9,
            "The level of step 2 without the root.",
            f"d + 2*(1.49*d + 0.34*L) + 2*{LOG} <= (3*(4*sqrt(d+1)+2*L)/4)**2",
        ),
        Inequality(
            10,
            r"If $\|M\|=4\sqrt{d+1}+2L+y$ with $y\ge0$, then $\max_z\|Mz\|^2\ge(\frac34\|M\|)^2$ "
            "is at least this level.",
            f"(3*(4*sqrt(d+1)+2*L+y)/4)**2 >= {LEVEL}",
            uses=(7,),
            weights={8: "2", 9: "1"},
        ),
        Textbook(
            11,
            r"So the event of the lemma is a part of the union of the $n$ events.",
            "p <= q",
            fact="textbook.elementary-probability:part of an event",
            hypotheses={"the first event is a part of the second": 10},
            instance={"p": "p", "q": "q"},
        ),
        Textbook(
            12,
            "The union bound.",
            f"q <= n*exp(-{LOG})",
            fact="textbook.union-bound",
            hypotheses={"each event has probability at most d": 2},
            instance={"p": "q", "n": "n", "d": f"exp(-{LOG})", "X": "one"},
            over=("one",),
        ),
        Inequality(
            13,
            r"$\mathbb P(\|M\|>4\sqrt{d+1}+2L)\le e^{-L}=\delta$.",
            "p <= exp(-L)",
            weights={11: "1", 12: "1", 3: f"exp(-{LOG})"},
        ),
    ),
)


def level(d: int, log: arb) -> arb:
    """4 sqrt(d + 1) + 2 log(1/delta), from log(1/delta)."""
    return 4 * arb(d + 1).sqrt() + 2 * log


@claim(
    "renyi.lem25",
    r"If $M\in\mathbb R^{d\times d}$ has independent $\mathcal N(0,1)$ entries, $\|M\|$ is its top "
    r"singular value and $\delta\in(0,1)$: "
    r"$\mathbb P(\|M\|>4\sqrt{d+1}+2\log(1/\delta))\le\delta$.",
    recorded="holds",
    mutants={
        "no dimension": {"level": lambda d, log: 2 * log},
        "sharper: 0.9 for 4": {"level": lambda d, log: level(d, log) - 31 * arb(d + 1).sqrt() / 10},
        "a coarser net": {"proof": NORM.changed(4, formula="h <= 1/2")},
        "sharper: 3 for 4": {
            "proof": NORM.changed(
                9,
                formula=f"d + 2*(1.49*d + 0.34*L) + 2*{LOG} <= (3*(3*sqrt(d+1)+2*L)/4)**2",
            )
        },
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
