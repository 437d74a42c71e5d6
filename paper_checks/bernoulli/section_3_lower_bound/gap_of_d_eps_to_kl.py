"""How far d_eps can be below kl and eps TV: a sharp inequality that the paper does not state."""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, sharpest


@checks("bern.derived.klgap")
def gap_to_kl(proof: Proof = WRITTEN) -> Verdict:
    """The inequality for all means and budgets, and the corner where it is sharp."""
    return proof.verdict(
        sharpness=sharpest(
            "min(kl(0,y), y)*(1-exp(-1)) <= kl(0,y)*0 - log(1-y*(1-exp(-1)))", {"y": "1/100000000"}
        )
    )
