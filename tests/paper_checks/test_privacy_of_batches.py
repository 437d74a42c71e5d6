"""Batches that alternate, and the mechanisms of the generic privacy proof, by second routes."""

from fractions import Fraction
from itertools import product
import numpy as np
import pytest
from programs import alternating_batches as alternation
from programs import remark_c_1_batches as batch_costs
from banditproof.paper_checks import find, run
from banditproof.paper_checks.verdicts.vocabulary import Counterexample


def law_by_hand(r1: int, r2: int, r3: int) -> dict[tuple[int, ...], Fraction]:
    """The law of the five labels, written down from the two releases."""
    law: dict[tuple[int, ...], Fraction] = {}

    def add(path: tuple[int, ...], mass: Fraction) -> None:
        law[path] = law.get(path, Fraction(0)) + mass

    continues, stops = alternation.ONE_REWARD[r2]
    add((0, 1, alternation.STOP, 1, 1), stops)
    for received, chance in enumerate(alternation.TWO_REWARDS[r1 + r3]):
        rest = ((1, 0), (alternation.STOP, 1), (alternation.STOP, 0))[received]
        add((0, 1, 0, *rest), continues * chance)
    return law


def test_views_are_those_of_neighbours() -> None:
    pairs = list(batch_costs.views(alternation.alternating()))
    assert len(pairs) == 24
    by_hand = {bits: law_by_hand(*bits) for bits in product((0, 1), repeat=3)}
    expected = [
        (by_hand[x], by_hand[y])
        for x, y in product(by_hand, repeat=2)
        if sum(a != b for a, b in zip(x, y, strict=True)) == 1
    ]
    assert all(pair in expected for pair in pairs)


@pytest.mark.parametrize(
    "cost", [batch_costs.pure_cost, batch_costs.approximate_cost, batch_costs.moment_cost]
)
@pytest.mark.parametrize("defect", ["reads_raw", "counts_twice"])
def test_a_defect_costs_more_than_a_release(cost, defect: str) -> None:
    assert cost(alternation.alternating(), Fraction(1)).cases
    with pytest.raises(Counterexample, match="The view"):
        cost(alternation.alternating(**{defect: True}), Fraction(1))


def test_a_move_has_the_reward_that_differs() -> None:
    """Second route to thesis.inst.gope.index: random designs, in floats."""
    rng = np.random.default_rng(5)
    actions = rng.normal(size=(6, 3))
    values, basis = np.linalg.eigh(np.linalg.inv(actions.T @ actions))
    half = basis @ np.diag(np.sqrt(values)) @ basis.T
    first = rng.uniform(-1, 1, 6)
    for j in range(6):
        second = first.copy()
        second[j] = -first[j]
        left = np.linalg.norm(half @ actions.T @ (first - second))
        right = [np.linalg.norm(half @ actions[j] * (first[s] - second[s])) for s in range(6)]
        assert right[j] == pytest.approx(left)
        assert all(right[s] == 0 < left for s in range(6) if s != j)


def test_partial_sums_carry_all_their_noises() -> None:
    """Second route to thesis.inst.oful.price: the covariance of the partial sums."""
    covariance = (sums := np.tril(np.ones((8, 8)))) @ sums.T
    assert list(np.diag(covariance)) == list(range(1, 9))
    assert all(j**2 > covariance[j - 1, j - 1] for j in range(2, 9))


def test_the_proof_for_blocks_is_refuted_on_a_batch_with_a_gap() -> None:
    verdict = run(find("thesis.inst.identification.blocks")).verdict
    assert verdict.evidence is not None
    assert "(4, 6)" in str(verdict.evidence.witness)
