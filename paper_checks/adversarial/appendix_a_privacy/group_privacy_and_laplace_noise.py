"""Claims about groups, Laplace noise and local privacy: Lemma 16 to Definition 8."""

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import coin
from ...models.finite_laws import Law, bit_lists, budget, distance, largest_ratio, random_mechanism


@checks("adv.lem17")
@mutant("sharper: k - 1", exponent=lambda k: max(k - 1, 1))
def group_privacy(exponent: Callable[[int], int] = lambda k: k, proof: Proof = WRITTEN) -> Verdict:
    """Counting coins, which attain it, and random mechanisms on three bits, exactly."""
    source, sides = random.Random(17), Sides()

    def counting(data: tuple[int, ...]) -> Law:
        top = Fraction(1, 100) * Fraction(2) ** sum(data)
        return (1 - top, top)

    for number, mechanism in enumerate((counting, *(random_mechanism(source, 3, 3) for _ in "ab"))):
        ratio = Fraction(budget(mechanism, 3))
        for first, second in permutations(bit_lists(3), 2):
            fraction = Fraction(largest_ratio(mechanism(first), mechanism(second)))
            allowed = ratio ** exponent(distance(first, second))
            sides.at_most(
                fraction, allowed, "The ratio is larger.", mechanism=number, data=(first, second)
            )
    return proof.verdict(sharpness=sides.sharpness)


def _loss(x: Fraction, shift: Fraction, scale: Fraction) -> Fraction:
    """The log-ratio of the densities at x of Laplace laws around 0 and around a shift."""
    return (abs(x - shift) - abs(x)) / scale


@checks("adv.def7")
@mutant("half of the noise", share=Fraction(1, 2))
@mutant("sharper: 0.99 of the noise", share=Fraction(99, 100))
def laplace_mechanism(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The loss at and outside of the two centres, which attains eps, exactly."""
    sides = Sides()
    for eps, delta in ((Fraction(1, 2), Fraction(1)), (Fraction(3), Fraction(2, 7))):
        for x in (Fraction(-5), Fraction(0), delta / 2, delta, Fraction(9)):
            result = abs(_loss(x, delta, share * delta / eps))
            sides.at_most(result, eps, "The loss is larger.", eps=eps, sensitivity=delta, x=x)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.def8")
@mutant("noise for half of the range", scale=Fraction(1, 2))
@mutant("sharper: 0.99 of the noise", scale=Fraction(99, 100))
def local_privacy(scale: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """Randomised response, and Laplace noise on a loss in [0, 1]: all pairs of inputs."""
    sides, ratio = Sides(), Fraction(3)
    sides.at_most(largest_ratio(coin(ratio, 0), coin(ratio, 1)), ratio, "Two inputs differ more.")
    for eps in (Fraction(1, 4), Fraction(2)):
        for x in (Fraction(0), Fraction(1, 3), Fraction(1)):
            losses = [_loss(y, x, scale / eps) for y in (Fraction(-1), Fraction(2))]
            sides.at_most(max(map(abs, losses)), eps, "Two losses differ more.", eps=eps, x=x)
    return proof.verdict(sharpness=sides.sharpness)
