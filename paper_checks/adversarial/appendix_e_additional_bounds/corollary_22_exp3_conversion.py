"""Claims about Corollary 22: the conversion of EXP3."""

from collections.abc import Callable
from fractions import Fraction
from flint import arb
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.unit_noise import require_parameters
from banditproof.paper_checks.verdicts.vocabulary import at_most, require_or_repair
from banditproof.theory.adversarial.conversion_bounds import (
    exp3_conversion_derived,
    exp3_conversion_mixing,
    exp3_conversion_printed,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import ball, working_precision


@checks("adv.cor22.step", subjects={"factor": (2, 4)})
@mutant("three times", "print", factor=3)
def mixing_is_absorbed(factor: int, proof: Proof = WRITTEN) -> Verdict:
    """Both sides at lambda = 1, K = 2 and T = 100, divided by eta K T."""
    with working_precision(80):
        log = ball(200).log()
        left = 8 * log + 2 * (1 + 10 * log**2)
        right = factor * (1 + 10 * log**2)
        require_or_repair(
            at_most(left, right),
            "At lambda = 1 both sides have the same last term, and the first one is dropped.",
            scale=1,
            K=2,
            T=100,
            left_over_eta_K_T=left,
            right_over_eta_K_T=right,
        )
    return proof.verdict()


@checks(
    "adv.cor22.tuning",
    subjects={"games": (((10, 1000, "0.01"),), ((10, 10**6, "0.01"), (2, 9, 1)))},
)
@mutant("a long game", "print", games=((10, 10**6, "0.01"),))
@mutant("sharper: a game with eps T = 10", games=((10, 100, "0.1"),))
@mutant("the library for half of the rounds", tuned=lambda k, n: EXP3.tuned(k, n / 2))
def parameters_are_valid(
    games: tuple[tuple[int, int, str], ...],
    tuned: Callable[[int, Fraction], EXP3] = EXP3.tuned,
    proof: Proof = WRITTEN,
) -> Verdict:
    """gamma in balls, and the parameters of the library."""
    for arms, horizon, eps in games:
        game = PrivateGame.of(arms, horizon, eps)
        mixing = game.value(exp3_conversion_mixing)
        finding = (
            "gamma is above 1, and P_t has negative entries; for eps K T < 1 it is negative, and "
            "at "
            "eps K T = 1 eta is infinite."
        )
        require_or_repair(mixing <= 1, finding, K=arms, T=horizon, eps=eps, gamma=mixing)
        made, rounds = tuned(arms, game.eps * horizon), ball(game.eps * horizon)
        gamma = exp3_conversion_mixing(game)
        expected = (gamma / (4 * arms * (arms * rounds).log()), gamma)
        require_parameters((made.eta, made.gamma), expected, K=arms, T=horizon, eps=eps)
    return proof.verdict()


@checks("adv.cor22.regret")
@mutant("sharper: a tenth along the printed proof", share=Fraction(1, 10))
def regret_of_the_conversion(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The proof; the honest total of the printed chain against the print."""
    sides = Sides()
    for arms, horizon, eps in ((3, 1, 1), (2, 10, 1), (10, 10**6, "0.1"), (1000, 10**9, "0.01")):
        game = PrivateGame.of(arms, horizon, eps)

        def most(one: PrivateGame) -> arb:
            return exp3_conversion_printed(one) * ball(share)

        left, right = game.value(exp3_conversion_derived), game.value(most)
        sides.at_most(left, right, "The printed chain gives more.", K=arms, T=horizon, eps=eps)
    return proof.verdict(sharpness=sides.sharpness)
