"""Claims about Theorems 5.3 and 5.4: both assertions of each, and their privacy."""

from __future__ import annotations

from fractions import Fraction

from banditproof.algorithms import AdaPKLUCB, AdaPUCB
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.verify.mutants import weak_noise, wrong_sums

from . import theorem_5_3_adap_ucb, theorem_5_4_adap_klucb  # noqa: F401 - their parts
from .theorem_5_2_privacy import Maker, require_private_play

UCB = written_proof("thesis.thm5.3.privacy")
KLUCB = written_proof("thesis.thm5.4.privacy")


def _private(steps: Proof, name: str, printed: str, right: Maker) -> None:
    def check(make: Maker = right, proof: Proof = steps) -> Verdict:
        """The ledgers of plays at two budgets."""
        for eps in (Fraction(1), Fraction(1, 4)):
            require_private_play(make, eps)
        return proof.verdict(
            "It is Algorithm 7 with an index of the private means.",
            instances="The ledgers of plays at eps = 1 and 1/4.",
        )

    claim(
        steps.id,
        f"For rewards in $[0,1]$, {name} satisfies {printed}.",
        recorded="holds",
        stated=True,
        reading="machine: the noise of a mean is drawn once and kept; Interactive DP, which "
        "implies the notions that the text names",
        stated_proof=("thesis.proof.generic", "thesis.remC.1"),
        title=f"privacy of {name}",
        mutants={
            "half of the noise": {"make": weak_noise.HalvedNoise},
            "raw prefixes": {"make": wrong_sums.ResummedPrefix},
        },
    )(check)


_private(
    UCB,
    "AdaP-UCB",
    r"$\varepsilon$-global DP (Appendix C.2.3: $\varepsilon$-Interactive DP)",
    AdaPUCB,
)
_private(KLUCB, "AdaP-KLUCB", r"$\varepsilon$-global DP", AdaPKLUCB)
whole(
    "thesis.thm5.3",
    r"AdaP-UCB for rewards in $[0,1]$: $\varepsilon$-DP, and for $\beta>3$ a regret of at most "
    r"$\sum_{\Delta_a>0}(\frac{16\beta}{\min\{\Delta_a,\varepsilon\}}\log T+\frac{3\beta}"
    r"{\beta-3})$.",
    ("thesis.thm5.3.privacy", "thesis.thm5.3.regret"),
    title="privacy and regret of AdaP-UCB",
)
whole(
    "thesis.thm5.4",
    r"AdaP-KLUCB for Bernoulli rewards: $\varepsilon$-DP, and for $\beta>3$ and constants "
    r"$C_1(\beta),C_2>0$ a regret of at most $\sum_{\Delta_a>0}(\frac{C_1(\beta)\Delta_a}"
    r"{\min\{d(\mu_a,\mu^*),C_2\varepsilon\Delta_a\}}\log T+\frac{3\beta}{\beta-3})$.",
    ("thesis.thm5.4.privacy", "thesis.thm5.4.regret"),
    title="privacy and regret of AdaP-KLUCB",
)
