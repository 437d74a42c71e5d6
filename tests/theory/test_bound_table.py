"""The table of bounds: order relations, regimes, and when a bound does not apply."""

import pickle
from fractions import Fraction
import pandas
import pytest
from enclosure_checks import overlap
from hypothesis import strategies as st
from named_rows import by_name
from properties import for_all
from banditproof.theory import BernoulliBandit, bounds
from banditproof.theory.lower_bounds import BoundTable
from banditproof.theory.lower_bounds.bound_sections import sections

MEANS = st.lists(st.fractions(Fraction(1, 100), Fraction(99, 100)), min_size=2, max_size=4)
BUDGETS = st.fractions(Fraction(1, 1000), Fraction(20))


@for_all(MEANS, BUDGETS, examples=60)
def test_the_new_bound_is_the_largest_and_privacy_never_helps(means, eps) -> None:
    table = by_name(BernoulliBandit(tuple(means)), eps)
    new = table["private lower bound"].enclosure
    assert new.hi >= table["older private lower bound, factor 1"].enclosure.lo
    one = table["older private lower bound, factor 1"].enclosure
    assert one.hi >= table["older private lower bound, factor 6"].enclosure.lo
    free = table["lower bound without privacy"].enclosure
    assert new.hi >= free.lo
    threshold = table.get("budget from which privacy is free")
    if threshold is None:
        assert new.lo == new.hi == 0
    elif eps >= threshold.enclosure.hi:
        assert overlap(new, free)
    elif eps < threshold.enclosure.lo:
        assert new.lo > free.hi or abs(eps - threshold.enclosure.lo) < eps / 1000


def test_the_upper_bound_is_the_ratio_times_the_lower_one() -> None:
    table = bounds(BernoulliBandit(("0.8", "0.3")), 1, batch_ratio="1.5")
    lower = next(b for b in table if b.name == "private lower bound").enclosure
    upper = next(b for b in table if b.side == "upper" and b.privacy == "pure").enclosure
    assert upper.lo <= Fraction(3, 2) * lower.hi
    assert Fraction(3, 2) * lower.lo <= upper.hi


def test_a_coefficient_of_log_t_is_the_same_at_every_horizon() -> None:
    """It is a limit: no number of it is given for one horizon, in no form of the table."""
    bandit = BernoulliBandit(("0.9", "0.1"))
    without, short = (bounds(bandit, "0.01", horizon=time) for time in (None, 100))
    rows = {row.name: row for row in short}
    limits = [row for row in without if row.quantity == "coefficient of log T"]
    assert len(limits) == 6
    for row in limits:
        assert rows[row.name].to_json() == row.to_json()
    # 100.056 log 100 = 460.77 is above every regret of 100 rounds
    for text in (str(short), short._repr_html_(), str(short.to_json())):
        assert "100.056432" in text
        assert "460.7" not in text


def test_a_mean_at_one_leaves_no_lower_bound_and_no_upper_theorem() -> None:
    table = bounds(BernoulliBandit((1, "0.5")), "0.5")
    for bound in table:
        if bound.side == "lower":
            assert bound.enclosure.lo == bound.enclosure.hi == 0
            assert "mu_star < 1" in bound.note
    upper = next(b for b in table if b.side == "upper")
    assert not upper.applies
    assert upper.enclosure is None
    threshold = next(b for b in table if b.side == "threshold")
    assert not threshold.applies


def test_the_table_is_a_tuple_that_pickles() -> None:
    table = bounds([0.7, 0.5], eps=1)
    assert isinstance(table, BoundTable)
    assert table == tuple(table)
    assert [*table] == list(table[:]) == [table[place] for place in range(len(table))]
    assert table[0] in table
    assert table[-1] is table[len(table) - 1]
    again = pickle.loads(pickle.dumps(table))
    assert again == table
    assert again.best.regret == table.best.regret
    assert hash(again) == hash(table)
    same = bounds(BernoulliBandit((0.7, 0.5)), eps=1)
    assert same == table
    assert repr(table) == str(same)


@pytest.mark.parametrize("means", [[0.7, 0.5], (0.7, 0.5), range(2)])
def test_a_sequence_of_means_is_a_bernoulli_bandit(means) -> None:
    assert bounds(means, eps=1) == bounds(BernoulliBandit(means), eps=1)


def test_the_page_is_escaped_and_needs_nothing_else() -> None:
    table = bounds(("0.8", "0.6"), eps="0.01", horizon=1000, delta="0.1")
    page = table._repr_html_()
    assert "eps &lt; " in page or "&lt;=" in page
    assert "<script" not in page
    assert "http" not in page
    for tag in ("table", "tr", "td", "th", "h4", "p", "div"):
        assert page.count(f"<{tag}>") + page.count(f"<{tag} ") == page.count(f"</{tag}>")
    for row in table:
        assert row.name in page


def test_the_text_has_lines_that_fit_and_the_answer_first() -> None:
    table = bounds(("0.8", "0.6", "0.5"), eps="0.5", rho="0.1", horizon=10**6, delta="0.01")
    lines = str(table).splitlines()
    assert lines[0] == "Bounds of 3 Bernoulli arms with means 0.8, 0.6, 0.5"
    assert lines[2] == "This instance at T = 1e6, eps-DP, eps = 0.5"
    assert max(map(len, lines)) <= 100
    titles = [section.title for section in sections(table)]
    assert titles[1:4] == [
        "This instance at T = 1e6, eps-DP, eps = 0.5",
        "This instance at T = 1e6, rho-zCDP in interaction, rho = 0.1",
        "Answer for eps-DP policies, eps = 0.5",
    ]
    assert titles[5:] == [
        "This instance: regret, as T grows",
        "This instance: samples at delta = 0.01",
        "Budgets where the regime changes",
        "Minimax at T = 1e6 over 3 unit-variance normal arms with means in [0, 1]",
        "Minimax at T = 1e6 over 3 Bernoulli arms",
        "Upper bounds, as T grows",
        "Upper bounds at T = 1e6",
        "Upper bounds of samples at delta = 0.01",
    ]


def test_a_data_frame_has_the_rows() -> None:
    table = bounds(("0.8", "0.6"), eps="0.5", horizon=100, delta="0.1")
    frame = table.to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["name"]) == [row.name for row in table]
    first = frame.iloc[0]
    assert first["strongest_for"] == "eps-DP"
    assert first["value"] == float(table[0].enclosure)


def test_numbers_of_a_data_frame_are_floats_and_nothing_is_missing_in_two_ways() -> None:
    table = bounds(("0.8", "0.6"), eps="0.01", rho="0.001", horizon=100)
    frame = table.to_frame()
    assert any(row.enclosure is None for row in table)
    for row, line in zip(table, frame.itertuples(), strict=True):
        if row.enclosure is None:
            assert {line.lo, line.hi, line.lo_exact, line.hi_exact} == {pandas.NA}
            continue
        for lo, hi in ((line.lo, line.hi), (line.lo_exact, line.hi_exact)):
            assert Fraction(lo) <= row.enclosure.lo <= row.enclosure.hi <= Fraction(hi)
        assert line.hi - line.lo <= 1e-15 * line.hi
    assert {str(frame[name].dtype) for name in ("value", "lo", "hi")} == {"Float64"}
    missing = [value for name in frame for value in frame[name] if pandas.isna(value)]
    assert missing
    assert all(value is pandas.NA for value in missing), "there is one kind of missing value"


def test_without_pandas_one_sentence_names_the_extra(monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ImportError, match=r'pip install "banditproof\[tables\]"'):
        bounds(("0.8", "0.6")).to_frame()
