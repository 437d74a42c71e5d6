"""Claims about Algorithm 3, AdaR-GOPE, about Assumption 1, and about the discussion."""

from __future__ import annotations

from banditproof.paper_checks.proofs import Given, Inequality, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict

FREE = Proof(
    "renyi.gope.discussion.free",
    where="n in [1,inf), alpha in (1,inf), eps in (0,inf), T in [3,inf), al in (0,inf), "
    "p in (0,inf), q in (0,inf)",
    steps=(
        Given(
            1,
            "The private part, up to its constant,",
            "p == n**2*sqrt(alpha/eps)*sqrt(al)*log(T)",
        ),
        Given(2, "and the other one.", "q == sqrt(n*T*al)"),
        Inequality(3, r"$\log T\le4T^{1/4}$.", "log(T) <= 4*T**(1/4)"),
        Inequality(
            4,
            r"So their quotient is at most $4d^{3/2}\sqrt{\alpha/\varepsilon}\,T^{-1/4}$, which "
            r"tends "
            "to 0.",
            "p <= 4*n**(3/2)*sqrt(alpha/eps)*T**(-1/4)*q",
            uses=(1, 2),
            weights={3: "n**2*sqrt(alpha/eps)*sqrt(al)"},
        ),
    ),
)


@checks(
    "renyi.gope.discussion.free",
    mutants={
        "sharper: another power of T": {
            "proof": FREE.changed(4, formula="p <= n**(3/2)*sqrt(alpha/eps)*T**(-1/2)*q")
        },
    },
)
def almost_free(proof: Proof = FREE) -> Verdict:
    """The quotient of both parts of Theorem 8."""
    return proof.verdict("One part grows like log T, the other like the root of T.")
