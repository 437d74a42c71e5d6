"""Each place in which a policy could keep a reward is found; correct policies keep nothing."""

from typing import ClassVar
import pytest
from banditproof.algorithms import DPIMED, POLICIES, Curator, RewardList
from banditproof.theory import ZCDP
from banditproof.verify.audit.built_in import built_in
from banditproof.verify.audit.memory import changed_by_playing
from banditproof.verify.audit.offered_contexts import offered_to
from banditproof.verify.audit.recording import forced_record, record

SEEN = []


class GlobalCurator(Curator):
    def read(self, held, arm, reward):
        SEEN.append(reward.value)
        return super().read(held, arm, reward)


class ClassCurator(Curator):
    seen: ClassVar[list] = []

    def read(self, held, arm, reward):
        ClassCurator.seen.append(reward.value)
        return super().read(held, arm, reward)


class DefaultCurator(Curator):
    def read(self, held, arm, reward, seen=[]):  # noqa: B006
        seen.append(reward.value)
        return super().read(held, arm, reward)


class OwnCurator(Curator):
    def __init__(self):
        self.seen = []

    def read(self, held, arm, reward):
        self.seen.append(reward.value)
        return super().read(held, arm, reward)


def closing_curator():
    seen: ClassVar[list] = []

    class ClosingCurator(Curator):
        def read(self, held, arm, reward):
            seen.append(reward.value)
            return Curator.read(self, held, arm, reward)

    return ClosingCurator()


def counting_policy():
    class Counting(DPIMED):
        calls = 0

        def decide(self, state, t, randomness):
            type(self).calls += 1
            return super().decide(state, t, randomness)

    return Counting(arms=2)


def with_curator(made):
    return type("Hoarding", (DPIMED,), {"curator": made})(arms=2, eps=1)


@pytest.mark.parametrize(
    ("curator", "place"),
    [
        (GlobalCurator(), "SEEN of the module"),
        (ClassCurator(), "ClassCurator.seen"),
        (DefaultCurator(), "a default value of DefaultCurator.read"),
        (OwnCurator(), "an attribute of the curator"),
        (closing_curator(), "seen in the closure of"),
    ],
    ids=lambda x: type(x).__name__,
)
def test_every_hiding_place_is_found(curator, place):
    assert any(place in result for result in changed_by_playing(with_curator(curator)))


def test_a_policy_that_counts_is_found():
    assert changed_by_playing(counting_policy()) == ("counting_policy.<locals>.Counting.calls",)


@pytest.mark.parametrize("name", POLICIES)
def test_built_in_policies_remember_nothing(name):
    policy = built_in(name, ZCDP(1), 3)
    offered = offered_to(policy)
    contexts = None if offered is None else offered.in_play(1)
    assert changed_by_playing(policy, contexts=contexts) == ()


def test_the_origin_of_a_release_is_found_again_on_other_rewards():
    policy = DPIMED(arms=2, eps=1, ties="first")
    result = record(policy, RewardList([1, 0, 1, 1] * 20), 80, seed=1)
    other = forced_record(result, RewardList([0, 1, 0.5, 0] * 20), seed=7)
    assert other.play.pulls == result.play.pulls
    assert len(result.origins) == len(other.origins) == len(result.released) > 5
    assert all(a.agrees(b) for a, b in zip(result.origins, other.origins, strict=True))
    assert not result.origins[0].agrees(result.origins[1])
    assert all(abs(origin.constant) <= origin.grain for origin in (*result.origins, *other.origins))
    assert {origin.size for origin in result.origins} != {origin.size for origin in other.origins}
