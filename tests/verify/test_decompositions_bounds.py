"""Exact divergences beside their bounds: catalogued witnesses, a second route, both readings."""

from fractions import Fraction
from itertools import product
import mpmath
import numpy as np
import pytest
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.decompositions.adaptive_witnesses import (
    clipped_noise,
    counts_and_tells,
    informative,
    one_response,
    rare_probe,
)
from banditproof.verify.decompositions.kl_decomposition import Decomposition, scaled
from banditproof.verify.definitions.finite_machine import with_own_actions
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.notions import Notion, Reading


def decomposed(case, digits=9):
    return Decomposition(case.policy, case.one, case.two, digits)


def test_the_catalogued_witness_with_irrational_weights():
    with mpmath.workdps(50):
        weight = Fraction(int(mpmath.exp(-30) * mpmath.mpf(10) ** 45), 10**45)
    result = decomposed(counts_and_tells(weight))
    assert round(float(result.rho()), 6) == 33.736147
    assert round(float(result.divergence), 6) == 17.406422
    assert round(float(result.printed_bound()), 6) == 15.108396
    assert result.divergence.lo > result.printed_bound().hi
    assert result.divergence.hi < result.distance_bound().lo < result.repaired_bound().lo


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [(5, 100, 1.2010), (4, 40, 1.1493), (3, 20, 1.0843), (3, 15, 1.0446), (2, 15, 1.0489)],
)
def test_the_clipped_noise_witnesses(first, second, ratio):
    result = decomposed(clipped_noise(first, second), 6)
    assert result.moments.printed == 1
    assert result.rho().hi < first + second
    assert round(float(result.divergence) / (first + second), 4) == ratio


def test_the_clipped_noise_witness_in_digits():
    result = decomposed(clipped_noise(2, 15))
    assert round(float(result.rho()), 6) == 16.671264
    assert round(float(result.divergence), 6) == 17.830451
    assert round(17 * float(result.moments.distance_square), 6) == 20.342926
    assert round(float(decomposed(clipped_noise(5, 100)).divergence), 6) == 126.107922
    assert round(float(decomposed(clipped_noise(5, 100)).rho()), 6) == 104.940142


def closed_witness():
    """The rational witness by hand: two branches and three cells, in 40 digits."""
    w, p, stay = mpmath.mpf(10) ** -13, mpmath.mpf(3) / 10, mpmath.mpf(98) / 100
    rows = [[w ** ((i - j) ** 2) for j in range(3)] for i in range(3)]
    rows = [[x / sum(row) for x in row] for row in rows]
    again = {0: (1 - p) * (1 - stay), 1: p * stay}
    halted = {0: (1 - p) * stay, 1: p * (1 - stay)}
    played = {0: again[0] * (1 - p), 1: again[0] * p + again[1] * (1 - p), 2: again[1] * p}
    total = mpmath.mpf(0)
    for law, chance in ((halted, stay), (played, 1 - stay)):
        for j in range(3):
            mass = sum(weight * rows[i][j] for i, weight in law.items())
            total += mass * mpmath.log(mass / (chance * rows[0][j]))
    return total, rows, stay


def test_the_divergence_of_the_witness_by_hand():
    with mpmath.workdps(40):
        total, *_ = closed_witness()
        assert abs(total - mpmath.mpf("17.36865716419424606266945")) < 1e-19
    assert abs(float(decomposed(counts_and_tells()).divergence) - float(total)) < 1e-13


def test_the_constant_of_the_witness_by_hand():
    """Step 2 and step 3 along all labels and lists, in floats of 40 digits, at many orders."""
    with mpmath.workdps(40):
        _, rows, stay = closed_witness()
        rho = mpmath.mpf(float(decomposed(counts_and_tells(), 9).rho().hi))

        def renyi(p, q, order):
            if order == 1:
                return sum(x * mpmath.log(x / y) for x, y in zip(p, q, strict=True))
            moment = sum(x**order * y ** (1 - order) for x, y in zip(p, q, strict=True))
            return mpmath.log(moment) / (order - 1)

        second = {0: (stay, 1 - stay), 1: (1 - stay, stay)}
        values = []
        for order in [1, 1.0625, 1.25, 1.5, 2, 2.5, 3, 5, 10, 30, 100]:
            worst = 0
            for labels in product((True, False), repeat=2):
                for r, s, common in product((0, 1), repeat=3):
                    if r == s:
                        continue
                    # the first reward differs, or the second does
                    counts = [labels[0] * x + labels[1] * common for x in (r, s)]
                    loss = renyi(second[r], second[s], order)
                    loss += renyi(rows[counts[0]], rows[counts[1]], order)
                    counts = [labels[0] * common + labels[1] * x for x in (r, s)]
                    late = renyi(rows[counts[0]], rows[counts[1]], order)
                    worst = max(worst, loss, late)
            values.append(worst / order)
        assert max(values) <= rho
        assert rho - values[0] < 1e-6  # it is the limit at order 1


def test_where_the_bounds_are_attained():
    result = decomposed(one_response(3))
    assert result.divergence.lo <= result.distance_bound().hi
    assert float(result.divergence) == pytest.approx(
        float(result.distance_bound()), rel=1e-8, abs=0
    )
    assert result.divergence.hi < result.view_bound().lo
    huge = decomposed(one_response(10**9))
    assert 1 - float(huge.divergence) / float(huge.view_bound()) < 3e-9


@pytest.mark.parametrize("seed", range(4))
def test_random_kernels_stay_below_all_true_bounds(seed):
    rng = np.random.default_rng(seed)
    policy = FinitePolicy.random(rng, 2, 3)
    laws = [
        tuple((1 - Fraction(int(p), 10), Fraction(int(p), 10)) for p in rng.integers(0, 11, 2))
        for _ in range(2)
    ]
    decomposition = Decomposition(policy, *laws, 5)
    for bound in ("view_bound", "distance_bound", "repaired_bound", "domination_bound"):
        assert decomposition.divergence.hi <= getattr(decomposition, bound)().lo, bound
    assert decomposition.reading is Reading.KERNEL


def test_the_probe_in_both_readings():
    e = Fraction(271828182845904523536, 10**20)
    kernel = rare_probe("0.1", e)
    machine = Decomposition(with_own_actions(kernel.kernel), kernel.one, kernel.two, 8)
    assert machine.reading is Reading.MACHINE
    assert round(float(machine.rho()), 8) == 0.08219208
    assert round(float(machine.divergence), 7) == 0.0462117
    assert machine.divergence.lo > machine.distance_bound().hi  # false for machines
    assert machine.divergence.hi < machine.domination_bound().lo  # true for machines
    as_kernel = decomposed(kernel)
    assert round(float(as_kernel.rho()), 6) == 0.462117
    assert as_kernel.rho(Notion.TABLE).hi < as_kernel.rho().lo


@pytest.mark.parametrize(("chance", "ratio"), [("0.1", 5.62), ("0.01", 9.99), ("0.001", 14.3)])
def test_the_gap_of_machines_grows(chance, ratio):
    case = rare_probe(chance, Fraction(271828182845904523536, 10**20))
    machine = Decomposition(with_own_actions(case.kernel), case.one, case.two, 6)
    result = float(machine.divergence) / float(machine.distance_bound())
    assert float(f"{result:.3g}") == ratio


def test_each_bound_takes_the_constant_of_its_own_notion():
    """A foreign label, which the policy never plays, is answered more clearly than its own."""

    def rule(history):
        if not history:
            return (1, 0)
        label, reward = history[0]
        truth = Fraction(9, 10) if label else Fraction(3, 4)
        return (1 - truth, truth) if reward else (truth, 1 - truth)

    result = decomposed(informative(FinitePolicy.from_rule(2, 2, rule), 0, 1))
    assert float(result.view_bound()) == pytest.approx(np.log(3))
    assert float(result.domination_bound()) == pytest.approx(np.log(3) / 2)
    assert float(result.distance_bound()) == pytest.approx(0.8 * np.log(9))


def test_nothing_to_tell_apart_and_no_privacy_at_all():
    copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
    half = (Fraction(1, 2), Fraction(1, 2))
    same = Decomposition(copy, (half, half), (half, half))
    assert same.divergence.hi == same.view_bound().hi == same.printed_bound().hi == 0
    result = decomposed(informative(copy, 0, "0.5"))
    assert result.divergence.lo == float("inf")
    assert result.view_bound().lo == result.distance_bound().lo == float("inf")
    assert scaled(Enclosure(float("inf"), float("inf")), Fraction(0)).hi == 0
