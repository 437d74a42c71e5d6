"""Claims about Theorem 4.4 and Proposition 4.7: transport bounds, maximal couplings."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law, random_law
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.balls import working_precision
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.transport.hamming_transport import monotone_coupling
from banditproof.theory.transport.maximal_coupling import (
    Coupling,
    disagreement,
    finite_coupling,
    marginals,
    total_variation,
)
from banditproof.theory.transport.optimal_coupling import optimal_coupling
from banditproof.theory.transport.product_coupling import independent_coupling
from banditproof.verify.evidence import Grade
from .finite_channels import (
    BITS,
    DIVERGENCES,
    Divergence,
    enclosed,
    need_tight,
    output_law,
    random_channel,
)

EQUAL = Fraction(1, 10**40)
"""So close is equal: where the bound is attained the two sides are only known as enclosures."""
Costs = list[list[Enclosure]]
Infimum = Callable[[Law, Law, Costs], Enclosure]
"""An upper end of inf E cost over the couplings of two laws."""


def over_couplings(first: Law, second: Law, costs: Costs) -> Enclosure:
    """The certified optimum of the linear program."""
    return Enclosure.of(optimal_coupling(first, second, costs).upper)


def _over_plans_with_one_marginal(first: Law, second: Law, costs: Costs) -> Enclosure:
    """Wrong: D' may have any law, so it equals D."""
    return sum(
        (m * min(row, key=lambda c: c.lo) for m, row in zip(first, costs, strict=True)), ZERO
    )


@checks("thesis.thm4.4")
@mutant("couplings with one marginal only", infimum=_over_plans_with_one_marginal)
@mutant("the reversed divergence as cost", cost=lambda d, p, q: d(q, p))
@mutant("sharper: 99 % of the cost", cost=lambda d, p, q: d(p, q) * 99 / 100)
def transport_bound(
    infimum: Infimum = over_couplings,
    cost: Callable[[Divergence, Law, Law], Any] = Divergence.__call__,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The linear program over all couplings, its value certified, for random mechanisms."""
    source, sides = random.Random(44), Sides()
    with working_precision(BITS):
        for sample in range(80):
            datasets, outputs = source.randrange(2, 6), source.randrange(2, 4)
            first, second = (random_law(source, datasets, sample % 2) for _ in range(2))
            if sample % 8 == 7:  # two single datasets have one coupling
                first, second = (tuple(Fraction(i == j) for i in range(datasets)) for j in (0, 1))
            # every second mechanism is far from constant, every third has impossible outputs
            channel = random_channel(source, datasets, outputs, int(sample % 3 > 0))
            if sample % 2:
                channel = [tuple(m**3 / sum(x**3 for x in row) for m in row) for row in channel]
            for name, divergence in DIVERGENCES.items():
                costs = [[enclosed(cost(divergence, a, b)) for b in channel] for a in channel]
                bound = infimum(first, second, costs) + EQUAL
                value = enclosed(
                    divergence(output_law(first, channel), output_law(second, channel))
                )
                finding = "A coupling costs less than the divergence of the outputs."
                case = dict[str, Any](divergence=name, P_1=first, P_2=second)
                sides.at_most(value, bound, finding, **case)
    need_tight(sides)
    return proof.verdict(sharpness=sides.sharpness)


def _diagonal(first: Law, second: Law) -> Coupling:
    """Wrong: the overlap alone, without the rest of the mass."""
    return tuple(
        tuple(min(p, q) if i == j else Fraction(0) for j, q in enumerate(second))
        for i, p in enumerate(first)
    )


@checks("thesis.prop4.7")
@mutant("independent draws", coupler=independent_coupling)
@mutant("equal quantiles", coupler=monotone_coupling)
@mutant("the overlap only", coupler=_diagonal)
@mutant("marginals exchanged", coupler=lambda p, q: finite_coupling(q, p))
def maximal_coupling(
    coupler: Callable[[Law, Law], Coupling] = finite_coupling, proof: Proof = WRITTEN
) -> Verdict:
    """All pairs of laws with masses k/6 on three points, and random ones; nothing does better."""
    steps = [(a, b) for a, b in product(range(7), repeat=2) if a + b <= 6]
    grid: list[Law] = [(Fraction(a, 6), Fraction(b, 6), Fraction(6 - a - b, 6)) for a, b in steps]
    source = random.Random(47)
    pairs: list[tuple[Law, Law]] = list(product(grid, grid))
    for _ in range(20):
        size = source.randrange(1, 7)
        pairs.append((random_law(source, size, 0), random_law(source, size, 0)))
    for place, (first, second) in enumerate(pairs):
        coupling = coupler(first, second)
        mass, apart = disagreement(coupling), total_variation(first, second)
        # the largest P(E) - Q(E), which no coupling can undercut
        event = sum((p - q for p, q in zip(first, second, strict=True) if p > q), Fraction(0))
        case = dict[str, Any](P=first, Q=second, apart=mass, TV=apart)
        joins = marginals(coupling) == (first, second) and min(map(min, coupling)) >= 0
        require(joins, "It is not a coupling of the two laws.", Grade.PROVED, **case)
        require(mass == apart == event, "It is not maximal.", Grade.PROVED, **case)
        if place % 40 == 0:
            best = optimal_coupling(first, second, lambda i, j: int(i != j))
            finding = "A coupling disagrees less."
            require(best.lower == mass, finding, Grade.PROVED, **case, least=best.upper)
    return proof.verdict()
