"""Claims about the link between the games with a fixed and with a random target, Section 6.2.3."""

from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.algorithms.membership.games.crafters import AverageTarget
from banditproof.algorithms.membership.games.enumerated_games import exact_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, require, require_or_repair
from banditproof.theory.membership import AverageTargets
from banditproof.theory.membership.finite_laws import (
    EnumeratedLaw,
    average_target_game,
    bernoulli_rows,
    fixed_target_game,
)
from banditproof.theory.membership.finite_laws.small_games import Row

GAMES = ((("1/3",), 3), (("1/4",), 2), (("1/2", "1/5"), 2))
"""Means of Bernoulli columns, and the number of rows."""


def both_games(
    means: tuple[str, ...], rows: int
) -> tuple[EnumeratedLaw, list[tuple[Row, Fraction, EnumeratedLaw]]]:
    """The game with a random target, and the games of its targets with their probabilities."""
    records = bernoulli_rows(means)
    single = [(z, mass, fixed_target_game(records, rows, z)) for z, mass in records.items()]
    return average_target_game(records, rows), single


def power_of_all_targets(means: tuple[str, ...], rows: int, level: Fraction) -> Fraction:
    """The largest power with a random target, by the law of the ratio and by the crafter's box."""
    power = average_target_game(bernoulli_rows(means), rows).exact_power(level)
    game = exact_game(AverageTarget(ExactMean(), BernoulliColumns(means), rows))
    need(game.power(level) == power, "The power differs", means=means, n=rows)
    return power


@checks("thesis.ftm.claim.average-link")
@mutant("sharper: 0.6 of the easiest in games", part=Fraction(3, 5))
def mean_over_the_targets(proof: Proof = WRITTEN, part: Fraction = Fraction(1)) -> Verdict:
    """The steps, and the best adversaries of three games, exact."""
    sides = Sides()
    for means, rows in GAMES:
        joint, single = both_games(means, rows)
        average = sum((mass * law.exact_total_variation() for _, mass, law in single), Fraction(0))
        best = joint.exact_total_variation()
        require(best == average, "The average game has another advantage.", means=means, n=rows)
        most = max(law.exact_total_variation() for _, _, law in single)
        sides.at_most(best, part * most, "No target is as easy.", means=means, n=rows)
    return proof.verdict(sharpness=sides.sharpness)


@checks("thesis.ftm.claim.same-lr", subjects={"level": (Fraction(1, 10), None)})
@mutant("the level 1", "print", level=Fraction(1))
def one_score_for_both_games(level: Fraction | None = None, proof: Proof = WRITTEN) -> Verdict:
    """Enumerated games: advantages, and powers at a level."""
    for means, rows in GAMES:
        joint, single = both_games(means, rows)
        ratios = {x.ratio for x in joint.levels}
        same = ratios == {x.ratio for _, _, law in single for x in law.levels}
        require(same, "The scores differ.", means=means, n=rows)
        errors = [(mass, law.exact_errors(1)) for _, mass, law in single]
        advantage = sum((mass * (e.power - e.size) for mass, e in errors), Fraction(0))
        best = joint.exact_total_variation()
        require(advantage == best, "Threshold 0 is not the best test.", means=means, n=rows)
        if level is not None:
            powers = [mass * law.exact_power(level) for _, mass, law in single]
            mean, common = sum(powers, Fraction(0)), power_of_all_targets(means, rows, level)
            need(common >= mean, "The tests of the targets are better", means=means, n=rows)
            require_or_repair(
                common == mean,
                "At a level one threshold for all targets is a better test than the best test of "
                "each target.",
                means=means,
                n=rows,
                alpha=level,
                power_of_one_threshold=common,
                mean_power_of_the_targets=mean,
            )
    return proof.verdict()


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
