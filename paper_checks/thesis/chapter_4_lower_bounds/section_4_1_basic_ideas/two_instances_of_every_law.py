"""The two instances of Section 4.1 with rewards of any laws, and the pulls by the regret."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, sharpest, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict


@claim(
    "thesis.sec4.1.every_law",
    r"For rewards of any laws with the means $\mu=(\Delta,0,\dots,0)$, $\Delta>0$, $K>1$, the "
    r"suboptimal arm $i$ with the least $\mathbb E_\mu N_i$, and $\mu'=\mu$ but for $\mu'_i="
    r"2\Delta$: $\mathbb E_\mu N_i\le\frac T{K-1}$, $\mathbb E_\mu N_i\le\mathrm{Reg}_T(\mu)/("
    r"(K-1)\Delta)$ and $\mathrm{Reg}_T(\mu)+\mathrm{Reg}_T(\mu')\ge\frac{T\Delta}4e^{"
    r"-D_{\mathrm{KL}}(\mathbb M_\mu\|\mathbb M_{\mu'})}$.",
    recorded="holds",
    title="two instances with rewards of any laws",
)
def two_instances(proof: Proof = written_proof("thesis.sec4.1.every_law")) -> Verdict:
    """Only the means and the laws of the actions count."""
    return proof.verdict(
        "The argument of Section 4.1 uses of the rewards their means alone.",
        sharpness=sharpest("l <= T/k", {"l": 1, "T": 2, "k": 2}),
    )
