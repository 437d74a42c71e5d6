"""Claims about the audit with a fixed event: the recipe, and its form with exact limits."""

from __future__ import annotations

from fractions import Fraction

from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.proofs import Proof, written_proof
from banditproof.paper_checks.statements.claim import claim
from banditproof.paper_checks.statements.composite import whole
from banditproof.paper_checks.statements.repeated import repeated
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.sampling.thesis_audits import event_audit_error
from banditproof.verify.sampling.two_samples import response

from .audit_by_an_event import FORMULA
from .exact_audit_counts import LEVEL

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


def exact_error(runs: int, eps: Fraction, level: Fraction = LEVEL) -> Enclosure:
    """The error for randomised response, which has the largest p_0 beside its p_1, enclosed.

    At eps = 0 what is above 0 is above 1e-6, which floats can tell.
    """
    pair = response(eps), response(eps, truth=False)
    return event_audit_error(eps or Fraction(1, 10**6), runs, level, "exact", 4, *pair)


def error_of_separate_misses(ratio: Fraction, share: Fraction) -> Fraction:
    """The error for randomised response of limits that are exact, but for four events.

    The events exclude each other and have the probability `share` each; on one L_0 is 1, on one
    L_1, on one U_0 is tiny, and on one U_1.
    """
    lie, truth = coin(ratio, 1)
    tiny = lie / 10**3
    right, missed = (truth, truth, lie, lie), (Fraction(1), tiny, Fraction(1), tiny)
    errors = []
    for place in range(5):  # on the rest no limit misses
        low, high, beside, above = (*right[:place], *missed[place : place + 1], *right[place + 1 :])
        errors.append(max(low / above, beside / high) > ratio)
    return share * sum(errors[:4]) + (1 - 4 * share) * errors[4]


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
    },
)
def event_audit_with_limits(
    part: Fraction = Fraction(1),
    level: Fraction = LEVEL,
    share: Fraction = Fraction(1, 4),
    proof: Proof = written_proof("thesis.mia.alg.audit-definition.exact-limits"),
) -> Verdict:
    """Limits that miss one at a time, and Clopper and Pearson's for randomised response."""
    found, numbers = Sides(), {}
    separate = error_of_separate_misses(Fraction(3, 2), share * LEVEL)
    finding = "The audit is not gamma-correct."
    found.at_most(separate, part * LEVEL, finding, misses="separate", gamma=LEVEL)
    for runs, eps in ((20, 0), (20, 1), (60, 1), (60, 2)):
        error = exact_error(runs, Fraction(eps), level)
        numbers[f"error at eps = {eps}, T = {runs}"] = error
        found.at_most(error, part * LEVEL, finding, eps=eps, T=runs, gamma=LEVEL)
    return proof.verdict(
        "No constant C over sqrt(T) is needed: the four limits share gamma. Limits that miss one "
        "at a time use it up; with Clopper and Pearson's both limits of a quotient must miss "
        "together for most errors, so the error stays far below gamma.",
        numbers=numbers,
        instances="Limits that miss one at a time, exact; Clopper and Pearson's for randomised "
        "response at T = 20 and 60, in balls.",
        beyond="A test of the pair that uses up gamma.",
        sharpness=found.sharpness,
    )
