"""How far d_eps can be below kl and eps TV: a sharp inequality that the paper does not state."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, sharpest, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict


@claim(
    "bern.derived.klgap",
    r"For $x\ne y$ and $0<y<1$: $d_\epsilon(x,y) \ge \mathrm{kl}(x,y)\left(1-e^{-\epsilon|x-y|/"
    r"\mathrm{kl}(x,y)}\right)$; so for $c>0$ $\min\{\mathrm{kl}, "
    r"c\,\epsilon|x-y|\} \le d_\epsilon/(1-e^{-1/c})$, where the constant "
    r"(1.581977 for $c=1$, 6.513882 for $c=6$) is best possible.",
    recorded="holds",
)
def gap_to_kl(proof: Proof = written_proof("bern.derived.klgap")) -> Verdict:
    """The inequality for all means and budgets, and the corner where it is sharp."""
    return proof.verdict(
        "The inequality holds, and x = 0 with a small y comes as near to it as one likes.",
        sharpness=sharpest(
            "min(kl(0,y), y)*(1-exp(-1)) <= kl(0,y)*0 - log(1-y*(1-exp(-1)))", {"y": "1/100000000"}
        ),
    )
