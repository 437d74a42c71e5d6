"""`banditproof exact`: both ends, the file that is verified, audited and simulated."""

import json
import math
from fractions import Fraction
import pytest
from case_tables import table
from mistaken_lines import mistaken
from banditproof.verify.exact_laws import runs_of_two_arms


def test_the_table_says_what_is_proved(banditproof):
    out = banditproof("exact", "--horizon", "3", "--eps", "log(2)").shown
    assert "at least 1.16666666" in out
    assert "Both ends are equal: the least is 7/6." in out
    assert "21 variables" in out


def test_a_budget_that_no_float_holds_is_not_shown_as_0(banditproof):
    words = "--horizon 2 --eps 1e-400 --delta 1e-400 --instances corners"
    out = banditproof("exact", *words.split()).shown
    assert "with eps = 1.0e-400, delta = 1.0e-400, views as neighbours" in out


def test_json_has_exact_ends(banditproof):
    words = "--arms 3 --horizon 2 --eps 1/3 --instances 0.5,0.2,0;1,1/2,0 --prior 1/4,3/4 --json"
    facts = banditproof("exact", *words.split()).facts
    assert (facts["variables"], facts["average"], facts["epsilon"]) == (21, True, "1/3")
    assert facts["instances"] == [["1/2", "1/5", "0"], ["1", "1/2", "0"]]
    assert 0 <= Fraction(facts["upper"]) - Fraction(facts["lower"]) < Fraction(1, 10**9)


def test_a_file_is_verified_audited_and_simulated(banditproof, tmp_path):
    file = str(tmp_path / "best.json")
    facts = banditproof("exact", "--horizon", "3", "--eps", "log(2)", "--out", file, "--json").facts
    checked = banditproof("exact", "--verify", file, "--json").facts
    assert checked["verified"] is True
    assert (checked["lower"], checked["upper"]) == (facts["lower"], facts["upper"]) == ("7/6",) * 2
    assert "recomputed both ends" in banditproof("exact", "--verify", file).shown
    assert banditproof("audit", file, "--eps", "0.6932").code == 0
    assert banditproof("audit", file, "--eps", "0.693").code == 1
    runs = banditproof("simulate", file, "--means", "1,0", "--runs", "4000", "--json").facts
    # a mean of 4000 runs in [0, 3]: farther than 0.15 from 7/6 with probability below 1e-6
    assert abs(runs["regret"]["mean"] - 7 / 6) < 0.15
    assert runs["horizon"] == 3


def test_the_law_of_a_file_stands_beside_runs(banditproof, tmp_path, monkeypatch):
    file = str(tmp_path / "best.json")
    assert banditproof("exact", "--horizon", "3", "--eps", "log(2)", "--out", file).code == 0
    line = ("simulate", file, "--means", "1,0", "--exact", "--runs", "2000")
    facts = banditproof(*line, "--json").facts
    assert Fraction(facts["mean"]["lo"]) <= Fraction(7, 6) <= Fraction(facts["mean"]["hi"])
    assert Fraction(facts["at_horizon"]["eps"]) == pytest.approx(math.log(2))
    runs = facts["beside_runs"]
    assert abs(runs["mean"] - 7 / 6) < 5 * runs["standard_error"] < 0.2
    assert runs["distance"] <= runs["allowed"] == pytest.approx(0.0602, abs=1e-4)
    monkeypatch.setattr(runs_of_two_arms, "farthest", lambda *_: (0.2, 0.1))
    wrong = banditproof(*line)
    assert wrong.code == 1
    assert "the runs and the law do not agree" in " ".join(wrong.out.split())


@pytest.mark.slow
def test_a_figure_has_its_curves(banditproof, tmp_path):
    file = str(tmp_path / "price.svg")
    assert (
        banditproof("exact", *f"--horizon 3 --eps 0.1:4 --plot {file}".split()).out.strip() == file
    )
    drawn = (tmp_path / "price.svg").read_text()
    assert "best private policy" in drawn
    assert "The regret is the largest over all instances." in drawn


@pytest.mark.parametrize(("words", "sentence"), table(__file__, "a_file_that_does_not_fit"))
def test_a_file_that_does_not_fit(banditproof, tmp_path, words, sentence):
    names = {name: str(tmp_path / f"{name}.json") for name in ("FILE", "ERROR", "EDITED", "BROKEN")}
    for name, goal in (("FILE", "regret"), ("ERROR", "error")):
        line = f"--horizon 3 --eps 1 --goal {goal} --instances corners --out {names[name]}"
        assert banditproof("exact", *line.split()).code == 0
    facts = json.loads((tmp_path / "FILE.json").read_text())
    facts["lower"]["value"] = "2"
    (tmp_path / "EDITED.json").write_text(json.dumps(facts))
    facts["upper"]["factor"] = "e"
    (tmp_path / "BROKEN.json").write_text(json.dumps(facts))
    assert sentence in banditproof(*(names.get(word, word) for word in words.split())).mistake


@mistaken("exact")
def test_a_mistake_is_one_sentence_and_exit_code_2(banditproof, tmp_path, words, sentence):
    file = tmp_path / "some.json"
    file.write_text('{"format": 3}')
    assert sentence in banditproof(*(str(file) if w == "FILE" else w for w in words)).mistake
