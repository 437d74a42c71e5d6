"""How d_eps moves with its arguments: it rises in the second one, and falls in the first one.

All follows from the mean z* at which the infimum is attained (as in Lemma F.1): the cost of z*
bounds the divergence of other arguments. xy is d_eps(x, y), and likewise for other letters.
"""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict


@claim(
    "bern.derived.rising",
    r"For $0\le w\le x\le y\le v<1$: $0\le d_\epsilon(x,v)-d_\epsilon(x,y)\le\min\{\log\frac{1-y}"
    r"{1-v},\,d_\epsilon(w,v)-d_\epsilon(w,y)\}$, and $\epsilon(1-x)-(e^\epsilon-1)(1-y)\le "
    r"d_\epsilon(x,y)\le\epsilon(1-x)=d_\epsilon(x,1)$: so $d_\epsilon(x,\cdot)$ is continuous on "
    r"$[x,1]$ and does not fall there, and its slope does not grow in $x$.",
    recorded="holds",
    kind="derived",
    place="F (Proof F.8)",
    title="The divergence rises in its second argument",
)
def rises_in_the_second_argument(proof: Proof = written_proof("bern.derived.rising")) -> Verdict:
    """Increments, for all means."""
    return proof.verdict("The mean with the least cost for one pair of arguments serves another.")


@claim(
    "bern.derived.falling",
    r"For $0\le w<x\le y\le1$, $y>0$, $\epsilon>0$: $0\le d_\epsilon(x,y)<d_\epsilon(w,y)\le "
    r"d_\epsilon(x,y)+\epsilon(x-w)$, and $d_\epsilon(y,y)=0$: so $d_\epsilon(\cdot,y)$ is "
    r"continuous and falls strictly on $[0,y]$, $0<d_\epsilon(x,y)\le d_\epsilon(0,y)$ for $x<y$, "
    r"and each value of $[0,d_\epsilon(0,y)]$ is taken once.",
    recorded="holds",
    kind="derived",
    place="F (Proof F.8)",
    title="The divergence falls in its first argument",
)
def falls_in_the_first_argument(proof: Proof = written_proof("bern.derived.falling")) -> Verdict:
    """Increments, for all means."""
    return proof.verdict("The mean with the least cost for one argument serves another.")
