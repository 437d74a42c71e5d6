"""A claim of our own about locally private EXP4: its regret with the mean square of the noise."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

from banditproof.paper_checks.proofs import Proof
from banditproof.paper_checks.statements.checks import checks
from banditproof.paper_checks.verdicts.sharpness import Sides
from banditproof.paper_checks.verdicts.verdict import Verdict
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.adversarial.expert_bounds import (
    local_exp4_printed,
    local_exp4_tuned,
    local_exp4_tuned_mixing,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import working_precision

from .proof_of_sharp_local_exp4 import SHARP

GAMES = tuple(
    PrivateGame.of(arms, horizon, eps, experts)
    for arms, horizon, eps, experts in (
        (2, 10**6, 1, 2),
        (10, 10**6, "0.1", 100),
        (10, 3, "0.5", 10**4),
        (1000, 10**9, "0.001", 10**6),
    )
)


@checks(
    "adv.thm9.sharp",
    mutants={
        "a hundred times the bound": {"bound": lambda game: 100 * local_exp4_tuned(game)},
        "half of the mean square": {"proof": SHARP.changed(11, formula="v <= 1 + b**2")},
        "without the mixing": {"proof": SHARP.changed(3, formula="Q == m")},
        "sharper: above 3T where gamma is above 1": {
            "proof": SHARP.changed(39, formula="3*T <= 2*s*sqrt(K*T*(1 + 2*b**2 + 4*b*L))")
        },
        "half of the mixing": {"proof": SHARP.changed(5, formula="h == g/(2*b*K*L)")},
        "sharper: 1.9 in the proof": {
            "proof": SHARP.changed(34, formula="d <= 1.9*s*sqrt(K*T*(1 + 2*b**2 + 4*b*L))")
        },
    },
)
def sharp_local_exp4(
    bound: Callable[[PrivateGame], arb] = local_exp4_tuned, proof: Proof = SHARP
) -> Verdict:
    """Below the printed bound, and above T where gamma is above 1."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            sides.at_most(bound(game), local_exp4_printed(game), "It is larger.", game=game)
            if local_exp4_tuned_mixing(game) > 1:
                require(bool(bound(game) > game.horizon), "It says something.", game=game)
    return proof.verdict(
        "The proof of Theorem 9 with the mean square of the noise in place of the square of its "
        "largest value.",
        instances="Four games, in balls.",
        sharpness=sides.sharpness,
    )
