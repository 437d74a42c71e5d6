"""A play apart of what is no policy, no reward or no number is refused in one sentence."""

import math
import re
import pytest
from banditproof.algorithms import DPIMED, RewardList, RewardStacks, RewardTable, play_apart
from banditproof.algorithms.apart.keeper import Elsewhere
from banditproof.theory.budgets import PureDP

POLICY, REWARDS = DPIMED(arms=2, eps=1), RewardList([1, 0, 1])
USUAL = {"policy": POLICY, "rewards": REWARDS, "horizon": 3}
WRONG = {
    "policy": (3, None, 2.5, [POLICY], {}, b"x:y", "", "dp-imed", ":"),
    "rewards": ([1, 0, 1], None, "101", 3, RewardTable([(0, 1)]), RewardStacks([(1,), (0,)])),
    "horizon": (0, -1, "3", 3.0, None, True, 4),
    "rng": ("a", -1, 1.5, True, [1]),
    "arms": (0, "2", 2.0, 5),
    "seconds": ("x", 0, -1, None, True, math.nan, math.inf),
    "readable": (3, "abc", [None], ["/nonexistent/file"]),
    "contexts": ([1, 2], 3),
    "declared": (3, "dp-imed"),
    "budget": (1, "1", PureDP),
}
SENTENCE = re.compile(r"[^\n]*; give [^\n]*\.|[^\n]*; leave the number out\.|The horizon is .*\.")


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_argument_is_one_sentence(name, value):
    with pytest.raises(ValueError, match=r"give|leave") as refused:
        play_apart(**{**USUAL, name: value})
    assert SENTENCE.fullmatch(str(refused.value))


def test_a_process_that_is_there_already_is_asked_the_same_way():
    with Elsewhere(POLICY) as there:
        with pytest.raises(ValueError, match="The horizon is '3'; give an integer"):
            there.play(REWARDS, "3")
        assert len(there.play(REWARDS, 3, rng=1).actions) == 3
