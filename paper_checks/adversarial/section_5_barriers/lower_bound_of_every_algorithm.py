"""A lower bound of the regret of every algorithm, private or not, beside that of Lemma 11."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.adversarial.barrier_bounds import bernoulli_minimax
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import ball, working_precision

Formula = Callable[[PrivateGame], arb]
GAMES = tuple(
    PrivateGame.of(arms, horizon, 1)
    for arms, horizon in ((2, 1), (2, 50), (2, 10**6), (10, 10**4), (1000, 10**9))
)


def gap_of(game: PrivateGame) -> arb:
    """The gap D of the bound."""
    return (arb(1).exp() * ball(Fraction(game.arms - 1, game.horizon))).sqrt().min(arb(1) / 5)


def divergence(gap: arb) -> arb:
    """kl(1/2, 1/2 - 2 D), from its definition."""
    half = arb(1) / 2
    first, second = half - 2 * gap, half + 2 * gap
    return half * (half / first).log() + half * (half / second).log()


@checks("adv.lem11.every_algorithm")
@mutant("sharper: a thousandth more", formula=lambda game: bernoulli_minimax(game) * 1001 / 1000)
def every_algorithm(formula: Formula = bernoulli_minimax, proof: Proof = WRITTEN) -> Verdict:
    """The root of R = (T D/8) exp(-c R/((K-1) D)) from both sides, and uniform play above it."""
    sides = Sides()
    with working_precision(128):
        for game in GAMES:
            gap = gap_of(game)
            cost, bound = divergence(gap), formula(game)
            rate = cost / ((game.arms - 1) * gap)
            near = [bound * (1 + sign * arb(10) ** -9) for sign in (-1, 1)]
            left, right = (x - game.horizon * gap / 8 * (-rate * x).exp() for x in near)
            require(bool(left < 0 < right), "It is not the root.", game=game)
            # uniform play, on losses 0 of one arm and 1 of the others
            uniform = ball(Fraction(game.horizon * (game.arms - 1), game.arms))
            sides.at_most(bound, uniform, "Uniform play has less.", game=game)
    return proof.verdict(sharpness=sides.sharpness)
