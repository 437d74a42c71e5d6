"""The curves of bounds against the budget: the grid, the strongest bound, where privacy costs."""

import math
from fractions import Fraction
from itertools import pairwise
import pytest
from matplotlib.text import Annotation
from banditproof.theory import BernoulliBandit, GaussianBandit, bounds
from banditproof.theory.bound_words import Privacy, Side
from banditproof.theory.logarithmic_grid import evenly_in_logarithms
from banditproof.theory.lower_bounds.bound_curves import curves_of, panels
from banditproof.theory.lower_bounds.curve_figure import curve_figure, tick_labels
from banditproof.theory.lower_bounds.request import Request


def test_the_grid_is_geometric_with_exact_ends() -> None:
    grid = evenly_in_logarithms(Fraction(1, 1000), Fraction(10), 41)
    assert (grid[0], grid[-1], len(grid)) == (Fraction(1, 1000), Fraction(10), 41)
    steps = [float(b / a) for a, b in pairwise(grid)]
    assert max(steps) == pytest.approx(min(steps), rel=1e-9, abs=0)


def test_the_widest_range_has_a_grid() -> None:
    grid = evenly_in_logarithms(Fraction(1, 10**100), Fraction(10**100), 5)
    assert [round(math.log10(budget)) for budget in grid] == [-100, -50, 0, 50, 100]


def test_less_than_a_decade_has_labels_that_differ() -> None:
    assert tick_labels([0.1, 0.1000001]) == ["0.1", "0.1000001"]


def test_the_shading_ends_where_privacy_stops_to_cost() -> None:
    """Normal arms of gap 1: d_inf is below KL_inf exactly up to a budget between 1 and 4."""
    grid = [Fraction(1, 10), Fraction(1), Fraction(4), Fraction(10)]
    bandit = GaussianBandit((1, 0))
    (panel,) = panels(Request(bandit), "pure", grid)
    assert panel.quantity == "coefficient of log T"
    assert all(value > 0 for curve in panel.curves.values() for value in curve.values)
    ((low, high),) = panel.costs
    assert low == 0.1
    for budget, costs in ((high * 0.995, True), (high * 1.005, False)):
        best = bounds(bandit, budget, digits=6)
        free = best.best_for("none").regret.enclosure
        assert (best.best.regret.enclosure.lo > free.hi) == costs


def test_the_wide_line_is_the_best_bound_of_each_budget() -> None:
    bandit, delta = BernoulliBandit(("0.75", "0.7")), Fraction(1, 100)
    grid = evenly_in_logarithms(Fraction(1, 1000), Fraction(10), 7)
    results = {
        panel.quantity: panel for panel in panels(Request(bandit, delta=delta), "pure", grid)
    }
    for place, budget in enumerate(grid):
        best = bounds(bandit, budget, delta=delta, digits=6).best
        for quantity, bound in (("coefficient of log T", best.regret), ("samples", best.samples)):
            panel = results[quantity]
            assert panel.strongest[place] == float(bound.enclosure)
            lower = [c for c in panel.curves.values() if c.side == "lower"]
            # the ends of equal bounds may differ in the last of six digits
            assert panel.strongest[place] >= max(c.values[place] for c in lower) * (1 - 1e-6)


def test_a_private_curve_below_the_one_without_is_explained() -> None:
    request = Request(GaussianBandit(("0.75", "0.7")), delta=Fraction(1, 100))
    grid = [Fraction(1, 1000), Fraction(10)]
    samples = next(p for p in panels(request, "pure", grid) if p.quantity == "samples")
    assert "constant log(1/(3 delta)) = 3.51 is smaller than" in samples.note
    assert "kl(delta, 1 - delta) = 4.5" in samples.note
    ((low, high),) = samples.costs
    assert low == 0.001
    assert 0.001 < high < 10
    # coins have a bound with the same constant, which is never below
    coins = Request(BernoulliBandit(("0.75", "0.7")), delta=Fraction(1, 100))
    assert not next(p for p in panels(coins, "pure", grid) if p.quantity == "samples").note


def test_a_bound_that_does_not_apply_leaves_a_gap() -> None:
    grid = [Fraction(1, 100), Fraction(1)]
    result = panels(Request(BernoulliBandit((1, 0)), horizon=Fraction(10)), "pure", grid)
    # at a best mean of 1 every coefficient is 0: nothing to draw
    assert [panel.quantity for panel in result] == ["regret at T"] * 2
    normal, bernoulli = result
    printed = normal.curves["minimax lower bound, pure DP, as printed"].values
    assert math.isnan(printed[0])
    assert printed[1] > 0
    assert normal.compared
    assert bernoulli.compared
    assert bernoulli.costs == [(0.01, 1.0)]


def test_a_figure_is_that_of_the_table() -> None:
    table = bounds(("0.8", "0.6"), eps="0.1", rho="0.5", horizon=1000, delta="0.05")
    figure = table.plot(points=3)
    axes = figure.axes
    assert len(axes) == 6
    assert axes[0].get_xlim() == pytest.approx((0.001, 10.0), rel=1e-12)
    assert axes[-1].get_xlim() == pytest.approx((0.005, 50.0), rel=1e-12)
    texts = " ".join(text.get_text() for text in figure.texts)
    assert "2 Bernoulli arms with means 0.8, 0.6" in texts
    alone = bounds(("0.8", "0.6")).plot(eps=("0.01", 1), points=2)
    assert len(alone.axes) == 1


def test_a_range_without_a_curve_is_refused_and_not_left_out() -> None:
    table = bounds(("3/4", "7/10"))
    with pytest.raises(ValueError, match="no curve for this range of rho"):
        table.plot(eps=(0.1, 1), rho=(0.01, 1), points=2)
    assert len(bounds(("3/4", "7/10"), horizon=100).plot(rho=(0.01, 1), points=2).axes) == 2


def test_only_a_bound_that_is_reached_says_what_privacy_costs() -> None:
    """A lower bound above another one is a cost where some policy reaches the other one."""
    table = bounds(("0.8", "0.6"), eps="0.01", horizon=1000, delta="0.05")
    texts = [[text.get_text() for text in axes.texts] for axes in table.plot(points=3).axes]
    regret, samples, minimax, bernoulli = (" ".join(text) for text in texts)
    assert "privacy costs at eps < " in regret
    assert "above those without privacy at eps < " in samples
    assert "above those without privacy at eps < " in minimax
    assert "above those without privacy at eps < " in bernoulli
    assert not any("privacy costs" in text for text in (samples, minimax, bernoulli))
    for row in table:
        if row.quantity == "regret at T" or row.over:
            assert "privacy costs" not in (row.regime or "")


def test_the_head_of_a_figure_names_the_kinds_of_lines_that_it_draws() -> None:
    """A name such as DP-SE does not say of what side a bound is, and for whom."""
    request = Request(BernoulliBandit(("0.8", "0.6")), horizon=Fraction(1000))
    both = curves_of(request, {Privacy.PURE: ("0.01", "10")}, 3)
    said = {text.get_text().partition(":")[0] for text in curve_figure(both).texts}
    assert {"in colour", "thin line without colour", "dotted", "wide grey line", "shaded"} <= said
    for panel in both.panels:
        panel.costs.clear()
        for curve in panel.curves.values():
            if curve.side == Side.UPPER or curve.privacy == Privacy.NONE:
                curve.values[:] = [math.nan] * 3
    said = {text.get_text().partition(":")[0] for text in curve_figure(both).texts}
    assert {"in colour", "wide grey line"} <= said
    assert not said & {"thin line without colour", "dotted", "shaded"}


def test_lower_bounds_that_lie_on_each_other_are_all_seen() -> None:
    """Dashes are drawn after, and so above, the solid lines that they follow."""
    table = bounds(("0.8", "0.6", "0.5"), eps="0.1", horizon=10**6, delta="0.05")
    rank = {"-": 0, "--": 1, "-.": 2}
    for axes in table.plot(points=3).axes:
        private = [line for line in axes.lines if line.get_zorder() >= 3]
        assert private
        order = [rank[line.get_linestyle()] for line in sorted(private, key=lambda x: x.zorder)]
        assert order == sorted(order)


def test_a_curve_that_ends_early_is_labelled_there() -> None:
    """The leader of a label begins at the last point of its curve."""
    request = Request(BernoulliBandit(("0.8", "0.6", "0.5")), horizon=Fraction(10**6))
    figure = curve_figure(curves_of(request, {Privacy.ZCDP: ("0.001", "10")}, 5))
    early = [
        one.xy[0]
        for axes in figure.axes
        for one in axes.texts
        if "as printed" in one.get_text() and isinstance(one, Annotation)
    ]
    assert early == [pytest.approx(0.5)]
    assert any("where its theorem does not apply" in text.get_text() for text in figure.texts)


def test_no_word_of_the_head_names_a_colour_that_a_dark_page_changes() -> None:
    """The README has the same figure for dark pages, where black lines are white."""
    request = Request(BernoulliBandit(("0.8", "0.6")))
    figure = curve_figure(curves_of(request, {Privacy.PURE: ("0.01", "10")}, 3))
    said = " ".join(text.get_text() for text in figure.texts)
    assert "in colour" in said
    assert not {"black", "white", "blue", "beige"} & set(said.replace(":", " ").split())
