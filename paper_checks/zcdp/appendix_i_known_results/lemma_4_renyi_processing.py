"""Claims about functions of an outcome and Renyi divergences: Lemma 4."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from banditproof.paper_checks.models.finite_laws import Law, random_law
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
from banditproof.verify.exact_laws.law_divergences import moment

CUT = "exp(b*log(h))"
MEAN = "textbook.elementary-probability:mean"


def merged_outcomes() -> Iterator[Instance]:
    """P = (1/2, 1/3, 1/6), Q = (1/4, 1/4, 1/2), and f merges the last two; alpha = 2, N = 1, 9."""
    p, q = map(Fraction, ("1/2", "1/3", "1/6")), map(Fraction, ("1/4", "1/4", "1/2"))
    law, other = tuple(p), tuple(q)
    x = [a / b for a, b in zip(law, other, strict=True)]
    g = [x[0], *[(law[1] + law[2]) / (other[1] + other[2])] * 2]
    for cut in (1, 9):
        h = [min(one, Fraction(cut)) for one in g]
        means: dict[str, Fraction] = dict.fromkeys(("m", "n", "r", "s", "w", "v"), Fraction(0))
        for i in range(3):
            means["m"] += law[i] * x[i]
            means["n"] += law[i] * h[i]
            means["r"] += law[i] * h[i] * (2 - h[i] / x[i])
            means["s"] += law[i] * h[i] ** 2 / x[i]
            means["w"] += other[i] * h[i] ** 2
            means["v"] += other[i] * h[i] * g[i]
        end = sum((a * b for a, b in zip(law, g, strict=True)), Fraction(0))
        for i in range(3):
            yield {"b": 1, "x": x[i], "g": g[i], "h": h[i], "end": end, **means}


PROCESSED = Proof(
    "zcdp.lem4",
    instances=merged_outcomes,
    where="b in (0,inf), x in (0,inf), g in (0,inf), h in (0,inf), m in (0,inf), n in (0,inf), "
    "r in (-inf,inf), s in [0,inf), w in [0,inf), v in [0,inf), end in (0,inf)",
    steps=(
        Given(
            1,
            r"Let $b=\alpha-1>0$, $D_\alpha(P\|Q)<\infty$ (else there is nothing to show; so $P\ll "
            r"Q$), $x=dP/dQ$, and at an "
            r"outcome $\omega$ let $g$ be the density of $f(P)$ for $f(Q)$ at $f(\omega)$, and "
            r"$h=\min(g,N)$. Almost surely under $P$ all three are above 0.",
            "h <= g",
        ),
        Inequality(
            2,
            r"The tangent of $y\mapsto y^{-b}$ at 1, for $y=h/x$.",
            f"exp(b*log(x)) >= {CUT}*(1 + b*(1 - h/x))",
        ),
        Textbook(
            3,
            r"The means under $P$: $r$ of the right side, and $m=\mathbb E_Px^b$.",
            "r <= 1*m",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 2},
            instance={"x": "r", "y": "m", "c": "1", "Y": "exp(b*log(x))"}
            | {"X": f"{CUT}*(1 + b*(1 - h/x))"},
            over=("x", "h"),
        ),
        Identity(
            4,
            "The right side has two terms.",
            f"{CUT}*(1 + b*(1 - h/x)) == (1+b)*{CUT} - b*({CUT}*h/x)",
        ),
        Textbook(
            5,
            r"With $n=\mathbb E_Ph^b$ and $s=\mathbb E_Ph^{b+1}/x$, which are finite as $h\le N$ "
            "and as the next steps show.",
            "r == (1+b)*n - b*s",
            fact="textbook.elementary-probability:linearity",
            hypotheses={"a sum of finitely many multiples": 4},
            instance={"x": "r", "y": "(1+b)*n - b*s"},
        ),
        Given(6, r"$P$ has the density $x$ for $Q$, and $f(P)$ the density $g$ for $f(Q)$."),
        Textbook(
            7,
            r"$s$ is $w=\mathbb E_Q[h^{b+1};x>0]$.",
            "s == w",
            fact="textbook.density",
            hypotheses={"f is the density of P with respect to Q": 6},
            instance={"x": "s", "y": "w"},
        ),
        Inequality(8, r"$h^{b+1}\le h^bg$.", f"{CUT}*h <= 1*({CUT}*g)", weights={1: CUT}),
        Textbook(
            9,
            r"So $w\le v=\mathbb E_Qh^bg$.",
            "w <= 1*v",
            fact=MEAN,
            hypotheses={"X <= c Y at every outcome": 8},
            instance={"x": "w", "y": "v", "c": "1", "X": f"{CUT}*h", "Y": f"{CUT}*g"},
            over=("g", "h"),
        ),
        Textbook(
            10,
            r"$v$ is the mean $n$ of $h^b$, a function of $f$, under $f(P)$.",
            "n == v",
            fact="textbook.density",
            hypotheses={"f is the density of P with respect to Q": 6},
            instance={"x": "n", "y": "v"},
        ),
        Inequality(
            11,
            r"$\mathbb E_P\min(g,N)^b\le\mathbb E_Px^b$ for every $N$.",
            "n <= m",
            uses=(5, 7, 10),
            weights={3: "1", 9: "b"},
        ),
        Textbook(
            12,
            r"As $N$ grows, $n$ tends to $\mathbb E_Pg^b$, by monotone convergence.",
            "end <= m",
            fact="textbook.bounds-of-sets:limit",
            hypotheses={"x_n <= c for all n": 11},
            instance={"x": "end", "c": "m", "X": "n"},
            over=("n",),
        ),
        Inequality(
            13,
            r"$D_\alpha(f(P)\|f(Q))\le D_\alpha(P\|Q)$: these are $\log\mathbb E_P[\cdot^b]/b$.",
            "log(end)/b <= log(m)/b",
            uses=(12,),
        ),
    ),
)


def image(law: Law, labels: tuple[int, ...]) -> Law:
    """The law of the labels of the outcomes."""
    return tuple(
        sum((p for p, one in zip(law, labels, strict=True) if one == label), Fraction(0))
        for label in range(3)
    )


@checks(
    "zcdp.lem4",
    mutants={
        "another function of each": {"second": lambda labels: labels[::-1]},
        "sharper: 0.99 of the moment": {"share": Fraction(99, 100)},
        "twice the tangent": {
            "proof": PROCESSED.changed(2, formula=f"exp(b*log(x)) >= 2*{CUT}*(1 + b*(1 - h/x))")
        },
        "sharper: half of the divergence": {
            "proof": PROCESSED.changed(13, formula="log(end)/b <= log(m)/(2*b)")
        },
    },
)
def renyi_processing(
    second: Callable[[tuple[int, ...]], tuple[int, ...]] = lambda labels: labels,
    share: Fraction = Fraction(1),
    proof: Proof = PROCESSED,
) -> Verdict:
    """Exact moments of random laws on four points and of three labels; renaming keeps them."""
    source, sides = random.Random(4), Sides()
    for number in range(20):
        size = 4 if number else 3
        one, other = (random_law(source, size) for _ in range(2))
        labels = tuple(source.randrange(3) for _ in range(4)) if number else (2, 0, 1)
        for order in (2, 3):
            after = moment(image(one, labels), image(other, second(labels)), order)
            finding = "A function raised a divergence."
            case: dict[str, Any] = {"P": one, "Q": other, "labels": labels, "order": order}
            sides.at_most(after, share * moment(one, other, order), finding, **case)
    return proof.verdict(
        "The density of f(P) for f(Q) is compared with that of P for Q by a tangent; the means of "
        "both terms are those under Q of the density times the term.",
        instances="Twenty pairs of random laws with labels, exact moments of orders 2 and 3.",
        sharpness=sides.sharpness,
    )
