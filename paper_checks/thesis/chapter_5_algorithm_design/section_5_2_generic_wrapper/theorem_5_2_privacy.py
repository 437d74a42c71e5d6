"""Claims about Theorem 5.2: the privacy of Algorithm 7, also against adversaries who choose "
"arms."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any
from banditproof.algorithms import AdaPKLUCB, AdaPUCB, RewardCycles, Silent, play
from banditproof.algorithms.policy import Policy
from banditproof.paper_checks.checking import Proof, Sides, Verdict, checks, written_proof
from banditproof.paper_checks.models.laplace_duel import adap_ucb_duel, largest_loss
from banditproof.paper_checks.models.release_ledger import release_fault
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import ball
from banditproof.verify.mutants import weak_noise, wrong_sums

Maker = Callable[..., Policy[Any]]
VIEW = written_proof("thesis.thm5.2")
INTERACTIVE = written_proof("thesis.thm5.2.interactive")
BETA, EPS = Fraction(3, 10), Fraction(1)


def require_private_play(make: Maker, eps: Fraction) -> None:
    """Each reward of a play is in one release, with enough noise that no other release has."""
    played = play(make(arms=2, eps=eps, ties="first"), RewardCycles([(1, 0), (0, 1)]), 60, Silent())
    fault = release_fault(played, eps)
    require(fault is None, "The means of a play are not private together.", ledger=fault, eps=eps)


def _private(id: str, own: Proof, words: str) -> None:
    def check(
        horizon: int = 7,
        noise: Fraction = Fraction(1),
        share: Fraction = Fraction(1),
        make: Maker = AdaPUCB,
        proof: Proof = own,
    ) -> Verdict:
        """The ledger of plays; the exact law of the actions of AdaP-UCB on two arms."""
        for maker, eps in ((make, Fraction(1)), (AdaPKLUCB, Fraction(1, 4))):
            require_private_play(maker, eps)
        loss, where = largest_loss(adap_ucb_duel(EPS, BETA, horizon, noise))
        sides = Sides()
        case: dict[str, Any] = {"K": 2, "T": horizon, "eps": EPS, "beta": BETA, "where": where}
        sides.at_most(loss, ball(share * EPS), "The actions reveal more.", **case)
        return proof.verdict(
            words,
            numbers={"largest log-ratio, T = 7": float(loss)},
            instances="The law of the actions of AdaP-UCB, K = 2, T = 7, eps = 1, beta = 0.3, in "
            "balls: for all sequences, sums of bits and neighbours the log-ratio is at most "
            "0.99504 eps. The ledgers of two plays.",
            sharpness=sides.sharpness,
        )

    checks(
        id,
        mutants={
            "sharper: 0.99 eps": {"share": Fraction(99, 100)},
            "half of the noise": {"noise": Fraction(1, 2), "horizon": 5},
            "half of the noise in the ledger": {"make": weak_noise.HalvedNoise},
            "raw prefixes": {"make": wrong_sums.ResummedPrefix},
            "noise used again": {"make": weak_noise.ReusedNoise},
        },
    )(check)


_private(
    "thesis.thm5.2",
    VIEW,
    "The actions fix the episodes, a reward enters one private mean, and the rest reads means. The "
    "exact log-ratio of AdaP-UCB is 0.99504 eps after seven rounds, and with half of the noise "
    "1.99822 eps.",
)
_private(
    "thesis.thm5.2.interactive",
    INTERACTIVE,
    "Along given recommendations a deterministic adversary's arms are given, so that the rewards "
    "of "
    "each mean are. In the enumeration a reward may depend on all actions up to its round.",
)
