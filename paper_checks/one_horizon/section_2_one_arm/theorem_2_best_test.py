"""Theorem 2 against linear programs over all tests of a count, exactly.

The proof. Let G(y) = min(e^eps y, 1 - e^-eps (1 - y)); a test is private if g(k) <= G(g(k+1)) and
g(k+1) <= G(g(k)). Let g be a chain, g(k) = G(g(k+1)), with E g(S_q) >= delta, and h a private test
with E h(S_q) <= delta. If h(k+1) <= g(k+1), then h(k) <= G(h(k+1)) <= g(k): the counts with h <= g
are an initial segment. The ratio of the two laws falls in k, so that E_q (g - h) >= 0 implies
E_p (g - h) >= 0. The chains are the thresholds and the mixtures of two neighbouring ones: below
x = 1/(1 + e^eps) G multiplies by e^eps, above it divides 1 - y by e^eps, and the value that a
threshold m has at m is x.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.private_test_of_one_arm import least_excess, noisy_below
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.concentration.binomial_laplace import binomial_law
from banditproof.theory.rational_programs import Optimum, maximise

Bound = Callable[[int, Fraction, Fraction, Fraction, Fraction], Fraction]
SIZES = (1, 2, 5)
MEANS = (
    (Fraction(1, 10), Fraction(1, 2)),
    (Fraction(0), Fraction(1)),
    (Fraction(3, 5), Fraction(7, 10)),
)


def _between_neighbours(
    n: int, growth: Fraction, both: bool
) -> Iterator[tuple[list[Fraction], Fraction]]:
    """The rows g(i) <= e^eps g(j), and the same for 1 - g."""
    for i, j in ((i, j) for i, j in product(range(n + 1), repeat=2) if abs(i - j) == 1):
        row = [Fraction(0)] * (n + 1)
        row[i], row[j] = Fraction(1), -growth
        yield row, Fraction(0)
        if both:
            yield [-x for x in row], growth - 1


def least_by_program(
    n: int, p: Fraction, q: Fraction, growth: Fraction, delta: Fraction, both: bool
) -> Fraction:
    """phi_n(delta) as a linear program over all tests."""
    rows = [*_between_neighbours(n, growth, both), (list(binomial_law(n, q)), delta)]
    for k in range(n + 1):
        unit = [Fraction(int(i == k)) for i in range(n + 1)]
        rows += [(unit, Fraction(1)), ([-x for x in unit], Fraction(0))]
    found = maximise(binomial_law(n, p), [row for row, _ in rows], [most for _, most in rows])
    assert isinstance(found, Optimum)
    return 1 - found.value


@checks("one.thm2")
@mutant("without 1 - g", both=False)
@mutant(
    "twice the noise",
    bound=lambda n, p, q, growth, delta: least_excess(n, p, q, 1 + (growth - 1) / 2, delta),
)
def thresholds_are_best(bound: Bound = least_excess, both: bool = True) -> Verdict:
    """The least error by a linear program is that of a noisy threshold; thresholds are chains."""
    growths, risks = (Fraction(11, 10), Fraction(3)), map(Fraction, ("0", "1/100", "1/2", "1"))
    for n, (p, q), growth, delta in product(SIZES, MEANS, growths, risks):
        least = least_by_program(n, p, q, growth, delta, both)
        finding = "Another test is better, or the threshold is not private."
        case: dict[str, Any] = {"n": n, "p": p, "q": q, "growth": growth, "delta": delta}
        require(bound(n, p, q, growth, delta) == least, finding, **case, least=least)
        for k, m in product(range(n), range(-2, n + 3)):
            here, after = (noisy_below(i, m, growth) for i in (k, k + 1))
            most = min(growth * after, 1 - (1 - after) / growth)
            require(here == most, "A threshold is no chain.", **case, k=k, m=m)
    return points()
