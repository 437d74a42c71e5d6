"""Remark (a) on Theorem 3.1, the older bound (7), and the end of Proof 3.3."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Any
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.theory import Enclosure, certify, d_eps, kl, privacy_threshold, regret_coefficient
from banditproof.theory.enclosure import ZERO
from banditproof.verify.evidence import Grade
from ...checking import WRITTEN, Proof, Sides, Verdict, checks, mutant, written_proof
from ...verdicts.vocabulary import need, needs_repair, proved, require, require_or_repair
from ..appendix_f_regret.lemma_f_3_derivatives import Certified, rational_points
from .trusted_leader_regret import pulls_beside_one

Means = tuple[Fraction, ...]
Coefficient = Callable[[Means, Fraction], Enclosure]
FACTOR = 6
"""The factor of eps in the older bound (7)."""


def private(x: Fraction, y: Fraction, eps: Fraction) -> Enclosure:
    """d_eps(x, y), with enough digits to tell it from kl, which is about e^{-eps} away."""
    return certify(d_eps, x, y, eps, digits=25 + int(eps / 2))


def older(x: Fraction, y: Fraction, eps: Fraction, factor: int = FACTOR) -> Enclosure:
    """min{ kl(x, y), 6 eps |x - y| }, the denominator of the older bound (7)."""
    return Enclosure.min(certify(kl, x, y, digits=25 + int(eps / 2)), factor * eps * abs(x - y))


@cache
def _need_dual_value_at_the_gap() -> None:
    """The dual value of d_eps at the slope logit x - logit y is kl: checked once, for all means."""
    import sympy as sp

    p, q = sp.symbols("p q", positive=True)  # the odds of x and y
    a, b = p / (1 + p), q / (1 + q)
    dual = a * sp.log(p / q) - sp.log(sp.factor(1 - b + b * p / q))
    divergence = a * sp.log(sp.factor(a / b)) + (1 - a) * sp.log(sp.factor((1 - a) / (1 - b)))
    rest = sp.simplify(sp.expand_log(dual - divergence, force=True))
    need(rest == 0, "The dual value was not identified with kl.")


def both_are_kl(x: Fraction, y: Fraction, eps: Fraction, factor: int = FACTOR) -> bool:
    """Whether d_eps(x, y) and min{ kl, factor eps |x - y| } are the same number kl.

    From the log-odds gap on, for then the dual value of d_eps at the slope logit x - logit y, a
    lower bound of d_eps, is kl: an identity that is checked symbolically.
    """
    _need_dual_value_at_the_gap()
    threshold, separate = (certify(f, x, y, digits=15) for f in (privacy_threshold, kl))
    return bool(threshold <= eps and separate < factor * eps * abs(y - x))


def _points() -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    for x, y, eps in rational_points(60, seed=6):
        if x != y and y not in (0, 1) and eps <= 30:
            yield x, y, eps


def _falls(divergence: Certified = private, times: Fraction = Fraction(1)) -> str:
    """That the denominator is strictly smaller at five pairs of means."""
    cases = ((Fraction(7, 10), Fraction(3, 4), Fraction(1, 5)), *_corners())
    for x, y, eps in cases:
        new, old = times * divergence(x, y, eps), older(x, y, eps)
        require(new < old, "No strict gain.", mu_a=x, mu_star=y, eps=eps)
    return f"the denominator of Theorem 3.1 is smaller at {len(cases)} pairs of means, in balls"


STRICT = written_proof("bern.rem3.a.strict")


@checks("bern.rem3.a.strict")
@mutant(
    "no privacy", proof=STRICT.changed(17, by=partial(_falls, lambda x, y, eps: certify(kl, x, y)))
)
@mutant(
    "sharper: 1 % larger still",
    proof=STRICT.changed(17, by=partial(_falls, times=Fraction(101, 100))),
)
def improvement_somewhere(proof: Proof = STRICT) -> Verdict:
    """A pair of means at which the denominator falls; by the chain it is nowhere larger."""
    return proof.verdict()


def _corners() -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    for x, y, eps in (
        ("1/4", "3/4", "2"),
        ("1/10", "4/5", "1"),
        ("0", "1/2", "9"),
        ("0", "1/9", "2"),
    ):
        yield Fraction(x), Fraction(y), Fraction(eps)


def _summed(means: Means, eps: Fraction) -> Enclosure:
    """The printed right side of (7), whatever mu_star is."""
    best = max(means)
    return sum(((best - x) / older(x, best, eps) for x in means if x < best), ZERO)


def _below_one(means: Means, eps: Fraction) -> Enclosure:
    """(7) for mu_star < 1, and 0 at mu_star = 1."""
    return ZERO if max(means) == 1 else _summed(means, eps)


@checks("bern.eq7", subjects={"coefficient": (_summed, _below_one)})
@mutant(
    "a coefficient of 1 % more", coefficient=lambda m, eps: _below_one(m, eps) * Fraction(101, 100)
)
def older_bound(coefficient: Coefficient, proof: Proof = WRITTEN) -> Verdict:
    """At a best mean of 1 it contradicts a bounded regret; else it is at most that of (5)."""
    means, eps = (Fraction(1), Fraction(0)), Fraction(1, 2)
    claimed, bounded = coefficient(means, eps), pulls_beside_one(TrustedLeader(2, eps), means[1])
    need(bounded is not None, "No bound of the pulls of the trusted-leader policy.")
    require_or_repair(
        claimed.hi <= 0,
        "At mu_star = 1 a consistent eps-DP policy has bounded regret, so (7) needs mu_star < 1.",
        Grade.OUTLINED,
        means=means,
        eps=eps,
        claimed=claimed,
        regret_for_all_T=bounded,
    )
    sides = Sides()
    for a, b, budget in _points():
        case: dict[str, Any] = {"mu_a": a, "mu_star": b, "eps": budget}
        old = coefficient((b, a), budget)
        new = certify(regret_coefficient, (b, a), budget, digits=25 + int(budget / 2))
        if a < b and (not both_are_kl(a, b, budget) or old.lo > new.hi):
            sides.at_most(old, new, "(7) is above the bound of Theorem 3.1.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.proof3.1.transport")
@mutant("not larger", strict=False)
def transport_is_not_always_smaller(strict: bool = True) -> Verdict:
    """In the low-privacy regime the best route is the pure KL route."""
    x, y, eps = Fraction(1, 10), Fraction(4, 5), Fraction(4)
    if not strict:
        return proved()
    need(both_are_kl(x, y, eps, factor=1), "The witness is not in the low-privacy regime.")
    return needs_repair(
        mu_2=x,
        mu_1=y,
        eps=eps,
        log_odds_gap=certify(privacy_threshold, x, y, digits=15),
        transport_and_kl=certify(kl, x, y, digits=15),
        eps_times_gap=eps * (y - x),
    )
