"""The rows of linear bandits in the table of bounds: the scale of the noise, and hard inputs."""

import math
from fractions import Fraction
import mpmath
import numpy as np
import pytest
from named_rows import by_name, inside
from scipy.stats import norm
from banditproof.theory import Bound, LinearBandit, bounds

MINIMAX = ("linear minimax lower bound",)
CUBE = "linear bandits with the actions [-1, 1]^2; "


def rows(sigma: Fraction | int, horizon: int = 10**4) -> dict[str, Bound]:
    """The minimax rows of two unit vectors with noise of standard deviation sigma, by name."""
    bandit = LinearBandit(((1, 0), (0, 1)), ("0.7", "0.5"), sigma)
    result = bounds(bandit, "0.5", horizon, rho="0.1")
    return {row.name: row for row in result if row.name.startswith(MINIMAX)}


@pytest.mark.parametrize("sigma", [Fraction(1, 1000), Fraction(1, 3), 7])
def test_the_minimax_rows_scale_with_the_noise(sigma: Fraction | int) -> None:
    """Dividing rewards by sigma turns the class into that of noise 1 and a box 1 / sigma."""
    wide = rows(sigma)
    for name, row in rows(1).items():
        assert row.over is not None
        assert row.over.startswith(CUBE), name
        other = wide[name]
        if row.status == "printed":
            assert not other.applies, name
            assert "noise of variance 1" in other.note, name
        else:
            assert row.enclosure is not None
            assert other.enclosure is not None
            ratio = float(other.enclosure) / float(row.enclosure)
            if sigma < 1:  # no cap at this horizon
                assert ratio == pytest.approx(float(sigma), rel=1e-12, abs=0), name
            assert other.enclosure.lo <= sigma * row.enclosure.hi, name


@pytest.mark.parametrize("sigma", [Fraction(1, 10), Fraction(1, 1000)])
def test_a_policy_under_little_noise_stays_above_the_rows(sigma: Fraction) -> None:
    """Play (1, 0) n times, (0, 1) n times, then the signs of the two sums of rewards.

    A coordinate of size s costs at most 2 s in its own n rounds, s in the other n, and 2 s in the
    rest if its sign is wrong; a bound for noise 1 would be above this regret.
    """
    horizon = 10**4
    sizes = np.geomspace(1e-6, 1, 4000)

    def worst(n: int) -> float:
        wrong = norm.sf(sizes * np.sqrt(n) / float(sigma))
        return float(np.max(2 * sizes * (3 * n + (horizon - 2 * n) * 2 * wrong)))

    reached = min(worst(n) for n in (1, 2, 5, 10, 20, 50, 100, 200))
    free = rows(sigma, horizon)["linear minimax lower bound, repaired"].enclosure
    for_unit_noise = rows(1, horizon)["linear minimax lower bound, repaired"].enclosure
    assert free is not None
    assert for_unit_noise is not None
    assert float(free) < reached
    if sigma < Fraction(1, 100):
        assert float(for_unit_noise) > reached


def test_a_coefficient_with_few_certain_digits_keeps_its_number() -> None:
    """Cutting planes stop at a relative width near 1e-8 here, and the rows still print."""
    arms = [[-6, 1, -5, 2], [3, 6, -4, 2], [-3, -5, -6, -2], [4, -4, -2, 1], [-6, -6, -3, 6]]
    result = bounds(LinearBandit(arms, (-4, -2, 5, -5)), 20, 10**5)
    row = next(row for row in result if row.name == "structural bound, both families")
    assert row.enclosure is not None
    assert Fraction(row.enclosure.width) > row.enclosure.hi / 10**12
    assert result.best.regret is row
    assert row.enclosure.decimal_lo(6) in str(result)


ACTIONS = ((1, 0), (1, "0.1"), ("0.2", "0.7"))


def test_linear_bandits_show_no_number_for_the_refuted_theorem() -> None:
    rows = by_name(LinearBandit(ACTIONS, ("0.5", "-5")), eps="0.1", rho="0.1", horizon=10**6)
    printed = rows["c(A, theta) of Theorem 4.18 as printed"]
    assert not printed.applies
    assert printed.enclosure is None
    assert printed.note == "false as printed: not a lower bound"
    proved = rows["structural bound, private family"]
    assert float(proved.enclosure) == pytest.approx(math.sqrt(2 * math.pi) / 0.1, rel=1e-9, abs=0)
    cube = {name: row for name, row in rows.items() if name.startswith("linear minimax")}
    assert len(cube) == 6
    for budget in ("pure DP", "zCDP"):
        smaller = cube[f"linear minimax lower bound, {budget}, as printed"].enclosure
        assert smaller.hi < cube[f"linear minimax lower bound, {budget}, repaired"].enclosure.lo
    with mpmath.workdps(30):
        border = rows["eps below which the private part of Theorem 4.17 is the larger one"]
        assert inside(border, 2 * mpmath.e / 1000)


def test_a_short_horizon_or_a_large_rho_takes_the_linear_numbers_away() -> None:
    short = by_name(LinearBandit(ACTIONS, ("0.5", "-5")), eps="1e-3", rho=2, horizon=3)
    assert not short["linear minimax lower bound, as printed"].applies
    assert not short["linear minimax lower bound, pure DP, as printed"].applies
    assert short["linear minimax lower bound, pure DP, repaired"].applies
    assert not short["linear minimax lower bound, zCDP, repaired"].applies
    tied = by_name(LinearBandit(((1, 0), (0, 1)), (1, 1)), eps=1)
    assert not any(row.applies for row in tied.values() if row.name.startswith("structural"))


def test_a_thousand_actions_have_the_bounds_that_need_no_program():
    actions = [(Fraction(k, 999), 1 - Fraction(k, 999)) for k in range(1000)]
    rows = by_name(LinearBandit(actions, (1, 0)), eps=1, horizon=100)
    structural = [row for name, row in rows.items() if name.startswith("structural")]
    assert len(structural) == 4
    assert all("999 suboptimal actions" in row.note for row in structural)
    assert rows["linear minimax lower bound, repaired"].applies
