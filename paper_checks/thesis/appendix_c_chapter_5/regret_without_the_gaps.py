"""Claims about Theorem C.7 and Remark C.8: regret without the gaps under pure DP."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.models.pure_regret_bounds import PLAYS, Bound, against_plays, tail
from banditproof.paper_checks.models.regret_without_gaps import without_gaps
from banditproof.paper_checks.proofs import Given, Inequality, OnClaim, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.balls import ball

LAST = "3*b/(b-3)"
CONSTANT = "8*(1+b)*sqrt(b)/(sqrt(b)-1)"
SHARPER = without_gaps(
    "thesis.thmC.7.sharper",
    claim="thesis.thm5.3.C12.pulls",
    of_step=19,
    budget="eps",
    private="16*b*L/eps",
    last=LAST,
)
KL = without_gaps(
    "thesis.remC.8",
    claim="thesis.thm5.4.pinsker",
    of_step=23,
    budget="eps",
    private=f"{CONSTANT}*L/eps",
    last=LAST,
)
PRINTED = Proof(
    "thesis.thmC.7",
    where="b in (3,inf), eps in (0,inf), T in [2,inf), K in [1,inf), L in (0,inf), k in [0,inf), "
    "sum in [0,inf), reg in [0,inf)",
    steps=(
        OnClaim(
            1,
            r"For $k$ suboptimal arms.",
            f"reg <= 2*sqrt(2*b*K*T*L) + 16*b*L/eps*k + {LAST}*sum",
            claim="thesis.thmC.7.sharper",
            of_step=16,
        ),
        Given(2, "There are at most $K$ of them.", "k <= K"),
        Inequality(
            3,
            r"$2\sqrt2\le8$.",
            f"reg <= 8*sqrt(b*K*T*L) + 16*b*K*L/eps + {LAST}*sum",
            weights={1: "1", 2: "16*b*L/eps"},
            rest="(8 - 2*sqrt(2))*sqrt(b*K*T*L)",
        ),
    ),
)


def printed(horizon: int, beta: Fraction) -> arb:
    """8 sqrt(2 beta T log T) + 3 beta/(beta-3), for two arms of gap 1 and a large eps."""
    log = ball(horizon).log()
    return 8 * (ball(2 * beta * horizon) * log).sqrt() + ball(3 * beta / (beta - 3))


def sharper(horizon: int, beta: Fraction) -> arb:
    """4 sqrt(beta T log T) + 3 beta/(beta-3)."""
    return 4 * (ball(beta * horizon) * ball(horizon).log()).sqrt() + tail(beta)


@checks(
    "thesis.thmC.7.sharper",
    mutants={
        "the pulls of (C.13)": {"proof": SHARPER.changed(1, claim="thesis.thm5.3.C13")},
        "sharper: sqrt(7) for sqrt(8)": {
            "proof": SHARPER.changed(14, formula="cost**2 <= T*(7*b*L*K)")
        },
        "sharper: a hundredth": {"bound": lambda t, b: sharper(t, b) / 100},
    },
)
def smaller_constant(bound: Bound = sharper, proof: Proof = SHARPER) -> Verdict:
    """Cauchy and Schwarz in place of a threshold for the gaps."""
    return proof.verdict(
        "From the pulls as a sum: Cauchy and Schwarz in place of a threshold for the gaps.",
        instances=PLAYS,
        sharpness=against_plays(bound).sharpness,
    )


@checks(
    "thesis.thmC.7",
    mutants={
        "the bound by the gaps": {"proof": PRINTED.changed(1, claim="thesis.thm5.3.regret")},
        "sharper: 2 for 8": {
            "proof": PRINTED.changed(
                3, formula=f"reg <= 2*sqrt(b*K*T*L) + 16*b*K*L/eps + {LAST}*sum"
            )
        },
        "sharper: a hundredth": {"bound": lambda t, b: printed(t, b) / 100},
    },
)
def without_the_gaps(bound: Bound = printed, proof: Proof = PRINTED) -> Verdict:
    """The smaller constants are smaller term by term."""
    return proof.verdict(
        "The sharper bound is smaller term by term. The printed proof uses (C.13), of which the "
        "sum of thesis.thm5.3.C12.pulls is enough.",
        instances=PLAYS,
        sharpness=against_plays(bound).sharpness,
    )


@checks(
    "thesis.remC.8",
    mutants={
        "the regret of Theorem 5.4": {"proof": KL.changed(1, claim="thesis.thm5.4")},
        "sharper: sqrt(7) for sqrt(8)": {"proof": KL.changed(14, formula="cost**2 <= T*(7*b*L*K)")},
        "sharper: a hundredth": {"bound": lambda t, b: sharper(t, b) / 100},
    },
)
def of_the_kl_index(bound: Bound = sharper, proof: Proof = KL) -> Verdict:
    """The same from the pulls of AdaP-KLUCB by Pinsker's inequality."""
    return proof.verdict(
        "The midpoint of the means in place of the point that Theorem 5.4 chooses gives pulls with "
        "constants of beta alone; the constants of Theorem 5.4 depend on the instance, so it does "
        "not follow from there.",
        instances=PLAYS,
        sharpness=against_plays(bound).sharpness,
    )
