"""Claims about the audit with a fixed event: the recipe, and its form with exact limits."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.composite import whole
from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.repeated import repeated
from banditproof.paper_checks.sharpness import Sides
from banditproof.paper_checks.verdict import Verdict
from banditproof.theory.balls import ball
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.sampling.thesis_audits import event_audit_error
from banditproof.verify.sampling.two_samples import Balls, constant

from .audit_by_an_event import FORMULA
from .exact_audit_counts import LEVEL
from .proofs_of_exact_limits import SIDES

repeated(
    "thesis.mia.alg.audit-definition",
    "thesis.audit.event",
    r"Audit by the definition: $\hat p_0$ and $\hat p_1$ are the proportions of $T$ runs on each "
    r"of two neighbours that fall into an event $E$. There are $C_0(\gamma),C_1(\gamma)$, "
    r"independent of $T$, such that jointly with probability $1-\gamma$ $|\hat p_i-p_i|\le C_i/"
    r"\sqrt T$, by intervals such as Clopper-Pearson's or Wilson's. Then a $\gamma$-correct "
    r"estimate is $" + FORMULA % ("", "") + "$.",
)
repeated(
    "thesis.mia.alg.audit-delta.event",
    "thesis.audit.event.delta",
    r"For $(\epsilon,\delta)$-DP the definition-based estimate becomes $"
    + FORMULA % (r"-\delta", r"-\delta")
    + "$.",
    title="event audit with delta",
    stated=True,
)
repeated(
    "thesis.mia.alg.audit-delta.membership",
    "thesis.audit.mi.delta",
    r"For $(\epsilon,\delta)$-DP the membership estimate becomes $\max\{0,\log\frac{1-\delta-\hat"
    r"\beta-C'_1/\sqrt T}{\hat\alpha+C'_0/\sqrt T},\log\frac{1-\delta-\hat\alpha-C'_0/\sqrt T}{"
    r"\hat\beta+C'_1/\sqrt T}\}$.",
    title="membership audit with delta",
    stated=True,
)
whole(
    "thesis.mia.alg.audit-delta",
    r"Both estimates are corrected for $\delta$ by $-\delta$ in their numerators.",
    parts=("thesis.mia.alg.audit-delta.event", "thesis.mia.alg.audit-delta.membership"),
)


def largest_beside(eps: Fraction, p: Fraction) -> Balls:
    """min(e^eps p, 1 - e^-eps (1 - p)): the event and its complement are within the budget."""

    def value() -> arb:
        ratio = ball(eps).exp()
        one, two = ratio * ball(p), 1 - (1 - ball(p)) / ratio
        return one if one < two else two

    return value


def exact_error(runs: int, eps: Fraction, p: Fraction, level: Fraction = LEVEL) -> Enclosure:
    """The error at the largest p_0 that a mechanism has beside p_1 = p, enclosed.

    At eps = 0 what is above 0 is above 1e-6, which floats can tell.
    """
    pair = largest_beside(eps, p), constant(p)
    return event_audit_error(eps or Fraction(1, 10**6), runs, level, "exact", 4, *pair)


KNOWN = {
    (20, "0"): Fraction(1, 2),
    (20, "1"): Fraction(2689, 10**4),
    (60, "1"): Fraction(2689, 10**4),
    (60, "2"): Fraction(149, 1250),
}
"""Probabilities p_1 at which the audit errs most, for T and eps: those of randomised response."""


def error_of_separate_misses(ratio: Fraction, share: Fraction) -> Fraction:
    """The error for randomised response of limits that are exact, but for four events.

    The events exclude each other and have the probability `share` each; on one L_0 is 1, on one
    L_1, on one U_0 is tiny, and on one U_1.
    """
    truth, lie = ratio / (1 + ratio), 1 / (1 + ratio)
    tiny, wrong = lie / 10**3, 0
    for place in range(4):
        low, high, beside, above = (
            miss if k == place else right
            for k, (right, miss) in enumerate(
                [(truth, Fraction(1)), (truth, tiny), (lie, Fraction(1)), (lie, tiny)]
            )
        )
        wrong += max(low / above, beside / high) > ratio
    return wrong * share


@claim(
    "thesis.mia.alg.audit-definition.exact-limits",
    r"With one-sided confidence limits $L_i\le p_i\le U_i$, each at level $\gamma/4$, such as "
    r"Clopper and Pearson's, $\max\{0,\log\frac{L_0-\delta}{U_1},\log\frac{L_1-\delta}{U_0}\}$, "
    r"where the logarithm of a number $\le0$ is $-\infty$, is $\gamma$-correct for every $T$.",
    recorded="holds",
    title="event audit with four exact limits",
    place="2.3.7 Standard recipe for privacy auditing",
    mutants={
        "sharper: an error of 0.99 gamma": {"part": Fraction(99, 100)},
        "sharper: limits at 0.3 gamma each": {"share": Fraction(3, 10)},
        "four limits at 5 gamma each": {"level": 20 * LEVEL},
        "a wider limit": {"proof": SIDES.changed(3, formula="lv <= 2*v")},
        "limits at gamma": {"proof": SIDES.changed(11, formula="one <= gamma")},
        "sharper: 0.99 of the first": {
            "proof": SIDES.changed(7, formula="(lv - d)/uw <= 99*x/100")
        },
        "sharper: half of delta": {"proof": SIDES.changed(8, formula="(lw - d/2)/uv <= x")},
        "sharper: 0.99 gamma": {"proof": SIDES.changed(13, formula="err <= 99*gamma/100")},
    },
)
def event_audit_with_limits(
    part: Fraction = Fraction(1),
    level: Fraction = LEVEL,
    share: Fraction = Fraction(1, 4),
    proof: Proof = SIDES,
) -> Verdict:
    """Exact errors of Clopper and Pearson's limits where two neighbours can be, and others."""
    found, numbers = Sides(), {}
    separate = error_of_separate_misses(Fraction(3, 2), share * LEVEL)
    finding = "The audit is not gamma-correct."
    found.at_most(separate, part * LEVEL, finding, misses="separate", gamma=LEVEL)
    for (runs, eps), p in KNOWN.items():
        error = exact_error(runs, Fraction(eps), p, level)
        numbers[f"error at eps = {eps}, T = {runs}, p_1 = {float(p):g}"] = error
        finding = "The audit is not gamma-correct."
        found.at_most(error, part * LEVEL, finding, eps=eps, T=runs, p_1=p, gamma=LEVEL)
    return proof.verdict(
        "No constant C over sqrt(T) is needed: the four limits share gamma. Limits that miss one "
        "at a time use it up; with Clopper and Pearson's both limits of a quotient must miss "
        "together for most errors, so the error stays far below gamma.",
        numbers=numbers,
        instances="Limits that miss one at a time, exact; Clopper and Pearson's for T = 20 and 60 "
        "at probabilities that two neighbours can have, those of the event and of its complement "
        "being within eps, in balls.",
        beyond="A test of the pair that uses up gamma.",
        sharpness=found.sharpness,
    )
