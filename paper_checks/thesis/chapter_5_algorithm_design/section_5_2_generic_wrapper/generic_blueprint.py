"""Claims about the generic blueprint of Section 5.2: its five steps, and what they cost."""

from collections.abc import Callable
from typing import Any
from banditproof.algorithms import AdaCUCB, AdaPKLUCB, AdaPUCB
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.regret.phased_index import ArmRecord, PhasedIndexPolicy
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.models.doubling_episodes import real_samples
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.batch_schedule import GeometricSchedule

Maker = Callable[..., Any]


@checks("thesis.rem.blueprint.shared")
@mutant("other episodes", makers=(lambda K: AdaPUCB(K, eps=1, schedule=GeometricSchedule(2)),))
@mutant("all samples", makers=(type("Kept", (AdaPUCB,), {"forgets": False}),))
def shared_by_the_algorithms(makers: tuple[Maker, ...] = (AdaPUCB, AdaPKLUCB, AdaCUCB)) -> Verdict:
    """What the policies of the library have in common."""
    for make in makers:
        policy = make(2)
        require(isinstance(policy, PhasedIndexPolicy), "Another skeleton.", policy=policy.name)
        state = policy.start()
        for k in range(6):
            pull = Pull(0, policy.schedule.batch(k))
            state = policy.learn(state, pull, 0.5 * pull.count)
            kept = ArmRecord(k + 1, int(real_samples(2**k)), 0.5 * int(real_samples(2**k)))
            require(state[0] == kept, "Another mean.", policy=policy.name, episodes=k, has=state[0])
        sizes = {str(policy.mechanism(state, Pull(0, n))) for n in (1, 8, 64)}
        require(len(sizes) == 1, "The noise of a sum depends on its length.", policy=policy.name)
    return points()
