"""Structural programs: values, invariance, certificates, corners, and mutants."""

import random
from fractions import Fraction
import numpy as np
import pytest
from structural_bandits import BOUNDS, ROOT, inverse, random_bandit, two_arms
from banditproof.theory import LinearBandit, structural_bound
from banditproof.theory.linear_bounds import (
    Structure,
    linear_structural_bounds,
    nonprivate_structural_bound,
    norm_form_structural_bound,
    norm_program,
    printed_structural_bound,
    private_program,
    private_structural_bound,
)
from banditproof.theory.linear_bounds.quotient import dot


def transformed(bandit: LinearBandit, seed: int) -> LinearBandit:
    """The same means in other coordinates: a -> L a and theta -> L^-T theta."""
    source, size = random.Random(seed), len(bandit.theta)
    lower = [
        [Fraction(source.randint(-3, 3)) if i > j else Fraction(i == j) for j in range(size)]
        for i in range(size)
    ]
    upper = [
        [Fraction(source.randint(-3, 3)) if i < j else Fraction(2 * (i == j)) for j in range(size)]
        for i in range(size)
    ]
    matrix = [[dot(row, [line[j] for line in upper]) for j in range(size)] for row in lower]
    actions = [
        [dot(row, [Fraction(x) for x in action]) for row in matrix] for action in bandit.actions
    ]
    back = inverse(matrix)
    theta = [dot([line[j] for line in back], bandit.theta) for j in range(size)]
    moved = LinearBandit(actions, theta, bandit.sigma)
    assert moved.exact_means == bandit.exact_means
    return moved


@pytest.mark.parametrize("parts", [1, 5, 10, 100])
def test_two_arms_cost_the_same_in_all_coordinates(parts: int) -> None:
    bandit = two_arms(Fraction(1, parts))
    assert private_structural_bound(bandit, "0.1").value == pytest.approx(
        10 * ROOT, rel=1e-15, abs=0
    )
    assert nonprivate_structural_bound(bandit).lower == 4
    printed = printed_structural_bound(bandit, "0.1")
    assert printed.lower <= 20 * (1 + parts**2) <= printed.upper
    assert float(printed.upper - printed.lower) <= 1e-9 * printed.value


def test_reference_values_of_the_private_program() -> None:
    unit = LinearBandit(((1, 0, 0), (0, 1, 0), (0, 0, 1)), (1, "0.7", "0.2"))
    assert private_structural_bound(unit, "0.1").value == pytest.approx(20 * ROOT, rel=1e-15, abs=0)
    for x in (Fraction(1, 20), Fraction(1, 10), Fraction(1, 5)):
        three = LinearBandit(((1, 0), (0, 1), (1 - x, 2 * x)), (1, 0))
        bound = private_structural_bound(three, "0.1")
        assert bound.value == pytest.approx(10 * ROOT, rel=1e-15, abs=0)
        assert bound.enclosure.digits > 30
        assert bound.allocation[:2] == (0, 0)
        assert bound.allocation[2] == pytest.approx(10 * ROOT / float(x))


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_proved_bounds_are_invariant_under_linear_maps(name: str, seed: int) -> None:
    bandit = random_bandit(seed)
    first, second = BOUNDS[name](bandit), BOUNDS[name](transformed(bandit, seed))
    assert first.lower <= second.upper
    assert second.lower <= first.upper
    for bound in (first, second):
        assert float(bound.upper - bound.lower) <= 1e-6 * bound.value


def test_the_printed_bound_is_not_invariant() -> None:
    bandit = random_bandit(1)
    first = printed_structural_bound(bandit, "0.01")
    second = printed_structural_bound(transformed(bandit, 1), "0.01")
    assert first.upper < second.lower or second.upper < first.lower


def least_load(structure: Structure, allocation: tuple[float, ...], place: int) -> float:
    """min over u with <u, w_a> = 1 of sum_j alpha_j |<w_j, u>|, by a separate program."""
    from scipy.optimize import linprog

    vectors = np.array([[float(x) for x in row] for row in structure.vectors])
    weights = np.array([allocation[arm] for arm in structure.arms])
    count, rank = vectors.shape
    rows = np.block([[vectors, -np.eye(count)], [-vectors, -np.eye(count)]])
    result = linprog(
        np.concatenate([np.zeros(rank), weights]),
        A_ub=rows,
        b_ub=np.zeros(2 * count),
        A_eq=[[*vectors[place], *np.zeros(count)]],
        b_eq=[1],
        bounds=[(None, None)] * rank + [(0, None)] * count,
    )
    return result.fun


@pytest.mark.parametrize("seed", [3, 4])
def test_the_program_is_its_semi_infinite_form(seed: int) -> None:
    bandit = random_bandit(seed)
    structure = Structure.of(bandit)
    allocation = private_structural_bound(bandit, 1).allocation
    loads = [
        least_load(structure, allocation, place) * float(gap) / ROOT
        for place, gap in enumerate(structure.gaps)
    ]
    assert min(loads) == pytest.approx(1, abs=1e-9)
    rng = np.random.default_rng(seed)
    vectors = np.array([[float(x) for x in row] for row in structure.vectors])
    weights = np.array([allocation[arm] for arm in structure.arms])
    for u in rng.normal(size=(2000, structure.rank)):
        products = vectors @ u
        need = np.abs(products) * ROOT / np.array([float(gap) for gap in structure.gaps])
        assert weights @ np.abs(products) >= need.max() * (1 - 1e-9)
    # a mutant: an allocation one percent smaller breaks some constraint
    assert min(loads) * 0.99 < 1 - 1e-9


def test_independent_arms_pay_root_two_pi_over_eps_each_and_less_than_without_structure() -> None:
    from mpmath import mp

    gaps = [Fraction(1, 4), Fraction(1), Fraction(3)]
    means = [Fraction(3), *(Fraction(3) - gap for gap in gaps)]
    for skew in (0, 2):
        actions = [[int(i == j) + skew * (j > i) for j in range(4)] for i in range(4)]
        theta: list[Fraction] = [Fraction(0)] * 4
        for i in reversed(range(4)):
            theta[i] = means[i] - skew * sum(theta[i + 1 :], Fraction(0))
        bandit = LinearBandit(actions, theta)
        bound = private_structural_bound(bandit, "0.2")
        assert bound.value == pytest.approx(3 * ROOT / 0.2, rel=1e-15, abs=0)
        unstructured = sum(
            gap / (0.2 * mp.erf(float(gap) / 2 / mp.sqrt(2))) for gap in map(float, gaps)
        )
        assert float(bound.upper) <= unstructured
        both = structural_bound(bandit, "0.2")
        expected = sum(max(ROOT / 0.2, 2 / float(gap)) for gap in gaps)
        assert both.value == pytest.approx(expected, rel=1e-9, abs=0)


@pytest.mark.parametrize("seed", range(5, 9))
def test_any_feasible_point_bounds_the_optimum_from_its_side(seed: int) -> None:
    source = random.Random(seed)
    structure = Structure.of(random_bandit(seed))
    low, high, allocation = private_program.private_program(structure)
    assert low <= high <= low * (1 + Fraction(1, 10**12))
    assert dot(allocation, structure.gaps) == high
    targets = tuple(gap**2 / 2 for gap in structure.gaps)
    free_low, free_high, _ = norm_program.norm_program(structure, targets)
    assert free_low <= free_high <= free_low * (1 + Fraction(1, 10**8))
    for _ in range(5):
        directions = [
            [Fraction(source.randint(-9, 9)) for _ in structure.basis] for _ in structure.arms
        ]
        assert private_program.dual_value(structure, directions) <= high
        assert norm_program.dual_value(structure, targets, directions) <= free_high
        shares = [
            [Fraction(source.randint(-9, 9), 9) for _ in structure.arms] for _ in structure.arms
        ]
        carried = private_program.repaired(structure, shares)
        for row, target in zip(carried, structure.vectors, strict=True):
            for axis, entry in enumerate(target):
                assert dot(row, [vector[axis] for vector in structure.vectors]) == entry
        assert dot(private_program.primal_allocation(structure, carried), structure.gaps) >= low
        weights = [Fraction(source.randint(1, 9)) for _ in structure.arms]
        scaled = norm_program.scaled_allocation(structure, targets, weights)
        assert scaled is not None
        assert dot(scaled, structure.gaps) >= free_low
    # mutants: the certificates without their scaling claim too much
    raw = [[100 * entry for entry in row] for row in directions]
    unscaled = sum(abs(dot(y, w)) for y, w in zip(raw, structure.vectors, strict=True))
    assert unscaled > high


def test_both_families_together() -> None:
    for seed, eps in ((1, "0.3"), (9, 1), (10, 2)):
        bandit = random_bandit(seed)
        both = structural_bound(bandit, eps)
        assert both.upper >= private_structural_bound(bandit, eps).lower
        assert both.upper >= nonprivate_structural_bound(bandit).lower
        assert both.upper >= norm_form_structural_bound(bandit, eps).lower
        assert float(both.upper - both.lower) <= 1e-6 * both.value
        weaker = structural_bound(bandit, 3 * Fraction(eps))
        assert weaker.lower <= both.upper
    # between the regimes the two together are more than the larger of the two
    between = LinearBandit(((1, 0, 0), (0, 1, 0), (0, 0, 1)), (1, "0.7", "0.2"))
    alone = max(
        private_structural_bound(between, "0.5").upper, nonprivate_structural_bound(between).upper
    )
    assert structural_bound(between, "0.5").lower > alone * Fraction(11, 10)


def test_noise_scales_the_bounds() -> None:
    quiet, loud = (LinearBandit(((2, 1), (1, 3), (1, 1)), (1, 0), sigma) for sigma in (1, 3))
    ratio = private_structural_bound(loud, 1).value / private_structural_bound(quiet, 1).value
    assert ratio == pytest.approx(3, rel=1e-14, abs=0)
    free = nonprivate_structural_bound(loud).value / nonprivate_structural_bound(quiet).value
    assert free == pytest.approx(9, rel=1e-12, abs=0)
    forms = [norm_form_structural_bound(bandit, "1e-3").value for bandit in (quiet, loud)]
    assert forms[1] / forms[0] == pytest.approx(3, rel=1e-9, abs=0)
    with pytest.raises(ValueError, match="sigma is 3; the printed theorem"):
        printed_structural_bound(loud, 1)


def test_the_table_names_what_is_proved_and_what_is_refuted() -> None:
    rows = linear_structural_bounds(two_arms(Fraction(1, 10)), "0.1")
    assert [row.status for row in rows] == ["ours"] * 4 + ["refuted"]
    proved = [row.bound.upper for row in rows[:4]]
    assert max(proved) <= rows[1].bound.upper < rows[4].bound.lower
    assert len(linear_structural_bounds(two_arms(Fraction(1)))) == 1
    text = rows[1].to_json()
    assert text["bound"]["lo"].startswith("25.06628274631")
    assert text["bound"]["allocation"][0] == 0


@pytest.mark.slow
def test_the_norm_program_against_a_cone_solver() -> None:
    import cvxpy as cp

    for seed in range(12, 24):
        bandit = random_bandit(seed, arms=6)
        structure = Structure.of(bandit)
        vectors = np.array([[float(x) for x in row] for row in structure.vectors])
        gaps = np.array([float(gap) for gap in structure.gaps])
        alpha = cp.Variable(len(gaps), nonneg=True)
        information = sum(alpha[j] * np.outer(w, w) for j, w in enumerate(vectors))
        constraints = [
            cp.matrix_frac(w, information) <= gap**2 / 2
            for w, gap in zip(vectors, gaps, strict=True)
        ]
        problem = cp.Problem(cp.Minimize(gaps @ alpha), constraints)
        problem.solve(solver=cp.CLARABEL)
        assert nonprivate_structural_bound(bandit).value == pytest.approx(
            problem.value, rel=1e-5, abs=0
        )


@pytest.mark.slow
def test_the_certified_gaps_stay_small_on_many_instances() -> None:
    source = random.Random(25)
    for seed in range(60):
        bandit = random_bandit(100 + seed, source.randint(2, 9), source.randint(1, 4))
        eps = source.choice(["0.01", "0.3", 1, 4])
        for bound, most in (
            (private_structural_bound(bandit, eps), 1e-12),
            (nonprivate_structural_bound(bandit), 1e-8),
            (printed_structural_bound(bandit, eps), 1e-8),
            (structural_bound(bandit, eps), 1e-5),
        ):
            assert float(bound.upper - bound.lower) <= most * float(bound.upper)
