"""Proof F.8, from (38) to (40): how much d_eps(x, mu_star - delta) is below d_eps(x, mu_star).

The printed step uses Lemma F.5, d_eps(x, mu_star - delta) >= d_eps(x, mu_star) - delta', where an
upper bound of d_eps(x, mu_star - delta) is needed. As the slope of d_eps in its second argument
falls in the first one, the right shift is its smallest value, at x = mu_star - delta:

    d_eps(x, mu_star - delta) <= d_eps(x, mu_star) - d_eps(mu_star - delta, mu_star).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from banditproof.paper_checks.claim import claim
from banditproof.paper_checks.verdict import Verdict
from banditproof.paper_checks.vocabulary import certified, refuted, require
from banditproof.theory import Enclosure, certify, d_eps
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.concentration.binomial_laplace import private_sum_lower_tail
from banditproof.theory.concentration.uniform_chernoff import uniform_log_constant

from .indexed_paths import exponential
from .lemma_f_3_derivatives import require_slopes


class Setting(NamedTuple):
    """An optimal mean, the slack delta, the a of Corollary D.5, a budget, and a schedule."""

    mu_star: Fraction
    delta: Fraction
    a: Fraction
    eps: Fraction
    schedule: GeometricSchedule

    @property
    def level(self) -> Fraction:
        """mu_star - delta."""
        return self.mu_star - self.delta

    def distance(self, c: Fraction) -> Enclosure:
        """d_eps(c, mu_star)."""
        return certify(d_eps, c, self.mu_star, self.eps, digits=12)

    def tail(self, c: Fraction, phase: int) -> Enclosure:
        """Pr[mean <= c] after a phase, with its m + 1 Laplace variables."""
        n, noises = self.schedule.pulls(phase), phase + 1
        return certify(private_sum_lower_tail, n * c, n, self.mu_star, noises, self.eps, digits=12)

    def log_constant(self) -> Enclosure:
        """log A_a, uniform in x, with m + 1 Laplace variables in phase m."""
        return certify(
            uniform_log_constant, self.a, self.mu_star, self.eps, self.schedule, digits=12
        )


Shift = Callable[[Setting], Enclosure]
"""What is subtracted from d_eps(x, mu_star)."""


def printed_shift(setting: Setting) -> Enclosure:
    """delta' = delta / (1 - mu_star)."""
    return Enclosure.of(setting.delta / (1 - setting.mu_star))


def least_shift(setting: Setting) -> Enclosure:
    """d_eps(mu_star - delta, mu_star)."""
    return setting.distance(setting.level)


def printed_term(setting: Setting, phase: int, shift: Shift) -> Enclosure:
    """(40): n e^{-n shift} + d_1 n^2 A_a e^{-n (shift - a)}."""
    n, loss = setting.schedule.pulls(phase), shift(setting)
    noise = exponential(setting.log_constant() - n * (loss - setting.a))
    return n * exponential(-n * loss) + setting.distance(Fraction(0)) * n**2 * noise


def _setting(numbers: str, schedule: GeometricSchedule) -> Setting:
    mu_star, delta, a, eps = map(Fraction, numbers.split())
    return Setting(mu_star, delta, a, eps, schedule)


WITNESS = _setting("3/4 1/20 1/10 1", GeometricSchedule(2))
PHASE = 7


@claim(
    "bern.F8.A.shift",
    r"Before (39), by Lemma F.5: $E[\mathbb 1[\tilde\mu_{j,m}<\mu^*-\delta]n_me^{n_md_\epsilon("
    r"[\tilde\mu_{j,m}],\mu^*-\delta)}]\le E[\mathbb 1[\tilde\mu_{j,m}<\mu^*-\delta]n_m"
    r"e^{n_m(d_\epsilon([\tilde\mu_{j,m}],\mu^*)-\delta')}]$, and (40): it is at most "
    r"$n_me^{-n_m\delta'}+d_1n_m^2A_ae^{-n_m(\delta'-a)}$, $a<\delta'=\delta/(1-\mu^*)$.",
    recorded="fails",
    repaired_by="bern.F8.A.shift.repaired",
    kind="proof step",
    place="F, between (38) and (40)",
    title="Lemma F.5 bounds the divergence from the wrong side",
    mutants={"shift d_eps(mu_star - delta, mu_star)": {"shift": least_shift}},
)
def printed_shift_step(shift: Shift = printed_shift) -> Verdict:
    """The left side is at least n Pr[mean < mu_star - delta], which falls too slowly."""
    n, level = WITNESS.schedule.pulls(PHASE), WITNESS.level
    left, right = n * WITNESS.tail(level, PHASE), printed_term(WITNESS, PHASE, shift)
    x = Fraction(69, 100)
    near = certify(d_eps, x, level, WITNESS.eps, digits=12)
    moved = WITNESS.distance(x) - shift(WITNESS)
    if left > right and near > moved:
        return refuted(
            "Lemma F.5 gives d_eps(x, mu_star - delta) >= d_eps(x, mu_star) - delta', and the step "
            "uses <=, which is false near x = mu_star - delta; E(A) = O(1) survives with the "
            "smaller shift d_eps(mu_star - delta, mu_star).",
            "eps = 1, mu_star = .75, delta = .05, so delta' = .2: at x = .69, "
            f"d_eps(x, .7) = {float(near):.6f} > d_eps(x, .75) - .2 = {float(moved):.4f}. (40), "
            f"alpha = 2, n_{PHASE} = {n} ({PHASE + 1} Laplace variables), a = .1, A_a = "
            f"e^{float(WITNESS.log_constant()):.3f} of bern.corD.5.repaired: the left side is at "
            f"least n Pr[mean < .7] = {float(left):.4f}, the right side {float(right):.4f}. As n "
            f"grows the left side falls like e^(-{float(least_shift(WITNESS)):.4f} n) and the "
            "right one like e^(-.1 n), so no other A_a helps at this a.",
            covered="One point x and one phase, in balls.",
            not_covered="Whether the sum (41), whose A_a is very large, is exceeded too; that no "
            "other constant A_a helps, by hand.",
        )
    return certified("The step holds at the witness of the printed shift.")


SETTINGS = (
    _setting("3/4 1/20 1/400 1", GeometricSchedule(2)),
    _setting("3/4 1/4 1/20 1", GeometricSchedule(2)),
    _setting("1/2 1/4 1/50 1/4", GeometricSchedule("1.5", 2)),
)
"""Here a is below the shift d_eps(mu_star - delta, mu_star)."""


@claim(
    "bern.F8.A.shift.repaired",
    r"For $0\le x\le\mu^*-\delta<\mu^*<1$: $d_\epsilon(x,\mu^*-\delta)\le d_\epsilon(x,\mu^*)-"
    r"\delta''$ with $\delta''=d_\epsilon(\mu^*-\delta,\mu^*)>0$, with equality at "
    r"$x=\mu^*-\delta$.",
    recorded="holds",
    kind="proof step",
    place="F, between (38) and (40)",
    title="How much the divergence falls when its second argument falls by delta",
    mutants={
        "printed shift": {"shift": printed_shift},
        "a hundredth more": {"shift": lambda setting: least_shift(setting) * Fraction(101, 100)},
    },
)
def repaired_shift_step(shift: Shift = least_shift) -> Verdict:
    """The slope of d_eps(x, .) falls in x, so its integral is smallest at x = mu_star - delta."""
    for setting, k in product(SETTINGS, range(41)):
        x = setting.level * k / 40
        near = certify(d_eps, x, setting.level, setting.eps, digits=12)
        moved = setting.distance(x) - shift(setting)  # equal at x = mu_star - delta
        require(near.lo <= moved.hi, "The shift is too large.", setting=setting, x=x, moved=moved)
    require_slopes()
    return certified(
        "The slope of d_eps(x, .) between mu_star - delta and mu_star falls in x, so the loss is "
        "smallest at x = mu_star - delta.",
        covered="41 points x in each of three settings, in balls; the mixed slope of each branch "
        "symbolically: 0 and -1/(y(1-y)).",
        not_covered="All arguments, by hand: that d_eps is (31) (bern.lemF.1), whose two branches "
        "meet with one slope.",
    )
