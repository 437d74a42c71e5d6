"""EXP3 on forced actions: the two worlds of the paper's Figure 1, in balls and in floats."""

import math
from fractions import Fraction
from itertools import islice
import mpmath
import numpy as np
import pytest
from enclosure_checks import overlap
from hypothesis import strategies as st
from properties import for_all
from banditproof.theory.adversarial import exp3_leak, exp3_leak_kernels
from banditproof.theory.adversarial.exp3_leak import (
    alternating,
    leak_crossing,
    leak_curves,
    leak_loss,
    leak_per_round,
    leak_probabilities,
    leak_range,
    log_odds,
    mirror_gap,
    one_sided_curve,
    one_sided_loss,
    summed_leak_loss,
)
from banditproof.theory.adversarial.exp3_paths import forced_probabilities, path_loss

HALF = Fraction(1, 2)


def by_weights(eta, gamma, actions, losses):
    """P_t(2) by Algorithm 3 itself: two weights in sixty digits, and the weighted estimates."""
    with mpmath.workdps(60):
        eta, gamma = mpmath.mpf(str(eta)), mpmath.mpf(str(gamma))
        weights, result = [mpmath.mpf(1)] * 2, []
        for t in range(len(actions) + 1):
            law = [(1 - gamma) * w / mpmath.fsum(weights) + gamma / 2 for w in weights]
            result.append(law[1])
            if t < len(actions):
                arm = actions[t] - 1
                estimate = mpmath.mpf(str(losses[t][arm])) / law[arm]
                weights[arm] *= mpmath.exp(-eta * estimate)
        return result


def as_fraction(value):
    return Fraction(mpmath.nstr(value, 45))


SIGNED = st.integers(-20, 20).map(lambda n: n / 8)
ROUNDS = st.tuples(st.integers(1, 2), st.tuples(SIGNED, SIGNED))


@for_all(
    st.lists(ROUNDS, max_size=8),
    st.sampled_from(["0.05", "0.5"]),
    st.sampled_from(["0.25", "1"]),
    examples=20,
)
def test_log_odds_are_the_weights_of_the_algorithm(rounds, eta, gamma):
    actions, losses = [arm for arm, _ in rounds], [pair for _, pair in rounds]
    reference = by_weights(eta, gamma, actions, losses)
    result = forced_probabilities(eta, gamma, actions, losses, digits=14)
    for enclosure, value in zip(result, reference, strict=True):
        assert enclosure.lo - Fraction(1, 10**40) <= as_fraction(value)
        assert as_fraction(value) <= enclosure.hi + Fraction(1, 10**40)


def test_the_expansion_of_the_weights_in_the_narrative():
    """adv.secG1.chain (c): w_t / w'_t along the same actions is the exponential of two sums."""
    actions = [2, 1, 2, 2, 1]
    losses, others = [(1, 0)] + [(1, 1)] * 4, [(1, 1)] * 5
    mine, theirs = (by_weights("0.1", "0.2", actions, x) for x in (losses, others))
    ratio = (mine[5] - mpmath.mpf("0.1")) / (mpmath.mpf("0.9") - mine[5])
    ratio /= (theirs[5] - mpmath.mpf("0.1")) / (mpmath.mpf("0.9") - theirs[5])
    expansion = 0.1 * (1 - 0) / 0.5
    for s in range(1, 5):
        arm, sign = actions[s], 1 if actions[s] == 2 else -1
        p, q = (x[s] if arm == 2 else 1 - x[s] for x in (mine, theirs))
        expansion += sign * 0.1 * (1 / q - 1 / p)
    assert abs(float(mpmath.log(ratio) - expansion)) < 1e-12


def test_a_path_without_a_seen_difference_loses_nothing():
    """adv.secG1.chain (a) fails: with I_1 = 1 the changed loss is not observed."""
    actions, others = [1, 2, 1, 2], [(1, 1)] * 4
    assert path_loss("0.1", "0.2", actions, [(1, 0), *others[1:]], others).hi == 0
    assert path_loss("0.1", "0.2", [2, 1], [(1, 0), (1, 1)], [(1, 1)] * 2) < 0


FIRST = ["0", "0", "4.99949998334e-5", "4.9985002333e-9", "4.99999988333e-5"]
SECOND = ["0", "-4.99949998334e-5", "-4.9985002333e-9", "-4.99999988333e-5", "-9.9980000167e-9"]


def test_the_first_rounds_of_the_figure():
    for neighbour, golden in ((False, FIRST), (True, SECOND)):
        result = leak_probabilities("1e-4", "1e-4", [1, 2, 3, 4, 5], neighbour, digits=30)
        for enclosure, value in zip(result, golden, strict=True):
            assert abs(float(enclosure - HALF) - float(value)) <= 1e-10 * abs(float(value)) + 1e-20


@pytest.mark.parametrize(
    ("rate", "level", "rounds"),
    [
        ("0.01", "0.75", (477, 476)),
        ("0.01", "0.99", (553, 552)),
        pytest.param("0.001", "0.75", (6929, 6928), marks=pytest.mark.slow),
        pytest.param("0.001", "0.99", (7611, 7610), marks=pytest.mark.slow),
        pytest.param("0.0001", "0.75", (92131, 92130), marks=pytest.mark.slow),
    ],
)
def test_crossings_are_one_round_apart(rate, level, rounds):
    assert leak_crossing(rate, rate, level) == rounds


def test_a_coarser_figure_in_floats():
    first, second = leak_curves("1e-3", "1e-3", 8000)
    assert (np.argmax(first > 0.75) + 1, np.argmax(second < 0.25) + 1) == (6929, 6928)
    assert np.abs(np.log(first / second)).max() <= leak_per_round("1e-3").hi
    assert np.abs(second[:-1] - (1 - first[1:])).max() < 1e-9


@pytest.mark.slow
def test_the_whole_figure_in_floats():
    first, second = leak_curves("1e-4", "1e-4", 10**6)
    assert (np.argmax(first > 0.75) + 1, np.argmax(second < 0.25) + 1) == (92131, 92130)
    assert (np.argmax(first > 0.99) + 1, np.argmax(second < 0.01) + 1) == (98869, 98868)
    assert first[-1] == pytest.approx(0.99995, abs=1e-9)
    assert second[-1] == pytest.approx(5e-5, abs=1e-9)
    largest = np.abs(np.log(first / second)).max()
    assert largest == pytest.approx(9.9034375513, abs=1e-9)
    assert largest <= leak_per_round("1e-4").hi
    assert np.abs(second[:-1] - (1 - first[1:])).max() < 1e-9


def test_float_curves_agree_with_balls():
    first, second = leak_curves("0.01", "0.02", 900)
    places = [2, 3, 4, 5, 100, 400, 477, 899, 900]
    for curve, neighbour in ((first, False), (second, True)):
        for t, chance in zip(
            places, leak_probabilities("0.01", "0.02", places, neighbour), strict=True
        ):
            assert curve[t - 1] == pytest.approx(float(chance), rel=1e-11)


def wrong_estimate(eta, gamma, first, out):
    """Weights the loss with the probability before mixing."""
    x = 0.0
    for t in range(len(out)):
        plain = min(1 / (1 + math.exp(-x)), 0.999)
        out[t] = (1 - gamma) * plain + gamma / 2
        if t % 2:
            x += eta / (1 - plain)
        else:
            x -= eta * (first if t == 0 else 1.0) / plain
    return out


def mixed_late(eta, gamma, first, out):
    """Mixes the weights after the update and goes on from the mixed ones."""
    p = 0.5
    for t in range(len(out)):
        out[t] = p
        loss = first if t == 0 else 1.0
        x = math.log(p / (1 - p)) + (eta / (1 - p) if t % 2 else -eta * loss / p)
        p = (1 - gamma) / (1 + math.exp(-x)) + gamma / 2
    return out


@pytest.mark.parametrize("wrong", [wrong_estimate, mixed_late])
def test_other_recursions_cross_elsewhere(wrong):
    right = exp3_leak_kernels.leak_curve.for_work(1)(0.01, 0.01, 0.0, np.empty(500))
    other = wrong(0.01, 0.01, 0.0, np.empty(500))
    assert abs(int(np.argmax(right > 0.75)) - int(np.argmax(other > 0.75))) > 2


@pytest.mark.parametrize("eta", ["1", "0.1", "0.01", "0.0001"])
@pytest.mark.parametrize("gamma", ["0.9", "0.5", "0.01"])
def test_the_mirror_identity(eta, gamma):
    gap = mirror_gap(eta, gamma, 120)
    assert gap.contains(0)
    assert gap.hi < Fraction(1, 10**50)


def test_a_neighbour_without_the_changed_loss_is_no_mirror(monkeypatch):
    same = lambda rounds, neighbour=False: alternating(rounds)  # noqa: E731
    monkeypatch.setattr(exp3_leak, "alternating", same)
    assert mirror_gap("0.1", "0.5", 10).hi > Fraction(1, 100)


@pytest.mark.parametrize("rounds", [1, 2, 3, 10, 301, 302])
@pytest.mark.parametrize(("eta", "gamma"), [("0.1", "0.5"), ("0.01", "0.1"), ("1", "0.9")])
def test_the_loss_telescopes(eta, gamma, rounds):
    closed, summed = leak_loss(eta, gamma, rounds), summed_leak_loss(eta, gamma, rounds)
    assert abs(closed - summed) < Fraction(1, 10**11)
    bounds = leak_range(gamma)
    assert overlap(bounds, closed)


def test_both_ends_of_the_range_are_approached():
    bounds = leak_range("0.01")
    late = [float(leak_loss("0.01", "0.01", rounds)) for rounds in (5000, 5001)]
    assert late == pytest.approx([float(bounds.lo), float(bounds.hi)], abs=1e-9)
    assert math.isclose(float(bounds.lo), -math.log(1.99), rel_tol=1e-12)


def test_one_arm_alone_leaks_in_every_round():
    losses = [float(one_sided_loss("0.01", "0.01", 700, more)) for more in (0, 100, 300)]
    curve = one_sided_curve("0.01", "0.01", 700, 20000)
    assert losses[1:] == pytest.approx([curve[99], curve[299]], rel=1e-9)
    slope = (losses[2] - losses[1]) / 200
    assert slope == pytest.approx(float(leak_per_round("0.01")), abs=1e-3)
    assert abs(losses[0]) < 5


@pytest.mark.slow
def test_losses_of_the_sequence_with_linear_loss():
    curve = one_sided_curve("0.001", "0.001", 8000, 10**5)
    assert [round(x) for x in curve[[99, 999]]] == [759, 7600]
    assert curve[-1] == pytest.approx(7.6e5, rel=1e-3)
    assert one_sided_curve("0.01", "0.01", 700, 10**5).max() == pytest.approx(80287, abs=1)
    assert float(one_sided_loss("0.001", "0.001", 8000, 1000)) == pytest.approx(curve[999])


def test_weights_part_without_limit_and_probabilities_do_not():
    apart = log_odds("0.01", "0.01", 4000) - log_odds("0.01", "0.01", 4000, neighbour=True)
    assert apart > 50
    assert leak_per_round("0.01") < 6
    assert log_odds("0.1", "0.5", 2, neighbour=True) < 0 == log_odds("0.1", "0.5", 2).hi


def test_the_odd_rounds_rise():
    one, _ = leak_curves("0.05", "0.1", 400)
    assert (np.diff(one[:160:2]) > 0).all()
    assert list(islice(alternating(9, neighbour=True), 2)) == [(2, 1), (1, 1)]
