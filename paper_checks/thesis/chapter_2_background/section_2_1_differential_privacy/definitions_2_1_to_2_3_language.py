"""Claims about mechanisms, neighbours and the two definitions of privacy: Definitions 2.1-2.3."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any
from flint import arb
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import (
    RATIOS,
    Data,
    Law,
    bit_lists,
    distance,
    excess,
    neighbours,
    random_law,
    random_mechanism,
)
from banditproof.paper_checks.models.finite_pairs import coin, events, kl_divergence, mass, renyi
from banditproof.paper_checks.models.own_divergences import need_own_divergences
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, points, require
from banditproof.theory.accounting.finite_divergences import zcdp_of_laws
from banditproof.theory.balls import ball, enclose, working_precision
from banditproof.theory.enclosure import Enclosure

Algorithm = Callable[[Data, Data], int]
"""The output as a function of the data and of fair coin flips."""
COINS = 3


def noisy_count(data: Data, flips: Data) -> int:
    """The number of ones, plus the first flip, minus the second; the third is not used."""
    return sum(data) + flips[0] - flips[1] + 1


def _one_of_the_first(data: Data, flips: Data) -> int:
    return data[0] if flips[0] else data[-1] + 1


def law_of_flips(algorithm: Algorithm, data: Data) -> Law:
    """The law of the output when the coins are flipped."""
    outputs = [algorithm(data, flips) for flips in bit_lists(COINS)]
    return tuple(Fraction(outputs.count(o), len(outputs)) for o in range(len(data) + 3))


def _law_of_distinct_outputs(algorithm: Algorithm, data: Data) -> Law:
    outputs = {algorithm(data, flips) for flips in bit_lists(COINS)}
    return tuple(Fraction(o in outputs, len(outputs)) for o in range(len(data) + 3))


@checks("thesis.def2.1")
@mutant("outputs are counted without their coins", law=_law_of_distinct_outputs)
@mutant(
    "weights that do not add up to 1",
    law=lambda algorithm, data: tuple(2 * p for p in law_of_flips(algorithm, data)),
)
def mechanisms_are_laws(law: Callable[[Algorithm, Data], Law] = law_of_flips) -> Verdict:
    """Two algorithms on three flips: every event's probability is counted on the coins."""
    for algorithm in (noisy_count, _one_of_the_first):
        for data in bit_lists(2) + bit_lists(3):
            result = law(algorithm, data)
            outputs = [algorithm(data, flips) for flips in bit_lists(COINS)]
            for event in events(len(result)):
                counted = Fraction(sum(event[o] for o in outputs), len(outputs))
                right = mass(result, event) == counted and sum(result) == 1
                finding = "The law is not that of the output."
                require(right, finding, algorithm=algorithm, data=data, law=result, event=event)
    return points()


def _steps(data: Data, values: int, adjacent: Callable[[Data, Data], bool]) -> dict[Data, int]:
    """The least number of neighbouring steps from one dataset to each other one."""
    everything = list(product(range(values), repeat=len(data)))
    reached, frontier, step = {data: 0}, [data], 0
    while frontier:
        step += 1
        frontier = [
            e for e in everything if e not in reached and any(adjacent(d, e) for d in frontier)
        ]
        reached.update(dict.fromkeys(frontier, step))
    return reached


@checks("thesis.def2.2")
@mutant("neighbours differ in exactly one record", adjacent=lambda d, e: distance(d, e) == 1)
@mutant(
    "sum of absolute differences",
    hamming=lambda d, e: sum(abs(x - y) for x, y in zip(d, e, strict=True)),
)
@mutant("one record more or less", adjacent=lambda d, e: abs(sum(d) - sum(e)) <= 1)
def neighbouring_datasets(
    hamming: Callable[[Data, Data], int] = distance,
    adjacent: Callable[[Data, Data], bool] = lambda d, e: distance(d, e) <= 1,
) -> Verdict:
    """The axioms of a metric, the graph of neighbours, and the sensitivity of a mean."""
    values = 3
    for size in (1, 2, 3):
        everything = list(product(range(values), repeat=size))
        for d in everything:
            steps = _steps(d, values, adjacent)
            for e in everything:
                gap = hamming(d, e)
                metric = (gap == 0) == (d == e) and gap == hamming(e, d)
                triangle = all(gap <= hamming(d, f) + hamming(f, e) for f in everything)
                right = metric and triangle and adjacent(d, d) and steps.get(e) == gap
                finding = "The distance is not that of the graph of neighbours."
                require(right, finding, data=(d, e), distance=gap, steps=steps.get(e))
        pairs = [(d, e) for d in everything for e in everything if adjacent(d, e)]
        widest = max(abs(Fraction(sum(d) - sum(e), (values - 1) * size)) for d, e in pairs)
        right = widest == Fraction(1, size)
        require(right, "A mean of values in [0, 1] moves by another number.", n=size, gap=widest)
    return points()


ORDERS = tuple(map(Fraction, ("1.001", "1.01", "1.1", "1.5", "2", "3", "7", "30", "200")))
INTERIOR = ((Fraction(1, 20), Fraction(19, 20)), (Fraction(1, 200), Fraction(199, 200)))
"""A pair of laws whose D_alpha / alpha is largest in the interior."""


@checks("thesis.def2.3")
@mutant(
    "one outcome for an event",
    delta=lambda P, Q, ratio: max(p - ratio * q for p, q in zip(P, Q, strict=True)),
)
@mutant("order 2 only", rho=lambda P, Q: Enclosure.of(renyi(P, Q, 2) / 2))
@mutant("order 1 only", rho=lambda P, Q: Enclosure.of(kl_divergence(P, Q)))
def two_notions(
    delta: Callable[[Law, Law, Fraction], Fraction] = excess,
    rho: Callable[[Law, Law], Enclosure] = lambda P, Q: zcdp_of_laws(P, Q, digits=12),
) -> Verdict:
    """The supremum over all events, and the supremum over orders against a grid and a limit."""
    need_own_divergences()
    source = random.Random(23)
    for _ in range(25):
        mechanism = random_mechanism(source, 2, 4)
        for d, e in neighbours(2):
            for ratio in RATIOS:
                first, second = mechanism(d), mechanism(e)
                best = max(mass(first, a) - ratio * mass(second, a) for a in events(4))
                finding = "The sum of positive parts is not the supremum over events."
                require(
                    delta(first, second, ratio) == best, finding, P=first, Q=second, ratio=ratio
                )
    pairs = [(coin(ratio, 0), coin(ratio, 1)) for ratio in (Fraction(6, 5), Fraction(20))]
    pairs += [INTERIOR, *((random_law(source, 3), random_law(source, 3)) for _ in range(6))]
    with working_precision(192):
        for first, second in pairs:
            result = rho(first, second)
            case: dict[str, Any] = {"P": first, "Q": second, "rho": result}
            limit, *orders = (
                kl_divergence(first, second),
                *(renyi(first, second, a) for a in ORDERS),
            )
            scaled = [value / ball(a) for value, a in zip(orders, ORDERS, strict=True)]
            for value in (*scaled, limit):
                require(at_most(value, ball(result.upper)), "Some order needs more.", **case)
            for less, more in pairwise([limit, *orders]):
                require(at_most(less, more), "A Renyi divergence decreases in its order.", **case)
            near = at_most(ball(result.lower) * arb("0.999"), _polished(first, second))
            require(near, "A smaller rho is enough.", **case)
    top = max(ORDERS, key=lambda a: float(renyi(*INTERIOR, a) / ball(a)))
    inner = enclose(lambda: renyi(*INTERIOR, top) / ball(top), 10)
    ends = enclose(lambda: kl_divergence(*INTERIOR), 10)
    need(inner > ends, "The example has no maximum in the interior")
    return points(numbers={"interior: D_alpha/alpha": inner, "interior: limit at 1": ends})


def _polished(first: Law, second: Law) -> arb:
    """The largest D_alpha / alpha that a search over orders near 1 to 1000 finds, as a ball."""
    grid = [1 + Fraction(2**k, 2**40) for k in range(0, 50, 2)]
    values = [(float(renyi(first, second, a) / ball(a)), a) for a in grid]
    centre = max(values)[1] - 1
    fine = [1 + centre * Fraction(k, 32) for k in range(8, 129)]
    best = max(fine, key=lambda a: float(renyi(first, second, a) / ball(a)))
    return renyi(first, second, best) / ball(best)
