"""Lemma E.1 by exact density ratios: noisy cumulative sums are eps-DP, and mutants are not."""

import math
from fractions import Fraction
from itertools import accumulate, pairwise
from hypothesis import given, settings
from hypothesis import strategies as st
from banditproof.verify.linear_releases import LinearReleases

REPEATABLE = settings(max_examples=60, deadline=None, derandomize=True, database=None)
ZERO, ONE = Fraction(0), Fraction(1)
UNIT = st.fractions(0, 1, max_denominator=12)
VALUES = st.fractions(-6, 12, max_denominator=8)
BUDGETS = st.fractions(Fraction(1, 10), 4, max_denominator=10)


def membership(sizes):
    """One row per block: which rewards it sums."""
    ends = [0, *accumulate(sizes)]
    return tuple(
        tuple(ONE if low <= i < high else ZERO for i in range(ends[-1]))
        for low, high in pairwise(ends)
    )


def summed(rows):
    """Row k becomes the sum of rows 0..k."""
    return tuple(accumulate(rows, lambda a, b: tuple(x + y for x, y in zip(a, b, strict=True))))


def identity(n):
    return tuple(tuple(ONE if i == j else ZERO for j in range(n)) for i in range(n))


@st.composite
def releases(draw):
    """Block sizes, a budget, two neighbouring lists of rewards in [0, 1], and an outcome."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    left = draw(st.lists(UNIT, min_size=sum(sizes), max_size=sum(sizes)))
    t = draw(st.integers(0, sum(sizes) - 1))
    right = [*left[:t], draw(UNIT), *left[t + 1 :]]
    values = draw(st.lists(VALUES, min_size=len(sizes), max_size=len(sizes)))
    return sizes, draw(BUDGETS), left, right, t, values


@REPEATABLE
@given(releases())
def test_noisy_cumulative_sums_are_private(case):
    """|log ratio| <= eps, from the block of the replaced reward alone."""
    sizes, eps, left, right, t, values = case
    blocks, n = membership(sizes), len(sizes)
    scheme = LinearReleases(summed(blocks), summed(identity(n)), (1 / eps,) * n)
    ratio = scheme.log_ratio(values, left, right)
    assert abs(ratio) <= eps * abs(left[t] - right[t]) <= eps
    block = next(k for k, row in enumerate(blocks) if row[t])
    step = values[block] - (values[block - 1] if block else 0)
    sums = [sum(c * r for c, r in zip(blocks[block], x, strict=True)) for x in (left, right)]
    assert ratio == eps * (abs(step - sums[1]) - abs(step - sums[0]))


@REPEATABLE
@given(releases())
def test_prefix_sums_are_post_processing(case):
    """The density ratio of cumulative sums is that of the block sums: the Jacobian is 1."""
    sizes, eps, left, right, _, values = case
    blocks, n = membership(sizes), len(sizes)
    by_block = LinearReleases(blocks, identity(n), (1 / eps,) * n)
    cumulative = LinearReleases(summed(blocks), summed(identity(n)), (1 / eps,) * n)
    prefixes = list(accumulate(values))
    assert by_block.log_ratio(values, left, right) == cumulative.log_ratio(prefixes, left, right)


@REPEATABLE
@given(releases())
def test_the_loss_is_the_largest_ratio_and_is_attained(case):
    sizes, eps, left, right, _, values = case
    n = len(sizes)
    for rewards, noises in (
        (summed(membership(sizes)), summed(identity(n))),
        (summed(membership(sizes)), identity(n)),
        (membership(sizes), identity(n)),
    ):
        scheme = LinearReleases(rewards, noises, (1 / eps,) * n)
        assert abs(scheme.log_ratio(values, left, right)) <= scheme.loss()
    # the first reward of the first block, replaced from 1 to 0, with outcomes far below
    ones, zero = [ONE] * sum(sizes), [ZERO] + [ONE] * (sum(sizes) - 1)
    prefix = LinearReleases(summed(membership(sizes)), identity(n), (1 / eps,) * n)
    far = [Fraction(-100)] * n
    assert abs(prefix.log_ratio(far, ones, zero)) == prefix.loss()


@REPEATABLE
@given(releases())
def test_the_loss_of_each_scheme_is_known(case):
    """Right: eps. Half the noise: 2 eps. Fresh noise on raw prefixes: eps per later release."""
    sizes, eps, *_ = case
    blocks, n = membership(sizes), len(sizes)
    scales = (1 / eps,) * n
    assert LinearReleases(summed(blocks), summed(identity(n)), scales).loss() == eps
    halved = LinearReleases(blocks, identity(n), tuple(s / 2 for s in scales))
    assert halved.loss() == 2 * eps
    assert LinearReleases(summed(blocks), identity(n), scales).loss() == n * eps
    twice = tuple(tuple(2 * x for x in row) for row in blocks)
    assert LinearReleases(twice, identity(n), scales).loss() == 2 * eps
    reused = LinearReleases(blocks, ((ONE,),) * n, (1 / eps,))
    assert reused.loss() == (math.inf if n > 1 else eps)


@REPEATABLE
@given(releases())
def test_half_the_noise_exceeds_the_budget_somewhere(case):
    sizes, eps, *_ = case
    n = len(sizes)
    scheme = LinearReleases(membership(sizes), identity(n), (1 / (2 * eps),) * n)
    ones, zero = [ONE] * sum(sizes), [ZERO] + [ONE] * (sum(sizes) - 1)
    assert abs(scheme.log_ratio([Fraction(-50)] * n, ones, zero)) > eps


def test_a_copy_of_a_release_costs_nothing_more():
    scheme = LinearReleases(((ONE,), (ONE + ONE,)), ((ONE,), (ONE + ONE,)), (ONE,))
    assert scheme.loss() == 1
