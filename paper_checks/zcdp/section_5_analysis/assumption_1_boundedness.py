"""Claims about Assumption 1: actions, rewards and the parameter are bounded."""

from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory.balls import working_precision


@checks("zcdp.asm1")
def bounded(proof: Proof = WRITTEN) -> Verdict:
    """Its consequences; and normal rewards, which do not satisfy it."""
    with working_precision(128):
        outside = (1 / arb(2).sqrt()).erfc()
        need(outside > arb("0.3"), "Normal rewards are nearly bounded.")
    return proof.verdict(numbers={"P(|N(0,1)| > 1)": float(outside)})
