"""Proof F.8, from (38) to (40): how much d_eps(x, mu_star - delta) is below d_eps(x, mu_star).

The printed step uses Lemma F.5, d_eps(x, mu_star - delta) >= d_eps(x, mu_star) - delta', where an
upper bound of d_eps(x, mu_star - delta) is needed. As the slope of d_eps in its second argument
falls in the first one, the right shift is its smallest value, at x = mu_star - delta:

    d_eps(x, mu_star - delta) <= d_eps(x, mu_star) - d_eps(mu_star - delta, mu_star).
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.symbolic_identities import require_zero
from banditproof.paper_checks.verdicts.vocabulary import points, proved, refuted, require
from banditproof.theory import Enclosure, certify, d_eps
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.concentration.binomial_laplace import private_sum_lower_tail
from banditproof.theory.concentration.uniform_chernoff import uniform_log_constant
from .indexed_paths import exponential
from .lemma_f_3_derivatives import touching


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


def require_closed_forms() -> None:
    """Sum of n q^n = q/(1-q)^2 and of n^2 q^n = q(1+q)/(1-q)^3, from the geometric series."""
    import sympy as sp

    q = sp.symbols("q")
    once = q * sp.diff(1 / (1 - q), q)
    twice = q * sp.diff(once, q)
    require_zero(first=once - q / (1 - q) ** 2, second=twice - q * (1 + q) / (1 - q) ** 3)


WITNESS = _setting("3/4 1/20 1/10 1", GeometricSchedule(2))
PHASE = 7


@checks("bern.F8.A.shift")
@mutant("shift d_eps(mu_star - delta, mu_star)", shift=least_shift)
def printed_shift_step(shift: Shift = printed_shift) -> Verdict:
    """The left side is at least n Pr[mean < mu_star - delta], which falls too slowly."""
    n, level = WITNESS.schedule.pulls(PHASE), WITNESS.level
    left, right = n * WITNESS.tail(level, PHASE), printed_term(WITNESS, PHASE, shift)
    x = Fraction(69, 100)
    near = certify(d_eps, x, level, WITNESS.eps, digits=12)
    moved = WITNESS.distance(x) - shift(WITNESS)
    if left > right and near > moved:
        sides: dict[str, Any] = {
            "d(x, mu star - delta)": f"{float(near):.6f}",
            "d(x, mu star) - delta'": f"{float(moved):.4f}",
            "least left side of (40)": f"{float(left):.4f}",
            "right side of (40)": f"{float(right):.4f}",
        }
        return refuted(
            witness=(
                f"The sides of (40) are those at alpha = {WITNESS.schedule.ratio}, n_{PHASE} = {n} "
                f"({PHASE + 1} Laplace variables), a = {float(WITNESS.a)}, with A_a = "
                f"e^{float(WITNESS.log_constant()):.3f} of bern.corD.5.repaired; the left one is "
                "at least n Pr[mean < mu_star - delta]. As n grows the left side falls like "
                f"e^(-{float(least_shift(WITNESS)):.4f} n) and the right one like e^(-.1 n), so no "
                "other A_a helps at this a."
            ),
            eps=WITNESS.eps,
            mu_star=WITNESS.mu_star,
            delta=WITNESS.delta,
            x=x,
            **sides,
        )
    return points()


SETTINGS = (
    _setting("3/4 1/20 1/400 1", GeometricSchedule(2)),
    _setting("3/4 1/4 1/20 1", GeometricSchedule(2)),
    _setting("1/2 1/4 1/50 1/4", GeometricSchedule("1.5", 2)),
)
"""Here a is below the shift d_eps(mu_star - delta, mu_star)."""


@checks("bern.F8.A.shift.repaired")
@mutant("printed shift", shift=printed_shift)
@mutant(
    "sharper: a hundredth more", shift=lambda setting: least_shift(setting) * Fraction(101, 100)
)
def repaired_shift_step(shift: Shift = least_shift, proof: Proof = WRITTEN) -> Verdict:
    """The slope of d_eps(x, .) falls in x, so its integral is smallest at x = mu_star - delta."""
    sides = Sides()
    for setting, k in product((WITNESS, *SETTINGS), range(41)):
        x = setting.level * k / 40
        near = certify(d_eps, x, setting.level, setting.eps, digits=12)
        loss = setting.distance(x) - near  # equal at x = mu_star - delta
        finding = "The shift is too large."
        touching(sides, shift(setting), loss, finding, setting=setting, x=x)
    return proof.verdict(sharpness=sides.sharpness)


Constant = Callable[[Setting], Enclosure]
"""log A_a in a setting."""


@checks("bern.F8.A.one_constant")
@mutant("sharper: A_a = 1", constant=lambda setting: Enclosure.of(0))
@mutant(
    "sharper: the a-th part of log A_a", constant=lambda setting: setting.a * setting.log_constant()
)
def one_constant_for_all(
    constant: Constant = Setting.log_constant, proof: Proof = WRITTEN
) -> Verdict:
    """The exact law with the m + 1 Laplace variables of phase m, against one constant."""
    sides, tried = Sides(), 0
    for setting, phase, k in product(SETTINGS, range(5), range(1, 9)):
        n, c = setting.schedule.pulls(phase), setting.level * k / 8
        x = setting.distance(c)
        bound = exponential(constant(setting) + n * (setting.a - x))
        finding = "A probability is above the bound."
        sides.at_most(setting.tail(c, phase), bound, finding, setting=setting, m=phase, c=c)
        tried += 1
    return proof.verdict(
        instances=f"{tried} exact probabilities in three settings.", sharpness=sides.sharpness
    )


Tail = Callable[[int, Fraction], bool]
"""Whether P_n(x) = 1 (it is 0 otherwise), of (n, x)."""


@checks("bern.F8.A.fixed_x")
@mutant("P falls in x", tail=lambda n, x: n == 1 and x <= 1)
@mutant("one x for two sizes", tail=lambda n, x: x == 1 - Fraction(1, n - n % 10 + 2))
@mutant("sharper: the constants are e^n", least=lambda n: n)
def constant_of_fixed_x(
    tail: Tail = lambda n, x: x == 1 - Fraction(1, n + 1),
    least: Callable[[Any], Any] = lambda n: n * (n / (n + 1) - Fraction(1, 4)),
) -> Verdict:
    """P_n(x) = 1 at x = n/(n+1) only: at each x one n counts, and the largest constant is its own.

    With a = 1/4 the bound at that x needs log A_a >= n (x - a) = n (n/(n+1) - 1/4) >= n/4.
    """
    import sympy as sp

    n = sp.symbols("n", positive=True)
    require_zero(least=n * (n / (n + 1) - sp.Rational(1, 4)) - least(n))
    require_zero(above=n / (n + 1) - sp.Rational(1, 2) - (n - 1) / (2 * (n + 1)))
    sizes = (1, 2, 10, 11, 100, 101, 1000)
    for size in sizes:
        x = Fraction(size, size + 1)
        counted = [other for other in sizes if tail(other, x)]
        require(counted == [size], "At this x not this n alone counts.", x=x, n=counted)
        needed = size * (x - Fraction(1, 4))
        require(4 * needed >= size, "One constant is enough.", n=size, log_constant=needed)
    return proved()
