"""Claims about Algorithm 3 and Lemma 23: EXP3 with mixing, and its second-order bound."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from flint import arb
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.loss_learner_boxes import Exp3Box, in_batches
from banditproof.paper_checks.models.unit_noise import drawn, require_same, shown
from banditproof.paper_checks.verdicts.vocabulary import at_most, need, require_or_repair
from banditproof.theory import Number
from banditproof.theory.balls import ball, working_precision

Losses = Sequence[tuple[int, ...]]


def law(weights: Sequence[arb], gamma: Fraction) -> list[arb]:
    """The mixed law of logarithms of weights."""
    powers = [weight.exp() for weight in weights]
    total = sum(powers[1:], start=powers[0])
    return [ball(1 - gamma) * power / total + ball(gamma / len(powers)) for power in powers]


def loss_of_exp3(losses: Losses, eta: Fraction, gamma: Fraction) -> arb:
    """E sum_t P_t . l_t over all paths of arms, in balls."""
    arms = len(losses[0])

    def after(t: int, weights: list[arb]) -> arb:
        if t == len(losses):
            return arb(0)
        chances, total = law(weights, gamma), arb(0)
        for arm, chance in enumerate(chances):
            estimate = ball(eta) * losses[t][arm] / chance
            need(estimate > -1, "The hypothesis of the lemma fails", t=t, arm=arm)
            moved = [*weights[:arm], weights[arm] - estimate, *weights[arm + 1 :]]
            total += chance * (losses[t][arm] + after(t + 1, moved))
        return total

    return after(0, [arb(0)] * arms)


def general_bound(losses: Losses, eta: Fraction, gamma: Fraction) -> arb:
    """(1-gamma) (min_i sum l + log K/eta) + gamma sum of the mean losses + eta sum l^2."""
    arms = len(losses[0])
    best = min(map(sum, zip(*losses, strict=True)))
    mean = Fraction(sum(map(sum, losses)), arms)
    squares = sum(item**2 for row in losses for item in row)
    logs = ball((1 - gamma) / eta) * ball(arms).log()
    return ball((1 - gamma) * best + gamma * mean + eta * squares) + logs


Learner = Callable[[Number, Fraction], EXP3]


class OfTheArmBefore(EXP3):
    """Wrong: the estimate moves the weight of the arm before."""

    def update(
        self, state: tuple[float, ...], arm: int, loss: float, rng: object = None
    ) -> tuple[float, ...]:
        """The index is off by one."""
        moved = super().update(state, arm, loss)
        return (*moved[1:], moved[0])


@checks("adv.alg3")
@mutant("twice the mixing", learner=lambda eta, gamma: EXP3(eta, 2 * gamma))
@mutant("twice the rate", learner=lambda eta, gamma: EXP3(2 * eta, gamma))
@mutant("the weight of the arm before", learner=OfTheArmBefore)
def unbiased_estimates(learner: Learner = EXP3, proof: Proof = WRITTEN) -> Verdict:
    """The conditional mean of an estimate; a play of the library's EXP3 beside the box."""
    chosen = (Fraction(1, 4), Fraction(1, 8)), (Fraction(2), Fraction(1, 4))
    for seed, (eta, gamma) in enumerate(chosen):
        of, box = drawn(60, 3, seed), Exp3Box(3, float(eta), float(gamma))
        policy = BatchedReleases(learner(eta, gamma), 3, 1)
        require_same(shown(policy, of), in_batches(box, of, 1, 1.0), eta=eta, gamma=gamma)
    return proof.verdict()


@checks("adv.lem23.general")
@mutant("sharper: a tenth of it", share=Fraction(1, 10))
def general_losses(share: Fraction = Fraction(1), proof: Proof = WRITTEN) -> Verdict:
    """The proof; all paths of short games, in balls."""
    sides = Sides()
    games = (
        (((0, 1),) * 5, Fraction(1, 2), Fraction(1, 10)),
        (((0, 9),) * 4, Fraction(1, 5), Fraction(1, 2)),
        (((3, -3), (-3, 3), (3, 0)), Fraction(1, 40), Fraction(1, 4)),
        (((1, 0, -1), (0, 1, 1), (1, 1, 0)), Fraction(1, 8), Fraction(1, 2)),
    )
    with working_precision(80):
        for losses, eta, gamma in games:
            most = general_bound(losses, eta, gamma) * ball(share)
            sides.at_most(loss_of_exp3(losses, eta, gamma), most, "The loss is larger.", eta=eta)
    return proof.verdict(sharpness=sides.sharpness)


@checks("adv.lem23", subjects={"size": (100, 1)})
@mutant("losses up to 60", size=60)
@mutant("losses up to 10", "print", size=10)
def bounded_losses(size: int, proof: Proof = WRITTEN) -> Verdict:
    """Losses -B and B for six rounds, gamma = 1 and eta = 1/(4B): all is exact but log 2."""
    horizon, gamma, eta = 6, Fraction(1), Fraction(1, 4 * size)
    losses = ((-size, size),) * horizon
    with working_precision(80):
        left = loss_of_exp3(losses, eta, gamma)
        squares = sum(item**2 for row in losses for item in row)
        right = ball(-size * horizon + 2 * gamma * horizon + eta * squares)
        right += ball(2).log() / ball(eta)
        require_or_repair(
            at_most(left, right),
            "With gamma = 1 the play is uniform, and 2 gamma T does not pay for losses above 1.",
            K=2,
            T=horizon,
            gamma=gamma,
            eta=eta,
            losses=(-size, size),
            left=left,
            right=right,
        )
    return proof.verdict()
