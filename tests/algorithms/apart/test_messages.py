"""Whatever comes over the pipe is a plain message, or one exception."""

import json
import os
import time
import pytest
from hypothesis import given
from hypothesis import strategies as st
from banditproof.algorithms.apart.messages import LONGEST, BrokenMessage, Pipe, decoded, encoded
from banditproof.algorithms.apart.proxy_policy import pull_of
from banditproof.algorithms.policy import Pull

numbers = st.integers() | st.floats() | st.just(10**400) | st.booleans() | st.none()
values = st.recursive(
    numbers | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)
pairs = st.lists(st.lists(st.integers(-1, 3) | values, min_size=1, max_size=3), max_size=3)
pulls = st.fixed_dictionaries(
    {"pull": pairs | values, "releases": st.booleans() | values},
    optional={"rows": st.lists(st.lists(st.floats() | values, max_size=2), max_size=3) | values},
)


@given(st.binary() | values.map(lambda value: json.dumps(value).encode()))
def test_a_line_is_a_dictionary_or_broken(line):
    try:
        assert type(decoded(line)) is dict
    except BrokenMessage as broken:
        assert str(broken)  # noqa: PT017


@given(pulls)
def test_an_answer_is_a_pull_of_plain_numbers_or_broken(answer):
    try:
        pull = pull_of(decoded(json.dumps(answer).encode()), arms=2)
    except BrokenMessage:
        return
    assert type(pull) is Pull
    assert all(
        type(x) is int and arm < 2 and count > 0 for arm, count in pull.parts for x in (arm, count)
    )
    assert all(type(x) is float for row in pull.rows for x in row)
    assert len(pull.rows) in (0, 2)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"a": NaN}', "the number NaN"),
        ('{"a": -Infinity}', "the number -Infinity"),
        ('{"a": 1e999}', "a number that no float has"),
        ('{"a": ' + "9" * 401 + "}", "an integer of 401 digits"),
        ('{"a": ' + "[" * 12 + "]" * 12 + "}", "nested more than 12 deep"),
        ("[" * 100_000, "no JSON"),
        ("[1]", "a list, where a dictionary belongs"),
        ("{'a': 1}", "no JSON"),
    ],
)
def test_what_no_message_is(line, words):
    with pytest.raises(BrokenMessage, match=words):
        decoded(line.encode())


@given(st.dictionaries(st.text(max_size=3), st.floats(allow_nan=False, allow_infinity=False)))
def test_numbers_come_back_to_the_last_digit(message):
    assert decoded(encoded(message)) == message


def test_numbers_that_are_not_finite_are_not_sent():
    with pytest.raises(BrokenMessage, match="no plain finite value"):
        encoded({"a": float("inf")})


@pytest.fixture
def pipe():
    """A pipe to oneself."""
    both = Pipe(*os.pipe())
    yield both
    both.close()


def test_a_long_message_is_read_in_pieces(pipe):
    pipe.send({"a": [1] * 10_000}, time.monotonic() + 9)
    assert pipe.receive(time.monotonic() + 9) == {"a": [1] * 10_000}


def test_nothing_in_time_is_late(pipe):
    for wait in (
        lambda until: pipe.receive(until),
        lambda until: pipe.send({"a": "x" * LONGEST}, until),
    ):
        with pytest.raises(BrokenMessage) as broken:
            wait(time.monotonic() + 0.05)
        assert broken.value.late


def test_the_longest_message_has_a_bound(pipe):
    pipe._left = b"x" * (LONGEST + 1)
    with pytest.raises(BrokenMessage, match="bytes in one message"):
        pipe.receive(time.monotonic() + 9)
