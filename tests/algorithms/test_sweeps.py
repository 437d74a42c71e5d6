"""Sweeps: which cells there are, that a cell depends on its content alone, and the tidy table."""

import csv
import io
import math
import random
import re
from dataclasses import replace
from pathlib import Path
import numpy as np
import pytest
from banditproof.algorithms import LinearEnvironment, Sweep, make_policy, simulate
from banditproof.algorithms.sweeps import points
from banditproof.algorithms.sweeps.bands import bands_of, write_bands
from banditproof.algorithms.sweeps.cell_store import CellStore
from banditproof.algorithms.sweeps.instance_descriptions import bandit_of, described
from banditproof.algorithms.sweeps.points import SweepCell
from banditproof.algorithms.sweeps.sweep import CELLS, UnfinishedCells
from banditproof.algorithms.sweeps.sweep_results import COLUMNS
from banditproof.theory import BernoulliBandit, GaussianBandit

TWO = BernoulliBandit(("0.75", "0.5"))
ACTIONS = LinearEnvironment(("0.6", "0.8"), actions=((1, 0), (0, 1), ("0.6", "0.6")))
CONTEXTS = LinearEnvironment(("0.6", "0.8"), contexts="sphere", arms=3)
SMALL = Sweep(
    ["dp-imed", "imed"], {"mu": TWO}, [100], [{"eps": "0.5"}, {"eps": 1}], seeds=2, runs=2
)
RISKY = [{"name": name, "delta": "0.1"} for name in ("adap-tt", "adac-gope")]
EVERYTHING = {
    "policies": ["dp-imed", "adac-ucb", "adar-ucb", "ucb", *RISKY, "rs-oful"],
    "instances": {"arms": TWO, "actions": ACTIONS, "contexts": CONTEXTS},
    "budgets": [{"eps": 1}, {"rho": 1}, {"alpha": 2, "eps": 1}],
    "horizons": [60],
}
MEANT = {
    ("dp-imed", "arms", "eps = 1"): 25.0,
    ("adac-ucb", "arms", "rho = 1"): 21.0,
    ("adar-ucb", "arms", "eps = 1, alpha = 2"): 24.0,
    ("ucb", "arms", ""): 20.0,
    ("adap-tt", "arms", "eps = 1"): 199.5,
    ("adac-gope", "actions", "rho = 1"): 57.6,
    ("rs-oful", "actions", ""): 33.0,
    ("rs-oful", "contexts", ""): 19.777201,
}
"""The points of that sweep, and the sum of the numbers of a cell of each."""


def table(sweep: Sweep, folder: Path, **where) -> bytes:
    with sweep.run(folder, **where) as results:
        return results.write_csv(folder / "table.csv").read_bytes()


def counted(sweep: Sweep, folder: Path) -> tuple[bytes, list[int]]:
    """The table, and how many cells were finished at each step of the progress."""
    counts: list[int] = []
    return table(sweep, folder, progress=lambda n, left: counts.append(n)), counts


def test_every_engine_gives_rows_and_the_same_ones_again(tmp_path: Path) -> None:
    sweep = Sweep(**EVERYTHING, seeds=2, runs=2, checkpoints=[20])
    first = table(sweep, tmp_path / "a")
    assert table(sweep, tmp_path / "b") == first
    rows = list(csv.DictReader(io.StringIO(first.decode())))
    assert tuple(rows[0]) == COLUMNS
    regret = [row for row in rows if row["policy"] != "adap-tt, delta = 0.1"]
    assert len(regret) == 7 * 2 * 2 * 2, "points, seeds, runs, and the checkpoints 20 and 60"
    assert {row["round"] for row in regret} == {"20", "60"}
    assert all(float(row["regret"]) >= 0 for row in rows)
    stopped = [row for row in rows if row not in regret]
    assert len(stopped) == 4
    for row in stopped:
        assert (row["answer"] == "") == (row["correct"] == "")
        assert int(row["round"]) <= 60
        assert row["correct"] == ("" if not row["answer"] else str(row["answer"] == "1").lower())


def test_a_cell_is_a_simulation_with_its_own_seed() -> None:
    point = SMALL.points[0]
    cell = SweepCell(point, 2)
    sequence = np.random.SeedSequence([2, int(point.digest, 16)])
    policy = make_policy("dp-imed", 2, eps="0.5")
    plain = simulate(policy, TWO, 100, 2, sequence, checkpoints=point.checkpoints)
    assert (cell.numbers() == plain.regret_at).all()
    assert (cell.read(cell.content()) == plain.regret_at).all()


def test_a_result_does_not_depend_on_which_other_cells_there_are(tmp_path: Path) -> None:
    larger = Sweep(
        ["ucb", "imed", "dp-imed"],
        {"other": BernoulliBandit(("0.9", "0.1")), "another name": TWO},
        [50, 100],
        [{"eps": "2"}, {"epsilon": 1.0}, {"eps": "50%"}],
        seeds=[7, 2, 1],
        runs=2,
    )
    own = {(cell.point.digest, cell.seed): cell.key for cell in larger.cells()}
    for cell in SMALL.cells():
        assert own[cell.point.digest, cell.seed] == cell.key
        assert cell.content() == cell.content()


def test_cells_in_any_order_give_the_same_table(tmp_path: Path, monkeypatch) -> None:
    plain = table(SMALL, tmp_path / "plain")
    shuffled = random.Random(3).sample(list(SMALL.cells()), SMALL.size)
    monkeypatch.setattr(Sweep, "cells", lambda sweep: iter(shuffled))
    assert table(SMALL, tmp_path / "shuffled") == plain


@pytest.mark.parametrize(
    "change",
    [
        {"policies": ["dp-klucb", "imed"]},
        {"policies": [{"name": "dp-imed", "batch_ratio": "1.5"}, "imed"]},
        {"instances": {"mu": BernoulliBandit(("0.75", "0.25"))}},
        {"budgets": [{"eps": "0.25"}]},
        {"horizons": [101]},
        {"seeds": [3]},
        {"runs": 3},
        {"checkpoints": [30]},
    ],
    ids=str,
)
def test_whatever_decides_a_cell_decides_its_key(change: dict) -> None:
    keys = {cell.key for cell in SMALL.cells() if cell.point.policy.name == "dp-imed"}
    changed = replace(SMALL, **change).cells()
    private = [cell.key for cell in changed if cell.point.policy.entry.private]
    assert private
    assert not keys & set(private)


def test_another_meaning_of_the_engines_is_another_key(monkeypatch) -> None:
    cell = next(SMALL.cells())
    before = cell.key
    monkeypatch.setattr(points, "SEMANTICS", points.SEMANTICS + 1)
    assert cell.key != before


def test_policies_go_with_what_fits_and_the_engines_mean_what_they_meant() -> None:
    sums = {}
    for point in Sweep(**EVERYTHING, checkpoints=[20], runs=3).points:
        numbers = SweepCell(point, 1).numbers()
        sums[point.policy.name, point.instance, point.budget.label] = round(numbers.sum(), 6)
    assert sums == MEANT, "increase SEMANTICS, so that no cell of the older engines is used"


def test_finished_cells_are_not_run_again(tmp_path: Path, monkeypatch) -> None:
    first = table(SMALL, tmp_path)
    monkeypatch.setattr(SweepCell, "numbers", lambda cell: 1 / 0)
    assert counted(SMALL, tmp_path) == (first, [SMALL.size])


def test_a_new_seed_runs_the_new_cells_alone(tmp_path: Path, monkeypatch) -> None:
    table(SMALL, tmp_path)
    ran: list[int] = []
    own = SweepCell.numbers
    monkeypatch.setattr(SweepCell, "numbers", lambda c: (ran.append(c.seed), own(c))[1])
    table(replace(SMALL, seeds=3), tmp_path)
    assert ran == [3] * len(SMALL.points)


def test_a_damaged_cell_is_run_again_with_a_sentence_and_the_same_numbers(tmp_path: Path) -> None:
    first = table(SMALL, tmp_path)
    (segment,) = (tmp_path / CELLS).iterdir()
    content = bytearray(segment.read_bytes())
    content[300] ^= 1
    segment.write_bytes(bytes(content))
    with pytest.warns(UserWarning, match=r"damaged; it is run again\."):
        assert table(SMALL, tmp_path) == first


def test_an_interruption_keeps_what_is_finished(tmp_path: Path) -> None:
    done: list[int] = []

    def interrupt(count: int, left: str) -> None:
        done.append(count)
        if sum(done) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        SMALL.run(tmp_path, progress=interrupt)
    rest, counts = counted(SMALL, tmp_path)
    assert counts == [3] + [1] * (SMALL.size - 3)
    assert rest == table(SMALL, tmp_path / "alone")


def test_a_cell_that_cannot_be_run_is_named_and_the_others_are_kept(tmp_path, monkeypatch) -> None:
    own = SweepCell.numbers

    def broken(cell: SweepCell):
        if cell.seed == 2 and cell.point.policy.name == "imed":
            raise MemoryError
        return own(cell)

    monkeypatch.setattr(SweepCell, "numbers", broken)
    with pytest.raises(UnfinishedCells, match="imed on mu, T = 100, seed 2 could not be run: Mem"):
        SMALL.run(tmp_path)
    monkeypatch.setattr(SweepCell, "numbers", own)
    assert counted(SMALL, tmp_path)[1] == [SMALL.size - 1, 1]


@pytest.mark.slow
def test_the_frame_the_rows_and_parquet_are_the_table(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    sweep = Sweep(
        ["dp-imed", {"name": "adap-tt", "delta": "0.1"}], {"mu": TWO}, [300], [{"eps": 1}], seeds=2
    )
    with sweep.run(tmp_path) as results:
        rows, frame = list(results.rows()), results.to_frame()
        text = pandas.read_csv(results.write_csv(tmp_path / "table.csv"))
        arrow = pandas.read_parquet(results.write_parquet(tmp_path / "table.parquet"))
    assert tuple(frame.columns) == COLUMNS
    for place, name in enumerate(COLUMNS):
        kept = [row[place] for row in rows]
        for other in (frame, text, arrow):
            read = [None if pandas.isna(value) else value for value in other[name]]
            assert read == kept, name
    missing = [value for name in frame for value in frame[name] if pandas.isna(value)]
    assert all(value is pandas.NA for value in missing), "there is one kind of missing value"


def test_bands_are_quantiles_and_runs_cut_off_are_longer_than_all(tmp_path: Path) -> None:
    regret, stops = (
        Sweep([name], {"mu": TWO}, [100], [{"eps": 1}], runs=4, checkpoints=[10]).points[0]
        for name in ("dp-imed", "adap-tt")
    )
    numbers = np.array([[[1.0, 5.0], [2.0, 6.0], [3.0, 7.0], [4.0, 8.0]]])
    first, last = bands_of(regret, numbers)
    assert (first.round, first.median, first.mean) == (10, 2.5, 2.5)
    assert (last.round, last.median) == (100, 6.5)
    assert first.q05 == pytest.approx(1.15)
    times = np.array([[[50.0, 1, 0], [60.0, 1, 1], [100.0, 1, -1], [100.0, 1, -1]]])
    (band,) = bands_of(stops, times)
    assert (band.cut_off, band.median, band.q75, band.mean) == (2, 60.0, None, None)
    text = write_bands([first, band], tmp_path / "bands.csv").read_text()
    assert len(text.splitlines()) == 3
    assert not {"nan", "inf"} & {*re.findall("nan|inf", text)}


@pytest.mark.parametrize(
    "bandit",
    [TWO, GaussianBandit((0, "0.5"), "0.1"), ACTIONS, CONTEXTS,
     LinearEnvironment((1,), contexts=[[(1,), ("0.5",)]], law="normal", sigma="1/3")],
    ids=lambda bandit: type(bandit).__name__,
)  # fmt: skip
def test_an_instance_is_read_back_from_its_description(bandit) -> None:
    again = bandit_of(described(bandit))
    assert type(again) is type(bandit)
    assert described(again) == described(bandit)
    assert again.arms == bandit.arms


def test_infinite_numbers_never_reach_a_table(tmp_path: Path) -> None:
    assert b"nan" not in table(SMALL, tmp_path)
    assert math.isfinite(SMALL.size)


@pytest.mark.parametrize("kind", ["odd", "short", "nan"])
def test_a_kept_content_that_makes_no_sense_is_run_again(tmp_path: Path, kind: str) -> None:
    first = table(SMALL, tmp_path / "a")
    cell = next(SMALL.cells())
    numbers = np.frombuffer(cell.content())
    nothing = np.full_like(numbers, math.nan)
    contents = {"odd": b"abc", "short": numbers[1:].tobytes(), "nan": nothing.tobytes()}
    with CellStore(tmp_path / "b" / CELLS) as store:
        store.keep([(cell.key, contents[kind])])
    said = "is not finite; the cell is run again" if kind == "nan" else "has the wrong size; the"
    with pytest.warns(UserWarning, match=said):
        assert table(SMALL, tmp_path / "b") == first


def test_the_progress_reaches_its_end_where_instances_are_the_same(tmp_path: Path) -> None:
    twins = Sweep(["ucb"], {"a": TWO, "b": BernoulliBandit((0.75, 0.5))}, [50], seeds=3)
    assert sum(counted(twins, tmp_path)[1]) == twins.size == 6
