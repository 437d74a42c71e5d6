"""The claims of Section 2.4 and what they compute with: powers of n and sequences of laws."""

import itertools
from fractions import Fraction
from math import exp, factorial, inf, log

import pytest

from banditproof.paper_checks import Outcome, find
from banditproof.paper_checks.models.powers_of_n import Powers
from banditproof.paper_checks.models.sequences_of_laws import Sequence, cdf_of
from banditproof.paper_checks.statements.catalogue import catalogue
from banditproof.paper_checks.statements.documents import document_named
from banditproof.paper_checks.thesis.chapter_2_background.section_2_4_asymptotic_statistics import (
    hermite_polynomials,
    modes_of_convergence,
    theorem_2_40_lindeberg_feller,
    theorem_2_41_edgeworth,
)

HALF = Fraction(1, 2)
n = Powers.n
VERDICTS = {
    "thesis.asy.def.convergence": Outcome.MISPRINT,
    "thesis.asy.def.convergence.tight": Outcome.MISPRINT,
    "thesis.asy.thm.lindeberg": Outcome.MISPRINT,
    "thesis.asy.thm.edgeworth": Outcome.HOLDS_WITH_REPAIR,
    "thesis.asy.ex.edgeworth-k4": Outcome.MISPRINT,
    "thesis.asy.ex.edgeworth-k4.first": Outcome.MISPRINT,
}
"""The claims of the section that are not simply true as printed."""


def test_the_statements_of_the_section_and_their_verdicts() -> None:
    folder = "section_2_4_asymptotic_statistics"
    texts = document_named("thesis").declared
    here = [find(id) for id, c in texts.items() if folder in c.text.parts and not c.repeats]
    assert all(claim.where.section.startswith("2.4") for claim in here)
    assert {id for id in catalogue() if id.startswith("thesis.asy.")} <= {c.id for c in here}
    assert {c.id: c.recorded for c in here if c.recorded != Outcome.HOLDS} == VERDICTS


@pytest.mark.parametrize("rows", [10, 1000])
def test_powers_of_n_at_numbers(rows: int) -> None:
    def value(powers: Powers) -> Fraction:
        return sum((c * Fraction(rows) ** int(e) for e, c in powers.terms), Fraction(0))

    one, other = n(2) - 3 * n() + HALF, 1 - n(-1)
    assert value(one * other) == value(one) * value(other)
    assert value(one - other) == value(one) - value(other)
    assert value(other**3) == value(other) ** 3
    assert (one * 0).terms == ()
    assert (one - one).sign == 0


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


def test_convergence_in_law_excepts_the_jumps_only() -> None:
    case = modes_of_convergence.CASES[0]
    every = modes_of_convergence.GRID
    assert modes_of_convergence.in_law(case, modes_of_convergence.continuity_points)
    assert not modes_of_convergence.in_law(case, lambda law: list(every))
    one = {Fraction(1): Fraction(1)}
    assert not modes_of_convergence.in_law(case, modes_of_convergence.continuity_points, one)


def test_the_poisson_limit_fails_the_first_condition_and_is_not_normal() -> None:
    array = theorem_2_40_lindeberg_feller.ARRAYS[3]
    total = theorem_2_40_lindeberg_feller.Array.total
    assert theorem_2_40_lindeberg_feller.limits(array, total) == (False, 1, 1)
    cumulants = (
        lambda law: theorem_2_40_lindeberg_feller.central(law, 3),
        theorem_2_40_lindeberg_feller.fourth_cumulant,
    )
    assert [total(array, one).limit for one in cumulants] == [1, 1]


def test_hermite_polynomials_are_orthogonal() -> None:
    def moment(order: int) -> int:
        return 0 if order % 2 else factorial(order) // (2 ** (order // 2) * factorial(order // 2))

    for one in range(7):
        for other in range(one + 1):
            first = hermite_polynomials.by_sum(one)
            second = hermite_polynomials.by_derivatives(other)
            mean = sum(a * b * moment(p + q) for p, a in first.items() for q, b in second.items())
            assert mean == (factorial(one) if one == other else 0)


def test_terms_of_the_general_formula() -> None:
    assert sorted(hermite_polynomials.orders_that_sum(4)) == [
        (0, 0, 0, 1),
        (0, 2, 0, 0),
        (1, 0, 1, 0),
        (2, 1, 0, 0),
        (4, 0, 0, 0),
    ]
    third = Fraction(1, 6)
    assert hermite_polynomials.by_formula(1) == {(3, 1, 0): third, (1, 1, 0): -HALF}


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
