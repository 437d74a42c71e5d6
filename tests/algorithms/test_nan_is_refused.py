"""What is not a number passes no clip: rewards, released sums, weights and contexts."""

import math
import pytest
from banditproof.algorithms import DPIMED, RewardList, Silent, play
from banditproof.algorithms.curators.bounded_rows import BoundedRows
from banditproof.algorithms.curators.declared_sums import limited
from banditproof.algorithms.curators.declared_vectors import shortened
from banditproof.algorithms.ledger import Traced
from banditproof.algorithms.regret.ucb import UCB
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.mechanisms import Laplace

NAN = math.nan
ROWS = BoundedRows(Laplace(1), length=2)
CALLS = {
    "reward": lambda: RewardSpace().clipped(NAN),
    "many rewards": lambda: RewardSpace.of("0:5").clipping()(NAN),
    "play": lambda: play(DPIMED(arms=2, eps=1), RewardList([1, NAN, 0]), 3, Silent()),
    "play without a clip": lambda: play(UCB(arms=2), RewardList([1, NAN, 0]), 3, Silent()),
    "sum": lambda: limited(NAN, (0, 1)),
    "traced sum": lambda: limited(Traced.reward(1, NAN), (0, 1)),
    "vector": lambda: shortened((NAN, 1.0)),
    "long vector": lambda: shortened((math.inf, 1.0)),
    "weights": lambda: ROWS.read_in(ROWS.start(1), 0, ((NAN, 1.0),), 1),
}


@pytest.mark.parametrize("name", CALLS)
def test_one_sentence_says_what_to_give(name):
    with pytest.raises(ValueError, match=r"(is NaN|not finite).*; give .*\.$"):
        CALLS[name]()
