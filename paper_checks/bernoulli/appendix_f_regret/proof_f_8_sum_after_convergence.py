"""Proof F.8, term (B), repaired: the expected pulls after convergence."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need
from banditproof.theory import certify, d_eps
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.private_divergence import d_eps_up
from .indexed_paths import exponential
from .proof_f_8_overshoot_rate import WITNESS, Overshoot

Reference = Callable[[Overshoot], Fraction]
"""The mean against which the rate is taken."""

SETTINGS = (
    (Overshoot(Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(1, 20)), "2"),
    (Overshoot(Fraction(0), Fraction(3, 4), Fraction(1), Fraction(1, 10)), "2"),
    (Overshoot(Fraction(1, 5), Fraction(3, 10), Fraction(1, 4), Fraction(3, 100)), "1.5"),
    (WITNESS, "2"),
)
LARGEST_BATCH = 260


def _require_terms(reference: Reference) -> Sides:
    """B_{m+1} Pr[...] <= 2 n_0 alpha^{m+1} A e^Lambda e^{-alpha^{m+1} Lambda} in each phase."""
    sides = Sides()
    for event, text in SETTINGS:
        schedule = GeometricSchedule(text)
        ratio, first = schedule.exact_ratio, schedule.first
        rate = event.rate(reference(event))
        a = rate.lower / 2
        log_constant, speed = event.log_constant(a, schedule), first * (rate - a) / (ratio - 1)
        phase = 0
        while (n := schedule.pulls(phase)) <= LARGEST_BATCH:
            term = schedule.batch(phase + 1) * event.probability(n, phase + 1)
            growth = ratio ** (phase + 1)
            bound = 2 * first * growth * exponential(log_constant + (1 - growth) * speed)
            finding = "A term of the tail is above its bound."
            sides.at_most(term, bound, finding, event=event, ratio=text, m=phase, n=n)
            phase += 1
    return sides


Loss = Callable[[Fraction], Fraction]
"""The overshoot of the mean, of delta'/eps."""


@checks("bern.F8.B.overshoot")
@mutant("sharper: 1001/1000 of it", loss=lambda excess: excess * Fraction(1001, 1000))
def overshoot_of_the_mean(loss: Loss = lambda excess: excess, proof: Proof = WRITTEN) -> Verdict:
    """Lemma F.5 moves the second argument by delta', Lemma F.3 the first one by delta'/eps.

    For x >= mu_star - delta: mu_i + delta'/eps is at most mu_i + gap/2, as 2 delta' < d_eps <=
    eps gap. Below mu_star - delta, d_eps(x, mu_star) is at most d_eps(mu_i, mu_star) - delta'.
    """
    sides = Sides()
    # the slopes are nearly eps and 1/(1 - mu_star) where the mean is below f = e^-20
    close = Overshoot(Fraction(0), Fraction(1, 2), Fraction(20), Fraction(1, 10**9))
    for event in (close, *(setting for setting, _ in SETTINGS)):
        excess, gap = event.excess, event.mu_star - event.mean
        delta = excess * event.eps * (1 - event.mu_star)
        distance = certify(d_eps, event.mean, event.mu_star, event.eps, digits=30)
        need(2 * excess * event.eps < distance, "delta' is too large.")
        need(2 * delta <= gap, "delta is too large.")
        level, x = event.mu_star - delta, event.mean + loss(excess) * Fraction(9999, 10**4)
        sides.at_most(event.mean + loss(excess), level, "mu_star - delta is lower.", event=event)
        inside = certify(d_eps_up, x, level, event.eps, digits=30)
        below, finding = distance - 2 * excess * event.eps, "A lower mean is inside the level set."
        sides.below(below, inside, finding, event=event)
    return proof.verdict(sharpness=sides.sharpness)


@checks("bern.F8.B.repaired")
@mutant("sharper: rate against mu_star", reference=lambda event: event.mu_star)
def post_convergence_term(
    reference: Reference = lambda event: event.mean, proof: Proof = WRITTEN
) -> Verdict:
    """Each term of the tail by the exact law."""
    return proof.verdict(sharpness=_require_terms(reference).sharpness)
