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
    return proof.verdict(
        "It is consistent: mean rewards lie in [-1, 1] by the other two parts, and a reward "
        "moves by "
        "at most 2. Rewards with normal noise of variance 1, as in the experiments, are outside of "
        "[-1, 1] with probability 0.317 and more, so that no privacy theorem covers them.",
        numbers={"P(|N(0,1)| > 1)": float(outside)},
        beyond="Whether real rewards satisfy it.",
    )
