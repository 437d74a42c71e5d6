"""What is drawn lies inside the picture that savefig writes, with long names and many arms too."""

from functools import cache
import numpy as np
import pytest
from legible_figures import overlapping
from matplotlib.backends.backend_agg import FigureCanvasAgg
from banditproof.algorithms import DPIMED, Sweep, make_policy, simulate
from banditproof.algorithms.sweeps import sweep_figure
from banditproof.theory import BernoulliBandit

TWO = BernoulliBandit(("0.75", "0.5"))
MANY = BernoulliBandit(tuple(f"0.{k}" for k in range(11, 31)))


def left_out(figure) -> float:
    """By how many inches something is drawn outside of the figure."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()  # lays it out
    box = figure.get_tightbbox(canvas.get_renderer())
    width, height = figure.get_size_inches()
    return float(max(-box.x0, -box.y0, box.x1 - width, box.y1 - height))


@cache
def figure_of(kind: str):
    if kind == "short runs of dp-se":
        policy = make_policy("dp-se", 2, eps=1, horizon=1000)
        return simulate(policy, TWO, 1000, 40, 1).plot()
    if kind == "over time":
        return simulate(DPIMED(2), TWO, 10**4, 60, 1, checkpoints=(10, 100, 10**4)).plot()
    if kind == "many arms":
        return simulate(DPIMED(20), MANY, 10**4, 20, 1, checkpoints=(100, 10**4)).plot()
    assert kind == "own objects"

    class AnObjectWhoseClassHasALongNameAsPeopleLikeToGiveThem:
        def select(self):
            return 0

        def update(self, arm, reward):
            pass

    made = AnObjectWhoseClassHasALongNameAsPeopleLikeToGiveThem
    return simulate(lambda: made(), TWO, 100, 30, 1, checkpoints=(10, 100)).plot()


@pytest.mark.parametrize("kind", ["short runs of dp-se", "over time", "many arms", "own objects"])
def test_a_simulation_is_drawn_inside_its_picture(kind) -> None:
    assert left_out(figure_of(kind)) < 0.02


def test_a_sweep_is_drawn_inside_its_picture(tmp_path, monkeypatch) -> None:
    long = {"name": "adap-klucb", "label": "a rather long label of a policy, in many words"}
    instances = {"an instance with a long name, such as people give": TWO, "b": MANY}
    sweep = Sweep(["dp-se", "imed", long], instances, [200], [{"eps": 1}], runs=3)
    with sweep.run(tmp_path) as results:
        assert left_out(results.plot()) < 0.02
        monkeypatch.setattr(sweep_figure, "TITLE", 200)  # the mutant: nothing is wrapped
        assert left_out(results.plot()) > 0.02


def test_the_mean_has_a_confidence_interval_where_quantiles_have_a_band() -> None:
    """Of 1,000 samples of 400 runs about 950 intervals hold the mean; false alarms: below 1e-7."""
    rng = np.random.default_rng(1)
    base = simulate(DPIMED(2), TWO, 100, 400, 1)
    inside = 0
    for _ in range(1000):
        object.__setattr__(base, "regret", rng.binomial(9, 0.3, 400).astype(float))
        low, high = base.mean_interval
        inside += low <= 2.7 <= high
    assert 910 < inside < 985
    names = [text.get_text() for text in figure_of("over time").axes[0].get_legend().get_texts()]
    assert "95 % confidence of the mean" in names
    assert np.isnan(simulate(DPIMED(2), TWO, 100, 1, 1).mean_interval).all()


def test_policies_of_a_sweep_differ_without_colour_and_zeros_are_told(tmp_path) -> None:
    """DP-SE in the given order plays the best arm until its first phase ends."""
    names = ["dp-se", "imed", "dp-imed"]
    sweep = Sweep(names, {"two": TWO}, ["3e3"], [{"eps": 1}], runs=3, keep_order=True)
    with sweep.run(tmp_path) as results:
        figure = results.plot()
    lines = figure.axes[0].get_lines()[:3]
    assert len({line.get_linestyle() for line in lines}) == 3
    said = figure.get_supxlabel()
    logarithmic = figure.axes[0].get_yscale() == "log"
    assert logarithmic
    assert "The median of dp-se is 0 at some rounds" in said
    assert overlapping(figure) == []


def test_more_policies_than_kinds_of_lines_differ_by_marks(tmp_path) -> None:
    names = ["dp-se", "imed", "dp-imed", "dp-klucb", "adap-klucb"]
    with Sweep(names, {"two": TWO}, ["1e3"], [{"eps": 1}], runs=2).run(tmp_path) as results:
        lines = results.plot().axes[0].get_lines()[:5]
    assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == 5


def test_a_bound_that_is_a_limit_is_called_so_in_each_panel() -> None:
    """At one T the regret may be below it."""
    alone, beside = figure_of("short runs of dp-se"), figure_of("over time")
    for figure in (alone, beside):
        names = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
        bounds = [name for name in names if "lower bound" in name]
        assert len(bounds) == 1
        assert "as T grows" in bounds[0]
        assert "95 % confidence of the mean" in names


def test_no_regret_below_0_is_drawn() -> None:
    """The normal law of a heavy tail has limits below 0, and no regret has."""
    result = simulate(DPIMED(2, eps=1), TWO, 10**4, 60, 1, checkpoints=(10, 100, 10**4))
    assert result.mean_interval[0] < 0
    assert result.plot().axes[0].dataLim.y0 >= 0
