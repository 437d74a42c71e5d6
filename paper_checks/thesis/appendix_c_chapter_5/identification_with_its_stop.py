"""Claims about the generic proof for identification, whose batches belong to arms: C.1.3."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, require
from banditproof.verify.definitions.finite_machine import FiniteMachine
from .remark_c_1_batches import MACHINE, WRONG, pure_cost


@checks("thesis.inst.identification", mutants={**WRONG})
def identification(
    machine: FiniteMachine = MACHINE, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The steps, and a machine with alternating batches that stops and recommends an arm."""
    return proof.verdict(sharpness=pure_cost(machine, share).sharpness)


Tracked = Callable[[int, int], bool]


def batches(rounds: int, leads: Tracked) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The batches of Algorithm 10 with two arms while arm 0 leads: an arm, and its rounds.

    Rounds 1 and 2 are the first pulls. The leader is played if its pulls as a leader are few
    enough beside its leads, and the challenger otherwise; a batch ends when the pulls of an arm
    have doubled. The noisy means are such that arm 0 leads, which has a positive density.
    """
    open_ones: list[list[int]] = [[], []]
    counts, ends, as_leader = [1, 1], [2, 2], 0
    for number in range(1, rounds + 1):
        arm = 0 if leads(as_leader, number) else 1
        as_leader += arm == 0
        counts[arm] += 1
        open_ones[arm].append(number + 2)
        if counts[arm] >= ends[arm]:
            yield arm, tuple(open_ones[arm])
            open_ones[arm], ends[arm] = [], 2 * counts[arm]


@checks("thesis.inst.identification.blocks")
@mutant("the leader alone is played", leads=lambda pulls, number: True)
@mutant("three more rounds", rounds=3)
def blocks_of_rounds(
    rounds: int = 12, leads: Tracked = lambda pulls, number: 2 * pulls <= number
) -> Verdict:
    """Tracking with beta = 1/2 while one arm leads: the rounds of each batch."""
    result = list(batches(rounds, leads))
    need(bool(result), "No batch is complete")
    for arm, own in result:
        require(
            own[-1] - own[0] + 1 == len(own),
            "Leader and challenger alternate, so that the batches of two arms interleave: the "
            "rounds of a noisy mean do not follow one another, and a mean of the other arm is "
            "released between them. The proof holds for batches that are released once.",
            K=2,
            beta="1/2",
            arm=arm + 1,
            rounds_of_its_batch=own,
            other_batches=[other for a, other in result if a != arm],
        )
    return points()
