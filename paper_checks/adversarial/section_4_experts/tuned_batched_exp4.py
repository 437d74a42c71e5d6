"""A claim of our own about batched EXP4: its regret for parameters that nearly minimise it."""

from flint import arb
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import require
from banditproof.theory.adversarial.expert_bounds import (
    BatchedParameters,
    batched_exp4_proved,
    batched_exp4_rate_term,
    tuned_parameters,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import ball, working_precision

GAMES = tuple(
    PrivateGame.of(arms, horizon, eps, experts, delta)
    for arms, horizon, eps, experts, delta in (
        (2, 10**12, 1, 2, "0.4"),
        (10, 10**12, "0.1", 100, "1e-6"),
        (3, 10**15, "0.5", 1000, "1e-12"),
    )
)


def parts_of(game: PrivateGame, chosen: BatchedParameters) -> tuple[arb, arb]:
    """The largest 4 eta s log(N n), and the sum of the terms, each written as in Appendix F."""
    batch, rate, mixing = chosen
    batches = game.horizon // batch
    risk = -ball(game.risk).log()
    scale = 3 * game.arms * (game.advisers * risk).sqrt() / (mixing * batch * ball(game.eps))
    many = ball(game.advisers * batches)
    rounds = batch * batches
    terms = (
        batch * ball(game.advisers).log() / rate,
        mixing * rounds,
        rate * rounds * game.arms,
        2 * rate * rounds * scale**2,
        rounds * many ** (1 - arb(10).sqrt()),
        arb(game.horizon - rounds),
    )
    return 4 * rate * scale * many.log(), sum(terms, arb(0))


@checks("adv.thm10.tuned")
@mutant("a rate above the room of the noise", faster=1000)
@mutant("sharper: a hundredth", share=100)
def tuned_batched_exp4(faster: int = 1, share: int = 1, proof: Proof = WRITTEN) -> Verdict:
    """The conditions and the terms at games, and the bound beside that of Theorem 10."""
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            batch, rate, mixing = tuned_parameters(game)
            chosen = BatchedParameters(batch, rate * faster, mixing)
            room, total = parts_of(game, chosen)
            require(bool(room <= 1), "A noisy loss may be below -1/eta.", game=game)
            require(bool(mixing <= 1), "gamma is no probability.", game=game)
            require(total.overlaps(batched_exp4_proved(game, chosen)), "Other terms.", game=game)
            printed = 95 * batched_exp4_rate_term(game)
            sides.at_most(total, printed / share, "Theorem 10 is smaller.", game=game)
    return proof.verdict(sharpness=sides.sharpness)
