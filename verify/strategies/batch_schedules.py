"""Schedules of batches: those that grow at once, hardly at all, or as given."""

from fractions import Fraction
from itertools import accumulate
from hypothesis import strategies as st
from banditproof.theory.batch_schedule import (
    DoublingSchedule,
    ExplicitSchedule,
    GeometricSchedule,
    PolynomialSchedule,
    Schedule,
)


def schedules(horizon: int = 1000) -> st.SearchStrategy[Schedule]:
    """Schedules of every kind, each defined for so many pulls of an arm.

    Ratios go from 1.01 to 50, powers from 1 (batches of one pull) to 4, first batches from 1.

    >>> from hypothesis import find
    >>> find(schedules(), lambda schedule: schedule.batch(0) == 2 and schedule.batch(1) == 1)
    ExplicitSchedule(sizes=(2, 3, 1003))
    """
    ratios = st.one_of(
        st.sampled_from([Fraction(2), Fraction(101, 100), Fraction(50)]),
        st.integers(11, 100).map(lambda tenths: Fraction(tenths, 10)),
    )
    powers = st.integers(4, 16).map(lambda quarters: Fraction(quarters, 4))
    first = st.integers(1, 5)
    return st.one_of(
        st.builds(GeometricSchedule, ratios, first),
        st.builds(DoublingSchedule, first),
        st.builds(PolynomialSchedule, powers),
        st.lists(st.integers(1, 9), min_size=1, max_size=5).map(
            lambda batches: ExplicitSchedule(tuple(accumulate([*batches, horizon])))
        ),
    )
