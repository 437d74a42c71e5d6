"""The claims of Section 2.4 and what they compute with: powers of n and sequences of laws."""

import itertools
from fractions import Fraction
from math import exp, inf, log
import pytest
from programs import theorem_2_41_edgeworth
from banditproof.paper_checks.models.powers_of_n import Powers
from banditproof.paper_checks.models.sequences_of_laws import Sequence, cdf_of

HALF = Fraction(1, 2)
n = Powers.n


@pytest.mark.parametrize("rows", [10, 1000])
def test_powers_of_n_at_numbers(rows: int) -> None:
    def value(powers: Powers) -> Fraction:
        return sum((c * Fraction(rows) ** int(e) for e, c in powers.terms), Fraction(0))

    first, second = n(2) - 3 * n() + HALF, 1 - n(-1)
    assert value(first * second) == value(first) * value(second)
    assert value(first - second) == value(first) - value(second)
    assert value(second**3) == value(second) ** 3
    assert (first * 0).terms == ()
    assert (first - first).sign == 0


def test_limits_of_powers() -> None:
    assert (n() - n(HALF)).limit == inf
    assert (n(HALF) - n()).limit == -inf
    assert (3 - n(-HALF)).limit == 3
    assert Powers.of(0).limit == 0
    assert n(HALF).exceeds(10**9)
    assert n(-1).exceeds(0)
    assert not n(-1).exceeds(n(-HALF))


def test_laws_whose_masses_do_not_sum_to_one_are_refused() -> None:
    with pytest.raises(ValueError, match="do not sum to 1"):
        Sequence.of((0, HALF), (1, n(-1)))


def test_a_sequence_that_loses_half_of_its_mass() -> None:
    lost = Sequence.of((n(), HALF), (n(-1), HALF - n(-1)), (1, n(-1)))
    assert lost.escaping == HALF
    assert lost.limit == {0: HALF}
    assert lost.cdf(Fraction(0)) == 0
    assert lost.cdf(HALF) == HALF
    assert lost.moment(1) == n(1, HALF) + n(-1, Fraction(3, 2)) - n(-2)
    assert cdf_of(lost.limit, Fraction(0)) == HALF
    assert lost.beyond(Fraction(2)).limit == HALF


def test_the_deviation_of_the_law_with_a_pole() -> None:
    """The mean of x^2 by a sum over pieces of |x| between which the distribution is known."""
    edges = [exp(-1 - k / 2000) for k in range(40_000)]
    masses = [1 / log(1 / high) - 1 / log(1 / low) for high, low in itertools.pairwise(edges)]
    sums = [
        sum(m * x**2 for m, x in zip(masses, part, strict=False)) for part in (edges[1:], edges)
    ]
    variance = float(theorem_2_41_edgeworth.deviation_of_the_pole() ** 2)
    assert sums[0] < variance < sums[1] + 1e-9
    assert sums[1] - sums[0] < 1e-4
