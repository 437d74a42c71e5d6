"""The figure of a sweep: its panels follow the design, and say what they leave out."""

from functools import partial
import numpy as np
import pytest
from banditproof.algorithms import Sweep
from banditproof.algorithms.regret.dp_imed import DPIMED
from banditproof.algorithms.sweeps.bands import Band
from banditproof.algorithms.sweeps.sweep_figure import LIMIT, sweep_figure
from banditproof.theory import BernoulliBandit, regret_coefficient

TWO = BernoulliBandit(("0.75", "0.5"))
BUDGETS = (0.1, 0.5, 1.0, 2.0)


def band(**changes) -> Band:
    values = dict.fromkeys(("mean", "sd", "q05", "q25", "median", "q75", "q95"), 1.0)
    given = {"eps": 1.0, "rho": None, "alpha": None, "horizon": 10, "quantity": "regret"}
    return Band(**{"policy": "a", "instance": "mu", "round": 10, "runs": 2, "cut_off": 0, **given,
                   **values, **changes})  # fmt: skip


def notes(axes) -> str:
    return " ".join(text.get_text() for text in axes.texts).replace("\n", " ")


def test_two_instances_and_four_budgets_are_two_by_four_panels_with_one_legend() -> None:
    shown = [
        band(policy=policy, instance=instance, eps=eps, round=t, median=eps)
        for policy in ("a", "b") for instance in ("mu", "nu") for eps in BUDGETS for t in (5, 10)
    ] + [band(policy="free", instance=i, eps=None) for i in ("mu", "nu")]  # fmt: skip
    figure = sweep_figure(shown)
    grid = figure.axes[0].get_gridspec()
    assert (grid.nrows, grid.ncols) == (2, 4)
    assert [axes.get_title() for axes in figure.axes[:4]] == [f"eps = {e:g}" for e in BUDGETS]
    assert [axes.get_ylabel().split(",")[0] for axes in figure.axes[::4]] == ["mu", "nu"]
    assert {len(axes.get_lines()) for axes in figure.axes} == {3}, "policies without privacy too"
    top, bottom = figure.axes[:4], figure.axes[4:]
    assert len({axes.get_xlim() for axes in figure.axes}) == 1
    assert {top[0].get_shared_y_axes().joined(top[0], axes) for axes in top} == {True}
    assert not top[0].get_shared_y_axes().joined(top[0], bottom[0])
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["a", "b", "free"]
    assert [axes for axes in figure.axes if axes.get_legend()] == []


def test_no_curve_leaves_its_panel() -> None:
    sizes = {0.1: 3.0, 2.0: 40.0}
    shown = [band(eps=e, round=t, median=m * t, q95=2 * m * t, q05=0.0)
             for e, m in sizes.items() for t in (1, 10)]  # fmt: skip
    for axes in sweep_figure(shown).axes:
        low, high = axes.get_ylim()
        for line in axes.get_lines():
            assert low <= min(line.get_ydata()) <= max(line.get_ydata()) <= high


@pytest.mark.parametrize(("factor", "scale"), [(10.0, "linear"), (1000.0, "log")])
def test_regret_of_another_size_gets_a_logarithmic_axis(factor: float, scale: str) -> None:
    for quantile in ("median", "q95"):
        figure = sweep_figure([band(policy="a"), band(policy="b", **{quantile: factor})])
        assert [axes.get_yscale() for axes in figure.axes] == [scale]


def test_a_panel_names_what_it_leaves_out() -> None:
    shown = [
        band(policy="a"),
        band(policy="b", eps=None, rho=1.0),
        band(policy="c", instance="nu"),
        *(band(policy="d", quantity="samples", median=None, q95=None, eps=e) for e in (1.0, 2.0)),
        band(policy="e", quantity="samples", eps=1.0),
    ]
    mu_eps, mu_rho, _, nu_rho, samples = sweep_figure(shown).axes
    assert notes(mu_eps) == "left out (other budgets): b left out (other instances): c"
    assert notes(mu_rho) == "left out (other budgets): a left out (other instances): c"
    assert notes(nu_rho) == "no policy of the sweep has this budget here"
    assert "most runs were cut off: d (eps = 1; eps = 2)" in notes(samples)
    assert len(samples.get_lines()) == 1
    (nothing,) = sweep_figure([shown[3]]).axes
    assert list(nothing.get_yticks()) == [], "numbers without a curve mean nothing"


def test_kinds_of_budgets_have_axes_of_their_own() -> None:
    shown = [band(quantity="samples"), band(quantity="samples", eps=None, rho=2.0),
             band(quantity="samples", alpha=2.0)]  # fmt: skip
    figure = sweep_figure(shown)
    assert [axes.get_xlabel() for axes in figure.axes] == [
        "budget eps", "budget rho", "budget eps at alpha = 2",
    ]  # fmt: skip


def test_too_many_panels_are_refused() -> None:
    with pytest.raises(ValueError, match="39 panels cannot be read"):
        sweep_figure([band(instance=str(n)) for n in range(37)])


def test_the_lower_bound_is_that_of_the_budget(tmp_path) -> None:
    sweep = Sweep(["dp-imed", "adac-ucb"], {"two": TWO}, [1000], [{"eps": "0.5"}, {"rho": 1}])
    with sweep.run(tmp_path) as results:
        figure, text = results.plot(), repr(results)
    assert text.startswith("SweepResults of 2 points and 1 seeds, 2 cells")
    bounds = [
        line for axes in figure.axes for line in axes.get_lines() if line.get_label() == LIMIT
    ]
    private, free = (line.get_ydata()[-1] / np.log(1000) for line in bounds)
    assert private == pytest.approx(regret_coefficient((0.75, 0.5), 0.5))
    assert free < private


def test_the_words_below_say_the_runs_and_what_the_bound_is_not(tmp_path) -> None:
    own = partial(DPIMED, eps=1)
    policies = ["dp-imed", "imed", own]
    sweep = Sweep(policies, {"two": TWO}, [100], [{"eps": "0.5"}], runs=7)
    with sweep.run(tmp_path) as results:
        figure = results.plot()
    said = figure.get_supxlabel()
    assert "medians of 7 runs" in said
    assert "the regret at one T may be below it" in said
    (legend,) = figure.legends
    names = [text.get_text() for text in legend.get_texts()]
    assert len(names) == 4
    assert [name for name in names if "not private" in name] == ["imed, not private"]
    several = sweep_figure([band(runs=2), band(policy="b", runs=3000)]).get_supxlabel()
    assert "medians of 2 to 3,000 runs" in several
