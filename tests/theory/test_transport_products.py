"""Products of laws and of couplings, and the transport of datasets of independent records."""

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import strategies as st

from banditproof.theory import Enclosure, optimal_coupling
from banditproof.theory.concentration import binomial_law
from banditproof.theory.transport import (
    bernoulli_coupling,
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


def check_product(for_all, coupler):
    def coupled(pairs):
        joint = product_coupling([coupler(bit(a), bit(b)) for a, b in pairs])
        p, q = laws(pairs)
        assert marginals(joint) == (product_law(p), product_law(q))
        apart = [total_variation(a, b) for a, b in zip(p, q, strict=True)]
        assert disagreement(joint) == 1 - math.prod(1 - t for t in apart)
        distances = hamming_distances(2, len(pairs))
        assert expected_cost(joint, distances) == hamming_transport_of_products(p, q)
        squares = squared_hamming_distances(2, len(pairs))
        assert expected_cost(joint, squares) == squared_hamming_bounds(apart)[1]

    for_all(coupled, PAIRS, examples=20)


def test_products_of_maximal_couplings(for_all, rejects):
    check_product(for_all, finite_coupling)
    rejects(check_product, for_all, independent_coupling)
    rejects(check_product, for_all, lambda p, q: finite_coupling(q, p))


def test_coordinates_of_different_sizes():
    p = [["0.5", "0.5"], ["0.2", "0.3", "0.5"]]
    q = [["0.1", "0.9"], ["0.5", "0.5", 0]]
    joint = product_coupling([finite_coupling(a, b) for a, b in zip(p, q, strict=True)])
    assert len(joint) == 6
    assert marginals(joint) == (product_law(p), product_law(q))
    assert product_law(p)[1 * 3 + 2] == Fraction(1, 4)
    assert product_law([]) == (1,)


def check_hamming(for_all, least):
    """Against the exact transport of the whole product."""

    def exact(pairs):
        p, q = laws(pairs)
        best = optimal_coupling(product_law(p), product_law(q), hamming_distances(2, len(pairs)))
        assert least(p, q) == best.lower == best.upper

    for_all(exact, PAIRS, examples=20)


def test_the_least_hamming_distance_is_the_sum_of_total_variations(for_all, rejects):
    check_hamming(for_all, hamming_transport_of_products)
    rejects(check_hamming, for_all, lambda p, q: total_variation(product_law(p), product_law(q)))


def check_squared(for_all, bounds):
    def between(pairs):
        p, q = laws(pairs)
        apart = [total_variation(a, b) for a, b in zip(p, q, strict=True)]
        squares = squared_hamming_distances(2, len(pairs))
        low, high = bounds(apart)
        assert low <= optimal_coupling(product_law(p), product_law(q), squares).lower <= high

    for_all(between, PAIRS, examples=20)


def test_bounds_of_the_squared_distance(for_all, rejects):
    check_squared(for_all, squared_hamming_bounds)
    rejects(check_squared, for_all, lambda t: (squared_hamming_bounds(t)[1], 100))
    rejects(check_squared, for_all, lambda t: (0, squared_hamming_bounds(t)[0]))
    rejects(check_squared, for_all, lambda t: (0, sum(t) ** 2))


def check_binomials(for_all, closed_form):
    def exact(n, p, q):
        one, other = product_law([bit(p)] * n), product_law([bit(q)] * n)
        best = optimal_coupling(one, other, squared_hamming_distances(2, n))
        assert closed_form(n, p, q) == best.lower == best.upper

    for_all(exact, st.integers(0, 4), MEANS, MEANS, examples=12)


def test_iid_bits_travel_as_their_counts(for_all, rejects):
    check_binomials(for_all, squared_wasserstein_binomials)
    rejects(check_binomials, for_all, lambda n, p, q: squared_hamming_bounds([abs(p - q)] * n)[1])
    rejects(check_binomials, for_all, lambda n, p, q: squared_hamming_bounds([abs(p - q)] * n)[0])
    rejects(check_binomials, for_all, lambda n, p, q: (n * (p - q)) ** 2)


@pytest.mark.parametrize(("n", "p", "q"), [(6, "0.4", "0.6"), (6, "0.1", "0.75")])
def test_six_iid_bits(n, p, q):
    one, other = (product_law([bit(Fraction(mean))] * n) for mean in (p, q))
    best = optimal_coupling(one, other, squared_hamming_distances(2, n))
    assert best.lower == best.upper == squared_wasserstein_binomials(n, p, q)


@pytest.mark.slow
def test_eight_iid_bits():
    one, other = (product_law([bit(Fraction(mean))] * 8) for mean in ("0.4", "0.7"))
    best = optimal_coupling(one, other, squared_hamming_distances(2, 8))
    assert best.lower == best.upper == squared_wasserstein_binomials(8, "0.4", "0.7")


def nested(k, m, n):
    """The law of the datasets with k and m ones in the first places of a random permutation."""
    size = math.comb(n, max(k, m)) * math.comb(max(k, m), min(k, m))
    for x, y in product(product((0, 1), repeat=n), repeat=2):
        over = all((a >= b) if k >= m else (a <= b) for a, b in zip(x, y, strict=True))
        if (sum(x), sum(y)) == (k, m) and over:
            yield x, y, Fraction(1, size)


def test_the_coupling_behind_the_closed_form():
    """Its marginals are the iid laws, and its distance is that of the counts; for p > q too."""
    from banditproof.theory.concentration import binomial_law

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


def test_counts_travel_monotonically(for_all):
    weights = st.lists(st.integers(0, 5), min_size=1, max_size=5).filter(any)

    def same(one, other):
        p, q = ([Fraction(w, sum(side)) for w in side] for side in (one, other))
        best = optimal_coupling(p, q, lambda i, j: (i - j) ** 2)
        assert squared_wasserstein_of_counts(p, q) == best.lower
        assert marginals(monotone_coupling(p, q)) == (tuple(p), tuple(q))

    for_all(same, weights, weights, examples=20)


def check_product_variation(for_all, bounds):
    def inside(pairs):
        p, q = laws(pairs)
        found = bounds(p, q)
        exact = total_variation(product_law(p), product_law(q))
        assert found.contains(exact)
        assert (
            found.hi <= sum(total_variation(a, b) for a, b in zip(p, q, strict=True)) or exact == 1
        )
        if len(pairs) == 1:
            assert found.lo == found.hi

    for_all(inside, PAIRS, examples=20)


def test_the_total_variation_of_products(for_all, rejects):
    check_product_variation(for_all, total_variation_of_products)

    def largest(p, q):
        value = max(total_variation(a, b) for a, b in zip(p, q, strict=True))
        return Enclosure.of(value)

    def disagreement_of_maximal(p, q):
        value = 1 - math.prod(1 - total_variation(a, b) for a, b in zip(p, q, strict=True))
        return Enclosure.of(value)

    rejects(check_product_variation, for_all, largest)
    rejects(check_product_variation, for_all, disagreement_of_maximal)


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


def test_bad_input_gets_a_sentence():
    fair = ["0.5", "0.5"]
    for call, message in [
        (lambda: product_law([["0.5", "0.6"]]), "The law 1 sums to"),
        (lambda: product_law([fair] * 30), "give factors with at most"),
        (lambda: product_coupling([bernoulli_coupling(0, 1)] * 30), "give factors with at most"),
        (lambda: product_coupling([((Fraction(1, 2),),)]), "The law of coupling 1 sums to"),
        (lambda: total_variation_of_products([fair], []), "give equally many"),
        (lambda: total_variation_of_products([fair], [[1]]), "give both on the same points"),
        (lambda: hamming_transport_of_products([fair], [fair] * 2), "give equally many"),
        (lambda: hamming_distances(2, 11), "give at most 1024"),
        (lambda: hamming_distances(0, 1), "points is 0; give"),
        (lambda: squared_wasserstein_binomials(-1, 0, 0), "give"),
        (lambda: squared_wasserstein_binomials(3, 2, 0), "outside"),
        (lambda: squared_wasserstein_binomials(10**6, 0, 1), "give at most 2000 records"),
        (lambda: squared_wasserstein_binomials(3, 0.5, None), "None is not a number"),
        (lambda: squared_hamming_bounds([2]), "t_1 is 2"),
        (lambda: squared_hamming_bounds(0.5), "give a list of numbers"),
        (lambda: squared_hamming_bounds("0.5"), "give a list of numbers"),
        (lambda: product_coupling([[["0.5", "0.5"], [0]]]), "rows of the coupling differ"),
        (lambda: marginals([[1], [0, 0]]), "rows of the coupling differ"),
        (lambda: expected_cost([[Fraction(1)]], [[1, 2]]), "give one cost for each mass"),
        (lambda: total_variation(fair, None), "The law q is None; give a list"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()
