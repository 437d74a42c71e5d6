"""Step 4 of Proof 3.3: the choice of n_2, and the supremum over the alternatives."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.along_by_algebra import limit_in_symbols
from banditproof.paper_checks.verdicts.vocabulary import proved, require_or_repair


@checks("bern.proof3.1.vanishing")
@mutant("a = s^2", power=lambda s: s**2)
@mutant("n_2 without the slack", size=lambda s, d, log_t: log_t / d)
@mutant("n_2 = log T / ((1 - s) transport)", size=lambda s, d, log_t: log_t / ((1 - s) * d))
@mutant(
    "sharper: n_2 = (1 - s/4) log T / transport", size=lambda s, d, log_t: (1 - s / 4) * log_t / d
)
def the_main_term_vanishes(
    size: Callable[..., Any] = lambda s, d, log_t: (1 - s) * log_t / d,
    power: Callable[[Any], Any] = lambda s: s**2 / 2,
) -> Verdict:
    """(1+s)(1-s) + s^2/2 = 1 - s^2/2, so the term is O(T^(-s^2/2) / (1 - n_2/T)).

    `size` is n_2 from the slack s, the transport d and log T.
    """
    import sympy as sp

    s, d, t, c = sp.symbols("s d T c", positive=True)
    log_t = sp.log(t)
    exponent = sp.expand((1 + s) * size(s, d, log_t) * d / log_t + power(s) - 1)
    require_zero(
        exponent_of_T=exponent + s**2 / 2,
        n_2_is_small_beside_T=sp.limit(size(s, d, log_t) / t, t, sp.oo),
        limit=sp.limit(t ** (-c), t, sp.oo),
    )
    shown = "the term is a multiple of T^(-s^2/2) / (1 - n_2/T), s = alpha, which tends to 0"
    return proved(along=limit_in_symbols("T", shown, t ** (-c), t, 0))


@checks("bern.proof3.1.supremum", subjects={"largest": (Fraction(1), Fraction(99, 100))})
def the_supremum(largest: Fraction, proof: Proof = WRITTEN) -> Verdict:
    """The least transport between d_eps(mu_2, mu_1) and a bound that tends to it."""
    best = Fraction(1)
    finding = (
        "At mu_1 = 1 no mean mu''_2 is above mu_1, so that the supremum is over an empty set, "
        "while (5) claims 1/eps."
    )
    require_or_repair(largest < best, finding, mu_1=best, mu_2=0)
    return proof.verdict()
