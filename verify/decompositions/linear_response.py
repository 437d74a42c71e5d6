"""One family of policies refutes the printed Theorem 4.14 of the thesis for every rho > 0.

m rounds on an arm that is Ber(1/2) against Ber(0), with X_m ones; then with probability
1/4 + X_m / (2m) 2m rounds more on it, otherwise on a null arm; in the last round, T = 3m + 1, the
null arm number clip(X_{T-1} + Z) with discrete Gaussian noise, Pr[Z = z] proportional to
e^(-rho_2 z^2).

Privacy. One reward moves the probability 1/4 + X_m/(2m), which stays in [1/4, 3/4], by at most
1/(2m): the decision is log(1 + 2/m)-DP, so 2/m^2-zCDP. The last round is rho_2-zCDP. Together
rho = 2/m^2 + rho_2, along any queries.

Divergence. Under nu' the count is 0. Without clipping the last action Y has
log p(y|x)/p(y|0) = rho_2 (2xy - x^2) with mean rho_2 x^2 given x, so that in each branch
KL >= rho_2 E[X^2] - I(X; Y) >= rho_2 E[X^2] - log(3m + 1); and wider clipping gets there.

Moments. E[X^2] = E[d^2] = E[S^2] + E[V] + m/4 with E[S^2] = 5 m^2 / 4 and E[V] = m / 2. So

    KL - rho (E[S^2] + E[V]) >= rho m / 4 - 5/2 - 3/(2m) - log(3m + 1),

which is positive for rho > (10 + 6/m + 4 log(3m + 1)) / m, a threshold that falls to 0.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from flint import arb
from banditproof.theory.balls import ball, enclose
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.mechanisms.gaussian_sums import half_sum, whole_sum
from .release_families import TwoReleases

HALF = Fraction(1, 2)


def refuted_from(first: int, digits: int = 20) -> Enclosure:
    """(10 + 6/m + 4 log(3m + 1)) / m: with m first rounds all larger budgets are refuted.

    >>> print(refuted_from(28, 10))
    [0.9994603835802484..0.9994603835802494]
    """
    m = exact_count("first", first, 1)
    return enclose(lambda: (ball(10 + Fraction(6, m)) + 4 * arb(3 * m + 1).log()) / m, digits)


def rounds_for(rho: Number) -> int:
    """The smallest m with refuted_from(m) < rho: a counterexample for this budget.

    >>> rounds_for(1), rounds_for("0.1"), rounds_for("0.01")
    (28, 382, 4833)
    """
    budget = exact_positive("rho", rho)
    low, high = 0, 1
    while refuted_from(high).hi >= budget:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if refuted_from(middle).hi < budget else (middle, high)
    return high


@dataclass(frozen=True)
class LinearResponse(TwoReleases):
    """The policy for a budget rho, with m first rounds; the noisy count is clipped at a distance.

    Cells are the integers -reach, ..., 3m + reach, so that it has 3m + 2 reach + 3 arms.

    >>> LinearResponse(16, 1, 8).exact_moments()  # E[S^2] + E[V] and E[d^2]
    (Fraction(328, 1), Fraction(332, 1))
    >>> print(LinearResponse(16, 1, 8).excess(3))
    0.2037805[2..3]
    """

    first: int
    rho: Number
    reach: int = 12

    def __post_init__(self) -> None:
        m = exact_count("first", self.first, 1)
        exact_count("reach", self.reach)
        if exact_positive("rho", self.rho) <= self.rho_decision:
            raise ValueError(
                f"rho is {self.rho}, and the decision alone costs {Fraction(2, m * m)}; give a "
                "larger budget or more first rounds."
            )

    @property
    def further(self) -> int:  # type: ignore[override]
        """n = 2m."""
        return 2 * self.first

    @property
    def exact_mean(self) -> Fraction:
        """p = 1/2."""
        return HALF

    @property
    def budget(self) -> Fraction:
        """rho."""
        return exact(self.rho)

    @property
    def rho_decision(self) -> Fraction:
        """2 / m^2, from eps <= 2/m."""
        return Fraction(2, self.first**2)

    @property
    def rho_release(self) -> Fraction:
        """rho_2, the rest of the budget."""
        return self.budget - self.rho_decision

    def going_chance(self, count: Number) -> Fraction:
        """1/4 + X_m / (2m), exact."""
        return Fraction(1, 4) + exact(count) / (2 * self.first)

    def going_on(self, count: int) -> arb:
        """1/4 + X_m / (2m)."""
        return ball(self.going_chance(count))

    def exact_moments(self) -> tuple[Fraction, Fraction]:
        """E[S^2] + E[V] = 5 m^2/4 + m/2, and E[d^2] = 5 m^2/4 + 3m/4."""
        m = self.first
        printed = Fraction(5 * m * m, 4) + Fraction(m, 2)
        return printed, printed + Fraction(m, 4)

    def floor(self, digits: int = 20) -> Enclosure:
        """rho_2 E[d^2] - log(3m + 1), which the divergence exceeds once the reach is large."""
        square = self.exact_moments()[1]
        return enclose(
            lambda: ball(self.rho_release * square) - arb(3 * self.first + 1).log(), digits
        )

    def cells(self) -> Callable[[int], Sequence[arb]]:
        """The law of clip(count + Z, -reach, 3m + reach)."""
        spread = 1 / (2 * self.rho_release)
        total, widest = whole_sum(spread), 3 * self.first + self.reach
        masses = [(-ball(self.rho_release * z * z)).exp() / total for z in range(widest + 1)]
        tails = {z: half_sum(spread, Fraction(z)) / total for z in range(self.reach, widest + 1)}

        def law(count: int) -> list[arb]:
            low, high = self.reach + count, widest - count
            inner = [masses[abs(z)] for z in range(1 - low, high)]
            return [tails[low], *inner, tails[high]]

        return law
