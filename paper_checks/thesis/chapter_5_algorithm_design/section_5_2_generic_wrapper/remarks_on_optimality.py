"""Claims about Section 5.2: the bounds beside the lower bounds, and two regimes."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks


@checks("thesis.rem.optfinite.gaps")
def matches_by_the_gaps(proof: Proof = WRITTEN) -> Verdict:
    """The quotient of both bounds, arm by arm."""
    return proof.verdict("The quotient of the bounds of an arm is at most C_1 max(1, 1/C_2).")


@checks("thesis.rem.optfinite.free")
def matches_without_the_gaps(proof: Proof = WRITTEN) -> Verdict:
    """The quotient of both bounds for K >= 2."""
    return proof.verdict("Each term is at most a multiple of log T of the lower bound.")


@checks("thesis.rem.optfinite.regimes")
def two_regimes(proof: Proof = WRITTEN) -> Verdict:
    """The minimum in each bound, on both sides of its border."""
    return proof.verdict(
        "The minimum is the gap or d above the border, and eps or its multiple below."
    )


@checks("thesis.rem.optfinite.zcdp")
def gap_of_the_zcdp_bounds(proof: Proof = WRITTEN) -> Verdict:
    """Both terms of the upper bound over those of the lower one, for all K >= 2."""
    return proof.verdict(
        "Each term is at most such a multiple of one of the lower bound, as 1 <= K/(K-1) <= 2."
    )
