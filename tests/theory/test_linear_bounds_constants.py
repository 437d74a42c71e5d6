"""Structure constants against random pull counts, and the minimax bounds on the cube."""

import random
from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from mpmath import mp, mpf

from banditproof.theory import LinearBandit
from banditproof.theory.balls import lower, upper, working_precision
from banditproof.theory.linear_bounds import (
    Structure,
    hypercube,
    printed_structure_constant,
    quotient_structure_constants,
    structure_constant,
)
from banditproof.theory.linear_bounds.quotient import coordinates, dot


def load(actions: list[list[int]], counts: list[Fraction], target: list[Fraction]) -> Fraction:
    """sum_j N_j |a_j^T G^-1 target| by solving with G in plain fractions."""
    size = len(target)
    work = [
        [
            *(
                sum(n * a[i] * a[j] for n, a in zip(counts, actions, strict=True))
                for j in range(size)
            ),
            target[i],
        ]
        for i in range(size)
    ]
    for column in range(size):
        pivot = next(r for r in range(column, size) if work[r][column] != 0)
        work[column], work[pivot] = work[pivot], work[column]
        work[column] = [x / work[column][column] for x in work[column]]
        for r in range(size):
            if r != column:
                head = work[r][column]
                work[r] = [x - head * y for x, y in zip(work[r], work[column], strict=True)]
    solved = [row[-1] for row in work]
    return sum(n * abs(dot(solved, a)) for n, a in zip(counts, actions, strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_the_true_constant_is_the_supremum_over_pull_counts(seed: int) -> None:
    source = random.Random(seed)
    actions = [[source.randint(-4, 4) for _ in range(2)] for _ in range(4)]
    actions += [[1, 0], [0, 1]]
    bandit = LinearBandit(actions, (Fraction(7, 3), Fraction(5, 7)))
    best = Structure.of(bandit).best_arm
    arm = bandit.suboptimal_arms[0]
    target = [Fraction(x - y) for x, y in zip(actions[arm], actions[best], strict=True)]
    constant = structure_constant(bandit, arm)
    reached = Fraction(0)
    pairs = [
        [Fraction(10**12) if j in pair else Fraction(1) for j in range(6)]
        for pair in combinations(range(6), 2)
    ]
    chosen = [[Fraction(10) ** source.randint(-9, 9) for _ in actions] for _ in range(150)]
    for counts in pairs + chosen:
        value = load(actions, counts, target)
        assert value <= constant
        reached = max(reached, value)
    assert reached > constant * Fraction(999, 1000)


def test_two_arms_have_the_constants_of_the_counterexample() -> None:
    for parts in (1, 2, 10, 100):
        eta = Fraction(1, parts)
        bandit = LinearBandit(((1, 0), (1, eta)), (Fraction(1, 2), -1 / (2 * eta)))
        assert printed_structure_constant(bandit, 1) == eta**2 / (1 + eta**2)
        assert structure_constant(bandit, 1) == 2
        assert quotient_structure_constants(Structure.of(bandit)) == (1,)


def test_orthonormal_arms_have_the_constant_two() -> None:
    for dimension in range(2, 6):
        actions = [[int(i == j) for j in range(dimension)] for i in range(dimension)]
        bandit = LinearBandit(actions, [Fraction(dimension - i) for i in range(dimension)])
        for arm in bandit.suboptimal_arms:
            assert printed_structure_constant(bandit, arm) == structure_constant(bandit, arm) == 2


def test_zero_arms_are_left_out_of_the_printed_constant() -> None:
    bandit = LinearBandit(((1, 0), (0, 0), (0, 1)), (1, "0.5"))
    assert printed_structure_constant(bandit, 1) == 1


@pytest.mark.parametrize("constant", [structure_constant, printed_structure_constant])
@pytest.mark.parametrize("arm", [-1, 2])
def test_a_place_outside_the_actions_is_rejected(constant, arm: int) -> None:
    with pytest.raises(ValueError, match=f"The arm is {arm}; give a place from 0 to 1 among"):
        constant(LinearBandit(((1, 0), (0, 1)), (1, "0.5")), arm)


def test_too_many_bases_are_rejected() -> None:
    bandit = LinearBandit([(1, k, k * k % 7, k % 5, k % 11, k % 3) for k in range(1, 40)], [1] * 6)
    with pytest.raises(ValueError, match="candidate bases; the exact structure constant lists"):
        structure_constant(bandit, 0)


def test_coordinates_rebuild_the_vectors_and_stay_below_one() -> None:
    source = random.Random(5)
    for _ in range(20):
        rank = source.randint(1, 3)
        span = [[Fraction(source.randint(-5, 5)) for _ in range(4)] for _ in range(rank)]
        vectors = [
            [sum(c * row[k] for c, row in zip(cs, span, strict=True)) for k in range(4)]
            for cs in ([source.randint(-5, 5) for _ in range(rank)] for _ in range(7))
        ]
        basis, table = coordinates(vectors)
        for vector, row in zip(vectors, table, strict=True):
            assert all(abs(entry) <= 1 for entry in row)
            rebuilt = [
                sum(c * vectors[b][k] for c, b in zip(row, basis, strict=True)) for k in range(4)
            ]
            assert rebuilt == vector
        for place, b in enumerate(basis):
            assert table[b] == [int(place == k) for k in range(len(basis))]


def average_regret(size: mpf, horizon: int, information) -> mpf:
    """sum over t of s (1 - TV_t), the bound before sums become integrals, in one coordinate."""
    distances = (mp.sqrt(information(size, t - 1) / 2) for t in range(1, horizon + 1))
    return sum(size * max(mpf(0), 1 - distance) for distance in distances)


@pytest.mark.parametrize("horizon", [1, 2, 7, 100])
@pytest.mark.parametrize("box", [Fraction(1, 1000), Fraction(1, 20), Fraction(1), None])
def test_the_bounds_on_the_cube_stay_below_the_sums_that_they_stand_for(horizon, box) -> None:
    """Some size within the box reaches each bound; a constant one fifth larger is not reached."""
    eps, rho = Fraction(1, 10), Fraction(1, 2)
    slope = mp.sqrt(2 / mp.pi)
    routes = {
        "free": (
            lambda s, n: 2 * s**2 * n,
            mpf(3) / (4 * mp.sqrt(horizon)),
            lambda: hypercube.free_proved(1, Fraction(horizon), box),
        ),
        "pure": (
            lambda s, n: mpf(1) / 10 * slope * s * n,
            mp.sqrt(2 * mp.pi) * 10 / horizon,
            lambda: hypercube.pure_proved(1, Fraction(horizon), eps, box),
        ),
        "zcdp": (
            lambda s, n: (slope * s * n) ** 2 / 2 + slope * s * n / 2,
            mp.sqrt(mp.pi / 2) * mp.sqrt(2) / horizon,
            lambda: hypercube.zcdp_proved(1, Fraction(horizon), rho, box),
        ),
    }
    for name, (information, best, bound) in routes.items():
        size = best if box is None else min(best, mpf(box.numerator) / box.denominator)
        reached = average_regret(size, horizon, information)
        with working_precision(80):
            assert float(upper(bound())) <= float(reached) * (1 + 1e-12), name
            if horizon == 100 and box is None and name != "zcdp":
                assert float(lower(bound())) * 1.2 > float(reached), name


def test_the_printed_constants_are_smaller_and_the_catalogued_ones_half() -> None:
    with working_precision(80):
        assert lower(hypercube.free_proved(1, Fraction(1))) > 22 * upper(
            hypercube.free_printed(1, Fraction(1))
        )
        assert float(hypercube.pure_constant()) == pytest.approx(2 * 0.41777, rel=1e-5, abs=0)
        assert float(hypercube.zcdp_constant()) == pytest.approx(2 * 0.2221517, rel=1e-6, abs=0)
        assert lower(hypercube.pure_proved(3, Fraction(9), Fraction(2))) > upper(
            hypercube.pure_printed(3, Fraction(2))
        )
        assert lower(hypercube.zcdp_proved(3, Fraction(9), Fraction(1, 2))) > upper(
            hypercube.zcdp_printed(3, Fraction(1, 2))
        )


def test_the_bounds_on_the_cube_are_linear_in_the_dimension_and_capped_by_the_box() -> None:
    with working_precision(80):
        one = hypercube.pure_proved(1, Fraction(10), Fraction(1, 1000), Fraction(1))
        assert one.overlaps(
            hypercube.pure_proved(3, Fraction(10), Fraction(1, 1000), Fraction(1)) / 3
        )
        assert float(one) == pytest.approx(10 / 3)  # at most the largest regret, 2 T
        values = [
            float(hypercube.pure_proved(1, Fraction(10), Fraction(1, 1000), Fraction(2) ** k))
            for k in range(-3, 12)
        ]
    assert all(a <= b for a, b in pairwise(values))
    assert values[-1] == pytest.approx(835.542758)


def test_the_thresholds_are_where_the_printed_terms_cross() -> None:
    horizon = Fraction(10**6)
    with working_precision(80):
        eps = upper(hypercube.pure_threshold(horizon))
        assert float(eps) == pytest.approx(5.43656e-3, rel=1e-5, abs=0)
        free = hypercube.free_printed(2, horizon)
        assert float(hypercube.pure_printed(2, eps)) == pytest.approx(float(free), rel=1e-12, abs=0)
        rho = upper(hypercube.zcdp_threshold(horizon))
        assert float(rho) == pytest.approx(2.4261e-6, rel=1e-4, abs=0)
        assert float(hypercube.zcdp_printed(2, rho)) == pytest.approx(float(free), rel=1e-12, abs=0)
