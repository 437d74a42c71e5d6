"""Claims about the remarks on regret bounds: inheritance, the open question, the discussion."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof, Textbook
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict

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


@checks(
    "thesis.rem4.19",
    mutants={
        "the infimum over more": {"proof": INHERITED.changed(3, formula="table <= view")},
        "for all kinds": {"proof": INHERITED.changed(4, claim="thesis.prop3.13.b")},
        "sharper: twice the bound": {"proof": INHERITED.changed(7, formula="2*bound <= asked")},
    },
)
def inheritance(proof: Proof = INHERITED) -> Verdict:
    """Infima over fewer and fewer policies."""
    return proof.verdict("An infimum over fewer policies is not smaller.")
