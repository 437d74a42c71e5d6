"""Claims about Corollary 24: the conversion of FTPL."""

from collections.abc import Callable
from fractions import Fraction
from banditproof.algorithms.adversarial.ftpl import FTPL
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.unit_noise import require_parameters
from banditproof.paper_checks.verdicts.vocabulary import require_or_repair
from banditproof.theory.adversarial.conversion_bounds import (
    ftpl_conversion_printed,
    ftpl_conversion_proved,
)
from banditproof.theory.adversarial.games import NoisyGame, PrivateGame
from banditproof.theory.adversarial.learner_bounds import printed_perturbation
from banditproof.theory.balls import ball


@checks("adv.cor24.step", subjects={"square": (None, Fraction(400))})
@mutant("sharper: 19", square=Fraction(361))
def second_term(square: Fraction | None, proof: Proof = WRITTEN) -> Verdict:
    """The squares of both second terms over KT at eps = 1, where log(eps KT) is log(KT)."""
    left = Fraction(20) ** 2
    right = Fraction(100) if square is None else square
    finding = "A factor of 2/sqrt(eps) is dropped."
    require_or_repair(
        left <= right, finding, eps=1, square_over_KT=left, printed_square_over_KT=right
    )
    return proof.verdict()


@checks("adv.cor24.regret")
@mutant("sharper: a tenth", share=Fraction(1, 10))
@mutant("the library for half of the rounds", tuned=lambda k, n: FTPL.tuned(k, n / 2))
def regret_of_the_conversion(
    share: Fraction = Fraction(1),
    tuned: Callable[[int, Fraction], FTPL] = FTPL.tuned,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The proof; the sharp bound against the print in four games, and the library's parameters."""
    sides = Sides()
    for arms, horizon, eps in (
        (2, 100, 1),
        (2, 10**6, "0.1"),
        (10, 10**7, 1),
        (100, 10**9, "0.01"),
    ):
        game = PrivateGame.of(arms, horizon, eps)
        left = game.value(ftpl_conversion_proved, 9)
        right = game.value(lambda item: ftpl_conversion_printed(item) * ball(share), 9)
        sides.at_most(left, right, "It is above the print.", K=arms, T=horizon, eps=eps)
        made = tuned(arms, game.eps * horizon)
        expected = printed_perturbation(NoisyGame.of(arms, game.eps * horizon, 1))
        require_parameters((made.limit, made.eta), expected, K=arms, T=horizon, eps=eps)
    return proof.verdict(sharpness=sides.sharpness)
