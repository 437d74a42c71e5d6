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
    assert ("The median of DP-SE at $\\epsilon = 0.01$ is 0 to the end" in said) == stays
