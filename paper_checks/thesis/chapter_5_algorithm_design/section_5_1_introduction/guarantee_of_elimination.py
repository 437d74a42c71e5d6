"""Claims about what DP-SE guarantees: what it eliminates when, and after how many samples."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from flint import arb
from banditproof.algorithms import DPSE
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, proved, require
from banditproof.theory.balls import ball, working_precision


def real_length(alive: int, epoch: int, beta: Fraction, eps: Fraction) -> arb:
    """max{ 32 log(8Se^2/beta)/D^2, 8 log(4Se^2/beta)/(eps D) }, D = 2^-e."""
    logs = [ball(k * alive * epoch**2 / beta).log() for k in (8, 4)]
    first = 32 * 4**epoch * logs[0]
    longest: arb = first.max(8 * 2**epoch * logs[1] / ball(eps))
    return longest


def length(alive: int, epoch: int, beta: Fraction, eps: Fraction) -> int:
    """R = floor(max{...}) + 1, certified."""
    with working_precision(96):
        whole_part = (real_length(alive, epoch, beta, eps)).floor().unique_fmpz()
    need(whole_part is not None, "The floor is not decided", alive=alive, epoch=epoch)
    return int(str(whole_part)) + 1


@checks("thesis.dpse.guarantee")
@mutant("sharper: a margin of one radius", margin=1)
def what_is_eliminated(margin: int = 2, proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the decisions at the extreme errors of the good event."""
    sides = Sides()
    with working_precision(96):
        for S, e, beta, eps in product((2, 9), (1, 2, 6), ("1/100", "1"), ("1/100", "1")):
            R = length(S, e, Fraction(beta), Fraction(eps))
            h = (ball(8 * S * e**2 / Fraction(beta)).log() / (2 * R)).sqrt()
            c = ball(4 * S * e**2 / Fraction(beta)).log() / ball(Fraction(eps) * R)
            radius = h + c
            case: dict[str, Any] = {"S": S, "e": e, "beta": beta, "eps": eps}
            # the best arm lowest, another of its mean highest; then a gap of 2^-e at its closest
            sides.at_most(2 * radius, margin * radius + arb("1e-20"), "The best arm goes.", **case)
            gone = ball(Fraction(1, 2**e)) - 2 * radius > margin * radius
            require(gone, "An arm with a gap of 2^-e stays.", **case)
    return proof.verdict(sharpness=sides.sharpness)


LENGTHS = (1062, 4957, 21487, 90658, 377256)
LIMITS = {
    ("0.95", "0.9", "0.9", "0.9", "0.5"): (1987699, 2495594),
    ("0.75", "0.7", "0.7", "0.7", "0.7"): (2477100, 3068340),
}
"""The bound of the stopping time at delta = 0.01 for eps = 1 and 0.01, by the means."""


def last_epochs(means: tuple[str, ...]) -> Iterator[int]:
    """e_a of the suboptimal arms."""
    best, *others = sorted(map(Fraction, means), reverse=True)
    for mean in others:
        e = 1
        while Fraction(1, 2**e) > best - mean:
            e += 1
        yield e


@checks("thesis.dpse.guarantee.samples")
@mutant("the ceiling", rounding=lambda R: R + 1)
@mutant("sharper: one epoch less", late=-1)
@mutant("without the best arm", best=0)
def samples_of_dp_se(
    rounding: Callable[[int], int] = lambda R: R, late: int = 0, best: int = 1
) -> Verdict:
    """The lengths by certified floors, and their sums."""
    beta, finding = Fraction(1, 100), "The numbers are other ones."
    lengths = tuple(rounding(length(5, e, beta, Fraction(1))) for e in range(1, 6))
    require(lengths == LENGTHS, finding, R=lengths)
    for e, R in enumerate(lengths, 1):
        own = DPSE(5, beta=beta, eps=1, rounding="down").pulls_per_arm(e, 5)
        need(own == R, "The library has another length", epoch=e, R=own)
    for means, limits in LIMITS.items():
        for eps, limit in zip((Fraction(1), Fraction(1, 100)), limits, strict=True):
            pulls = [
                sum(length(5, e, beta, eps) for e in range(1, last + late + 1))
                for last in last_epochs(means)
            ]
            total = sum(pulls) + best * max(pulls)
            require(total == limit, finding, means=means, eps=eps, stopping_time=total)
    for S in (2, 3, 4):
        fewer = length(S, 3, beta, Fraction(1)) <= length(5, 3, beta, Fraction(1))
        require(fewer, "Fewer arms are pulled more.", S=S)
    return proved(universal=None)
