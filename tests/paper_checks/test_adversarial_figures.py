"""The figures about adversarial bandits: the numbers behind them, and what is kept of them."""

import csv
from fractions import Fraction
from pathlib import Path
import numpy as np
import pytest
from programs import conversion_cells, conversion_regret_figure, map_of_regimes
from programs import figure_1_drawing as leak
from banditproof.paper_checks.document_figures import build_figure, figure_cells
from banditproof.paper_checks.drawing.simulated_cells import is_possible
from banditproof.theory.adversarial.rate_partition import TABLE_2, best_at, regimes, uncovered
from banditproof.theory.adversarial.rates import WITH_EXPERTS


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


SMALL = leak.Setting(Fraction(1, 100), 1000, 700)


def by_weights(setting: leak.Setting, neighbour: bool) -> list[float]:
    """P_t(2) as the listing of the paper has it: weights that are multiplied."""
    rate, weights, result = float(setting.rate), [1.0, 1.0], []
    for t in range(setting.rounds):
        law = [(1 - rate) * w / sum(weights) + rate / 2 for w in weights]
        result.append(law[1])
        arm = 1 if t % 2 == 0 else 0
        loss = 0.0 if t == 0 and not neighbour else 1.0
        weights[arm] *= np.exp(-rate * loss / law[arm])
    return result


def test_the_curves_are_those_of_the_listing() -> None:
    curves = leak.curves_of(SMALL)
    for curve, neighbour in ((curves.first, False), (curves.second, True)):
        assert curve == pytest.approx(by_weights(SMALL, neighbour), abs=1e-11)
    assert leak.crossing(curves) == 477
    # a mixing of another size crosses in another round
    assert leak.crossing(leak.curves_of(leak.Setting(Fraction(1, 90), 1000, 700))) != 477


def test_the_total_losses_are_sums_of_log_ratios() -> None:
    curves = leak.curves_of(SMALL)
    pairs = list(zip(by_weights(SMALL, False), by_weights(SMALL, True), strict=True))
    total, kept = 0.0, []
    for t, (first, second) in enumerate(pairs):
        total += np.log(first / second) if t % 2 == 0 else np.log((1 - first) / (1 - second))
        kept.append(total)
    assert curves.in_turn == pytest.approx(kept, abs=1e-9)
    low, high = leak._range(SMALL)
    assert low - 1e-9 < min(kept) < 0.99 * low, "the ends are approached"
    assert 0.99 * high < max(kept) < high + 1e-9
    each = np.diff(curves.one_sided)
    assert (each > 0).all()
    assert 0.99 * np.log(199) < each.max() < np.log(199) + 1e-9


def test_the_table_of_figure_1_has_the_drawn_rounds() -> None:
    table = list(leak.table_rows(SMALL, leak.curves_of(SMALL)))
    rounds = [row["t"] for row in table]
    assert rounds == sorted(set(rounds))
    assert {1, 2, 3, 4, 999, 1000} <= set(rounds)
    assert [row["action"] for row in table[:4]] == [2, 1, 2, 1]
    curves = leak.curves_of(SMALL)
    for row in table:
        assert row["probability"] == curves.first[row["t"] - 1]
        assert (row["log_ratio_then_arm_2"] == "") == (row["t"] <= SMALL.turn)


def inside(corners: list[tuple[Fraction, ...]], point: tuple[Fraction, Fraction]) -> bool:
    """Whether a point is inside a polygon whose corners are in order around it."""
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    return all(
        (b[0] - a[0]) * (point[1] - a[1]) > (b[1] - a[1]) * (point[0] - a[0]) for a, b in pairs
    )


def test_every_point_of_the_map_has_the_colour_of_its_best_rate() -> None:
    arms = map_of_regimes.SLICES[1]
    drawn = list(map_of_regimes.areas(arms))
    rng, seen = np.random.default_rng(4), set()
    for x, y in rng.integers(1, 211, (150, 2)):
        point = (Fraction(2 * int(x), 211), Fraction(int(y), 211))
        spot = (point[0], arms, point[1])
        here = [area for area in drawn if inside(area.corners, point)]
        best = best_at(spot)
        names = [rate.name for rate in best] or ["no rate below T"]
        if len(best) < 2:
            assert [area.says for area in here if area.kind == "best"] == names
        rows = [row for row in TABLE_2 if row.polytope.holds(spot)]
        wrong = {row.name for row in rows if best and row.recommends not in best}
        assert {area.says.split(":")[0] for area in here if area.kind == "wrong"} == wrong
        silent = bool(best) and not rows
        assert any(area.kind == "silent" for area in here) == silent
        assert uncovered().holds(spot) >= silent
        seen |= {(names[0], bool(wrong), silent)}
    assert len(seen) >= 6
    assert {rate.name for rate in WITH_EXPERTS} <= {name for name, _, _ in seen}


def test_the_table_of_the_map_has_exact_corners() -> None:
    table = list(map_of_regimes.table_rows())
    corners = {
        (
            row["K"],
            row["says"],
            Fraction(row["experts_exponent"]),
            Fraction(row["privacy_exponent"]),
        )
        for row in table
    }
    assert ("T^0", regimes()[0].name, Fraction(1, 3), Fraction(1, 3)) in corners
    assert ("T^1/5", regimes()[1].name, Fraction(3, 5), Fraction(2, 5)) in corners


def test_cells_play_what_they_say() -> None:
    for policy, name in (
        (conversion_cells.HTINF, "htinf"),
        (conversion_cells.EXP3, "exp3"),
        (conversion_cells.FTPL, "ftpl"),
        (conversion_cells.TUNED, "exp3"),
    ):
        cell = conversion_cells.LossCell(policy, "linear", 3, "0.5", 400, 2, (400,))
        assert conversion_cells.played(cell).learner.name == name
        assert conversion_cells.played(cell).tau == 2
        regret = cell.simulated()
        assert is_possible(cell, regret)
        assert (cell.simulated() == regret).all(), "a cell gives the same numbers again"
    assert (
        conversion_cells.played(
            conversion_cells.LossCell(conversion_cells.FREE, "linear", 3, "0.5", 400, 2, (400,))
        ).tau
        == 1
    )
    tuned, printed = (
        conversion_cells.played(conversion_cells.LossCell(p, "linear", 10, "1", 10**6, 1, (10**6,)))
        for p in (conversion_cells.TUNED, conversion_cells.EXP3)
    )
    assert tuned.learner.eta > printed.learner.eta


@pytest.mark.slow
def test_the_comparison_is_resumed_and_its_table_has_the_bounds(
    tmp_path: Path, monkeypatch
) -> None:
    small = conversion_cells.Size(("0.1", "1"), 200, (100, 200), "0.1", 2)
    monkeypatch.setattr(conversion_cells, "FULL", small)
    cells = conversion_regret_figure.figure_cells(quick=False)
    assert figure_cells("adv.regret") == len(set(cells.values())) < len(cells)
    files = build_figure("adv.regret", tmp_path)
    table = rows_of(files[2])
    assert len(table) == len(cells)
    for row in table:
        assert (row["proved_bound"] == "") == (
            row["algorithm"] in (conversion_cells.EXP3, conversion_cells.FREE)
        )
        assert (row["printed_bound"] == "") == (
            row["algorithm"] in (conversion_cells.TUNED, conversion_cells.FREE)
        )
        if row["printed_bound"]:
            assert float(row["mean"]) < float(row["printed_bound"])
    monkeypatch.setattr(
        conversion_cells.LossCell, "simulated", lambda self, workers=1: pytest.fail("simulated")
    )
    again = build_figure("adv.regret", tmp_path)
    assert [file.read_bytes() for file in again] == [file.read_bytes() for file in files]
