"""Products of laws and of couplings, and the transport of datasets of independent records."""

import math
from fractions import Fraction
from itertools import product
import pytest
from hypothesis import strategies as st
from properties import for_all, rejects
from banditproof.theory import Enclosure, optimal_coupling
from banditproof.theory.concentration import binomial_law
from banditproof.theory.transport import (
    disagreement,
    expected_cost,
    finite_coupling,
    hamming_distances,
    hamming_transport_of_products,
    independent_coupling,
    marginals,
    monotone_coupling,
    product_coupling,
    product_law,
    squared_hamming_bounds,
    squared_hamming_distances,
    squared_wasserstein_binomials,
    squared_wasserstein_of_counts,
    total_variation,
    total_variation_of_products,
)

MEANS = st.integers(0, 10).map(lambda k: Fraction(k, 10))
PAIRS = st.lists(st.tuples(MEANS, MEANS), min_size=1, max_size=3)


def bit(mean):
    return (1 - mean, mean)


def laws(pairs):
    return [bit(a) for a, _ in pairs], [bit(b) for _, b in pairs]


@for_all(PAIRS, examples=20)
def check_product(pairs, coupler):
    joint = product_coupling([coupler(bit(a), bit(b)) for a, b in pairs])
    p, q = laws(pairs)
    assert marginals(joint) == (product_law(p), product_law(q))
    apart = [total_variation(a, b) for a, b in zip(p, q, strict=True)]
    assert disagreement(joint) == 1 - math.prod(1 - t for t in apart)
    distances = hamming_distances(2, len(pairs))
    assert expected_cost(joint, distances) == hamming_transport_of_products(p, q)
    squares = squared_hamming_distances(2, len(pairs))
    assert expected_cost(joint, squares) == squared_hamming_bounds(apart)[1]


def test_products_of_maximal_couplings():
    check_product(finite_coupling)
    rejects(check_product, independent_coupling)
    rejects(check_product, lambda p, q: finite_coupling(q, p))


def test_coordinates_of_different_sizes():
    p = [["0.5", "0.5"], ["0.2", "0.3", "0.5"]]
    q = [["0.1", "0.9"], ["0.5", "0.5", 0]]
    joint = product_coupling([finite_coupling(a, b) for a, b in zip(p, q, strict=True)])
    assert len(joint) == 6
    assert marginals(joint) == (product_law(p), product_law(q))
    assert product_law(p)[1 * 3 + 2] == Fraction(1, 4)
    assert product_law([]) == (1,)


@for_all(PAIRS, examples=20)
def check_hamming(pairs, least):
    """Against the exact transport of the whole product."""
    p, q = laws(pairs)
    best = optimal_coupling(product_law(p), product_law(q), hamming_distances(2, len(pairs)))
    assert least(p, q) == best.lower == best.upper


def test_the_least_hamming_distance_is_the_sum_of_total_variations():
    check_hamming(hamming_transport_of_products)
    rejects(check_hamming, lambda p, q: total_variation(product_law(p), product_law(q)))


@for_all(PAIRS, examples=20)
def check_squared(pairs, bounds):
    p, q = laws(pairs)
    apart = [total_variation(a, b) for a, b in zip(p, q, strict=True)]
    squares = squared_hamming_distances(2, len(pairs))
    low, high = bounds(apart)
    assert low <= optimal_coupling(product_law(p), product_law(q), squares).lower <= high


def test_bounds_of_the_squared_distance():
    check_squared(squared_hamming_bounds)
    rejects(check_squared, lambda t: (squared_hamming_bounds(t)[1], 100))
    rejects(check_squared, lambda t: (0, squared_hamming_bounds(t)[0]))
    rejects(check_squared, lambda t: (0, sum(t) ** 2))


@for_all(st.integers(0, 4), MEANS, MEANS, examples=12)
def check_binomials(n, p, q, closed_form):
    first, second = product_law([bit(p)] * n), product_law([bit(q)] * n)
    best = optimal_coupling(first, second, squared_hamming_distances(2, n))
    assert closed_form(n, p, q) == best.lower == best.upper


def test_iid_bits_travel_as_their_counts():
    check_binomials(squared_wasserstein_binomials)
    rejects(check_binomials, lambda n, p, q: squared_hamming_bounds([abs(p - q)] * n)[1])
    rejects(check_binomials, lambda n, p, q: squared_hamming_bounds([abs(p - q)] * n)[0])
    rejects(check_binomials, lambda n, p, q: (n * (p - q)) ** 2)


@pytest.mark.parametrize(
    ("n", "p", "q"),
    [(6, "0.4", "0.6"), (6, "0.1", "0.75"), pytest.param(8, "0.4", "0.7", marks=pytest.mark.slow)],
)
def test_many_iid_bits(n, p, q):
    first, second = (product_law([bit(Fraction(mean))] * n) for mean in (p, q))
    best = optimal_coupling(first, second, squared_hamming_distances(2, n))
    assert best.lower == best.upper == squared_wasserstein_binomials(n, p, q)


def nested(k, m, n):
    """The law of the datasets with k and m ones in the first places of a random permutation."""
    size = math.comb(n, max(k, m)) * math.comb(max(k, m), min(k, m))
    for x, y in product(product((0, 1), repeat=n), repeat=2):
        over = all((a >= b) if k >= m else (a <= b) for a, b in zip(x, y, strict=True))
        if (sum(x), sum(y)) == (k, m) and over:
            yield x, y, Fraction(1, size)


def test_the_coupling_behind_the_closed_form():
    """Its marginals are the iid laws, and its distance is that of the counts; for p > q too."""
    n, distances = 3, hamming_distances(2, 3)
    place = {x: i for i, x in enumerate(product((0, 1), repeat=n))}
    for p, q in (("0.2", "0.7"), ("0.9", "0.4"), ("0.5", "0.5"), (0, 1)):
        plan = [[Fraction(0)] * 8 for _ in range(8)]
        counts = monotone_coupling(binomial_law(n, p), binomial_law(n, q))
        for k, m in product(range(n + 1), repeat=2):
            for x, y, share in nested(k, m, n):
                plan[place[x]][place[y]] += counts[k][m] * share
                assert distances[place[x]][place[y]] == abs(k - m)
        laws_of_bits = [product_law([bit(Fraction(mean))] * n) for mean in (p, q)]
        assert marginals(tuple(map(tuple, plan))) == tuple(laws_of_bits)
        squares = squared_hamming_distances(2, n)
        assert expected_cost(plan, squares) == squared_wasserstein_binomials(n, p, q)


def test_printed_numbers_of_the_squared_distance():
    values = [
        (2, "0.4", "0.6"),
        (3, "0.4", "0.6"),
        (4, "0.4", "0.6"),
        (4, "0.1", "0.3"),
        (4, 0, "0.5"),
    ]
    expected = ["0.4", "0.6", "0.8", "0.8804", "5"]
    assert [squared_wasserstein_binomials(*v) for v in values] == list(map(Fraction, expected))
    assert squared_hamming_bounds(["0.2"] * 4) == (Fraction(4, 5), Fraction(32, 25))
    assert squared_hamming_bounds(["0.5"] * 4)[0] == 4
    far = squared_wasserstein_binomials(100, "0.4", "0.6")
    assert round(float(far), 3) == 400.065
    assert squared_wasserstein_binomials(0, "0.4", "0.6") == 0
    assert squared_wasserstein_binomials(7, "0.3", "0.3") == 0
    assert squared_wasserstein_binomials(7, 1, 0) == 49


@for_all(
    st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any),
    st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any),
    examples=20,
)
def test_counts_travel_monotonically(one, other):
    p, q = ([Fraction(w, sum(side)) for w in side] for side in (one, other))
    best = optimal_coupling(p, q, lambda i, j: (i - j) ** 2)
    assert squared_wasserstein_of_counts(p, q) == best.lower
    assert marginals(monotone_coupling(p, q)) == (tuple(p), tuple(q))


@for_all(PAIRS, examples=20)
def check_product_variation(pairs, bounds):
    p, q = laws(pairs)
    result = bounds(p, q)
    exact = total_variation(product_law(p), product_law(q))
    assert result.contains(exact)
    assert result.hi <= sum(total_variation(a, b) for a, b in zip(p, q, strict=True)) or exact == 1
    if len(pairs) == 1:
        assert result.lo == result.hi


def test_the_total_variation_of_products():
    check_product_variation(total_variation_of_products)

    def largest(p, q):
        value = max(total_variation(a, b) for a, b in zip(p, q, strict=True))
        return Enclosure.of(value)

    def disagreement_of_maximal(p, q):
        value = 1 - math.prod(1 - total_variation(a, b) for a, b in zip(p, q, strict=True))
        return Enclosure.of(value)

    rejects(check_product_variation, largest)
    rejects(check_product_variation, disagreement_of_maximal)


def test_many_coordinates_need_no_product():
    fair, bent = ["0.5", "0.5"], ["0.45", "0.55"]
    bounds = total_variation_of_products([fair] * 500, [bent] * 500)
    assert 0.45 < bounds.lo < bounds.hi < 0.85
    tiny = total_variation_of_products([["0.5", "0.5"]] * 3, [[0.5 - 2**-50, 0.5 + 2**-50]] * 3)
    assert Fraction(1, 2**50) <= tiny.lo < tiny.hi <= Fraction(3, 2**50)
    assert total_variation_of_products([fair] * 2, [fair, [0, 1]]) == Enclosure(
        *[Fraction(1, 2)] * 2
    )
    assert total_variation_of_products([[0, 1], fair], [[1, 0], bent]).lo == 1


def test_one_possible_record_makes_one_dataset():
    assert hamming_distances(1, 0) == hamming_distances(1, 10**9) == ((0,),)


def test_the_squared_distance_of_many_iid_bits_is_that_of_their_counts():
    for n, p, q in [(0, 0, 1), (1, "0.3", 1), (17, 0.1, "2/7"), (40, "1e-30", "0.5")]:
        counts = squared_wasserstein_of_counts(binomial_law(n, p), binomial_law(n, q))
        assert squared_wasserstein_binomials(n, p, q) == counts
