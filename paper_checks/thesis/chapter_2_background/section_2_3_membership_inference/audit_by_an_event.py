"""Claims about the audit with an event, the standard recipe: a fixed one, and a chosen one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from flint import arb

from banditproof.paper_checks.claim import claim, pair
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import at_most, need, needs_repair, points, require
from banditproof.theory.balls import ball, lower, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.auditing.thesis_audits import best_of_many_error, event_audit_error
from banditproof.verify.evidence import Grade

from .exact_audit_counts import (
    CONSTANT,
    LEVEL,
    EpsLow,
    Ratio,
    as_printed,
    audit_error,
    binomial,
    certain_digits,
    logs_below_zero,
    radius,
)

Pair = tuple[Fraction, Fraction]


def worst_pairs(ratio: Fraction, delta: Fraction) -> list[Pair]:
    """Probabilities of an event under two neighbours that attain the budget.

    A coin's answer, and rare events: p = e^eps q + delta, with the complements within the budget.
    """
    keep = delta + (1 - delta) * ratio / (1 + ratio)
    pairs = [(keep, (1 - delta) / (1 + ratio)), ((1 - delta) / (1 + ratio), keep)]
    pairs += [(delta + ratio * q, q) for q in (Fraction(1, 50), Fraction(1, 200), Fraction(1, 9))]
    return [(p, q) for p, q in pairs if p < 1]


def _require_coverage(eps_low: EpsLow, constant: Fraction) -> None:
    """The exact probability of an error, over budgets, events and numbers of runs."""
    budgets = product((Fraction(1), Fraction(3), Fraction(9)), (Fraction(0), Fraction(1, 2)))
    for (ratio, delta), runs in product(budgets, (9, 25)):
        for hits in worst_pairs(ratio, delta):
            error, _ = audit_error((runs, runs), hits, ratio, eps_low, delta, constant)
            case = {"e_to_eps": ratio, "delta": delta, "probabilities": hits, "T": runs}
            finding, shown = "The audit is not gamma-correct.", certain_digits(error)
            require(error <= LEVEL, finding, grade=Grade.PROVED, **case, error=shown)


def _without_delta(p: Fraction, q: Fraction, r: Fraction, s: Fraction, delta: Fraction) -> Ratio:
    return logs_below_zero(p, q, r, s, Fraction(0))


STATEMENT = (
    r"With $C_0(\gamma),C_1(\gamma)$ such that jointly with probability $1-\gamma$ "
    r"$|\hat p_i^T-p_i|\le C_i/\sqrt T$, a $\gamma$-correct estimate is $\max\{0,\log\frac{\hat p_0"
    r"-\delta-C_0/\sqrt T}{\hat p_1+C_1/\sqrt T},\log\frac{\hat p_1-\delta-C_1/\sqrt T}"
    r"{\hat p_0+C_0/\sqrt T}\}$"
)


@claim(
    "thesis.audit.event",
    STATEMENT + r", where $\hat p_0,\hat p_1$ are the proportions of $T$ runs on $D$ and on "
    r"$\mathcal M_d$ that fall into $E$; the intervals may be Clopper-Pearson's or Wilson's.",
    recorded="holds-with-repair",
    repaired_by="thesis.audit.event.repaired",
    doubts=("D19",),
    mutants={"log of a number <= 0 is -infinity": {"eps_low": logs_below_zero}},
)
def event_audit(eps_low: EpsLow = as_printed) -> Verdict:
    """How often the printed estimate is undefined, and the exact error where it is defined."""
    ratio, runs = Fraction(9), 100
    keep = ratio / (1 + ratio)
    error, undefined = audit_error((runs, runs), (keep, 1 - keep), ratio, eps_low)
    _require_coverage(eps_low, CONSTANT)
    if undefined == 0:
        return points("Always defined.", covered="One coin.", not_covered="Others.")
    # the second numerator is not positive for at most 15 hits of 100, by hand
    few, least = (sum(binomial(runs, p)[:16], Fraction(0)) for p in (1 - keep, keep))
    need(undefined == 1 - (1 - few) * (1 - least), "Two counts of the undefined outcomes differ")
    wilson, begins = (1 - Fraction(1, 100)) ** 10, _wilson_begin(1, 10)
    need(begins > Fraction(1, 100), "Wilson's interval covers 0.01", begins=begins)
    both = float((1 - LEVEL) ** 2)  # the two samples are independent
    return needs_repair(
        "A numerator p_hat - C/sqrt(T) may be negative, and then it has no logarithm. Read "
        "as -infinity, the audit is right if all four one-sided bounds hold together, so each gets "
        f"gamma/4 (two intervals at 0.95 hold together at {both} only), which Wilson's interval "
        "does not give at finite T, and M_d must be M_D'.",
        "gamma = 0.05, C_0 = C_1 = 3/2 (4 e^(-2 C^2) = 0.0444), T = 100, the event of "
        f"probabilities 9/10 and 1/10: p_hat_1 <= 0.15 with probability {float(few):.6f}, and then "
        "the second numerator is at most 0. Wilson's 95 % interval for 1 hit of 10 begins at "
        f"{float(begins):.4f}, so at p = 0.01 it covers with probability "
        f"0.99^10 = {float(wilson):.4f} only.",
        numbers={"undefined": certain_digits(undefined), "else an error": certain_digits(error)},
        covered="A coin of odds 9 at T = 100, exact; errors as in the repaired claim.",
    )


@claim(
    "thesis.audit.event.repaired",
    STATEMENT + r", with $\log x=-\infty$ for $x\le0$, runs on $D$ and $D'$, and radii such that "
    r"four one-sided bounds at level $\gamma/4$ hold.",
    recorded="holds",
    title="event audit, defined everywhere and at a joint level",
    mutants={
        "no radius": {"constant": Fraction(0)},
        "a third of the radius": {"constant": Fraction(1, 2)},
        "undefined below zero": {"eps_low": as_printed},
        "delta is forgotten": {"eps_low": _without_delta},
    },
)
def event_audit_repaired(
    eps_low: EpsLow = logs_below_zero, constant: Fraction = CONSTANT
) -> Verdict:
    """Exact error probabilities, the power against halved noise, and the library's audit."""
    ratio = Fraction(3)
    _require_coverage(eps_low, constant)
    with working_precision(64):
        joint = at_most(4 * (-2 * ball(constant) ** 2).exp(), ball(LEVEL))
    require(joint, "Four one-sided bounds do not hold jointly at the level.", C=constant)
    # halved noise: a coin that is promised odds 3 and has odds 9
    caught, undefined = audit_error(
        (144, 144), (Fraction(9, 10), Fraction(1, 10)), ratio, eps_low, constant=constant
    )
    seen = caught >= Fraction(4, 5) and not undefined
    require(seen, "The audit does not see halved noise.", T=144, caught=certain_digits(caught))
    library, own = event_audit_error(1, 36, "0.05", "radius"), _own_error(36)
    need(library.lo <= own.hi and own.lo <= library.hi, "Two computations of one error differ")
    return points(
        "On the joint event both logarithms are below eps, so an error has probability at most "
        "gamma; Hoeffding's radii leave the exact errors far below it.",
        numbers={
            "power at odds 9 against odds 3, T = 144": certain_digits(caught),
            "error at eps = 1, T = 36": library,
        },
        covered="Exact errors for e^eps = 1, 3, 9, delta = 0 and 1/2, up to five events each, "
        "T = 9 and 25; one error at T = 36 by two computations.",
        not_covered="Other T and events: the joint event is the proof.",
    )


def _wilson_begin(hits: int, runs: int) -> Fraction:
    """A lower bound of the lower end of Wilson's 95 % interval."""
    with working_precision(64):
        z = arb("1.9599639846")  # the normal quantile at 0.975, to ten digits
        p = ball(Fraction(hits, runs))
        half = z * (p * (1 - p) / runs + z**2 / (4 * runs**2)).sqrt()
        return lower((p + z**2 / (2 * runs) - half) / (1 + z**2 / runs)) - Fraction(1, 10**6)


def _own_error(runs: int) -> Enclosure:
    """The error at eps = 1 with the radius sqrt(log(4/gamma)/(2T)), by sums of balls, widened."""
    with working_precision(128):
        keep = arb(1).exp() / (1 + arb(1).exp())
        r = ((ball(4 / LEVEL)).log() / (2 * runs)).sqrt()
        one = [arb(runs).bin(k) * keep**k * (1 - keep) ** (runs - k) for k in range(runs + 1)]
        total = arb(0)
        for i, j in product(range(runs + 1), repeat=2):
            tops = (arb(i) / runs - r, arb(j) / runs - r)
            bases = (arb(j) / runs + r, arb(i) / runs + r)
            if any(t > arb(1).exp() * b for t, b in zip(tops, bases, strict=True)):
                total += one[i] * one[runs - j]
        value = Fraction(float(total.mid()))
    return Enclosure.of(value * (1 - Fraction(1, 10**9)), value * (1 + Fraction(1, 10**9)))


RUNS = 25
OUTCOMES = 100

Error = Callable[[int], Fraction]
"""A lower bound of Pr[eps_low > 0] for a mechanism that ignores its data and outputs one of N
values, all equally likely; the event is the set of the values that some runs on D gave."""


def on_the_same_runs(outcomes: int) -> Fraction:
    """The T runs that chose the event are those that estimate p_0, so p_hat_0 = 1.

    At most T values were seen, so each run on D' hits one with probability at most T/N; eps_low is
    positive as long as 1 - r > p_hat_1 + r.
    """
    seen = Fraction(RUNS, outcomes)
    r = radius(RUNS)
    hits = [k for k in range(RUNS + 1) if 1 - r > Fraction(k, RUNS) + r]
    return sum((binomial(RUNS, seen)[k] for k in hits), Fraction(0))


def on_fresh_runs(outcomes: int) -> Fraction:
    """T other runs chose the event: given them it is fixed, and p_0 = p_1 = seen / N.

    The largest error over the possible numbers of values seen, which bounds the whole error.
    """
    return max(
        audit_error((RUNS, RUNS), (Fraction(s, outcomes),) * 2, Fraction(1), logs_below_zero)[0]
        for s in (1, 2, RUNS)
    )


@pair(
    "thesis.audit.event.same-data",
    r"The estimate of the standard recipe stays $\gamma$-correct if $E$ is chosen on the runs that "
    r"estimate $p_0$ and $p_1$.",
    r"If $E$ is chosen on other runs than those that estimate $p_0$ and $p_1$, the estimate of the "
    r"standard recipe is $\gamma$-correct.",
    recorded="fails",
    subjects={"error": (on_the_same_runs, on_fresh_runs)},
    repair="thesis.audit.event.fresh-data",
    title="event chosen on the data that tests it",
    repaired_title="event chosen on other runs",
)
def chosen_event(error: Error) -> Verdict:
    """A mechanism that ignores its data, with the event 'a value that was seen on D', exact."""
    errors = {}
    for outcomes in (OUTCOMES, 2 * RUNS, 1000):
        found = error(outcomes)
        errors[f"error, {outcomes} values"] = certain_digits(found)
        require(
            found <= LEVEL,
            "The radii are for an event that is fixed before the runs. An event made of the very "
            "outcomes that D gave has p_hat_0 = 1 whatever the mechanism does, so the audit "
            "reports a positive eps of a mechanism that ignores its data.",
            grade=Grade.PROVED,
            output=f"uniform on {outcomes} values, whatever the data are (eps = 0)",
            E="the values seen on D",
            T=RUNS,
            gamma=LEVEL,
            error=certain_digits(found),
        )
    # many fair coins, of which the one with the largest bound is kept
    errors["the best of 1000 fair coins on the same runs"] = best_of_many_error(1000, 50, "0.05")
    return points(
        "Given the runs that chose it the event is fixed, and the audit of a fixed event is "
        "gamma-correct.",
        numbers=errors,
        covered="Uniform outputs on 50, 100 and 1000 values; 1, 2 or 25 values seen, exact.",
        not_covered="Other mechanisms: the sentence of the summary is the proof.",
    )
