"""Claims about the remarks on regret bounds: inheritance, the open question, the discussion."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.verdicts.verdict import Verdict, not_mechanical

MEMBERS = "each member of the second set is one of the first"
INHERITED = Proof(
    "thesis.rem4.19",
    where="bound in (-inf,inf), view in (-inf,inf), table in (-inf,inf), asked in (-inf,inf)",
    steps=(
        Given(
            1,
            r"A lower bound for $\varepsilon$-View DP policies: of their infimum. If a class is "
            "empty, its infimum is infinite, and there is nothing to show.",
            "bound <= view",
        ),
        OnClaim(2, r"$\varepsilon$-Table DP is $\varepsilon$-View DP.", claim="thesis.prop3.12.a"),
        Textbook(
            3,
            "The infimum over fewer policies is no smaller.",
            "view <= table",
            fact="textbook.bounds-of-sets:infimum of a subset",
            hypotheses={MEMBERS: 2},
            instance={"x": "view", "y": "table"},
        ),
        OnClaim(
            4,
            r"$\varepsilon$-Interactive DP implies $\varepsilon$-Table DP.",
            claim="thesis.prop3.13.a",
        ),
        Textbook(
            5,
            "Again over fewer policies.",
            "table <= asked",
            fact="textbook.bounds-of-sets:infimum of a subset",
            hypotheses={MEMBERS: 4},
            instance={"x": "table", "y": "asked"},
        ),
        Inequality(6, "A bound for Table DP,", "bound <= table", weights={1: "1", 3: "1"}),
        Inequality(7, "and one for Interactive DP.", "bound <= asked", weights={5: "1", 6: "1"}),
    ),
    parts=(6,),
)


@claim(
    "thesis.rem4.19",
    r"Since $\Pi^{\mathrm{Interactive}}\subset\Pi^{\mathrm{Table}}\subset\Pi^{\mathrm{View}}$ for "
    r"$\varepsilon$-DP, a lower bound for $\varepsilon$-View DP policies is one for both "
    r"$\varepsilon$-Table DP and $\varepsilon$-Interactive DP policies.",
    recorded="holds",
    mutants={
        "the infimum over more": {"proof": INHERITED.changed(3, formula="table <= view")},
        "for all kinds": {"proof": INHERITED.changed(4, claim="thesis.prop3.13.b")},
        "sharper: twice the bound": {"proof": INHERITED.changed(7, formula="2*bound <= asked")},
    },
)
def inheritance(proof: Proof = INHERITED) -> Verdict:
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
