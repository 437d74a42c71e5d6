"""Claims about the audit with a fixed event, the standard recipe of Section 2.3.7."""

from fractions import Fraction
from itertools import product
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import excess
from banditproof.theory.balls import ball, working_precision
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.evidence import Grade
from banditproof.verify.sampling.thesis_audits import event_audit_error
from ....verdicts.vocabulary import at_most, need, needs_repair, points, require
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


def _require_coverage(eps_low: EpsLow, constant: Fraction, deltas: tuple[Fraction, ...]) -> None:
    """The exact probability of an error, over budgets, events and numbers of runs."""
    for ratio, delta, runs in product((Fraction(1), Fraction(3), Fraction(9)), deltas, (9, 25)):
        for hits in worst_pairs(ratio, delta):
            first, second = ((p, 1 - p) for p in hits)
            spent = max(excess(first, second, ratio), excess(second, first, ratio))
            need(spent == delta, "The pair does not attain the budget", probabilities=hits)
            error, _ = audit_error((runs, runs), hits, ratio, eps_low, delta, constant)
            case = {"e_to_eps": ratio, "delta": delta, "probabilities": hits, "T": runs}
            finding, shown = "The audit is not gamma-correct.", certain_digits(error)
            require(error <= LEVEL, finding, grade=Grade.PROVED, **case, error=shown)


def _require_level(eps_low: EpsLow, sides: Sides, part: Fraction) -> None:
    """The error against the exact gamma of the intervals, for rare events at T = 9.

    p_0 = delta + e^eps p_1, p_1 is tiny and its radius is p_1, so only p_hat_0 > p_0 + r = 1/3
    can go wrong, and it makes the audit err.
    """
    tiny = Fraction(1, 10**9)
    for delta, ratio in ((Fraction(0), Fraction(10**7)), (Fraction(1, 20), Fraction(2))):
        p, q = delta + ratio * tiny, tiny
        r, error, kept = Fraction(1, 3) - p, Fraction(0), Fraction(0)
        for (i, v), (j, w) in product(enumerate(binomial(9, p)), enumerate(binomial(9, q))):
            hats = Fraction(i, 9), Fraction(j, 9)
            kept += v * w * (abs(hats[0] - p) <= r and abs(hats[1] - q) <= tiny)
            low = eps_low(*hats, r, tiny, delta)
            error += v * w * (low is not None and low > ratio)
        finding = "The audit errs more often than the intervals."
        sides.at_most(error, part * (1 - kept), finding, T=9, delta=delta, p_0=p, p_1=q)


def _without_delta(p: Fraction, q: Fraction, r: Fraction, s: Fraction, delta: Fraction) -> Ratio:
    return logs_below_zero(p, q, r, s, Fraction(0))


CURVE = (Fraction(0), Fraction(1, 20), Fraction(1, 2))


@checks("thesis.audit.event")
@mutant("the coverage of a fair coin", p=Fraction(1, 2))
def event_audit(p: Fraction = Fraction(1, 100)) -> Verdict:
    """How often Wilson's interval covers a probability, at 10 runs."""
    runs, coverage = 10, _wilson_coverage(p, 10)
    if coverage >= 1 - LEVEL:
        return points()
    # it covers 1/100 for no hits only, by hand
    need(coverage == (1 - p) ** runs, "Wilson's interval covers 0.01 for other counts")
    return needs_repair(
        witness="Wilson's 95 % interval for 10 runs covers p = 0.01 for no hits only.",
        numbers={"Wilson's coverage": certain_digits(coverage)},
        gamma=LEVEL,
        p=p,
        T=runs,
    )


@checks("thesis.audit.event.repaired")
@mutant("no radius", constant=Fraction(0))
@mutant("a third of the radius", constant=Fraction(1, 2))
@mutant("undefined below zero", eps_low=as_printed)
@mutant("delta is forgotten", eps_low=_without_delta)
@mutant("sharper: an error of 0.99 gamma", part=Fraction(99, 100))
@mutant(
    "sharper: 0.95 of the radii",
    eps_low=lambda p, q, r, s, d: logs_below_zero(p, q, r * 95 / 100, s, d),
)
def event_audit_repaired(
    eps_low: EpsLow = logs_below_zero,
    constant: Fraction = CONSTANT,
    part: Fraction = Fraction(1),
    proof: Proof = WRITTEN,
) -> Verdict:
    """Exact errors, the power against halved noise, the library's audit."""
    sides, ratio = Sides(), Fraction(3)
    _require_coverage(eps_low, constant, CURVE)
    _require_level(eps_low, sides, part)
    with working_precision(64):
        joint = at_most(4 * (-2 * ball(constant) ** 2).exp(), ball(LEVEL))
    require(joint, "Four one-sided bounds do not hold jointly at the level.", C=constant)
    # the witness that refuted the print
    error, undefined = audit_error(
        (100, 100), (Fraction(9, 10), Fraction(1, 10)), ratio**2, eps_low
    )
    defined = error <= LEVEL and not undefined
    require(defined, "The audit is undefined or errs for the coin of odds 9.", T=100)
    # halved noise: a coin that is promised odds 3 and has odds 9
    caught, undefined = audit_error(
        (144, 144), (Fraction(9, 10), Fraction(1, 10)), ratio, eps_low, constant=constant
    )
    seen = caught >= Fraction(4, 5) and not undefined
    require(seen, "The audit does not see halved noise.", T=144, caught=certain_digits(caught))
    library, own = event_audit_error(1, 36, "0.05", "radius"), _own_error(36)
    need(library.lo <= own.hi and own.lo <= library.hi, "Two computations of one error differ")
    return proof.verdict(
        numbers={
            "power at odds 9 against odds 3, T = 144": certain_digits(caught),
            "error at eps = 1, T = 36": library,
        },
        sharpness=sides.sharpness,
    )


def _wilson_coverage(p: Fraction, runs: int) -> Fraction:
    """The probability that Wilson's 95 % interval covers p: |p_hat - p| <= z sqrt(p (1 - p)/T)."""
    covered = []
    for z in (Fraction(19, 10), Fraction(2)):  # the normal quantile 1.96 lies between
        far = [(Fraction(k, runs) - p) ** 2 * runs > z**2 * p * (1 - p) for k in range(runs + 1)]
        covered.append(sum(m for m, out in zip(binomial(runs, p), far, strict=True) if not out))
    need(covered[0] == covered[1], "The coverage is not decided", p=p, T=runs)
    return Fraction(covered[0])


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
