"""Batches that alternate, and the mechanisms of the generic privacy proof, by second routes."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from banditproof.paper_checks import find, run
from banditproof.paper_checks.thesis.appendix_c_chapter_5.alternating_batches import (
    ONE_REWARD,
    STOP,
    TWO_REWARDS,
    alternating,
    one_apart,
    ratio_of,
)
from banditproof.paper_checks.thesis.appendix_c_chapter_5.identification_with_its_stop import (
    batches,
)
from banditproof.paper_checks.thesis.appendix_c_chapter_5.mechanisms_of_the_algorithms import (
    PHASES,
    dearest_reward,
    largest_loss,
)
from banditproof.paper_checks.thesis.appendix_c_chapter_5.remark_c_1_batches import (
    approximate_cost,
    moment_cost,
    pure_cost,
    views,
)
from banditproof.paper_checks.verdicts.vocabulary import Counterexample
from banditproof.theory.mechanisms import Laplace


def law_by_hand(r1: int, r2: int, r3: int) -> dict[tuple[int, ...], Fraction]:
    """The law of the five labels, written down from the two releases."""
    law: dict[tuple[int, ...], Fraction] = {}

    def add(path: tuple[int, ...], mass: Fraction) -> None:
        law[path] = law.get(path, Fraction(0)) + mass

    continues, stops = ONE_REWARD[r2]
    add((0, 1, STOP, 1, 1), stops)
    for told, chance in enumerate(TWO_REWARDS[r1 + r3]):
        rest = ((1, 0), (STOP, 1), (STOP, 0))[told]
        add((0, 1, 0, *rest), continues * chance)
    return law


def test_the_machine_plays_as_it_is_described() -> None:
    machine = alternating()
    for bits in product((0, 1), repeat=3):
        shown = machine.view_law(lambda path, b=bits: (path[-1], (*b, 1)[len(path) - 1]))
        assert shown == law_by_hand(*bits)


def test_views_are_those_of_neighbours() -> None:
    pairs = list(views(alternating()))
    assert len(pairs) == 24
    by_hand = {bits: law_by_hand(*bits) for bits in product((0, 1), repeat=3)}
    expected = [
        (by_hand[x], by_hand[y])
        for x, y in product(by_hand, repeat=2)
        if sum(a != b for a, b in zip(x, y, strict=True)) == 1
    ]
    assert all(pair in expected for pair in pairs)


def test_the_cost_of_a_view_is_the_dearer_release() -> None:
    assert (ratio_of(ONE_REWARD), ratio_of(TWO_REWARDS)) == (Fraction(5, 3), Fraction(8, 5))
    assert len(list(one_apart(TWO_REWARDS))) == 4
    worst = max(p.get(path, 0) / q[path] for p, q in views(alternating()) for path in q if q[path])
    assert worst == Fraction(5, 3)


@pytest.mark.parametrize("cost", [pure_cost, approximate_cost, moment_cost])
@pytest.mark.parametrize("defect", ["reads_raw", "counts_twice"])
def test_a_defect_costs_more_than_a_release(cost, defect: str) -> None:
    assert cost(alternating(), Fraction(1)).cases
    with pytest.raises(Counterexample, match="The view"):
        cost(alternating(**{defect: True}), Fraction(1))


def test_alternating_pulls_have_gaps_in_their_batches() -> None:
    """The pulls are tracked again in exact shares, and cut where a count is a power of two."""
    pulled = {0: [1], 1: [2]}
    as_leader = 0
    for leads in range(1, 13):
        arm = 0 if Fraction(as_leader, leads) <= Fraction(1, 2) else 1
        as_leader += arm == 0
        pulled[arm].append(leads + 2)
    cut = {
        (arm, tuple(rounds[n // 2 : n]))
        for arm, rounds in pulled.items()
        for n in (2, 4, 8)
        if n <= len(rounds)
    }
    found = list(batches(12, lambda pulls, number: 2 * pulls <= number))
    assert set(found) == cut
    assert (0, (4, 6)) in cut
    assert list(batches(6, lambda pulls, number: True)) == [(0, (3,)), (0, (4, 5))]


def test_the_whitened_vector_moves_by_at_most_twice_g() -> None:
    for actions, counts in PHASES:
        rows = np.array([[float(Fraction(x)) for x in row] for row in actions])
        inverse = np.linalg.inv((rows.T * counts) @ rows)
        norms = np.sqrt(np.einsum("ij,jk,ik->i", rows, inverse, rows))
        values, basis = np.linalg.eigh(inverse)
        half = basis @ np.diag(np.sqrt(values)) @ basis.T
        moves = [np.linalg.norm(2 * half @ row) for row, n in zip(rows, counts, strict=True) if n]
        assert max(moves) <= 2 * norms.max() + 1e-12
    sides = dearest_reward(Fraction(1))
    assert sides.sharpness is not None
    assert sides.sharpness.ratio == 1.0


def test_a_move_has_the_reward_that_differs() -> None:
    """Second route to thesis.inst.gope.index: random designs, in floats."""
    rng = np.random.default_rng(5)
    actions = rng.normal(size=(6, 3))
    values, basis = np.linalg.eigh(np.linalg.inv(actions.T @ actions))
    half = basis @ np.diag(np.sqrt(values)) @ basis.T
    one = rng.uniform(-1, 1, 6)
    for j in range(6):
        other = one.copy()
        other[j] = -one[j]
        left = np.linalg.norm(half @ actions.T @ (one - other))
        right = [np.linalg.norm(half @ actions[j] * (one[s] - other[s])) for s in range(6)]
        assert right[j] == pytest.approx(left)
        assert all(right[s] == 0 < left for s in range(6) if s != j)


def test_partial_sums_carry_all_their_noises() -> None:
    """Second route to thesis.inst.oful.price: the covariance of the partial sums."""
    covariance = (sums := np.tril(np.ones((8, 8)))) @ sums.T
    assert list(np.diag(covariance)) == list(range(1, 9))
    assert all(j**2 > covariance[j - 1, j - 1] for j in range(2, 9))


@pytest.mark.parametrize("n", [1, 3, 20])
def test_the_loss_of_a_noisy_mean_is_that_of_the_densities(n: int) -> None:
    eps = Fraction(3, 2)
    for scale in (lambda e, k: 1 / (e * k), lambda e, k: 2 / (e * k), lambda e, k: 1 / e):
        b = float(Laplace(scale(eps, n)).scale)
        z = np.linspace(-3, 3, 601)
        losses = (np.abs(z - 1 / n) - np.abs(z)) / b
        assert abs(losses).max() == pytest.approx(float(largest_loss(scale, eps, n)))


def test_the_proof_for_blocks_is_refuted_on_a_batch_with_a_gap() -> None:
    verdict = run(find("thesis.inst.identification.blocks")).verdict
    assert verdict.evidence is not None
    assert "(4, 6)" in str(verdict.evidence.witness)
