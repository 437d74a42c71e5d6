"""Divergences of exact finite laws: against events, against the certified ones, and mutants."""

import math
import random
from fractions import Fraction
from itertools import product
import pytest
from banditproof.theory.accounting.finite_divergences import hockey_stick, renyi_of_laws
from banditproof.theory.balls import lower, upper, working_precision
from banditproof.theory.transport import total_variation
from banditproof.verify.exact_laws.law_divergences import (
    divergence_of_laws,
    excess,
    kl_divergence,
    largest_ratio,
    moment,
    renyi,
    worst_delta,
    worst_moment,
    worst_ratio,
)

FACTORS = (Fraction(1), Fraction(6, 5), Fraction(3))


def laws(seed: int, size: int = 5, least: int = 1) -> list[tuple[Fraction, ...]]:
    source = random.Random(seed)
    results = []
    for _ in range(2):
        weights = [source.randint(least, 9) for _ in range(size)]
        weights[source.randrange(size)] += 1
        results.append(tuple(Fraction(w, sum(weights)) for w in weights))
    return results


def over_events(p, q, factor) -> Fraction:
    gains = [x - factor * y for x, y in zip(p, q, strict=True)]
    events = product((0, 1), repeat=len(p))
    return max(sum(gain * e for gain, e in zip(gains, event, strict=True)) for event in events)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("factor", FACTORS)
def test_the_excess_is_the_supremum_over_events(seed, factor):
    p, q = laws(seed, least=0)
    assert excess(p, q, factor) == over_events(p, q, factor) == hockey_stick(p, q, factor)
    assert excess(p, q, 1) == total_variation(p, q)
    if factor > 1:  # a mutant: half the absolute differences
        distance = sum(abs(x - factor * y) for x, y in zip(p, q, strict=True)) / 2
        assert distance != excess(p, q, factor)


def test_the_order_of_the_laws_matters():
    p, q = (Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2))
    assert (largest_ratio(p, q), largest_ratio(q, p)) == (2, math.inf)
    assert (moment(p, q, 3), moment(q, p, 3)) == (4, math.inf)
    assert divergence_of_laws(q, p).lo == math.inf


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("order", [2, 3, 7])
def test_moments_and_divergences_are_the_certified_ones(seed, order):
    p, q = laws(seed)
    known = renyi_of_laws(p, q, order)
    with working_precision(160):
        result = renyi(p, q, order)
        assert lower(result) <= known.hi
        assert known.lo <= upper(result)
        kl = kl_divergence(p, q)
        certified = divergence_of_laws(p, q)
        assert lower(kl) <= certified.hi
        assert certified.lo <= upper(kl)
    assert math.isclose(math.log(moment(p, q, order)) / (order - 1), float(known), rel_tol=1e-12)
    assert float(known) >= float(certified)  # D_alpha does not fall in alpha


@pytest.mark.parametrize("seed", range(5))
def test_mappings_sequences_and_weights_are_one(seed):
    p, q = laws(seed)
    scale = math.lcm(*(x.denominator for x in (*p, *q)))
    maps = [dict(enumerate(law)) for law in (p, q)]
    weights = [tuple(int(x * scale) for x in law) for law in (p, q)]
    assert largest_ratio(p, q) == largest_ratio(*maps) == largest_ratio(*weights)
    assert excess(p, q, 2) == excess(*maps, 2) == excess(*weights, 2) / scale
    assert moment(p, q, 2) == moment(*maps, 2) == moment(*weights, 2) / scale
    # an outcome that is not listed has mass 0
    assert largest_ratio({0: Fraction(1)}, {1: Fraction(1)}) == math.inf
    assert excess({0: Fraction(1)}, {1: Fraction(1)}, 5) == 1


def test_the_worst_of_several_pairs():
    pairs = [tuple(laws(seed)) for seed in range(6)]
    assert worst_delta(pairs, 2) == max(excess(p, q, 2) for p, q in pairs)
    assert worst_ratio(pairs) == max(largest_ratio(p, q) for p, q in pairs)
    assert worst_moment(pairs, 2) == max(moment(p, q, 2) for p, q in pairs)
    assert (worst_delta([], 2), worst_ratio([]), worst_moment([], 2)) == (0, 1, 1)
