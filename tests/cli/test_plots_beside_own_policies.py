"""Figures of bounds: own policies beside them, their time, and labels that are whole."""

import sys
from fractions import Fraction
import pytest
from terminals import on_a_terminal
from banditproof.theory.bound_words import Privacy
from banditproof.theory.instances import BernoulliBandit, GaussianBandit
from banditproof.theory.lower_bounds import bound_curves, index_policies
from banditproof.theory.lower_bounds.bound_rows import rows_of
from banditproof.theory.lower_bounds.request import Request
from banditproof.theory.one_horizon.horizon_curves import (
    HorizonCurve,
    HorizonCurves,
    horizon_figure,
)

MODULE = """
from banditproof.algorithms import DPIMED

def make(arms, eps): return DPIMED(arms, eps=eps)
def dear(arms, eps): return DPIMED(arms, eps=2 * eps)

class Turns:
    def __init__(self, arms): self.arms, self.t = arms, -1
    def select(self):
        self.t += 1
        return self.t % self.arms
    def update(self, arm, reward): pass
"""
WORDS = ("plot", "bounds", "--means", "0.8,0.6", "--eps", "1", "--horizon", "10:100")


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "plots_of_mine.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    yield "plots_of_mine"
    sys.modules.pop("plots_of_mine", None)


def test_an_own_policy_is_drawn_as_that_of_the_list(module, banditproof) -> None:
    beside = f"dp-imed,{module}:make,{module}:Turns"
    facts = banditproof(*WORDS, "--points", "5", "--beside", beside, "--json").facts
    curves = {one["name"]: one["values"] for one in facts["curves"] if one["kind"] == "policy"}
    assert curves["dp-imed"] == curves[f"{module}:make"]
    assert curves[f"{module}:Turns"] == pytest.approx([0.1 * t for t in facts["horizons"]], abs=0.1)
    words = ("bounds", "--means", "0.8,0.6", "--eps", "1", "--horizon", "100", "--json", "--beside")
    one, two = (banditproof(*words, name).facts["beside"] for name in ("dp-imed", f"{module}:make"))
    assert one["mean"] == two["mean"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--beside", "plots_of_mine:dear"), "costs what eps = 1 does not allow"),
        (("--beside", "plots_of_mine:mak"), "did you mean make"),
        (("--beside", "plots_of_mine:make", "--exact"), "--exact is about policies of the list"),
        (("--beside", "dp-imd"), "dp-imed"),
    ],
)
def test_what_cannot_be_drawn_beside_is_said(module, banditproof, more, sentence) -> None:
    assert sentence in banditproof(*WORDS, "--points", "5", "--out", "a.png", *more).mistake


def test_a_terminal_sees_that_a_figure_is_made(module, tmp_path) -> None:
    seen = on_a_terminal([*WORDS, "--points", "9", "--out", "a.png"], tmp_path)
    assert seen.code == 0
    assert "bounds at each horizon" in seen.err
    assert (tmp_path / "a.png").stat().st_size > 10_000


@pytest.mark.parametrize("bandit", [BernoulliBandit(("0.8", "0.6")), GaussianBandit(("0.8", 0))])
@pytest.mark.parametrize("privacy", [Privacy.PURE, Privacy.ZCDP])
def test_what_is_left_out_of_a_figure_is_nowhere_in_it(monkeypatch, bandit, privacy) -> None:
    """The same curves come out where the slow upper bounds are computed as well."""
    request = Request(bandit, horizon=Fraction(1000), delta=Fraction(1, 100))
    ranges = {privacy: ("0.1", "10")}
    without = bound_curves.curves_of(request, ranges, 3)
    monkeypatch.setattr(bound_curves, "rows_of", lambda asked, **_: rows_of(asked))
    assert bound_curves.curves_of(request, ranges, 3) == without


def test_a_figure_computes_none_of_the_slow_upper_bounds(monkeypatch) -> None:
    def asked(*_):
        raise AssertionError("level by level")

    monkeypatch.setattr(index_policies, "_levels", asked)
    request = Request(BernoulliBandit(("0.8", "0.6")), horizon=Fraction(1000))
    bound_curves.curves_of(request, {Privacy.PURE: ("0.1", "10")}, 3)


@pytest.mark.parametrize("panels", [1, 2, 4])
@pytest.mark.parametrize("name", ["dp-imed", "my_long_module:MakeAPolicyOfMine"])
def test_the_legend_is_inside_the_figure(panels, name) -> None:
    grid = (10, 100)
    bounds = (HorizonCurve("if 99 % reliable", (1.0, 2.0)),)
    own = (HorizonCurve(name, (0.0, 5.0)),)
    curves = HorizonCurves("2 arms", "eps = 1", grid, bounds, None, own, Fraction(1))
    figure = horizon_figure(*[curves] * panels)
    figure.canvas.draw()
    legends = [legend for part in figure.subfigs for sub in part.subfigs or [part]
               for legend in sub.legends]  # fmt: skip
    assert bool(legends) == (panels > 1)
    for legend in legends:
        box = legend.get_window_extent()
        assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1
    line = next(one for one in figure.findobj() if getattr(one, "get_label", str)() == name)
    assert str(line.get_ydata()[0]) == "nan"  # a regret of 0 has no place on a logarithmic axis
