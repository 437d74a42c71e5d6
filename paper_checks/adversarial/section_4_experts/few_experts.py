"""Claims about few experts: Corollary 8 beside Theorem 9."""

from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.theory.adversarial.expert_bounds import (
    expert_conversion_printed,
    local_exp4_printed,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import ball, working_precision


@checks("adv.rem.n_le_k", subjects={"least": (1, 2), "horizon": (2, 3)})
@mutant("with the printed constants", constants=True, horizon=10**6)
@mutant("two rounds", horizon=2)
def few_experts(
    least: int, horizon: int, constants: bool = False, proof: Proof = WRITTEN
) -> Verdict:
    """One expert, whose logarithm is 0; with the constants 208 and 16 the question differs."""
    sides = Sides()
    with working_precision(96):
        for experts in range(least, 4):
            game = PrivateGame.of(max(experts, 2), horizon, 1, experts=experts)
            if constants:
                first, second = expert_conversion_printed(game), local_exp4_printed(game)
            else:
                rate = game.arms * game.horizon * arb(experts).log()
                first = ball(game.horizon * experts / game.eps).sqrt() + 1 / ball(game.eps)
                second = rate.sqrt() * ball(game.arms * game.horizon).log() / ball(game.eps)
            sides.at_most_or_repair(
                first,
                second,
                "With one expert log N is 0, and Theorem 9 has the bound 0.",
                N=experts,
                K=game.arms,
                T=game.horizon,
                eps=game.eps,
                Corollary_8=first,
                Theorem_9=second,
            )
    return proof.verdict(sharpness=sides.sharpness)
