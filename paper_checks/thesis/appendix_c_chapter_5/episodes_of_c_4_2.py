"""Claims about Steps 4 and 5 of Appendix C.4.2: (C.24) to (C.27)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from banditproof.paper_checks.models.design_updates import (
    LINE,
    ORACLE,
    SEQUENCES,
    determinants,
    starts,
)
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim, pair
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict

repeated(
    "thesis.pf5.17.C24.minimum",
    of="zcdp.elliptic.minimum",
    statement=r"$1\wedge x\le\log(1+x)$ for $x\ge0$.",
    title="the minimum and the logarithm",
    kind="proof step",
    place="C.4.2 Step 4",
    stated=True,
)
repeated(
    "thesis.pf5.17.C24.sum",
    of="zcdp.elliptic.sum",
    statement=r"$\sum_t(1\wedge\|A_t\|^2_{V_{t-1}^{-1}})\le2\sum_t\log(1+\|A_t\|^2_{V_{t-1}^{-1}})"
    r"=2\log\frac{\det V_T}{\det V_0}\le2d\log(1+\frac T{\lambda d})$ (C.24).",
    title="elliptical potential",
    kind="proof step",
    place="C.4.2 Step 4, (C.24)",
    stated=True,
)
repeated(
    "thesis.pf5.17.C25",
    of="zcdp.eplen.eq23",
    statement=r"$\det V_{t_{\ell+1}-1}/\det V_{t_\ell}\le1+C$ (C.25), where episode $\ell$ starts "
    r"at $t_\ell$ and ends at $t_{\ell+1}-1$.",
    title="growth of the determinant in an episode",
    kind="proof step",
    place="C.4.2 Step 5, (C.25)",
    stated=True,
)
repeated(
    "thesis.pf5.17.C25.repaired",
    of="zcdp.eplen.eq23.repaired",
    statement=r"$\det V_{t_{\ell+1}-2}\le(1+C)\det V_{t_\ell-1}$: between two updates.",
    kind="proof step",
    place="C.4.2 Step 5, (C.25)",
    stated=False,
)


@claim(
    "thesis.pf5.17.C26",
    r"$\frac{\det V_{t_{\ell+1}-1}}{\det V_{t_\ell}}=\prod_{t=t_\ell+1}^{t_{\ell+1}-1}(1+"
    r"\|A_t\|^2_{V_{t-1}^{-1}})$ (C.26) $\ge\frac{\lambda+t_{\ell+1}-1}{\lambda+t_\ell}\ge\frac1"
    r"{\lambda+1}\frac{t_{\ell+1}}{t_\ell}$, for $\|A_t\|=1$, $t_\ell\ge1$ and $\lambda\ge1$.",
    recorded="holds",
    stated=True,
    title="the growth of an episode from below",
    kind="proof step",
    place="C.4.2 Step 5, (C.26)",
    mutants={
        "lambda of 1/10": {"scales": (Fraction(1, 10),)},
        "sharper: lambda in place of lambda + 1": {"more": 0},
    },
)
def growth_from_below(
    scales: tuple[Fraction, ...] = (Fraction(1), Fraction(3)),
    more: int = 1,
    proof: Proof = written_proof("thesis.pf5.17.C26"),
) -> Verdict:
    """Exact determinants of unit vectors; on the line the first bound is attained."""
    sides = Sides()
    for scale, rows in product(scales, (*SEQUENCES, LINE)):
        dets = determinants(rows, scale)
        for start, after in product((1, 2, 7), (8, 20, 40)):
            grown = dets[after - 1] / dets[start]
            first = (scale + after - 1) / (scale + start)
            second = Fraction(after, start) / (scale + more)
            sides.at_most(first, grown, "The determinant grows less.", start=start, next=after)
            sides.at_most(second, first, "The last bound is larger.", start=start, next=after)
    return proof.verdict(
        "A unit vector has a squared norm of at least 1/(lambda + t - 1), and the product "
        "telescopes.",
        instances="exact determinants of unit vectors.",
        beyond="lambda below 1: at t = 1 the last inequality is false.",
        sharpness=sides.sharpness,
    )


repeated(
    "thesis.pf5.17.ratio",
    of="zcdp.eplen.ratio",
    statement=r"$t_{\ell+1}/t_\ell\le(1+C)(1+\lambda)$ for the first rounds of episodes, "
    r"$\|A_t\|=1$ and $\lambda\ge1$.",
    title="ratio of the first rounds",
    kind="proof step",
    place="C.4.2 Step 5",
    stated=True,
)


@pair(
    "thesis.pf5.17.updates",
    r"$t_{\ell+1}/t_\ell\le(1+C)(1+\lambda)$, where $t_\ell=\tau$ is the $\ell$-th update.",
    r"$\tau'/\tau\le(1+C)(1+\lambda)+1-\lambda$ for successive updates $1\le\tau<\tau'$, "
    r"$\|A_t\|=1$ and all $\lambda,C>0$; for $\lambda\ge1$ it is at most $(1+C)(1+\lambda)$.",
    recorded="holds-with-repair",
    subjects={"more": (False, True)},
    stated=False,
    reading="t_l is the round after which the estimate is renewed, as 1/tau_t in (C.27) asks for; "
    "the experiments have lambda = 1/10",
    title="ratio of the updates",
    kind="reading",
    place="C.4.2 Step 5",
    mutants={"sharper: 96 % of it": {"share": Fraction(24, 25)}},
)
def ratio_of_updates(
    more: bool = True,
    share: Fraction = Fraction(1),
    proof: Proof = written_proof("thesis.pf5.17.updates.repaired"),
) -> Verdict:
    """The line with lambda = 1/10 and C = 1: updates after 1, 3, 7, 15 and 31."""
    sides = Sides()
    for scale, doubling in ((Fraction(1, 10), Fraction(1)), (Fraction(1), Fraction(1))):
        for rows in (LINE, ORACLE):
            found = [first - 1 for first in starts(determinants(rows, scale), doubling)][1:]
            for tau, after in pairwise(found):
                right = share * ((1 + doubling) * (1 + scale) + (1 - scale if more else 0))
                case: dict[str, Any] = {"d": len(rows[0]), "lambda": scale, "C": doubling}
                sides.at_most_or_repair(
                    Fraction(after, tau),
                    right,
                    "For lambda below 1 the ratio of successive updates may be larger.",
                    **case,
                    updates=tuple(found),
                    ratio=Fraction(after, tau),
                    bound=right,
                )
    return proof.verdict(
        "From (lambda + tau' - 1)/(lambda + tau) <= 1 + C.",
        instances="exact updates of two sequences.",
        sharpness=sides.sharpness,
    )


repeated(
    "thesis.pf5.17.C27",
    of="zcdp.eplen.eq25",
    statement=r"$\sum_{t\le T}\frac1{\tau_t}=\sum_{\ell\le\ell(T)}\frac{t_{\ell+1}-t_\ell}{t_\ell}"
    r"\le(1+C)(1+\lambda)\ell(T)$ (C.27), with the last update $\tau_t$ before $t$.",
    title="sum of the inverse update times",
    kind="proof step",
    place="C.4.2 Step 5, (C.27)",
    stated=True,
)
repeated(
    "thesis.pf5.17.C27.repaired",
    of="zcdp.eplen.eq25.repaired",
    statement=r"$\sum_{t\le T,\,\tau_t\ge1}\frac1{\tau_t}\le(1+C(1+\lambda))\ell(T)\le(1+C)"
    r"(1+\lambda)\ell(T)$ for $\|A_t\|=1$ and all $\lambda,C>0$: the first episode is left out.",
    kind="proof step",
    place="C.4.2 Step 5, (C.27)",
    stated=False,
)
