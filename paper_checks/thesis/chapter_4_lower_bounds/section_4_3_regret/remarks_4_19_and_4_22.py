"""Claims about the remarks on regret bounds: inheritance, the open question, the discussion."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical


@claim(
    "thesis.rem4.19",
    r"Since $\Pi^{\mathrm{Interactive}}\subset\Pi^{\mathrm{Table}}\subset\Pi^{\mathrm{View}}$ for "
    r"$\varepsilon$-DP, a lower bound for $\varepsilon$-View DP policies is one for both "
    r"$\varepsilon$-Table DP and $\varepsilon$-Interactive DP policies.",
    recorded="holds",
)
def inheritance(proof: Proof = written_proof("thesis.rem4.19")) -> Verdict:
    """Infima over fewer and fewer policies."""
    return proof.verdict("An infimum over fewer policies is not smaller.")


@claim(
    "thesis.rem4.22",
    r"Lower bounds for $\rho$-zCDP are only given for Interactive zCDP, because strong group "
    r"privacy needs the decoupling from the adversary; $\rho$-View and $\rho$-Table zCDP are open.",
    recorded="not-mechanical",
)
def open_question() -> Verdict:
    """A question, and the reason why the proof does not answer it."""
    return not_mechanical(
        "It names an open question. Its reason, that View zCDP controls an expectation only, is "
        "Remark 4.13."
    )


@claim(
    "thesis.sec4.5",
    r"All bounds come from an upper bound on the divergence of the marginals, the sharpest of "
    r"which solves an optimal transport problem. There are two regimes: without extra hardness, "
    r"and with an extra cost of privacy; the change is at $\varepsilon\approx\Delta$, the order of "
    r"the gaps. The total variation controls the extra hardness, because it solves the transport "
    r"problem with the Hamming distance; other f-divergences may too. Bounds for "
    r"$(\varepsilon,\delta)$-DP, where group privacy and couplings are not tight, are open.",
    recorded="not-mechanical",
)
def discussion() -> Verdict:
    """A summary whose parts are claims of their own, and a word that says too much."""
    return not_mechanical(
        "It summarises claims that are checked one by one: the transport problem (thesis.thm4.6), "
        "the regimes (thesis.thm4.16.regimes, thesis.cor4.25), TV as an optimal cost "
        "(thesis.prop4.7). 'Sharpest' is meant among couplings with the printed costs: the cost "
        "eps d itself is loose, d eps tanh(d eps/2) is smaller (thesis.cor4.5)."
    )
