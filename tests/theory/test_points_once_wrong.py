"""Points that were wrong once, extreme arguments, and the work of their certificates."""

from fractions import Fraction
from pathlib import Path
import numpy as np
import pytest
from enclosure_checks import overlap
from properties import is_right, relative_error
from random_points import kl_levels, private_levels
from written_calls import scope
from banditproof.theory import balls, certify, d_eps, d_eps_lcb, d_eps_ucb, kl_lcb, kl_ucb
from banditproof.theory import confidence_bounds as bounds

ROOMS = ("confidence_bounds", "kl_decompositions", "private_divergence", "concentration")
ROOMS += ("infima", "laws", "lower_bounds", "characteristic_times")
LINES = Path(__file__).with_name("points_once_wrong.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES[1:])
def test_points_that_were_wrong_once(line):
    names = scope(*(f"banditproof.theory.{room}" for room in ROOMS))
    name, _, words = line.partition(": ")
    function, point = names[name], eval(f"({words},)", dict(names))
    assert is_right(function(*point), certify(function, *point, digits=16).mid)


def test_the_lower_bound_is_never_above_its_mean():
    with np.errstate(over="ignore", invalid="ignore"):
        x, level, eps = private_levels(np.random.default_rng(3), 20_000)
    low, high = bounds.d_eps_lcb(x, level, eps), bounds.d_eps_ucb(x, level, eps)
    assert ((low <= x) & (x <= high) & (low >= 0) & (high <= 1)).all()


def precisions(monkeypatch, function, *point):
    """The working precisions that a certificate of 16 digits tries."""
    tried = []
    given = balls.working_precision

    def recorded(bits):
        tried.append(bits)
        return given(bits)

    monkeypatch.setattr(balls, "working_precision", recorded)
    certify(function, *point, digits=16)
    monkeypatch.undo()
    return tried


@pytest.mark.parametrize(
    ("function", "draw"),
    [
        (bounds.kl_ucb, kl_levels),
        (bounds.kl_lcb, kl_levels),
        (bounds.kl_ucb_log_complement, kl_levels),
        (bounds.d_eps_ucb, private_levels),
        (bounds.d_eps_lcb, private_levels),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_certified_root_starts_at_the_right_precision(monkeypatch, function, draw):
    with np.errstate(all="ignore"):
        columns = draw(np.random.default_rng(8), 60)
    for point in zip(*(column.tolist() for column in columns), strict=True):
        tried = precisions(monkeypatch, function, *point)
        assert len(tried) <= 2
        assert max(tried, default=0) < 4000


@pytest.mark.parametrize("x", ["1e-20000", "0.082", Fraction(1) - Fraction(1, 10**300)])
@pytest.mark.parametrize("level", ["1e-20000", "1e-300", "1024", "1e300"])
def test_certified_roots_of_extreme_rationals(monkeypatch, x, level):
    for function in (bounds.kl_ucb, bounds.kl_lcb):
        assert len(precisions(monkeypatch, function, x, level)) <= 3


# where products of the arguments are near the least float, or eps is near -log of it
EXTREME = [
    (d_eps_lcb, 1.6513605537842157e-77, 1.3409703976880113e-303, 8.120397417844814e-227),
    (d_eps_lcb, 1.1342414717189577e-281, 7.981079821337904e-307, 7.03649092396743e-26),
    (d_eps_lcb, 1.1102230246251565e-16, 1.263143201286e-312, 1.1377382501304015e-296),
    (d_eps_lcb, 0.7890745910975825, 550.8863514442421, 700.0),
    (d_eps_lcb, 0.8823113786285259, 616.4357393181095, 700.0),
    (d_eps_lcb, 0.5, 353.05313660509796, 708.0),
    (d_eps_lcb, 0.5, 353.05313660509796, 707.9),
    (d_eps_ucb, 1e-300, 1e-280, 1.0),
    (d_eps_ucb, 0.3, 0.5e-300, 1e-300),
]


@pytest.mark.parametrize(("form", "x", "level", "eps"), EXTREME)
def test_extreme_arguments_are_within_1e14(form, x, level, eps):
    enclosure = certify(form, x, level, eps, digits=20)
    assert enclosure.lower > 2.3e-308
    assert relative_error(form(x, level, eps), enclosure) <= 1e-14
    assert abs(Fraction(form(x, level, eps)) / enclosure.lower - 1) <= 1e-14


@pytest.mark.parametrize("eps", ["1e-29", "1e-300", "1e6", "1e100"])
@pytest.mark.parametrize("form", [d_eps_ucb, d_eps_lcb])
def test_certificates_at_extreme_budgets(form, eps):
    """For small eps the answer is x +- level/eps up to eps, for large eps the bound of kl."""
    x, budget = Fraction(1, 3), Fraction(eps)
    level = min(budget / 4, Fraction(3))
    result = certify(form, x, level, eps, digits=20)
    if budget > 1:
        assert overlap(result, certify(kl_ucb if form is d_eps_ucb else kl_lcb, x, level))
    else:
        # 1 - d_eps_ucb = (e^-(level + eps x) - e^-eps) / (1 - e^-eps), of order eps beside this
        limit = x + level / budget if form is d_eps_ucb else x - level / budget
        assert abs(Fraction(result.mid) - limit) <= budget + Fraction(1, 10**20)


@pytest.mark.parametrize("eps", ["1e6", "1e100"])
def test_a_lower_bound_without_digits_is_enclosed_nevertheless(eps):
    level = Fraction(eps) * 4 / 10
    result = certify(d_eps_lcb, "0.5", level, eps)
    assert result.lo == 0 < result.hi < Fraction(1, 10**8000)
    # and the divergence at its upper end is above the level only if the level is saturated
    assert certify(d_eps, "0.5", result.hi, eps).lo <= level
