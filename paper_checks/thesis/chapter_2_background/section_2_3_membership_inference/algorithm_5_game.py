"""The claim about Algorithm 5, the rounds of the membership game."""

from collections.abc import Callable
from fractions import Fraction
import numpy as np
from banditproof.algorithms.membership.games.adversaries import (
    Adversary,
    BlindAdversary,
    ScoreAdversary,
)
from banditproof.algorithms.membership.games.crafters import AverageTarget, FixedTarget
from banditproof.algorithms.membership.games.membership_game import play_game
from banditproof.algorithms.membership.mechanisms.exact_mean import ExactMean
from banditproof.algorithms.membership.row_laws.bernoulli_columns import BernoulliColumns
from banditproof.algorithms.membership.scores.likelihood_ratio import LikelihoodRatio
from banditproof.algorithms.randomness import generator
from banditproof.paper_checks.checking import WRITTEN, Proof, Verdict, checks, mutant
from banditproof.paper_checks.models.finite_pairs import coin
from banditproof.paper_checks.verdicts.vocabulary import require
from .games_of_the_library import crafter_of

Crafter = AverageTarget | FixedTarget
Wins = Callable[[bool, bool], int]
"""L_t from b and the guess."""


def succeeds(bit: bool, guess: bool) -> int:
    """1 if the guess is right."""
    return int(bit == guess)


def list_of_wins(
    crafter: Crafter,
    adversary: Adversary,
    rounds: int,
    rng: np.random.Generator,
    wins: Wins = succeeds,
    fresh: bool = True,
) -> list[int]:
    """Algorithm 5 line by line."""
    results: list[int] = []
    for _ in range(rounds):
        if fresh or not results:
            crafted = crafter.craft(rng)
        guess = adversary.guess(crafted.release[None], crafted.target[None], rng)
        results.append(wins(crafted.inside, bool(guess[0])))
    return results


def _games() -> list[tuple[str, Crafter, Adversary]]:
    """Crafters and adversaries, one of which throws coins of its own."""
    law, mean = BernoulliColumns(("1/2", "1/3", "1/5")), ExactMean()
    average = AverageTarget(mean, law, 4)
    bayes = ScoreAdversary(LikelihoodRatio(law, mean, 4))
    bits = crafter_of(lambda data: coin(Fraction(9), data[0]), (Fraction(1, 2),) * 2, 1)
    return [
        ("mean of four rows, Bayes", average, bayes),
        ("mean of four rows, coins", average, BlindAdversary("1/3")),
        ("randomised response, coins", bits, BlindAdversary("2/3")),
    ]


@checks("thesis.mia.alg.game")
@mutant("one tuple for all rounds", fresh=False)
@mutant("L_t is the guess", wins=lambda bit, guess: int(guess))
def rounds_of_the_game(
    wins: Wins = succeeds, fresh: bool = True, proof: Proof = WRITTEN
) -> Verdict:
    """The box line by line against the library's game, draw for draw."""
    for name, crafter, adversary in _games():
        library = play_game(crafter, adversary, 60, rng=5, whole=True)
        own = list_of_wins(crafter, adversary, 60, generator(5), wins, fresh)
        finding = "The list differs from that of the library's game."
        require(library.right.tolist() == own, finding, game=name)
        require(len(own) == 60 and set(own) <= {0, 1}, "L is no list of T bits.", game=name)
    return proof.verdict()
