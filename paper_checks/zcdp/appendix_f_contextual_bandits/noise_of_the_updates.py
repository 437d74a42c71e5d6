"""The claim that the noises of all updates add up to a normal vector: their number is random."""

from collections.abc import Sequence
from fractions import Fraction
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import needs_repair, proved
from ...models.design_updates import AXES, Vector, determinants, starts


@checks("zcdp.thm14.noise")
@mutant("the first axis twice", choices=(AXES[0], AXES[0]))
@mutant("an update in each round", doubling=Fraction(0))
@mutant("a second update in both cases", last=(AXES[1], AXES[1]))
def sum_of_a_random_number(
    choices: Sequence[Vector] = AXES,
    doubling: Fraction = Fraction(1),
    last: Sequence[Vector] = (AXES[0],),
) -> Verdict:
    """AdaC-OFUL on e_1, e_1, one of two vectors, and more, with lambda = 1, in exact numbers.

    The first noise Y_1 enters the choice of round 3: the second vector is played iff
    <V_2^-1 (e_1 r + Y_1), second - first> is above a number. That is a half-plane of Y_1.
    """
    begin = (AXES[0], AXES[0])
    first, second = choices
    updates = [
        len(starts(determinants((*begin, chosen, *last), Fraction(1)), doubling)) - 1
        for chosen in choices
    ]
    scales = (Fraction(3), Fraction(1))  # V_2 = diag(3, 1)
    normal = tuple((b - a) / scale for a, b, scale in zip(first, second, scales, strict=True))
    if not any(normal) or updates[0] == updates[1]:
        return proved(universal=None)
    return needs_repair(
        witness=(
            "d = 2, lambda = C = 1, the contexts {e_1}, {e_1}, {e_1, e_2}, {e_1}: given l(5) = 1 "
            "the sum N_5 = Y_1 lies in the half-plane where e_1 is chosen, which N(0, 2/rho I) "
            "leaves with a positive probability."
        ),
        updates_after_e_1=updates[0],
        updates_after_e_2=updates[1],
        direction_of_the_choice=normal,
    )
