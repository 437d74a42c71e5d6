"""How d_eps moves with its arguments: it rises in the second one, and falls in the first one.

All follows from the mean z* at which the infimum is attained (as in Lemma F.1): the cost of z*
bounds the divergence of other arguments. xy is d_eps(x, y), and likewise for other letters.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict


@checks("bern.derived.rising")
def rises_in_the_second_argument(proof: Proof = written_proof("bern.derived.rising")) -> Verdict:
    """Increments, for all means."""
    return proof.verdict("The mean with the least cost for one pair of arguments serves another.")


@checks("bern.derived.falling")
def falls_in_the_first_argument(proof: Proof = written_proof("bern.derived.falling")) -> Verdict:
    """Increments, for all means."""
    return proof.verdict("The mean with the least cost for one argument serves another.")
