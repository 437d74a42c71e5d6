"""How d_eps moves with its arguments: it rises in the second one, and falls in the first one.

All follows from the mean z* at which the infimum is attained (as in Lemma F.1): the cost of z*
bounds the divergence of other arguments. xy is d_eps(x, y), and likewise for other letters.
"""

from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks


@checks("bern.derived.rising")
def rises_in_the_second_argument(proof: Proof = WRITTEN) -> Verdict:
    """Increments, for all means."""
    return proof.verdict("The mean with the least cost for one pair of arguments serves another.")


@checks("bern.derived.falling")
def falls_in_the_first_argument(proof: Proof = WRITTEN) -> Verdict:
    """Increments, for all means."""
    return proof.verdict("The mean with the least cost for one argument serves another.")
