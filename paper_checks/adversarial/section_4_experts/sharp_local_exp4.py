"""A claim of our own about locally private EXP4: its regret with the mean square of the noise."""

from collections.abc import Callable
from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.adversarial.expert_bounds import (
    local_exp4_printed,
    local_exp4_tuned,
    local_exp4_tuned_mixing,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import working_precision

GAMES = tuple(
    PrivateGame.of(arms, horizon, eps, experts)
    for arms, horizon, eps, experts in (
        (2, 10**6, 1, 2),
        (10, 10**6, "0.1", 100),
        (10, 3, "0.5", 10**4),
        (1000, 10**9, "0.001", 10**6),
    )
)


@checks("adv.thm9.sharp")
@mutant("a hundred times the bound", bound=lambda game: 100 * local_exp4_tuned(game))
def sharp_local_exp4(
    bound: Callable[[PrivateGame], arb] = local_exp4_tuned, proof: Proof = WRITTEN
) -> Verdict:
    """Below the printed bound, and above T where gamma is above 1."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            sides.at_most(bound(game), local_exp4_printed(game), "It is larger.", game=game)
            if local_exp4_tuned_mixing(game) > 1:
                require(bool(bound(game) > game.horizon), "It says something.", game=game)
    return proof.verdict(sharpness=sides.sharpness)
