"""Sweep files: read exactly, with sentences for what is wrong."""

from pathlib import Path

import pytest

from banditproof.algorithms import Sweep, read_sweep
from banditproof.theory import BernoulliBandit

TEXT = """
policies = ["dp-imed", {name = "adap-klucb", beta = 3.10, label = "KLUCB"}]
budgets = [{eps = 0.1}, {eps = "1/3"}]
horizons = [1_000, 1e4]
seeds = 3
runs = 2
checkpoints = [100]

[instances.mu1]
means = [0.75, "70%"]
"""


def write(folder: Path, text: str) -> Path:
    (folder / "sweep.toml").write_text(text)
    return folder / "sweep.toml"


def test_a_file_says_what_python_says(tmp_path: Path) -> None:
    same = Sweep(
        ["dp-imed", {"name": "adap-klucb", "beta": "3.1", "label": "KLUCB"}],
        {"mu1": BernoulliBandit(("0.75", "0.7"))},
        [1000, 10000],
        [{"eps": "0.1"}, {"eps": "1/3"}],
        seeds=3,
        runs=2,
        checkpoints=[100],
    )
    found = read_sweep(write(tmp_path, TEXT))
    assert [cell.key for cell in found.cells()] == [cell.key for cell in same.cells()]
    assert [point.label for point in found.points] == [point.label for point in same.points]


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
    assert {(p.policy.name, p.instance) for p in sweep.points} == {
        ("gope", "fixed"), ("rs-oful", "fixed"), ("rs-oful", "drawn"), ("rs-oful", "listed"),
    }  # fmt: skip
    with pytest.raises(ValueError, match=r"rows of actions\.csv are in a file; give them as lists"):
        read_sweep(tmp_path / "sweep.toml")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("seeds = 3", "seed = 3", "A sweep has no key 'seed'; did you mean seeds?"),
        ("means =", "meens =", "The instance mu1 has no key 'meens'; did you mean means?"),
        ("beta =", "betta =", "The policy 'adap-klucb' has no key 'betta'; did you mean beta?"),
        ("[instances.mu1]", "[[instances]]", "give each as [instances.NAME]."),
        ("horizons = [1_000, 1e4]", "", "A sweep has no horizons; give at least one."),
        ("horizons = [1_000, 1e4]", "horizons = 1000", "The horizons are 1000; give a list."),
        ("1e4]", "1e4", "is not a TOML file"),
        ("0.75, ", "inf, ", "inf"),
        ("0.75, ", "1.75, ", "1.75"),
        ("0.75, ", "true, ", "An entry of the means of the instance mu1 is true; give a number."),
        ("seeds = 3", "seeds = 0.5", "seeds is 0.5; give an integer >= 1."),
        ('means = [0.75, "70%"]', "means = 0.75", "mu1"),
    ],
    ids=str,
)
def test_what_is_wrong_is_one_sentence_with_the_file(tmp_path, old, new, sentence) -> None:
    assert old in TEXT
    with pytest.raises(ValueError, match=r"sweep\.toml") as caught:
        read_sweep(write(tmp_path, TEXT.replace(old, new)))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
