"""The claims about accuracy, advantage and errors of an adversary: (2.21) to (2.24)."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple
from banditproof.algorithms.membership.games.enumerated_games import ExactGame
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_laws import Law, random_law
from banditproof.paper_checks.models.membership_game import best_advantage, joint_laws
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.verify.evidence import Grade
from .games_of_the_library import library_game
from .membership_advantage import games, revealing

HALF = Fraction(1, 2)
exactly = partial(require, grade=Grade.PROVED)


class Played(NamedTuple):
    """A game with a randomised adversary: P(guess = 1) for each pair (target, output)."""

    out: Law
    inside: Law
    guess: tuple[Fraction, ...]
    library: ExactGame
    outputs: int
    case: dict[str, Any]

    def chance(self, target: Any, output: Any) -> Fraction:
        """The adversary as the library asks for it."""
        return self.guess[int(target[0]) * self.outputs + int(output[0])]


def played_games() -> Iterator[Played]:
    """Enumerated games, each with a deterministic and a randomised adversary drawn at random."""
    source = random.Random(221)
    for mechanism, values, size in games(source):
        records = random_law(source, values)
        out, inside = joint_laws(mechanism, records, size)
        library = library_game(mechanism, records, size)
        for grains in (1, 4):
            guess = tuple(Fraction(source.randrange(grains + 1), grains) for _ in out)
            case: dict[str, Any] = {"records": records, "n": size, "guesses": guess}
            yield Played(out, inside, guess, library, len(out) // values, case)


def accuracy(game: Played, prior: Fraction) -> Fraction:
    """P(guess = b), summed over b, the pair and the guess."""
    right = Fraction(0)
    for p, q, chance in zip(game.out, game.inside, game.guess, strict=True):
        right += (1 - prior) * p * (1 - chance) + prior * q * chance
    return right


def errors(game: Played) -> tuple[Fraction, Fraction]:
    """P(guess = 1 | b = 0) and P(guess = 0 | b = 1)."""
    first = sum((p * c for p, c in zip(game.out, game.guess, strict=True)), Fraction(0))
    second = sum((q * (1 - c) for q, c in zip(game.inside, game.guess, strict=True)), Fraction(0))
    return first, second


Advantage = Callable[[Fraction], Fraction]
"""The advantage from the accuracy."""


def recentred(acc: Fraction) -> Fraction:
    """2 Acc - 1."""
    return 2 * acc - 1


@checks("thesis.mia.def.accuracy-advantage")
@mutant("not centred", advantage=lambda acc: 2 * acc)
@mutant("Acc - 1/2", advantage=lambda acc: acc - HALF)
@mutant("sharper: at most 0.99", largest=Fraction(99, 100))
def advantage_of_accuracy(
    advantage: Advantage = recentred, largest: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Enumerated games against the library's; a mechanism that tells a rare record."""
    sides, finding = Sides(), "The advantage is above its largest value."
    for game in played_games():
        own = advantage(accuracy(game, HALF))
        result = game.library.advantage(game.chance)
        exactly(own == result, "The library has another advantage.", **game.case, own=own)
        sides.at_most(abs(own), largest, finding, **game.case)
    # one record, always released: the best adversary says 'in' if the target is released
    for values in (2, 10, 1000):
        gained = advantage((1 + 1 - Fraction(1, values)) / 2)
        sides.at_most(gained, largest, finding, values=values)
    laws = joint_laws(revealing(Fraction(1), 10), (Fraction(1, 10),) * 10, 1)
    exactly(best_advantage(*laws) == Fraction(9, 10), "The record is not released.", values=10)
    return proof.verdict(sharpness=sides.sharpness)


Errors = Callable[[Played], tuple[Fraction, Fraction]]


def _of_all_rounds(game: Played) -> tuple[Fraction, Fraction]:
    """Wrong: the share of the errors among all rounds."""
    first, second = errors(game)
    return first / 2, second / 2


@checks("thesis.mia.def.errors")
@mutant("the errors exchanged", both=lambda game: errors(game)[::-1])
@mutant("among all rounds", both=_of_all_rounds)
@mutant("the power for the error", both=lambda game: (errors(game)[0], 1 - errors(game)[1]))
def errors_of_both_kinds(both: Errors = errors) -> Verdict:
    """Enumerated games against the library, and against the two constant guesses."""
    for game in played_games():
        result = game.library.errors(game.chance)
        exactly(both(game) == result, "The library has other errors.", **game.case, found=result)
        for bit in (Fraction(0), Fraction(1)):
            constant = game._replace(guess=(bit,) * len(game.out))
            right = both(constant) == (bit, 1 - bit)
            exactly(right, "A constant guess has other errors.", **game.case, guess=bit)
    return points()


@checks("thesis.mia.prop.adv-errors")
@mutant("another prior", prior=Fraction(3, 10))
def advantage_of_errors(prior: Fraction = HALF, proof: Proof = WRITTEN) -> Verdict:
    """Enumerated games with randomised adversaries."""
    for game in played_games():
        first, second = errors(game)
        right = 2 * accuracy(game, prior) - 1 == 1 - first - second
        exactly(right, "The advantage is not 1 - alpha - beta.", **game.case, prior=prior)
    return proof.verdict()


@checks("thesis.mia.rem.random-guesser")
@mutant("the guess knows b a little", tilt=Fraction(1, 100))
def random_guesser(tilt: Fraction = Fraction(0), proof: Proof = WRITTEN) -> Verdict:
    """Guesses of three biases in enumerated games."""
    for game in played_games():
        for chance in (Fraction(0), HALF, Fraction(2, 7)):
            first, _ = errors(game._replace(guess=(chance,) * len(game.out)))
            _, second = errors(
                game._replace(guess=(min(chance + tilt, Fraction(1)),) * len(game.out))
            )
            blind = 1 - first - second
            exactly(blind == 0, "A blind guess has an advantage.", **game.case, chance=chance)
    return proof.verdict()
