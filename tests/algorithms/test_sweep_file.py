"""Sweep files: read exactly, with sentences for what is wrong."""

from pathlib import Path
import pytest
from case_tables import table
from banditproof.algorithms import Sweep, read_sweep
from banditproof.theory import BernoulliBandit

TEXT = table(__file__, "text")


def write(folder: Path, text: str) -> Path:
    (folder / "sweep.toml").write_text(text)
    return folder / "sweep.toml"


def test_a_file_says_what_python_says(tmp_path: Path) -> None:
    policies = ["dp-imed", {"name": "adap-klucb", "beta": "3.1", "label": "KLUCB"}]
    instances, budgets = {"mu1": BernoulliBandit(("0.75", "0.7"))}, [{"eps": "0.1"}, {"eps": "1/3"}]
    more = {"seeds": 3, "runs": 2, "checkpoints": [100]}
    same = Sweep(policies, instances, [1000, 10000], budgets, **more)
    read = read_sweep(write(tmp_path, TEXT))
    assert [cell.key for cell in read.cells()] == [cell.key for cell in same.cells()]
    assert [point.label for point in read.points] == [point.label for point in same.points]


def test_linear_instances_and_their_files(tmp_path: Path) -> None:
    text = """
policies = ["gope", "rs-oful"]
horizons = [100]
[instances.fixed]
actions = "actions.csv"
theta = [0.6, 0.8]
[instances.drawn]
contexts = "sphere"
arms = 4
theta = [0.6, 0.8]
law = "normal"
sigma = 0.5
[instances.listed]
contexts = "rounds.csv"
arms = 2
theta = [0.6, 0.8]
"""
    files = {"actions.csv": [(1, 0), (0, 1)], "rounds.csv": [(1, 0), (0, 1), (0, 1), (1, 0)]}
    asked: list[Path] = []

    def rows_of(path: Path):
        asked.append(path)
        return files[path.name]

    sweep = read_sweep(write(tmp_path, text), rows_of)
    assert asked == [tmp_path / "actions.csv", tmp_path / "rounds.csv"]
    points = {f"{p.policy.name} on {p.instance}" for p in sweep.points}
    assert points == {"gope on fixed", *(f"rs-oful on {i}" for i in ("fixed", "drawn", "listed"))}
    with pytest.raises(ValueError, match=r"rows of actions\.csv are in a file; give them as lists"):
        read_sweep(tmp_path / "sweep.toml")
