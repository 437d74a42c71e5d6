"""The words below a regret figure say which curves its axes cannot show."""

import numpy as np
import pytest
from programs import experiment_settings, regret_curves
from banditproof.paper_checks.drawing.simulated_cells import summarised


@pytest.mark.parametrize("stays", [True, False])
def test_a_curve_of_zeros_is_named_below_the_figure(stays: bool) -> None:
    """DP-SE may play the first arm, the best one, until the end of a quick figure."""
    cells = experiment_settings.figure_cells("bern.fig4", experiment_settings.Size(100, 3, 3))
    of = {}
    for (_, eps, policy), cell in cells.items():
        zero = stays and (eps, policy) == ("0.01", "dp-se")
        of[cell] = summarised(np.full((3, len(cell.checkpoints)), 0.0 if zero else 9.0))
    said = regret_curves._caption(cells, of)
    assert "before its curve begins" not in said
    assert ("The median of DP-SE at $\\epsilon = 0.01$ is 0 to the end" in said) == stays


def test_a_curve_that_begins_late_is_explained_below_the_figure() -> None:
    """The regret of DP-SE is 0 while it pulls its first arm, which is the best one."""
    cells = experiment_settings.figure_cells("bern.fig1", experiment_settings.Size(2000, 3, 3))
    of = {}
    for (_, _, policy), cell in cells.items():
        rounds = np.array(cell.checkpoints)
        regret = np.where(rounds > 500, 1.0, 0.0) if policy == "dp-se" else 0.1 * rounds
        of[cell] = summarised(np.tile(regret, (3, 1)))
    said = regret_curves._caption(cells, of)
    assert "The median of DP-SE is 0 before its curve begins" in said
    assert "0 to the end" not in said
