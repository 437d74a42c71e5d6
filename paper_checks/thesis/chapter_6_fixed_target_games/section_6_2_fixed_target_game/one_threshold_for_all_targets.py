"""The claim about the power of one threshold for all targets, with a random target."""

from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.membership import AverageTargets
from .fixed_against_random_targets import GAMES, both_games, power_of_all_targets


@checks("thesis.fix.avg.power")
@mutant("sharper: 0.99 of the power in games", part=Fraction(99, 100))
@mutant("another score of one target", scores=("0.2", "9"))
def power_of_one_threshold(
    proof: Proof = WRITTEN, part: Fraction = Fraction(1), scores: tuple[str, str] = ("0.1", "9")
) -> Verdict:
    """The steps, enumerated games, and normal laws in balls."""
    sides = Sides()
    for (means, rows), level in product(GAMES, (Fraction(1, 10), Fraction(1, 2))):
        _, single = both_games(means, rows)
        mean = sum((mass * law.exact_power(level) for _, mass, law in single), Fraction(0))
        case: dict[str, Any] = {"means": means, "n": rows, "alpha": level}
        common = power_of_all_targets(means, rows, level)
        sides.at_most(mean, part * common, "The mean is larger.", **case)
    game = AverageTargets.of(scores, ["1/2", "1/2"])
    printed = {
        "0.01": ("0.4140", "0.3860"),
        "0.1": ("0.5743", "0.5622"),
        "0.5": ("0.9514", "0.8114"),
    }
    for stated, (together, apart) in printed.items():
        for digits, result in ((together, game.power(stated)), (apart, game.average_power(stated))):
            near = abs(result - Fraction(digits)) <= Fraction(1, 20000)
            require(near, "A value has other digits.", alpha=stated, found=result, said=digits)
    return proof.verdict(sharpness=sides.sharpness)
