"""Proof F.8, term (B), repaired: the expected pulls after convergence."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, need, require
from banditproof.theory import certify, d_eps
from banditproof.theory.batch_schedule import GeometricSchedule

from .batch_sums import require_growth
from .indexed_paths import exponential
from .proof_f_8_after_convergence import Overshoot

Reference = Callable[[Overshoot], Fraction]
"""The mean against which the rate is taken."""

SETTINGS = (
    (Overshoot(Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(1, 20)), "2"),
    (Overshoot(Fraction(0), Fraction(3, 4), Fraction(1), Fraction(1, 10)), "2"),
    (Overshoot(Fraction(1, 5), Fraction(3, 10), Fraction(1, 4), Fraction(3, 100)), "1.5"),
)
LARGEST_BATCH = 260


def _require_terms(reference: Reference) -> None:
    """B_{m+1} Pr[...] <= 2 n_0 alpha^{m+1} A e^Lambda e^{-alpha^{m+1} Lambda} in each phase."""
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
            require(term <= bound, finding, event=event, ratio=text, m=phase, n=n, term=term)
            phase += 1


def _require_antiderivative() -> None:
    """The antiderivative of ratio^{x+1} e^{-ratio^x Lambda}."""
    import sympy as sp

    x = sp.symbols("x", real=True)
    ratio, speed = sp.symbols("alpha Lambda", positive=True)
    integrand = ratio ** (x + 1) * sp.exp(-(ratio**x) * speed)
    antiderivative = -ratio * sp.exp(-(ratio**x) * speed) / (speed * sp.log(ratio))
    require_zero(antiderivative=sp.diff(antiderivative, x) - integrand)


def _need_slack() -> None:
    """mu_star - delta >= mu_i + delta'/eps if 2 delta' < d_eps <= eps gap and 2 delta <= gap.

    And a mean that the level set at n_m >= H allows is delta'/eps too high: at mu_i + delta'/eps
    the divergence against mu_star - delta is still above d_eps(mu_i, mu_star) - 2 delta', and it
    falls in its first argument. Here Lemma F.5 is used from the right side.
    """
    for event, _ in SETTINGS:
        gap = event.mu_star - event.mean
        loss = event.excess * event.eps  # delta'
        delta = loss * (1 - event.mu_star)
        distance = certify(d_eps, event.mean, event.mu_star, event.eps, digits=12)
        need((2 * loss < distance) & (distance <= event.eps * gap), "delta' is too large.")
        need(2 * delta <= gap, "delta is too large.")
        need(event.mu_star - delta >= event.level, "mu_star - delta is too small.")
        need(event.rate(event.mu_star - delta) > distance - 2 * loss, "The loss is too large.")


@claim(
    "bern.F8.B.repaired",
    r"With $(B)$ on $\tilde\mu^*(t)\ge\mu^*-\delta$, $2\delta\le\Delta_i$, $2\delta'<d_\epsilon("
    r"\mu_i,\mu^*)$, $H=\log T/(d_\epsilon(\mu_i,\mu^*)-2\delta')$, $a'<d_\epsilon(\mu_i+\delta'/"
    r"\epsilon,\mu_i)$, $\Lambda=n_0(d_\epsilon(\mu_i+\delta'/\epsilon,\mu_i)-a')/(\alpha-1)$: "
    r"$E(B)\le\alpha H+1+\frac{2\alpha n_0A_{a'}e^\Lambda}{\Lambda\ln\alpha}"
    r"e^{-\alpha^{m^*}\Lambda}=\alpha H+1+o(1)$, also for $\mu_i=0$.",
    recorded="holds",
    kind="proof constants",
    place="F (42)-(47)",
    title="Post-convergence term",
    doubts=("D4", "D5", "D6", "D32"),
    mutants={"rate against mu_star": {"reference": lambda event: event.mu_star}},
)
def post_convergence_term(reference: Reference = lambda event: event.mean) -> Verdict:
    """Each term of the tail by the exact law, the sum-to-integral step, and the slack."""
    _require_terms(reference)
    require_growth()
    _require_antiderivative()
    _need_slack()
    return certified(
        "Every step is checked: n_m* - n_0 <= alpha H + 1, the probability of a too high mean by "
        "the exact law, the integral; the mean 0 needs the extended Corollary D.5 and no more.",
        covered="Symbolic growth and antiderivative; certified terms in three settings, one with "
        "mu_i = 0, for all phases with n_m <= 260; that a mean above mu_star - delta is also "
        "above mu_i + delta'/eps, and so is a mean that the level set at n_m >= H allows.",
        not_covered="The terms in all settings and phases: they follow from bern.corD.5.repaired, "
        "bern.lemF.3 (the mean is at least delta'/eps too high) and bern.F8.B.d4.repaired.",
    )
