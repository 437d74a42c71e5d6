"""Remarks 11 and 12 of the zCDP paper: its lower bounds against those under pure DP."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.proofs import Inequality, Parts, Proof
from banditproof.paper_checks.repeated import repeated
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import proved, require, require_or_repair

RANGES = "m in [1,inf), tau in [0,1]"
"""m = n tau is the expected distance of n rewards, each of total variation tau."""
QUADRATIC = Proof(
    "zcdp.rem11.quadratic",
    where=RANGES,
    steps=(
        Inequality(1, r"With $m=n\tau\ge1$: at least $m^2$,", "m**2 + m*(1 - tau) >= m**2"),
        Inequality(2, r"and at most $2m^2$.", "m**2 + m*(1 - tau) <= 2*m**2"),
        Parts(3, "Both.", uses=(1, 2)),
    ),
)


@pair(
    "zcdp.rem11.quadratic.all",
    r"The bound of Theorem 8 is of the order of the square of the total variation: with $n$ "
    r"rewards at distance $\tau$ and $m=n\tau$, $\rho m^2\le\rho(m^2+m(1-\tau))\le2\rho m^2$.",
    r"The same for $m\ge1$.",
    repair="zcdp.rem11.quadratic",
    recorded="holds-with-repair",
    stated=True,
    title="the bound of Theorem 8 as a square",
    repaired_title="the bound of Theorem 8 as a square, from distance 1 on",
    subjects={"least": (Fraction(0), Fraction(1))},
    mutants={
        "sharper: 1.99": {"proof": QUADRATIC.changed(2, formula="m**2 + m*(1 - tau) <= 1.99*m**2")},
        "sharper: 1.99 at the points": {"factor": Fraction(199, 100)},
        "the order of the distance": {
            "proof": QUADRATIC.changed(2, formula="m**2 + m*(1 - tau) <= 2*m")
        },
    },
)
def quadratic(least: Fraction, factor: Fraction = Fraction(2), proof: Proof = QUADRATIC) -> Verdict:
    """Exact points from small distances to large ones, and the inequality from the steps."""
    sides, tiny = Sides(), Fraction(1, 10**6)
    for m in (Fraction(1, 100), Fraction(1), Fraction(10)):
        for tau in (tiny, Fraction(1, 100)):
            if m >= least:
                bound = m * m + m * (1 - tau)
                finding = "For small distances the linear term is the larger one."
                sides.at_most_or_repair(bound, factor * m * m, finding, m=m, tau=tau)
    return proof.verdict(
        "From an expected distance of 1 on the square is the larger part; below it the bound is "
        "rho m up to a factor 2, linear as for pure DP.",
        instances="Six exact points.",
        sharpness=sides.sharpness,
    )
