"""Claims about Table 5.1: the regret, the private means, and two properties of four algorithms."""

from collections.abc import Callable
from typing import Any
from banditproof.algorithms import DPSE, AdaPKLUCB, AdaPUCB, RewardCycles, Silent, play
from banditproof.algorithms.regret.dp_ucb import DPUCBPrinted
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.doubling_episodes import Length, all_plays, doubled
from banditproof.paper_checks.verdicts.vocabulary import points, require

CYCLES = [(1, 0, 1), (1, 1, 0)]


def _printed_tree() -> DPUCBPrinted:
    """DP-UCB for 200 rounds."""
    return DPUCBPrinted(2, eps=1, horizon=200, ties="first")


@checks("thesis.tab5.1.means")
@mutant("episodes of one round", length=lambda n: 1)
@mutant("sharper: log_4 T", most=lambda T: 1 + (T.bit_length() - 1) // 2)
def number_of_means(
    length: Length = doubled,
    most: Callable[[int], int] = lambda T: T.bit_length(),
    proof: Proof = WRITTEN,
) -> Verdict:
    """The means of each arm in all plays of two arms up to round 14, and in plays of the rest."""
    sides, T = Sides(), 14
    for played in all_plays(2, T, length):
        for arm in (0, 1):
            closed = sum(e.arm == arm and e.start + e.rounds <= T + 1 for e in played)
            sides.at_most(1 + closed, most(T), "There are more means.", T=T, arm=arm + 1)
    for policy, rounds in ((DPSE(2, eps=1, beta="1/2"), 7000), (_printed_tree(), 200)):
        released = len(play(policy, RewardCycles(CYCLES), rounds, Silent()).ledger.releases)
        case: dict[str, Any] = {"policy": policy.name, "T": rounds, "means": released}
        if policy.name == DPSE.name:
            sides.at_most(released, 2 * most(rounds), "There are more means.", **case)
        else:
            require(released >= rounds, "There are fewer means.", **case)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.tab5.1.forgetful")
@mutant("sharper: DP-UCB too", forget=(True, True, True, True))
@mutant("AdaP-UCB does not", forget=(False, True, False, True))
def which_forget(forget: tuple[bool, bool, bool, bool] = (False, True, True, True)) -> Verdict:
    """How many rewards of an arm are behind its last mean, in plays of the library."""
    rewards, T = RewardCycles(CYCLES), 7000
    made: tuple[Any, ...] = (
        _printed_tree(),
        DPSE(2, eps=1, beta="1/2"),
        AdaPUCB(2, eps=1, ties="first"),
        AdaPKLUCB(2, eps=1, ties="first"),
    )
    for policy, stated in zip(made, forget, strict=True):
        horizon = 200 if policy is made[0] else T
        played = play(policy, rewards, horizon, Silent())
        if policy is made[0]:
            behind = [known.pulls for known in played.state]
        else:
            last = {r.arm: len(r.rewards) for r in played.ledger.releases}
            behind = [last[arm] for arm in (0, 1)]
        full = played.counts(2) == tuple(behind)
        require(full != stated, "It is the other way round.", policy=policy.name, behind=behind)
    return points()
