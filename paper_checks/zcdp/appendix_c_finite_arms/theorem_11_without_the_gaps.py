"""Claims about Theorem 11: the regret of AdaC-UCB without the gaps."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.concentrated_regret_bounds import gap_free
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball

from .equation_17_all_levels import RHO
from .proofs_without_the_gaps import EXPLICIT, ORDER, WITHOUT_GAPS
from .theorem_10_by_the_gaps import PLAYS, Bound, against_plays


def printed_bound(horizon: int, beta: Fraction) -> arb:
    """The last line of the proof, for two arms of gap 1."""
    return gap_free(2, horizon, beta, RHO, 1).total


def sharper_bound(horizon: int, beta: Fraction) -> arb:
    """Half of the first term, one suboptimal arm, and (beta - 2)/(beta - 3)."""
    terms = gap_free(2, horizon, beta, RHO, 1)
    return terms.free / 2 + terms.private / 2 + ball((beta - 2) / (beta - 3))


@checks(
    "zcdp.thm11.explicit",
    mutants={
        "the bound by the gaps": {"proof": EXPLICIT.changed(1, claim="zcdp.thm10")},
        "sharper: 1 in place of 4": {
            "proof": EXPLICIT.changed(
                3, formula="reg <= sqrt(2*b*K*T*L) + 8*K*sqrt(b*L/rho) + 3*b/(b-3)*sum"
            )
        },
        "sharper: a hundredth": {"bound": lambda t, b: printed_bound(t, b) / 100},
    },
)
def explicit_bound(bound: Bound = printed_bound, proof: Proof = EXPLICIT) -> Verdict:
    """The sharper bound is smaller term by term."""
    return proof.verdict(
        "The threshold sqrt(8 beta K log T/T) gives the printed constants (2 beta becomes 3 beta "
        "between two lines, which is harmless); half of the first term will do.",
        instances=PLAYS,
        sharpness=against_plays(bound).sharpness,
    )


@checks(
    "zcdp.thm11.sharper",
    mutants={
        "the pulls of (17)": {"proof": WITHOUT_GAPS.changed(1, claim="zcdp.eq17.every")},
        "sharper: sqrt(7) for sqrt(8)": {
            "proof": WITHOUT_GAPS.changed(14, formula="cost**2 <= T*(7*b*L*K)")
        },
        "sharper: a hundredth": {"bound": lambda t, b: sharper_bound(t, b) / 100},
    },
)
def half_of_the_constant(bound: Bound = sharper_bound, proof: Proof = WITHOUT_GAPS) -> Verdict:
    """Cauchy and Schwarz in place of a threshold for the gaps."""
    return proof.verdict(
        "What the pulls exceed their constant part by sums to T at most, and its product with the "
        "squared gap to 8 beta log T for each arm: Cauchy and Schwarz.",
        instances=PLAYS,
        sharpness=against_plays(bound).sharpness,
    )


@checks(
    "zcdp.thm11",
    mutants={
        "the bound by the gaps": {"proof": ORDER.changed(1, claim="zcdp.thm10")},
        "gaps of any size": {"proof": ORDER.changed(3, formula="sum <= 9*K")},
        "cut at 2 T": {"proof": ORDER.changed(6, formula="m == min(sum, 2*T)")},
        "a smaller logarithm": {"proof": ORDER.changed(5, formula="1/2 <= L")},
        "sharper: no constant of the gaps": {
            "proof": ORDER.changed(12, formula="reg <= 2*sqrt(2*b*K*T*L) + 8*K*sqrt(b*L/rho)")
        },
    },
)
def order_of_the_regret(proof: Proof = ORDER) -> Verdict:
    """The sum of the gaps, cut at T, is of the first order."""
    return proof.verdict(
        "The explicit bound, with min(sum gap, T) <= sqrt(K T) for the sum of the gaps, as no "
        "regret is above T; it joins the first term.",
    )
