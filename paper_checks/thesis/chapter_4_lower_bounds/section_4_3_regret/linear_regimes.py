"""Claims about the regimes of the minimax bounds of linear bandits: remarks of Section 4.3."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import below, certified, require
from banditproof.theory.balls import ball, midpoint, working_precision
from banditproof.theory.linear_bounds import hypercube
from banditproof.theory.lower_bounds import minimax

Threshold = Callable[[Fraction], arb]
Term = Callable[[Fraction], arb]
NEAR = Fraction(1, 10**30)


@claim(
    "thesis.linear.regimes",
    r"For View DP the high- and low-privacy regimes are $\epsilon<2e/\sqrt T$ and "
    r"$\epsilon\ge2e/\sqrt T$; under zCDP the change of regimes happens at $\rho\approx1/T$, in "
    r"accordance with $\epsilon$-DP implying $\frac12\epsilon^2$-zCDP.",
    recorded="holds",
    mutants={
        "e/sqrt(T)": {"pure": lambda horizon: arb(1).exp() / ball(horizon).sqrt()},
        "upside down": {"pure": lambda horizon: 2 * ball(horizon).sqrt() / arb(1).exp()},
        "rho about 1/sqrt(T)": {"zcdp": lambda horizon: 1 / ball(horizon).sqrt()},
    },
)
def thresholds(
    pure: Threshold = hypercube.pure_threshold, zcdp: Threshold = hypercube.zcdp_threshold
) -> Verdict:
    """The private terms, which decrease with the budget, on both sides of the thresholds."""
    with working_precision(256):
        for horizon in (Fraction(1), Fraction(100), Fraction(10**6), Fraction(10**12)):
            free, arms = hypercube.free_printed(3, horizon), minimax.free_printed(5, horizon)
            finite = minimax.zcdp_threshold(5, horizon)
            cases: tuple[tuple[arb, Term, arb], ...] = (
                (pure(horizon), lambda eps: hypercube.pure_printed(3, eps), free),
                (zcdp(horizon), lambda rho: hypercube.zcdp_printed(3, rho), free),
                (finite, lambda rho: minimax.zcdp_printed(5, Fraction(1), rho), arms),
            )
            for stated, private, other in cases:
                at = midpoint(stated)
                before, after = private(at * (1 - NEAR)), private(at * (1 + NEAR))
                for larger, smaller in ((before, other), (other, after)):
                    finding = "The two terms do not cross at the stated budget."
                    require(below(smaller, larger), finding, T=horizon, budget=stated)
        one = Fraction(1)
        eps, rho, finite = pure(one), zcdp(one), minimax.zcdp_threshold(5, one)
        constants = [float(x) for x in (eps, rho, finite, 2 * arb(2).exp())]
        proved = float(hypercube.pure_constant() / ball(Fraction(3, 8)))
    return certified(
        "The printed terms of Theorem 4.17 cross at eps = 2e/sqrt(T) exactly, "
        f"{constants[0]:.6g}/sqrt(T); those of Theorem 4.21 at rho T = 4/sqrt(e) = "
        f"{constants[1]:.5g}, those of Theorem 4.20 at rho T = (27/124)^2 = {constants[2]:.4g}: "
        "'about 1/T' up to these constants. With rho = eps^2/2 the first would be rho T = 2 e^2 = "
        f"{constants[3]:.3g}.",
        covered="The order of the terms in balls, a share of 1e-30 below and above the crossing, "
        "at T = 1, 10^2, 10^6, 10^12.",
        not_covered="That a regime is as hard as its lower bound says needs an upper bound. The "
        f"constants of thesis.thm4.17.repaired cross elsewhere, at {proved:.4g}/sqrt(T).",
    )
