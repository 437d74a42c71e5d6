"""Claims about locally private EXP4: Algorithm 6 and Theorem 9."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from flint import arb
from banditproof.algorithms.adversarial.exp4 import EXP4
from banditproof.algorithms.adversarial.locally_private_exp4 import LocallyPrivateExperts
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.loss_learner_boxes import ADVICE as THREE_ROUNDS
from banditproof.paper_checks.models.loss_learner_boxes import local_exp4
from banditproof.paper_checks.verdicts.vocabulary import require, require_or_repair
from banditproof.theory.adversarial.expert_bounds import (
    local_exp4_derived,
    local_exp4_mixing,
    local_exp4_printed,
    local_exp4_rate,
)
from banditproof.theory.adversarial.games import PrivateGame
from banditproof.theory.balls import ball, working_precision
from banditproof.verify.adversarial.batch_model import BatchModel, local_price
from ...models.unit_noise import drawn, require_parameters, require_same, shown

THIRD = Fraction(1, 3)
WEIGHTS = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))
ADVICE = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (THIRD, 2 * THIRD))
Divisor = Callable[[Fraction, Fraction], Fraction]
"""What the loss is divided by: from the probability of the arm, and its share of the mixture."""


def estimates(noisy: tuple[Fraction, ...], gamma: Fraction, divisor: Divisor) -> list[Fraction]:
    """The mean estimate of each expert, over the arm that is drawn."""
    means = [Fraction(0)] * len(ADVICE)
    for arm, loss in enumerate(noisy):
        share = sum((w * law[arm] for w, law in zip(WEIGHTS, ADVICE, strict=True)), Fraction(0))
        chance = (1 - gamma) * share + gamma / len(noisy)
        for j, law in enumerate(ADVICE):
            means[j] += chance * law[arm] * loss / divisor(chance, share)
    return means


def exp4_with_local_noise(
    eta: Fraction, gamma: Fraction, eps: Fraction, factor: int = 1, mixing: int = 1
) -> LocallyPrivateExperts:
    """The library's Algorithm 6 for two arms and three experts; wrong ones have factors."""
    return LocallyPrivateExperts(EXP4(eta, mixing * gamma), 2, 3, eps / factor)


@checks("adv.alg6")
@mutant("divided by the share without mixing", divisor=lambda chance, share: share)
@mutant("not divided", divisor=lambda chance, share: Fraction(1))
@mutant("the library with twice the noise", made=partial(exp4_with_local_noise, factor=2))
@mutant("the library with twice the mixing", made=partial(exp4_with_local_noise, mixing=2))
def local_exp4_listing(
    divisor: Divisor = lambda chance, share: chance,
    made: Callable[..., LocallyPrivateExperts] = exp4_with_local_noise,
    proof: Proof = WRITTEN,
) -> Verdict:
    """The mean estimates of three experts, exactly; plays of the library beside the box."""
    for seed, eps in enumerate((Fraction(1, 2), Fraction(3))):
        of, eta, gamma = drawn(45, 2, seed), Fraction(1, 4), Fraction(1, 5)
        box = local_exp4(of, THREE_ROUNDS, float(eta), float(gamma), float(eps))
        require_same(shown(made(eta, gamma, eps), of, THREE_ROUNDS), box, eps=eps)
    for noisy in ((Fraction(1, 2), Fraction(-3)), (Fraction(7), Fraction(0))):
        for gamma in (Fraction(1, 10), Fraction(1)):
            result = estimates(noisy, gamma, divisor)
            for j, law in enumerate(ADVICE):
                mean = sum((p * y for p, y in zip(law, noisy, strict=True)), Fraction(0))
                require(result[j] == mean, "It is biased.", expert=j + 1, gamma=gamma)
    return proof.verdict()


@checks("adv.thm9.private")
@mutant("batches of two rounds", tau=2)
@mutant("sharper: 0.99 eps for a round", share=Fraction(99, 100))
def local_exp4_is_private(
    tau: int = 1, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """The price of the releases of a round."""
    sides = Sides()
    for eps in (Fraction(1, 4), Fraction(1), Fraction(3)):
        result = local_price(BatchModel(tau, eps), 5).hi
        sides.at_most(result, share * eps, "A round tells more.", eps=eps)
    return proof.verdict(sharpness=sides.sharpness)


GAMES = tuple(
    PrivateGame.of(k, t, eps, experts=n)
    for k, t, eps, n in (
        (2, 10**6, 1, 2),
        (10, 10**6, "0.1", 100),
        (10, 20, 1, 100),
        (1, 2, 1, 10**6),
        (1000, 10**9, "0.001", 10**6),
    )
)


@checks("adv.thm9.regret")
@mutant("sharper: a tenth at the points", share=Fraction(1, 10))
@mutant("the library for twice the rounds", tuned=lambda k, n, T, eps: EXP4.tuned(k, n, 2 * T, eps))
def local_exp4_regret(
    share: Fraction = Fraction(1), tuned: Callable[..., EXP4] = EXP4.tuned, proof: Proof = WRITTEN
) -> Verdict:
    """The sum of the terms of the proof at games, or T where gamma is above 1.

    The eta and gamma of the library are those of the theorem.
    """
    sides = Sides()
    with working_precision(96):
        for game in GAMES:
            sound = local_exp4_mixing(game) <= 1
            own = local_exp4_derived(game) if sound else arb(game.horizon)
            printed = local_exp4_printed(game) * share.numerator / share.denominator
            sides.at_most(own, printed, "It is larger.", game=game)
            made = tuned(game.arms, game.advisers, game.horizon, game.eps)
            expected = (local_exp4_rate(game), local_exp4_mixing(game).min(arb(1)))
            require_parameters((made.eta, made.gamma), expected, game=game)
    return proof.verdict(sharpness=sides.sharpness)


LONG = ((10, 37, 1, 1000), (10, 10**6, "0.1", 100))


@checks("adv.thm9.tuning", subjects={"games": (((10, 5, 1, 1000),), LONG)})
@mutant("long games", "print", games=LONG)
@mutant("sharper: a game with 8 K log N above 15 T", games=((10, 30, 1, 1000),))
@mutant("the library for twice the rounds", tuned=lambda k, n, T, eps: EXP4.tuned(k, n, 2 * T, eps))
def parameters_of_local_exp4(
    games: tuple[tuple[int, int, int | str, int], ...],
    tuned: Callable[..., EXP4] = EXP4.tuned,
    proof: Proof = WRITTEN,
) -> Verdict:
    """gamma in balls, what an arm gets that all experts advise, and the library's parameters."""
    for arms, horizon, eps, experts in games:
        game = PrivateGame.of(arms, horizon, eps, experts=experts)
        with working_precision(96):
            mixing, rate = local_exp4_mixing(game), local_exp4_rate(game)
            advised = 1 - mixing + mixing / ball(arms)
        require_or_repair(
            mixing <= 1,
            "gamma is above 1, and Q_t is no law: an arm that all experts advise gets a negative "
            "probability.",
            K=arms,
            N=experts,
            T=horizon,
            eps=eps,
            gamma=mixing,
            Q=advised,
        )
        made = tuned(arms, experts, horizon, game.eps)
        require_parameters((made.eta, made.gamma), (rate, mixing), K=arms, T=horizon, eps=eps)
    return proof.verdict()
