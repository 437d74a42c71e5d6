"""The experiments with linear bandits and contexts: their cells, bands, limits and tables."""

import math
from dataclasses import replace
from pathlib import Path
import numpy as np
import pytest
from programs import noise_placement_curves, privacy_price_figures, three_settings
from programs import price_of_privacy as prices
from programs import regret_estimates as limits
from banditproof.algorithms import AdaCGOPE, AdaCOFUL, AdaCUCB, AdaRGOPE
from banditproof.paper_checks.drawing.simulated_cells import CellFolder, is_possible
from banditproof.theory.budgets import ZCDP, PureDP, RenyiDP

CELL = three_settings.SettingCell("finite", True, "adac-ucb", "1", 1000, 40, 1, (100, 1000))


def made(name: str, covered: bool, policy: str, rho: str | None = "0.5"):
    cell = three_settings.cell_of(three_settings.BY_NAME[name], covered, policy, rho)
    return cell.made(three_settings.world(name, covered, 0))


@pytest.mark.parametrize(
    "change",
    [
        {"setting": "linear"},
        {"covered": False},
        {"policy": "adac-ucb-printed"},
        {"rho": "2"},
        {"rho": None},
        {"horizon": 1001},
        {"runs": 41},
        {"instances": 2},
        {"checkpoints": (100,)},
        {"length": "printed"},
        {"placement": "sums"},
        {"seed": 2},
    ],
    ids=str,
)
def test_a_changed_parameter_gives_another_cell(change: dict) -> None:
    assert replace(CELL, **change).digest != CELL.digest


def test_the_settings_are_those_of_the_document() -> None:
    assert three_settings.MEANS == ("0.75", "0.625", "0.5", "0.375", "0.25")
    assert [setting.horizon for setting in three_settings.SETTINGS] == [10**7, 10**7, 10**5]
    assert all(setting.runs >= 100 for setting in three_settings.SETTINGS)
    assert [setting.budgets for setting in three_settings.SETTINGS] == [
        ("0.1", "0.5", "1"),
        ("0.01", "0.1", "1"),
        ("0.1", "0.5", "1"),
    ]
    for setting in three_settings.SETTINGS:
        checkpoints = three_settings.cell_of(setting, True, setting.bare, None).checkpoints
        assert set(setting.compared) <= set(checkpoints)


def test_each_setting_has_the_parameters_of_the_paper_or_of_the_theorems() -> None:
    assert made("finite", False, "adac-ucb") == AdaCUCB(5, rho="0.5", beta="1")
    assert made("finite", True, "adac-ucb").beta == "3.1"
    for name, kind in (("linear", AdaCGOPE), ("contextual", AdaCOFUL)):
        printed, covered = (
            made(name, flag, three_settings.BY_NAME[name].private) for flag in (False, True)
        )
        assert isinstance(printed, kind)
        assert (printed.unclipped, covered.unclipped) == (True, False)
        assert printed.budget == PureDP(math.inf), "no privacy theorem covers the paper's rewards"
        assert covered.budget == ZCDP("0.5")
        assert printed.delta == "0.001"
    assert (made("contextual", False, "adac-oful").regulariser) == "0.1"
    assert (made("contextual", True, "adac-oful").regulariser) == "1"
    assert (
        made("linear", False, "adac-gope").length,
        made("linear", True, "adac-gope").length,
    ) == ("printed", "scalar")
    assert three_settings.world("contextual", False, 0).law == "normal"
    assert (
        three_settings.world("contextual", True, 0).contexts,
        three_settings.world("contextual", True, 0).law,
    ) == ("sphere", "signs")


def test_the_renyi_algorithm_has_the_same_noise_at_eps_over_alpha() -> None:
    policy = made("linear", True, "adar-gope")
    assert isinstance(policy, AdaRGOPE)
    assert policy.budget == RenyiDP(2, 1.0)
    assert policy.spent == made("linear", True, "adac-gope").spent
    block, own = (
        prices.Block(three_settings.BY_NAME["linear"], True, renyi) for renyi in (True, False)
    )
    assert block.cell("1").policy == "adar-gope"
    assert own.cell("1").policy == "adac-gope"
    for name in ("finite", "contextual"):
        renyi, plain = (
            prices.Block(three_settings.BY_NAME[name], True, flag) for flag in (True, False)
        )
        assert renyi.cell("1") == plain.cell("1"), "one program"


def test_vectors_are_unit_vectors_up_to_rounding() -> None:
    for row in (*three_settings.unit_vectors(3, 50), *three_settings.spiral()):
        length = math.hypot(*map(float, row))
        assert 1 - 1e-7 < length <= 1
    assert three_settings.unit_vectors(3, 2) != three_settings.unit_vectors(4, 2)


def test_a_cell_has_the_runs_of_its_instances_in_order() -> None:
    cell = three_settings.SettingCell("linear", True, "gope", None, 3000, 4, 2, (100, 3000))
    regret = cell.simulated()
    assert is_possible(cell, regret)
    alone = [three_settings.world("linear", True, k) for k in (0, 1)]
    for part, bandit in zip((regret[:2], regret[2:]), alone, strict=True):
        assert (part[:, 0] <= 100 * max(bandit.gaps) + 1e-9).all()
    assert (regret == cell.simulated()).all()


def test_a_stored_cell_is_read_again(tmp_path: Path, monkeypatch) -> None:
    first = CellFolder(tmp_path).regrets([CELL])[CELL]
    seen: list[str] = []
    monkeypatch.setattr(three_settings.SettingCell, "simulated", lambda *_: 1 / 0)
    again = CellFolder(tmp_path).regrets([CELL], progress=lambda n, label: seen.append(label))
    assert (again[CELL] == first).all()
    assert seen == ["adac-ucb, rho = 1"]


def test_bands_cover_the_estimates_and_shrink_with_the_runs() -> None:
    rng = np.random.default_rng(1)
    few, many = rng.exponential(1, (40, 1)), rng.exponential(1, (4000, 1))
    for compare in (prices.difference, prices.price):
        narrow, wide = compare(many + 1, many, 1), compare(few + 1, few, 1)
        assert narrow.low[0] <= narrow.value[0] <= narrow.high[0]
        assert narrow.high[0] - narrow.low[0] < 0.3 * (wide.high[0] - wide.low[0])
    assert prices.difference(few + 1, few, 1).value[0] == pytest.approx(1)


def test_instances_are_not_resampled() -> None:
    far = np.array([[0.0], [0.0], [100.0], [100.0]])
    assert np.ptp(prices.resampled_means(far, 2, 1)) == 0
    assert np.ptp(prices.resampled_means(far, 1, 1)) > 0


def test_few_runs_of_an_instance_have_the_unbiased_variance() -> None:
    runs = np.random.default_rng(3).standard_normal((50, 2000))
    within = runs.reshape(10, 5, -1).var(axis=1, ddof=1).mean() / 50
    assert prices.resampled_means(runs, 10, 1).var(axis=0).mean() == pytest.approx(within, rel=0.08)


def test_a_limit_is_as_rare_as_it_says() -> None:
    assert math.erfc(limits.ERRORS / math.sqrt(2)) < 2 * limits.MISS
    assert math.erfc((limits.ERRORS - 0.1) / math.sqrt(2)) > limits.MISS
    assert (
        math.erfc(limits.ERRORS / math.sqrt(2))
        < limits.MISS_EITHER
        < 1.05 * math.erfc(limits.ERRORS / math.sqrt(2))
    )
    result = limits.estimates(CELL)[1000]
    regret = CELL.simulated()[:, 1]
    assert result.mean == pytest.approx(regret.mean())
    assert result.error == pytest.approx(regret.std(ddof=1) / math.sqrt(40))
    ratio = limits.Estimate(4.0, 0.1).over(limits.Estimate(2.0, 0.0))
    assert (ratio.mean, ratio.error) == (2.0, pytest.approx(0.05))


def test_the_table_of_figure_4_holds_the_drawn_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    def tiny(setting: three_settings.Setting, quick: bool) -> three_settings.Setting:
        return replace(setting, horizon=1000, runs=20, compared=(1000,), swept=("0.1", "10"))

    monkeypatch.setattr(privacy_price_figures, "sized", tiny)
    blocks = privacy_price_figures.blocks_of("zcdp.fig4a", False)
    cells = privacy_price_figures.figure_cells("zcdp.fig4a", False)
    rows = list(privacy_price_figures.table_rows(blocks, {c: c.simulated() for c in cells}))
    assert {row["hypotheses"] for row in rows} == {"of the paper", "of the theorems"}
    assert {row["rho"] for row in rows} == {"0.1", "0.5", "1", "10"}
    for row in rows:
        first, second = row["mean"], row["mean_of_counterpart"]
        assert row["difference"] == pytest.approx(first - second)
        assert row["price"] == pytest.approx(first / second - 1)
        assert row["price_low"] <= row["price"] <= row["price_high"]


def test_the_curves_of_figure_5_differ_in_the_length_and_the_placement() -> None:
    cells = {v: noise_placement_curves.placement_cell(v, True, "0.1") for v in ("adac", "var")}
    short = noise_placement_curves.placement_cell("var-short", True, "0.1")
    assert (cells["adac"].length, cells["adac"].placement) == ("scalar", "whitened")
    assert (cells["var"].length, cells["var"].placement) == ("support", "sums")
    assert (short.length, short.placement) == ("scalar", "sums")
    assert noise_placement_curves.placement_cell("bare", True, "1").rho is None
    bandit = three_settings.world("linear", True, 0)
    lengths = [cell.made(bandit).phase_length(1) for cell in (*cells.values(), short)]
    assert lengths[0] == lengths[2] < lengths[1]
