"""Linear and contextual bandits of the thesis: each refutation once more, by another route."""

from fractions import Fraction
from itertools import pairwise
import numpy as np
import pytest
from mpmath import ceil as mp_ceil
from mpmath import log, mp, mpf, sqrt
from programs import algorithm_9_adac_oful as oful
from programs import noise_placement_curves, privacy_price_figures
from banditproof.algorithms import AdaCGOPE
from banditproof.paper_checks import find
from banditproof.paper_checks.document_figures import FIGURES, figure_cells
from banditproof.paper_checks.drawing.figure_words import THESIS, in_words_of
from banditproof.paper_checks.models.axes_and_pairs import (
    cubed,
    first_phase,
    on_axes,
    on_pairs,
    outside,
    with_dimension,
)
from banditproof.theory import certify
from banditproof.theory.balls import working_precision
from banditproof.theory.phase_lengths import phase_length

HALF = Fraction(1, 2)
PRINTED = {1: 1.40, 2: 1.58, 3: 2.65, 4: 5.45, 5: 12.5, 6: 30.8, 7: 78.6, 8: 206, 10: 1510}
REPAIRED = {1: 0.86, 2: 0.44, 3: 0.27, 4: 0.20, 10: 0.08}
EXPECTED = {3: 1.32, 5: 5.53, 7: 33.3, 10: 622}


def plays_of_phase_1(d: int, delta: mpf, scalar: bool = False) -> mpf:
    """d ceil(c_1 / d) for the axes of R^d and rho = d^-3, in 60 digits."""
    level = log(8 * d / delta)
    half = level - log(2)
    f = 2 * level if scalar else d + 2 * sqrt(d * half) + 2 * half
    length = 32 * d * level + 4 * d * sqrt(2 * mpf(d) ** 3 * f)
    return d * mp_ceil(length / d)


def ratio(d: int, plays: mpf, delta: mpf, shape: str) -> mpf:
    """The regret, all plays but those of e_1, over the bound with constants 1."""
    alpha = log(d * log(plays) / delta)
    if shape == "expected":
        alpha = log(d * plays)
        private = alpha ** mpf("1.5")
    else:
        inner = alpha + (d if shape == "with d" else 0)
        private = sqrt(inner) * log(plays)
    bound = sqrt(d * plays * alpha) + d * sqrt(mpf(d) ** 3) * private
    return plays * (1 - 1 / mpf(d)) / bound


@pytest.mark.parametrize(
    ("shape", "known"), [("printed", PRINTED), ("with d", REPAIRED), ("expected", EXPECTED)]
)
def test_the_axes_against_the_bound_in_sixty_digits(shape: str, known: dict[int, float]) -> None:
    with mp.workdps(60):
        for power, value in known.items():
            d, delta = 10**power, mpf(1) / 2
            plays = plays_of_phase_1(d, delta)
            for _ in range(60 * (shape == "expected")):  # delta = 1/T, a fixed point
                delta = 1 / plays
                plays = plays_of_phase_1(d, delta)
            result = ratio(d, plays, delta, shape)
            assert abs(result / value - 1) < 0.02, (power, result)
    shapes = {"printed": outside, "with d": with_dimension}
    if shape in shapes:
        with working_precision(192):
            balls = [on_axes(10**k, False, private=shapes[shape], delta=HALF) for k in known]
        assert all(
            abs(float(b.mid()) / v - 1) < 0.02 for b, v in zip(balls, known.values(), strict=True)
        )


def test_the_printed_length_is_that_of_the_library_and_of_the_policy() -> None:
    for d, arms, delta, rho in ((2, 5, "0.1", "0.01"), (30, 7, "0.5", "1e-9")):
        for scalar, form in ((False, "printed"), (True, "scalar")):
            own = certify(phase_length, d, arms, 1, delta, rho, form)
            with working_precision(96):
                ball = first_phase(d, arms, Fraction(delta), Fraction(rho), scalar)
            assert abs(float(own) / float(ball.mid()) - 1) < 1e-12
    axes = [[int(i == j) for j in range(4)] for i in range(4)]
    policy = AdaCGOPE(axes, rho=Fraction(1, 64), delta="0.5", length="printed")
    plan = dict(policy.plan(policy.start()).parts)
    with mp.workdps(30):
        assert sum(plan.values()) == plays_of_phase_1(4, mpf(1) / 2)


def test_the_pairs_against_the_bounds_in_sixty_digits() -> None:
    """Each of d^2/2 pairs is played once, with the mean gap 1, at rho = d^4 and delta = 1/T."""
    with mp.workdps(60):
        for d in (10**4, 10**16):
            time = mpf(d) ** 2 / 2
            level = log((time + 1) * log(time) * time)
            first, scale = sqrt(d * time * level), 1 / mpf(d)
            privates = {
                outside: sqrt(level) * log(time),
                with_dimension: sqrt(d + level) * log(time),
                cubed: level ** mpf("1.5"),
            }
            for shape, private in privates.items():
                for constants in ((1, 1, 0), (128, 57, 4), (0, 1, 0)):
                    bound = constants[0] * first + constants[1] * scale * private
                    wanted = time / (bound + constants[2] * d * (d + 1))
                    exact = tuple(Fraction(c) for c in constants)
                    with working_precision(192):
                        result = on_pairs(d, False, exact, shape)
                    assert abs(mpf(float(result)) / wanted - 1) < 1e-9, (d, shape, constants)


def test_step_4_and_step_6_in_other_digits() -> None:
    with mp.workdps(60):
        d, constant = mpf(10) ** 10, mpf(10) ** 6
        level, half = log(80 * d), log(40 * d)
        root = sqrt(2 * d**3 * (d + 2 * sqrt(d * half) + 2 * half))
        plays = 32 * d * level + 4 * d * root
        alpha = log(10 * d * log(plays))
        bound = d * (d + 1) / 2 + 32 * d * constant * alpha + 8 * d * sqrt(constant * alpha * d**3)
        known = find("thesis.pf5.12.step4").check().evidence.case["ratio"]
        assert abs(plays / bound / mpf(known) - 1) < 1e-6
        d = mpf(10) ** 16
        time = d**2 / 2
        alpha = log((time + 1) * log(time) * time)
        rest = sqrt(d * time * alpha) + sqrt(alpha) / d * log(time)
        known = find("thesis.pf5.12.step6").check().evidence.case["ratio"]
        assert abs(4 * d * (d + 1) / (1000 * rest) / mpf(known) - 1) < 1e-6


def test_alpha_is_negative_for_one_arm_and_two_rounds() -> None:
    with mp.workdps(30):
        assert log(log(2) / mpf("0.9")) < 0 < log(8 / mpf("0.9"))
        for j in range(2, 200):  # 4 j (j + 1) with the least T of j phases
            least = max(log(mpf(4) ** j), log(3))
            assert 4 * j * (j + 1) <= 5 * least**2
            assert j <= least


def test_two_gaps_on_the_bad_event() -> None:
    """theta* = 1 and only the action -1 left: each round costs 2, whatever the rewards."""
    means = {1: 1, -1: -1}
    assert max(means.values()) - means[-1] == 2
    delta, time, elsewhere = Fraction(1, 10), 50, 3
    mean = (1 - delta) * elsewhere + delta * 2 * time
    assert (1 - delta) * elsewhere + delta * time < mean


def test_the_radius_is_undefined_up_to_these_rounds() -> None:
    for setting, first in oful.FIRST_ROUNDS.items():
        t = np.arange(1.0, first + 50)
        level = np.log((t + 3) * setting.d / float(setting.delta))
        number = float(setting.regulariser) + float(setting.least) * t / 4 - 8 * level
        number -= 2 * np.sqrt(t * level)
        assert int(t[number > 0][0]) == first
    assert list(oful.FIRST_ROUNDS.values()) == [13222, 139461, 148354]


def test_updates_on_the_line_by_counting() -> None:
    for scale in (Fraction(1, 10), Fraction(1), Fraction(7, 2)):
        updates, tau = [], 0
        for t in range(1, 200):
            if scale + t > 2 * (scale + tau):
                updates.append(tau := t)
        later = [after / Fraction(before) for before, after in pairwise(updates)]
        assert max(later) <= 2 * (1 + scale) + 1 - scale
        if scale < 1:
            assert updates[:5] == [1, 3, 7, 15, 31]
            assert later[0] == 3 > 2 * (1 + scale)


def test_the_least_value_of_the_norm_in_the_plane_is_the_root_of_two() -> None:
    rng = np.random.default_rng(1)
    values = []
    for w in (*rng.dirichlet([3.0, 3.0], 200), np.array([0.5, 0.5])):
        inverse = np.linalg.inv(np.diag(w))
        values.append(max(float(np.sqrt(row @ inverse @ row)) for row in np.eye(2)))
    assert min(values) == pytest.approx(2**0.5)


def test_the_event_about_the_noise_in_other_digits() -> None:
    with mp.workdps(30):
        f = 1 + 2 * sqrt(log(4)) + 2 * log(4)
        numerator = 1 + 2 * sqrt(log(2)) + 2 * log(4)
        assert f**2 > f > numerator
        assert abs(f**2 - mpf("37.545138")) < 1e-6


def test_the_norm_of_theta_is_below_the_radius_for_any_regulariser() -> None:
    with mp.workdps(40):
        for power in range(-30, 31):
            scale = mpf(10) ** (mpf(power) / 3)
            for d in (1, 2, 50):
                assert sqrt(d * log(1 + 1 / (scale * d))) + sqrt(scale) > 1
                assert d * log(1 + 1 / (scale * d)) > 1 / (1 + scale)


THERE = ("5.4", "5.5", "5.6", "C.1")


def test_the_figures_are_those_of_the_other_document_in_their_own_words() -> None:
    others = ("zcdp.fig4a", "zcdp.fig4b", "zcdp.fig4c", "zcdp.fig5")
    for own, other in zip(THERE, others, strict=True):
        assert f"thesis.fig{own}" in FIGURES
        assert figure_cells(f"thesis.fig{own}") == figure_cells(other)
    for block in privacy_price_figures.blocks_of("thesis.fig5.6", False):
        note = in_words_of("thesis.fig5.6", privacy_price_figures.note_of(block))
        assert "zcdp." not in note
        assert "Assumption 2" not in note
        assert in_words_of("zcdp.fig4c", note) == note
    caption = noise_placement_curves._caption(noise_placement_curves.figure_cells(True), False)
    assert "zcdp.fig5" in caption
    own = in_words_of("thesis.figC.1", caption)
    assert "thesis.remC.12" in own
    assert "zcdp." not in own
    assert "paper" not in own
    for word in THESIS.values():
        if word.startswith("thesis."):
            assert find(word)


def test_one_reading_of_where_the_noise_is_added() -> None:
    """Both texts say that Step 4 changes, so that the phases of both algorithms are the same."""
    both = [find("zcdp.fig5"), find("thesis.remC.12")]
    assert [c.recorded.value for c in both] == ["not-reproduced"] * 2
    assert both[1].repeats == both[0].id
    assert "Step 4 alone" in both[0].reading
    for rho in ("0.001", "0.1"):
        cells = [
            noise_placement_curves.placement_cell(v, False, rho) for v in ("adac", "var-short")
        ]
        assert cells[0].length == cells[1].length == "printed"
        assert {cell.placement for cell in cells} == {"whitened", "sums"}


def test_the_lower_bounds_in_the_panels() -> None:
    assert privacy_price_figures.lower_bound("linear", 1.0) == pytest.approx(
        0.75 * np.exp(-9 / 4), rel=1e-12
    )
    assert privacy_price_figures.lower_bound("finite", 4.0) == pytest.approx(1 / 124)
    assert privacy_price_figures.lower_bound("contextual", 1.0) is None
