"""The maximal coupling of two finite laws: equal as often as two variables of these laws can be.

Optimal Regret of Bernoulli Bandits, Definition 3.2. A coupling is a tuple of rows: entry [i][j]
is the probability of (X, Y) = (i, j), an exact rational.
"""

from __future__ import annotations
from collections.abc import Sequence
from fractions import Fraction
from banditproof.theory.exact import Number, exact_law, exact_probability

Law = tuple[Fraction, ...]
Coupling = tuple[Law, ...]


def total_variation(p: Sequence[Number], q: Sequence[Number]) -> Fraction:
    """The total variation distance of two finite laws: half the sum of |p_i - q_i|, exact.

    >>> total_variation(["0.5", "0.5", 0], ["0.25", "0.25", "0.5"])
    Fraction(1, 2)
    """
    first, second = _same_support(p, q)
    return sum((abs(a - b) for a, b in zip(first, second, strict=True)), Fraction(0)) / 2


def finite_coupling(p: Sequence[Number], q: Sequence[Number]) -> Coupling:
    """A coupling of two finite laws with Pr[X != Y] = TV(p, q), the least possible, exact.

    min(p_i, q_i) on the diagonal, and (p_i - q_i)^+ (q_j - p_j)^+ / TV beside it.

    >>> [[str(mass) for mass in row] for row in finite_coupling(["0.5", "0.5"], ["0.25", "0.75"])]
    [['1/4', '1/4'], ['0', '1/2']]
    """
    first, second = _same_support(p, q)
    distance = total_variation(first, second)
    excess = [max(a - b, Fraction(0)) for a, b in zip(first, second, strict=True)]
    missing = [max(b - a, Fraction(0)) for a, b in zip(first, second, strict=True)]
    return tuple(
        tuple(
            (min(first[i], second[i]) if i == j else Fraction(0))
            + (excess[i] * missing[j] / distance if distance else 0)
            for j in range(len(second))
        )
        for i in range(len(first))
    )


def bernoulli_coupling(mu: Number, mu_other: Number) -> Coupling:
    """The maximal coupling of Ber(mu) and Ber(mu_other): unique, and monotone.

    For mu <= mu_other it has mass 1 - mu_other on (0, 0), mu_other - mu on (0, 1), mu on (1, 1).

    >>> [[str(mass) for mass in row] for row in bernoulli_coupling("0.25", "0.75")]
    [['1/4', '1/2'], ['0', '1/4']]
    """
    a, b = exact_probability("mu", mu), exact_probability("mu_other", mu_other)
    return finite_coupling((1 - a, a), (1 - b, b))


def marginals(coupling: Coupling) -> tuple[Law, Law]:
    """The laws of X and of Y under a coupling, exact.

    >>> marginals(bernoulli_coupling("0.25", "0.75"))[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    if len({len(row) for row in coupling}) > 1:
        raise ValueError("The rows of the coupling differ in length; give a matrix of masses.")
    # a sparse plan is the rule, and 0 + 0 takes as long as any other sum
    rows = tuple(sum(filter(None, row), Fraction(0)) for row in coupling)
    columns = zip(*coupling, strict=True)
    return rows, tuple(sum(filter(None, column), Fraction(0)) for column in columns)


def disagreement(coupling: Coupling) -> Fraction:
    """Pr[X != Y] under a coupling, exact.

    >>> disagreement(bernoulli_coupling("0.25", "0.75"))
    Fraction(1, 2)
    """
    return sum(
        (mass for i, row in enumerate(coupling) for j, mass in enumerate(row) if i != j),
        Fraction(0),
    )


def _same_support(p: Sequence[Number], q: Sequence[Number]) -> tuple[Law, Law]:
    first, second = exact_law("p", p), exact_law("q", q)
    if len(first) != len(second):
        raise ValueError(
            f"The laws have {len(first)} and {len(second)} points; give both on the same points."
        )
    return first, second
