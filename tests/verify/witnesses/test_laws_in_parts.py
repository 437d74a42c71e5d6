"""Laws of released numbers where decisions need the numbers themselves, or sums of several."""

import pytest
from releasing_policies import TakesTurns
from telescoping_policies import Telescoping, normal
from test_policy_witnesses import found
from test_released_laws import Hidden, Plain, delta_of, law_of, twice
from banditproof.algorithms import DPIMED, Pull
from banditproof.theory import ZCDP, ApproxDP, RenyiDP
from banditproof.verify.witnesses.plain_fields import Refused


class Imed(DPIMED):
    """Gaussian noise, and each batch in two sums: rho is the reciprocal of the variance."""

    curator = twice(normal(1))


class QuietImed(Imed):
    curator = twice(normal(2))


@pytest.mark.parametrize(
    ("budget", "of_twin"),
    [
        (ZCDP("0.99"), ZCDP("1/2")),
        (RenyiDP(2, "1.1"), RenyiDP(2, 1)),
        (ApproxDP(1, "0.24"), ApproxDP(1, delta_of(1, 1))),
    ],
)
def test_the_index_of_imed_is_followed_by_the_range_of_its_divergence(budget, of_twin):
    """One release alone would show half of it."""
    shown = found(Imed(arms=2, eps=1), budget).checked()
    assert shown.shown.lo > shown.allowed
    assert found(QuietImed(arms=2, eps=1), of_twin) is None


class Asks(Hidden):
    """One side of a hidden coin asks for a number; the other one alone would show more."""

    laws = (normal(4), normal(1), normal(4))

    def decide(self, state, t, randomness):
        side = randomness.choice((1, 2)) if t > 1 else 0
        return Pull(int(side == 2 and float(state[0]) > 99), 1, note=side)


def test_a_box_that_is_left_out_after_one_draw_counts_after_no_draw():
    assert found(Asks(Plain()), ZCDP("0.3")) is None


class Decides(TakesTurns):
    """The second number has the noise of the first one, too, and decides."""

    def decide(self, state, t, randomness):
        return Pull(t // 2 if t < 4 else int(state[1] > 0), 2)


@pytest.mark.parametrize("budget", [ZCDP("1/2"), ApproxDP(1, delta_of(1, 1))])
def test_decisions_by_sums_of_several_noises_are_not_followed(budget):
    with pytest.raises(Refused, match="depends on a number of round 4 with earlier noise"):
        law_of(Decides(Telescoping()), budget, rounds=6).checked()
    assert found(Decides(Telescoping()), budget) is None
