"""Structural bounds of many arms: working sets give what the programs of all arms give."""

from fractions import Fraction
import numpy as np
import pytest
from enclosure_checks import overlap
from banditproof.theory import LinearBandit
from banditproof.theory.linear_bounds import (
    linear_structural_bounds,
    nonprivate_structural_bound,
    norm_barrier,
    norm_program,
    printed_structure_constant,
    private_program,
    private_structural_bound,
    quotient,
    share_program,
    structural_bound,
    structure_constants,
)
from banditproof.theory.linear_bounds.quotient import Structure


def random_bandit(arms, dimension, seed, unit=False):
    rng = np.random.default_rng(seed)
    actions = rng.normal(size=(arms, dimension))
    if unit:
        actions /= np.linalg.norm(actions, axis=1)[:, None]
    rows = tuple(tuple(str(x) for x in row) for row in np.round(actions, 3).tolist())
    return LinearBandit(rows, tuple(str(x) for x in np.round(rng.normal(size=dimension), 3)))


BOUNDS = {
    "free": nonprivate_structural_bound,
    "private": lambda bandit: private_structural_bound(bandit, "0.3"),
    "joint": lambda bandit: structural_bound(bandit, 1),
}


@pytest.fixture(autouse=True)
def forget():
    """Results are remembered, but here the way to them matters."""

    def forgotten():
        private_program.private_program.cache_clear()
        norm_program.norm_program.cache_clear()

    forgotten()
    yield forgotten
    forgotten()


def check_against_all_arms(monkeypatch, forget, name, bandit, relative_width):
    result = BOUNDS[name](bandit).enclosure
    for module in (quotient, norm_barrier, norm_program, share_program):
        if hasattr(module, "FEW"):
            monkeypatch.setattr(module, "FEW", 1000)
    forget()
    whole = BOUNDS[name](bandit).enclosure
    assert overlap(result, whole)
    assert result.width <= relative_width * result.hi


@pytest.mark.parametrize("name", ["free", "private", pytest.param("joint", marks=pytest.mark.slow)])
def test_working_sets_give_the_bounds_of_all_arms(name, monkeypatch, forget):
    check_against_all_arms(monkeypatch, forget, name, random_bandit(30, 4, 1), Fraction(1, 10**9))


@pytest.mark.slow
@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("case", [(40, 3, 2, True), (60, 5, 3, False), (26, 8, 4, True)])
def test_more_working_sets(name, case, monkeypatch, forget):
    check_against_all_arms(monkeypatch, forget, name, random_bandit(*case), Fraction(1, 10**8))


def test_sets_that_are_never_completed_give_wider_bounds_and_no_wrong_ones(monkeypatch, forget):
    """The certificates do not trust the working sets: a broken search shows as a wide enclosure."""
    bandit = random_bandit(40, 4, 5)
    right = {name: BOUNDS[name](bandit).enclosure for name in ("free", "private")}
    forget()
    nothing = np.zeros(0, dtype=np.intp)
    monkeypatch.setattr(
        norm_barrier, "_first_sets", lambda s, w: (norm_barrier._spanning(s, nothing), [0])
    )
    monkeypatch.setattr(
        share_program.ShareProgram, "_first_sets", lambda self: (np.sort(self.basis), np.array([0]))
    )
    monkeypatch.setattr(norm_barrier, "WHOLE", 0)
    monkeypatch.setattr(norm_barrier, "_largest", lambda excess, known: nothing)
    monkeypatch.setattr(share_program, "_worst", lambda excess, known: nothing)
    for name, enclosure in right.items():
        broken = BOUNDS[name](bandit).enclosure
        assert overlap(broken, enclosure)
        assert enclosure.width * 1000 < broken.width


def test_repeated_arms_and_arms_in_few_dimensions():
    """Thirty copies of two arms, and arms that span less than the space."""
    two = [("1", "0", "0"), ("0.5", "1", "0"), ("0.2", "-1", "0")]
    few = LinearBandit(tuple(two), ("1", "0.1", "7"))
    many = LinearBandit((two[0], *two[1:] * 15), ("1", "0.1", "7"))
    for bound in BOUNDS.values():
        one, other = bound(few).enclosure, bound(many).enclosure
        assert overlap(one, other)
        assert other.width <= other.hi / 10**8


def test_printed_constants_at_once():
    bandit = random_bandit(7, 3, 6)
    actions = quotient.exact_actions(bandit)
    best = actions[Structure.of(bandit).best_arm]
    for arm, constant in enumerate(structure_constants.printed_structure_constants(bandit)):
        difference = [x - y for x, y in zip(actions[arm], best, strict=True)]
        expected = sum(abs(quotient.dot(a, difference)) / quotient.dot(a, a) for a in actions)
        assert constant == expected == printed_structure_constant(bandit, arm)


@pytest.mark.slow
def test_a_hundred_arms_have_all_their_rows():
    rows = linear_structural_bounds(random_bandit(100, 10, 0), "0.5")
    results = {row.name: row.bound for row in rows}
    for name in ("without privacy", "both families", "private family"):
        enclosure = next(b for n, b in results.items() if name in n).enclosure
        assert enclosure.width <= enclosure.hi / 10**10
