"""Claims about Theorems 5.3 and 5.4: both assertions of each, and their privacy."""

from __future__ import annotations

from fractions import Fraction

from banditproof.algorithms import AdaPKLUCB, AdaPUCB
from banditproof.paper_checks.proofs import Given, OnClaim, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.verify.mutants import weak_noise, wrong_sums

from . import theorem_5_3_adap_ucb, theorem_5_4_adap_klucb  # noqa: F401 - their parts
from .theorem_5_2_privacy import Maker, require_private_play


def private(id: str) -> Proof:
    """An index of the private means makes Algorithm 7 private."""
    return Proof(
        id,
        where="eps in (0,inf), p in [0,1], q in [0,1]",
        steps=(
            Given(1, "The index reads the private mean of the arm's last episode, t and N alone."),
            OnClaim(
                2,
                r"So it is Algorithm 7 with such an index: $\varepsilon$-Interactive DP.",
                "p <= exp(eps)*q",
                claim="thesis.thm5.2.interactive",
                of_step=11,
                uses=(1,),
            ),
        ),
    )


def _private(id: str, right: Maker) -> None:
    own = private(id)

    def check(make: Maker = right, proof: Proof = own) -> Verdict:
        """The ledgers of plays at two budgets."""
        for eps in (Fraction(1), Fraction(1, 4)):
            require_private_play(make, eps)
        return proof.verdict(
            "It is Algorithm 7 with an index of the private means.",
            instances="The ledgers of plays at eps = 1 and 1/4.",
        )

    checks(
        id,
        mutants={
            "sharper: half of eps": {"proof": own.changed(2, formula="p <= exp(eps/2)*q")},
            "half of the noise": {"make": weak_noise.HalvedNoise},
            "raw prefixes": {"make": wrong_sums.ResummedPrefix},
        },
    )(check)


_private(
    "thesis.thm5.3.privacy",
    AdaPUCB,
)
_private("thesis.thm5.4.privacy", AdaPKLUCB)
