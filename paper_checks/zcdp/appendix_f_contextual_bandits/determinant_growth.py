"""Claims about det V_t: the number of updates, and the elliptical potential (22)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import arb

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.models.design_updates import (
    LINE,
    SEQUENCES,
    determinants,
    starts,
)
from banditproof.paper_checks.proofs import (
    Given,
    Induction,
    Inequality,
    OnClaim,
    Proof,
    Textbook,
)
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, require_or_repair
from banditproof.theory.balls import ball, working_precision

NUMBER = Proof(
    "zcdp.nepisodes",
    where="n in [0,inf), g in (-inf,inf), e in [0,inf), v in (0,inf), "
    "D in (-inf,inf), s in (0,inf), d in [1,inf), l in (0,inf), t in [0,inf), C in (0,inf)",
    steps=(
        Given(
            1,
            r"An update comes when $\det V_{t-1}>(1+C)\det V_\tau$: then $\log\det V$ has grown by "
            r"$\log(1+C)+e$ with $e\ge0$. It starts at $d\log\lambda$.",
        ),
        Induction(
            2,
            r"After $n$ updates $g=\log\det V_\tau\ge d\log\lambda+n\log(1+C)$.",
            "g >= d*log(l) + n*log(1 + C)",
            variable="n",
            start="0",
            sequence="g",
            first="d*log(l)",
            following="g + log(1 + C) + e",
            uses=(1,),
        ),
        Inequality(
            3,
            "The logarithm lies below its tangents.",
            "log(v) <= (log(l + t/d) - 1) + 1/(l + t/d)*v",
        ),
        Textbook(
            4,
            r"Over the $d$ eigenvalues of $V_t$, whose sum is $s$: $D=\log\det V_t$.",
            "D <= d*(log(l + t/d) - 1) + 1/(l + t/d)*s",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 3},
            instance={"x": "D", "n": "d", "c": "log(l + t/d) - 1", "z": "s"}
            | {"X": "log(v)", "Z": "v", "b": "1/(l + t/d)"},
            over=("v",),
        ),
        Given(
            5,
            r"$s=\mathrm{trace}\,V_t=d\lambda+\sum_{s\le t}\|a_s\|^2$, and $\|a\|\le1$.",
            "s <= d*l + t",
        ),
        Inequality(
            6,
            r"So $\det V_t\le(\lambda+t/d)^d$: the determinant-trace inequality.",
            "D <= d*log(l + t/d)",
            weights={4: "1", 5: "1/(l + t/d)"},
        ),
        Given(7, r"$\det V$ does not fall, as $V$ grows by $aa^\top$.", "g <= D"),
        Inequality(
            8,
            r"So $n=\ell(t)\le\frac d{\log(1+C)}\log(1+\frac t{\lambda d})$.",
            "n <= d/log(1 + C)*log(1 + t/(l*d))",
            weights={2: "1/log(1 + C)", 6: "1/log(1 + C)", 7: "1/log(1 + C)"},
        ),
    ),
    parts=(6,),
)

Bound = Callable[[int, Fraction, arb, int], arb]
SCALES = (Fraction(1), Fraction(1, 10), Fraction(3))
DOUBLINGS = (Fraction(999, 1000), Fraction(1), Fraction(1, 10))


def printed_number(d: int, doubling: Fraction, growth: arb, t: int) -> arb:
    """d / log(1+C) log(1 + t/(lambda d)), where the last logarithm is given."""
    return d / ball(1 + doubling).log() * growth


@claim(
    "zcdp.nepisodes",
    r"$\ell(t)\le\frac d{\log(1+C)}\log(1+\frac t{\lambda d})$ for the number $\ell(t)$ of updates "
    r"of $\tilde\theta$ until $t$, as $(1+C)^{\ell(t)}\det V_0\le\det V_t\le(\lambda+t/d)^d$.",
    recorded="holds",
    place="F-A proof of Theorem 14, Step 5",
    mutants={
        "sharper: one dimension less": {
            "bound": lambda d, doubling, growth, t: printed_number(
                max(d - 1, 1), doubling, growth, t
            )
        },
        "sharper: 99 % of it": {
            "bound": lambda *case: printed_number(*case) * 99 / 100,
        },
        "an update at equality": {"strict": False},
        "sharper: V grows by 1 + 2 C": {
            "proof": NUMBER.changed(2, formula="g >= d*log(l) + n*log(1 + 2*C)")
        },
        "twice the trace": {"proof": NUMBER.changed(5, formula="s <= 2*d*l + 2*t")},
        "sharper: half of the dimension": {
            "proof": NUMBER.changed(8, formula="n <= d/(2*log(1 + C))*log(1 + t/(l*d))")
        },
    },
)
def number_of_updates(
    bound: Bound = printed_number, strict: bool = True, proof: Proof = NUMBER
) -> Verdict:
    """Updates in rational numbers, for five sequences of vectors; C = 0.999 is tight."""
    sides = Sides()
    with working_precision(96):
        for rows in (*SEQUENCES, LINE[:31]):
            d = len(rows[0])
            for scale in SCALES:
                dets = determinants(rows, scale)
                growth = (1 + ball(Fraction(len(rows)) / (scale * d))).log()
                for doubling in DOUBLINGS:
                    least = doubling if strict else doubling - Fraction(1, 2)
                    updates = len(starts(dets, least)) - 1
                    right = bound(d, doubling, growth, len(rows))
                    case: dict[str, Any] = {"d": d, "lambda": scale, "C": doubling, "t": len(rows)}
                    sides.at_most(updates, right, "There are more updates.", **case)
    return proof.verdict(
        "Each update multiplies the determinant by more than 1 + C, and it is at most that of "
        "equal eigenvalues.",
        instances="Exact updates of five sequences, for three values of lambda and C.",
        sharpness=sides.sharpness,
    )


MINIMUM = Proof(
    "zcdp.elliptic.minimum.repaired",
    where="x in [0,inf)",
    steps=(
        Inequality(1, r"The factor 2 stands in the next line.", "min(1,x) <= 0 + 2*log(1 + x)"),
    ),
)


@pair(
    "zcdp.elliptic.minimum",
    r"$1\wedge x\le\log(1+x)$ for $x\ge0$.",
    r"$1\wedge x\le2\log(1+x)$ for $x\ge0$.",
    recorded="misprint",
    subjects={"factor": (1, 2)},
    stated=True,
    title="the minimum and the logarithm",
    kind="proof step",
    place="F-B proof of Theorem 5, Step 4",
    mutants={
        "sharper: 1.44 log(1+x)": {"factor": Fraction(144, 100)},
        "sharper: 1.44 log(1+x) for all x": {
            "proof": MINIMUM.changed(1, formula="min(1,x) <= 1.44*log(1 + x)")
        },
    },
)
def minimum_and_logarithm(factor: Fraction | int = 2, proof: Proof = MINIMUM) -> Verdict:
    """x = 1, where 1/log 2 = 1.4427 is the least factor."""
    with working_precision(96):
        require_or_repair(
            at_most(ball(1), ball(Fraction(factor)) * ball(2).log()),
            "At x = 1 the minimum is 1 and the logarithm log 2; the next line has the factor 2.",
            x=1,
            factor=factor,
        )
        sides = Sides()
        sides.at_most(ball(1), ball(2) * ball(2).log(), "The factor 2 is too small.", x=1)
    return proof.verdict("The factor 2 is more than 1/log 2.", sharpness=sides.sharpness)


POTENTIAL = Proof(
    "zcdp.elliptic.sum",
    where="q in [0,inf), s in [0,inf), w in [0,inf), T in [0,inf), m in (0,inf), k in (0,inf), "
    "n in [0,inf), g in (-inf,inf), D in (-inf,inf), d in [1,inf), l in (0,inf)",
    steps=(
        OnClaim(
            1,
            r"With $q=\|a_t\|^2_{V_{t-1}^{-1}}$.",
            "min(1,q) <= 0 + 2*log(1 + q)",
            claim="zcdp.elliptic.minimum.repaired",
            of_step=1,
            instance={"x": "q"},
        ),
        Textbook(
            2,
            r"So $s=\sum_t(1\wedge q)\le2w$ with $w=\sum_t\log(1+q)$.",
            "s <= T*0 + 2*w",
            fact="textbook.elementary-probability:sum above",
            hypotheses={"X_t <= c + b Z_t for each t": 1},
            instance={"x": "s", "n": "T", "c": "0", "b": "2", "z": "w"}
            | {"X": "min(1,q)", "Z": "log(1 + q)"},
            over=("q",),
        ),
        Given(3, r"$V_t=V_{t-1}+a_ta_t^\top$ is positive definite, as $V_0=\lambda I$ is."),
        Textbook(
            4,
            r"$\det V_t=\det V_{t-1}\,(1+q)$.",
            "k == m*(1 + q)",
            fact="textbook.sherman-morrison:determinant",
            hypotheses={"A is invertible": 3},
            instance={"n": "k"},
        ),
        Induction(
            5,
            r"$g$, the sum of $\log(1+q)-(\log\det V_t-\log\det V_{t-1})$, vanishes.",
            "g == 0",
            variable="n",
            start="0",
            sequence="g",
            first="0",
            following="g + log(1 + q) - (log(k) - log(m))",
            uses=(4,),
        ),
        Given(6, r"Over $T$ rounds, with $D=\log\det V_T$:", "g == w - (D - d*log(l))"),
        Inequality(
            7,
            r"So $\sum_t(1\wedge q)\le2\log\frac{\det V_T}{\det V_0}$.",
            "s <= 2*(D - d*log(l))",
            uses=(5, 6),
            weights={2: "1"},
        ),
        OnClaim(
            8,
            r"$\det V_T\le(\lambda+T/d)^d$.",
            "D <= d*log(l + T/d)",
            claim="zcdp.nepisodes",
            of_step=6,
            instance={"t": "T"},
        ),
        Inequality(
            9,
            r"So it is at most $2d\log(1+\frac T{\lambda d})$.",
            "s <= 2*d*log(1 + T/(l*d))",
            weights={7: "1", 8: "2"},
        ),
    ),
    parts=(7,),
)


def printed_potential(d: int, growth: arb) -> arb:
    """2 d log(1 + T/(lambda d)), where the logarithm is given."""
    return 2 * d * growth


@claim(
    "zcdp.elliptic.sum",
    r"$\sum_{t\le T}(1\wedge\|a_t\|^2_{V_{t-1}^{-1}})\le2\sum_t\log(1+\|a_t\|^2_{V_{t-1}^{-1}})="
    r"2\log\frac{\det V_T}{\det V_0}\le2d\log(1+\frac T{\lambda d})$, for $\|a_t\|\le1$.",
    recorded="holds",
    stated=True,
    title="elliptical potential, with the minimum",
    place="F-B proof of Theorem 5, (22)",
    mutants={
        "without the minimum, for lambda < 1": {"least": lambda q: q},
        "sharper: 0.7 of it": {"bound": lambda d, growth: printed_potential(d, growth) * 7 / 10},
        "sharper: 1.4 log(1+q)": {
            "proof": POTENTIAL.changed(1, formula="min(1,q) <= 0 + 1.4*log(1 + q)")
        },
        "another determinant": {"proof": POTENTIAL.changed(4, formula="k == m*(1 + 2*q)")},
        "sharper: half of the dimension": {
            "proof": POTENTIAL.changed(9, formula="s <= d*log(1 + T/(l*d))")
        },
    },
)
def elliptical_potential(
    least: Callable[[Fraction], Fraction] = lambda q: min(Fraction(1), q),
    bound: Callable[[int, arb], arb] = printed_potential,
    proof: Proof = POTENTIAL,
) -> Verdict:
    """Exact sums for four sequences and the first steps of a line; lambda = 1/10 has q = 10."""
    sides = Sides()
    with working_precision(96):
        for rows in (*SEQUENCES, LINE[:1], LINE[:2]):
            d = len(rows[0])
            for scale in SCALES:
                dets = determinants(rows, scale)
                total = sum(least(b / a - 1) for a, b in pairwise(dets))
                growth = (1 + ball(Fraction(len(rows)) / (scale * d))).log()
                case: dict[str, Any] = {"d": d, "lambda": scale, "T": len(rows)}
                right = bound(d, growth)
                sides.at_most(ball(total), right, "The sum is larger.", **case)
    return proof.verdict(
        "Each term is at most twice the growth of log det V, which is at most that of equal "
        "eigenvalues.",
        instances="Exact sums for six sequences and three values of lambda.",
        sharpness=sides.sharpness,
    )


whole(
    "zcdp.elliptic",
    r"By $1\wedge x\le\log(1+x)$ and $\det V_t=\det V_{t-1}(1+\|a_t\|^2_{V_{t-1}^{-1}})$: "
    r"$\sum_{t\le T}(1\wedge\|a_t\|^2_{V_{t-1}^{-1}})\le2\log\frac{\det V_T}{\det V_0}\le"
    r"2d\log(1+\frac T{\lambda d})$ (22).",
    ("zcdp.elliptic.minimum", "zcdp.elliptic.sum"),
    place="F-B proof of Theorem 5, Step 4, (22)",
)
