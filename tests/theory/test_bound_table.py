"""The table of bounds: order relations, regimes, and when a bound does not apply."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banditproof.theory import BernoulliBandit, bounds

MEANS = st.lists(st.fractions(Fraction(1, 100), Fraction(99, 100)), min_size=2, max_size=4)
BUDGETS = st.fractions(Fraction(1, 1000), Fraction(20))


def by_name(bandit: BernoulliBandit, eps, **options):
    return {bound.name: bound for bound in bounds(bandit, eps, **options)}


@settings(max_examples=60, deadline=None, derandomize=True)
@given(MEANS, BUDGETS)
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
        assert new.lo <= free.hi
        assert free.lo <= new.hi
    elif eps < threshold.enclosure.lo:
        assert new.lo > free.hi or abs(eps - threshold.enclosure.lo) < eps / 1000


def test_the_upper_bound_is_the_ratio_times_the_lower_one() -> None:
    table = bounds(BernoulliBandit(("0.8", "0.3")), 1, batch_ratio="1.5")
    lower = next(b for b in table if b.name == "private lower bound").enclosure
    upper = next(b for b in table if b.side == "upper" and b.privacy == "pure").enclosure
    assert upper.lo <= Fraction(3, 2) * lower.hi
    assert Fraction(3, 2) * lower.lo <= upper.hi


def test_a_coefficient_of_log_t_is_the_same_at_every_horizon() -> None:
    """It is a limit: no number of it is told for one horizon, in no form of the table."""
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


@pytest.mark.parametrize(
    ("eps", "horizon", "sentence"),
    [(0, None, "not positive"), (-1, None, "not positive"), (1, 1, "horizon >= 2")],
)
def test_undefined_requests_are_rejected(eps, horizon, sentence) -> None:
    with pytest.raises(ValueError, match=sentence):
        bounds(BernoulliBandit(("0.5", "0.2")), eps, horizon)
