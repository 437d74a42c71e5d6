"""A simulation shown: its text, its data frame, and its figure."""

import dataclasses
import math
import numpy as np
import pytest
from banditproof.algorithms import LinearEnvironment, make_policy, simulate
from banditproof.theory import BernoulliBandit, certify, regret_coefficient

TWO = BernoulliBandit(("0.75", "0.5"))
PRIVATE = make_policy("dp-imed", 2, eps="0.5")
CONTEXTS = LinearEnvironment(("0.6", "0.8"), contexts="sphere", arms=3)


def simulated(policy=PRIVATE, checkpoints=(10, 100), runs=5):
    return simulate(policy, TWO, 1000, runs, 1, checkpoints=checkpoints)


def test_the_text_has_the_summary_and_the_bound_of_the_budget() -> None:
    result = simulated()
    first, regret, pulls, bound, more = repr(result).splitlines()
    assert first == "dp-imed on 0.75,0.5: 5 runs to T = 1000"
    facts = result.summary()
    assert f"mean {facts['mean']:.4g}" in regret
    aside = 1.96 * facts["sd"] / math.sqrt(5)
    assert f"95 % confidence from {facts['mean'] - aside:.2g}" in regret
    assert f"{result.pulls[:, 1].mean():.4g}" in pulls
    limit = float(certify(regret_coefficient, TWO.means, "0.5"))
    assert f"eps = 0.5: {limit:.4g} log T = {limit * math.log(1000):.4g}" in bound
    assert ".to_frame()" in more


def test_policies_without_privacy_and_other_bandits_have_their_own_text() -> None:
    assert "of policies without privacy" in repr(simulated(make_policy("ucb", 2)))
    policy = make_policy("rs-oful", 3, dimension=2)
    text = repr(simulate(policy, CONTEXTS, 50, 2, 1))
    assert "rs-oful on sphere: 2 runs to T = 50" in text
    assert "lower bound" not in text
    many = BernoulliBandit(("0.5",) * 30)
    text = repr(simulate(make_policy("ucb", 30), many, 100, 1, 1))
    assert "ucb on 30 arms: 1 run" in text
    assert max(map(len, text.splitlines())) < 100


@pytest.mark.parametrize("checkpoints", [None, (10, 100), (10, 1000)])
def test_a_frame_has_each_run_at_each_round_and_the_pulls_at_the_end(checkpoints) -> None:
    pandas = pytest.importorskip("pandas")
    result = simulated(checkpoints=checkpoints)
    frame = result.to_frame()
    rounds = sorted({*(checkpoints or ()), 1000})
    assert frame["round"].tolist() == rounds * 5
    assert frame["run"].tolist() == [run for run in range(1, 6) for _ in rounds]
    last = frame[frame["round"] == 1000]
    assert last["regret"].tolist() == result.regret.tolist()
    assert np.array_equal(last[["pulls_1", "pulls_2"]].to_numpy(dtype=int), result.pulls)
    before = frame[frame["round"] < 1000]
    assert before["pulls_1"].isna().all()
    for place, t in enumerate(rounds[:-1]):
        noted = frame[frame["round"] == t]["regret"]
        assert noted.tolist() == result.regret_at[:, place].tolist()
    assert all(v is pandas.NA for name in frame for v in frame[name] if pandas.isna(v))


def test_a_figure_has_the_regret_over_time_its_law_and_the_bound() -> None:
    result = simulated(runs=40)
    curve, law = result.plot().axes
    drawn = {str(line.get_label()): line.get_ydata() for line in curve.get_lines()}
    assert drawn["median"] == pytest.approx(np.median(result.regret_at, axis=0))
    (bound,) = (values for name, values in drawn.items() if name.startswith("lower bound"))
    limit = float(certify(regret_coefficient, TWO.means, "0.5"))
    assert bound == pytest.approx(limit * np.log([10, 100]))
    steps = law.get_lines()[0]
    assert steps.get_ydata()[[0, -1]].tolist() == [0.0, 1.0]
    assert sorted(result.regret) == steps.get_xdata()[1:].tolist()
    assert [axes.get_legend() is not None for axes in (curve, law)] == [True, False]


def test_a_figure_without_checkpoints_says_what_it_leaves_out() -> None:
    figure = simulated(checkpoints=None).plot()
    assert len(figure.axes) == 1
    assert "left out: give simulate(...) checkpoints" in figure.get_supxlabel()


def test_a_figure_of_no_regret_is_drawn() -> None:
    tied = simulate(PRIVATE, BernoulliBandit(("0.5", "0.5")), 100, 3, 1, checkpoints=(1, 100))
    figure = tied.plot()
    figure.canvas.draw()
    assert len(figure.axes) == 2
    assert dataclasses.replace(tied, checkpoints=(), regret_at=np.zeros((3, 0))).plot().axes
