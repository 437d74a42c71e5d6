"""Claims about the privacy of Theorems 5.3 and 5.4; their regret has files of its own."""

from fractions import Fraction
from banditproof.algorithms import AdaPKLUCB, AdaPUCB
from banditproof.paper_checks.checking import Proof, Verdict, checks, written_proof
from banditproof.verify.mutants import weak_noise, wrong_sums
from .theorem_5_2_privacy import Maker, require_private_play

UCB = written_proof("thesis.thm5.3.privacy")
KLUCB = written_proof("thesis.thm5.4.privacy")


def _private(steps: Proof, right: Maker) -> None:
    def check(make: Maker = right, proof: Proof = steps) -> Verdict:
        """The ledgers of plays at two budgets."""
        for eps in (Fraction(1), Fraction(1, 4)):
            require_private_play(make, eps)
        return proof.verdict(
            "It is Algorithm 7 with an index of the private means.",
            instances="The ledgers of plays at eps = 1 and 1/4.",
        )

    checks(
        steps.id,
        mutants={
            "half of the noise": {"make": weak_noise.HalvedNoise},
            "raw prefixes": {"make": wrong_sums.ResummedPrefix},
        },
    )(check)


_private(UCB, AdaPUCB)
_private(KLUCB, AdaPKLUCB)
