"""Claims about the setting with expert advice: its algorithms, and the regret against experts."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
Law = tuple[Fraction, ...]


@checks("adv.def2")
@mutant("advice of later rounds", delay=-1)
def algorithm_with_advice(delay: int = 0, proof: Proof = WRITTEN) -> Verdict:
    """A mixture of the experts of the round: its law does not depend on later advice."""
    rounds = ((Fraction(1), Fraction(0)), (Fraction(1, 3), HALF), (Fraction(0), Fraction(1)))
    weights = (Fraction(1, 4), Fraction(3, 4))
    for t in range(2):
        mixed = []
        for later in (Fraction(0), Fraction(1)):
            advice = (*rounds[: t + 1], *((later, later),) * (2 - t))
            current = advice[t - delay] if t - delay < len(advice) else advice[t]
            mixed.append(sum((w * u for w, u in zip(weights, current, strict=True)), Fraction(0)))
        require(mixed[0] == mixed[1], "Later advice counts.", round=t + 1)
        require(0 <= mixed[0] <= 1, "No law.", round=t + 1)
    return proof.verdict()


Comparator = Callable[[tuple[Law, ...], Law, int], Fraction]


def swapped(advice: tuple[Law, ...], row: Law, j: int) -> Fraction:
    """As printed: sum_i mu^i(j) l(i)."""
    return sum((advice[i][j] * row[i] for i in range(len(row))), Fraction(0))


def meant(advice: tuple[Law, ...], row: Law, j: int) -> Fraction:
    """sum_i mu^j(i) l(i)."""
    return sum((advice[j][i] * row[i] for i in range(len(row))), Fraction(0))


ADVICE = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (HALF, HALF), (THIRD, 1 - THIRD))
ROWS = ((Fraction(1), Fraction(1)), (Fraction(1), HALF), (Fraction(0), THIRD))


def followed_loss(advice: Law, row: Law) -> Fraction:
    """The mean loss of a round of an algorithm that draws its action from the advice.

    The advice has thirds and halves, so that six equal coins draw the action.
    """
    played = [arm for arm, share in enumerate(advice) for _ in range(int(6 * share))]
    return sum((row[arm] for arm in played), Fraction(0)) / len(played)


@checks("adv.def.regret_experts", subjects={"comparator": (swapped, meant)})
@mutant("the first expert for all", comparator=lambda a, row, j: meant(a, row, 0))
@mutant("half of the loss", comparator=lambda a, row, j: meant(a, row, j) / 2)
def regret_against_experts(comparator: Comparator) -> Verdict:
    """Against the loss of an algorithm that follows one expert, by all of its actions."""
    for first, second, row in product(ADVICE, ADVICE, ROWS):
        advice = (first, second)
        for j in (0, 1):
            result = comparator(advice, row, j)
            followed = followed_loss(advice[j], row)
            require_or_repair(
                result == followed,
                "The indices are exchanged: mu_t^i(j) is the advice of expert i for the arm j, and "
                "the sum over i is no loss of one expert. The proof of Theorem 6 has mu_t^j(i).",
                experts=2,
                arms=2,
                advice=advice,
                losses=row,
                expert=j + 1,
                comparator=result,
                loss_of_who_follows=followed,
            )
    return points()
