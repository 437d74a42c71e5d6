"""Claims about (5.12) and (5.14): the exponent that is missing, and where costs are truncated."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.proofs import Inequality, Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import points, refuted
from banditproof.theory.balls import ball, working_precision


@checks(
    "thesis.eq5.12.levels", mutants={"the exponent of the first case": {"exponent": Fraction(2)}}
)
def printed_levels(exponent: Fraction = Fraction(1)) -> Verdict:
    """The noise of different phases is independent; its probabilities are delta/(3 K zeta(s) k)."""
    arms, delta, phases = 2, Fraction(1, 2), 10**6
    with working_precision(64):
        one = ball(delta) / (3 * arms * ball(2).zeta())
        # sum over 2 <= k <= n of k^-e by its integral, from below; it grows without end for e = 1
        if exponent == 1:
            total = 2**20 * one  # log(n/2) >= 2^20 at n = 2 exp(2^20)
        else:
            total = one * ((ball(exponent).zeta() - 1) + ball(Fraction(1, 4)))
        missed = 1 - (-arms * total).exp()
        if not missed > ball(delta / 3):
            return points("The sum is finite.", covered="One s.", not_covered="Others.")
    return refuted(
        "The probabilities delta/(3 K zeta(s) k) of independent events are not summable in k: some "
        "phase of each arm exceeds its level almost surely, if the arm is pulled for ever. The "
        "threshold is right nevertheless, as it has twice the level that is needed.",
        "1 - prod(1 - p_k) >= 1 - exp(-sum p_k), and the sum over k <= 2 exp(2^20) is at least "
        "2^20 delta/(3 K zeta(2)).",
        covered="The printed levels, for every K, delta and s: the harmonic series.",
        K=arms,
        delta=delta,
        s=2,
        probability_at_least=missed,
        phases=f"2 exp(2^20), more than {phases}",
    )


TRUNCATION = Proof(
    "thesis.eq5.12.truncation",
    where="D in (0,1], e in (0,inf), w in (0,1], v in (0,1], 3*e <= D, w <= v",
    steps=(
        Inequality(
            1,
            r"$\frac1{1/w+1/v}\ge w/2$ for $w\le v$: with $\sigma=\frac12$ the cost is at least "
            r"three times $\varepsilon w\,TV$.",
            "2*D*(3*e)/(1/w + 1/v) >= 3*e*D*w",
        ),
        Inequality(
            2,
            r"And at most six times.",
            "2*D*(3*e)/(1/w + 1/v) <= 6*e*D*w",
        ),
        Inequality(
            3,
            r"With $\varepsilon/2$ for $3\varepsilon$ it is at most that.",
            "2*D*(e/2)/(1/w + 1/v) <= e*D*w",
            uses=(1, 2),
        ),
    ),
    parts=(1, 2),
)


@checks(
    "thesis.eq5.12.truncation",
    mutants={
        "sharper: four times": {
            "proof": TRUNCATION.changed(1, formula="2*D*(3*e)/(1/w + 1/v) >= 4*e*D*w")
        },
        "sharper: five times at most": {
            "proof": TRUNCATION.changed(2, formula="2*D*(3*e)/(1/w + 1/v) <= 5*e*D*w")
        },
        "eps for eps/2": {"proof": TRUNCATION.changed(3, formula="2*D*e/(1/w + 1/v) <= e*D*w")},
    },
)
def truncation(proof: Proof = TRUNCATION) -> Verdict:
    """The steps, for w <= v; both arms are alike."""
    return proof.verdict(
        "The factor 3 eps is left from an older lower bound with 6 eps in place of eps: the cost "
        "of the lower bound changes at about eps/2, not at 3 eps.",
    )
