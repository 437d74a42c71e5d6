"""Transport of datasets: the least expected Hamming distance and its square.

Thesis, Section 4.2.1, (4.3) and (4.4).
"""

from __future__ import annotations
import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.theory.exact import Number, exact_count, exact_law, exact_probability
from .maximal_coupling import Coupling, total_variation

MOST_RECORDS = 2_000
"""The most iid records: the digits of exact masses of more take too much memory."""

Distances = tuple[tuple[int, ...], ...]


def hamming_distances(points: int, records: int) -> Distances:
    """In how many records two datasets differ, for all pairs of datasets.

    The datasets are all tuples of `records` points out of `points`, as `itertools.product` orders
    them.

    >>> hamming_distances(2, 2)
    ((0, 1, 1, 2), (1, 0, 2, 1), (1, 2, 0, 1), (2, 1, 1, 0))
    """
    size, length = exact_count("points", points, 1), exact_count("records", records)
    if size == 1:
        return ((0,),)
    if length * math.log2(size) > 10:
        raise ValueError(f"There are {size}^{length} datasets; give at most 1024, for a table.")
    datasets = list(product(range(size), repeat=length))
    return tuple(
        tuple(sum(x != y for x, y in zip(dataset, other, strict=True)) for other in datasets)
        for dataset in datasets
    )


def squared_hamming_distances(points: int, records: int) -> Distances:
    """The squares of `hamming_distances`.

    >>> squared_hamming_distances(2, 2)[0]
    (0, 1, 1, 4)
    """
    return tuple(tuple(d * d for d in row) for row in hamming_distances(points, records))


def hamming_transport_of_products(
    p: Sequence[Sequence[Number]], q: Sequence[Sequence[Number]]
) -> Fraction:
    """The least expected Hamming distance of two product laws: sum_i TV(p_i, q_i), exact.

    The product of maximal couplings attains it; any coupling of the products couples each
    coordinate, which then differs with probability at least TV(p_i, q_i).

    >>> hamming_transport_of_products([["0.4", "0.6"]] * 4, [["0.6", "0.4"]] * 4)
    Fraction(4, 5)
    """
    if len(p) != len(q):
        raise ValueError(f"The products have {len(p)} and {len(q)} coordinates; give equally many.")
    return sum((total_variation(a, b) for a, b in zip(p, q, strict=True)), Fraction(0))


def monotone_coupling(p: Sequence[Number], q: Sequence[Number]) -> Coupling:
    """The coupling of two laws on ordered points that never crosses: equal quantiles, exact.

    It is optimal for every cost h(x - y) with convex h, and in general not for the Hamming cost.

    >>> [[str(m) for m in row] for row in monotone_coupling(["0.5", "0.5"], ["0.25", "0.75"])]
    [['1/4', '1/4'], ['0', '1/2']]
    """
    first, second = list(exact_law("p", p)), list(exact_law("q", q))
    plan = [[Fraction(0)] * len(second) for _ in first]
    for i, j, moved in _in_order(first, second):
        plan[i][j] += moved
    return tuple(map(tuple, plan))


def squared_wasserstein_of_counts(p: Sequence[Number], q: Sequence[Number]) -> Fraction:
    """W_2^2 of two laws on 0, 1, 2, ...: the least E (X - Y)^2, exact.

    >>> squared_wasserstein_of_counts(["0.5", "0.5"], [0, "0.5", "0.5"])
    Fraction(1, 1)
    """
    laws = exact_law("p", p), exact_law("q", q)
    unit = math.lcm(*(mass.denominator for law in laws for mass in law))
    first, second = ([mass.numerator * (unit // mass.denominator) for mass in law] for law in laws)
    return Fraction(_least_square(first, second), unit)


def _in_order(first: list[Any], second: list[Any]) -> Iterator[tuple[int, int, Any]]:
    """The masses that the monotone coupling moves from place to place; it uses up the lists."""
    i = j = 0
    while i < len(first) and j < len(second):
        moved = min(first[i], second[j])
        yield i, j, moved
        first[i] -= moved
        second[j] -= moved
        if first[i] == 0:
            i += 1
        else:
            j += 1


def _least_square(first: list[int], second: list[int]) -> int:
    """The cost of the monotone coupling for masses in whole numbers, which it uses up.

    Whole numbers add up without a greatest common divisor in every step.
    """
    return sum(moved * (i - j) ** 2 for i, j, moved in _in_order(first, second))


def squared_wasserstein_binomials(n: int, p: Number, q: Number) -> Fraction:
    """The least E d_Ham(D, D')^2 of n iid Ber(p) records and n iid Ber(q) records, exact.

    It equals W_2^2(Bin(n, p), Bin(n, q)). For d_Ham is at least the difference of the numbers of
    ones; and it is exactly that difference if, given the numbers k and l of ones, a random
    permutation places both, D in its first k and D' in its first l places. Both marginals are
    right because iid records are uniform given their number of ones.

    >>> squared_wasserstein_binomials(4, "0.4", "0.6")
    Fraction(4, 5)
    """
    records = exact_count("n", n)
    if records > MOST_RECORDS:
        raise ValueError(
            f"n is {records}; give at most {MOST_RECORDS} records: the exact value has as many "
            "digits as all of them together."
        )
    means = exact_probability("p", p), exact_probability("q", q)
    unit = math.lcm(*(mean.denominator for mean in means))
    first, second = (_binomial_masses(records, int(mean * unit), unit) for mean in means)
    return Fraction(_least_square(first, second), unit**records)


def _binomial_masses(n: int, ones: int, unit: int) -> list[int]:
    """Pr[Bin(n, ones / unit) = k] times unit^n for k = 0, ..., n."""
    return [math.comb(n, k) * ones**k * (unit - ones) ** (n - k) for k in range(n + 1)]


def exact_variations(tvs: Sequence[Number]) -> tuple[Fraction, ...]:
    """The total variations t_1, ..., t_n as exact numbers; raises ValueError otherwise.

    >>> exact_variations(["0.5", 1])
    (Fraction(1, 2), Fraction(1, 1))
    """
    if isinstance(tvs, str) or not isinstance(tvs, Iterable):
        raise ValueError(f"The total variations are {tvs!r}; give a list of numbers in [0, 1].")
    return tuple(exact_probability(f"t_{i + 1}", t) for i, t in enumerate(tvs))


def squared_hamming_bounds(tvs: Sequence[Number]) -> tuple[Fraction, Fraction]:
    """Bounds of the least E d_Ham^2 of two product laws, from t_i = TV(p_i, q_i) alone, exact.

    With m = sum t_i and f its fractional part: m^2 + f (1 - f) <= least <= m^2 + sum t_i (1 - t_i).
    The lower one is the least second moment of a whole number of mean at least m, the upper one
    is that of the product of maximal couplings. Thesis, Theorem 4.8.

    >>> squared_hamming_bounds(["0.2"] * 4)
    (Fraction(4, 5), Fraction(32, 25))
    """
    apart = exact_variations(tvs)
    mean = sum(apart, Fraction(0))
    part = mean - mean.numerator // mean.denominator
    spread = sum((t * (1 - t) for t in apart), Fraction(0))
    return mean**2 + part * (1 - part), mean**2 + spread
