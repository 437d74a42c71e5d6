"""Claims about Algorithm 5 and Theorem 6, and about advice that is sensitive."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.experts_as_arms import ExpertsAsArms
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.policy import Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.loss_learner_boxes import ADVICE as THREE_ROUNDS
from banditproof.paper_checks.models.loss_learner_boxes import Exp3Box, in_batches
from banditproof.paper_checks.models.unit_noise import drawn, require_same, shown
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair
from banditproof.verify.adversarial.advice_privacy import ExpertRounds, advice_loss
from banditproof.verify.adversarial.batch_model import BatchModel
from banditproof.verify.adversarial.threshold_learners import LastBit, random_threshold_learner

Row = tuple[Fraction, ...]
Advice = tuple[Row, ...]
"""A law on the arms for each expert."""
Draws = Callable[[Advice], list[tuple[tuple[int, ...], Fraction]]]
"""The samples of all experts in a round, with their probabilities."""
HALF = Fraction(1, 2)
PUBLIC: tuple[Advice, ...] = (
    ((Fraction(1), Fraction(0)), (Fraction(1, 3), Fraction(2, 3))),
    ((HALF, HALF), (Fraction(0), Fraction(1))),
    ((Fraction(1, 4), Fraction(3, 4)), (Fraction(1), Fraction(0))),
)
LOSSES: tuple[Row, ...] = (
    (Fraction(0), Fraction(1)),
    (Fraction(1), Fraction(1, 3)),
    (HALF, Fraction(1)),
)


def own_draws(advice: Advice) -> list[tuple[tuple[int, ...], Fraction]]:
    """I^j ~ mu^j for each expert j."""
    results = []
    for arms in product(range(len(advice[0])), repeat=len(advice)):
        weight = Fraction(1)
        for law, arm in zip(advice, arms, strict=True):
            weight *= law[arm]
        results.append((arms, weight))
    return results


def one_draw(advice: Advice) -> list[tuple[tuple[int, ...], Fraction]]:
    """As printed: the one draw that does not depend on j, which the last j overwrites."""
    return [((arm,) * len(advice), weight) for arm, weight in enumerate(advice[-1])]


def expert_losses(draws: Draws) -> list[Row]:
    """The mean loss that each expert is reported to have, in each round."""
    table = []
    for advice, row in zip(PUBLIC, LOSSES, strict=True):
        means = [Fraction(0)] * len(advice)
        for arms, weight in draws(advice):
            for j, arm in enumerate(arms):
                means[j] += weight * row[arm]
        table.append(tuple(means))
    return table


class TheNextExpert(ExpertsAsArms):
    """Wrong: the arm is drawn from the advice of the next expert."""

    def decide_in(self, state: Any, t: int, context: Context, randomness: Randomness) -> Pull:
        """The index is off by one."""
        rows = tuple((*row[1:], row[0]) for row in context)
        return super().decide_in(state, t, rows, randomness)


@checks("adv.alg5", subjects={"draws": (one_draw, own_draws)})
@mutant("the advice of the next expert", draws=lambda a: own_draws((*a[1:], a[0])))
@mutant("the library with the next expert", made=TheNextExpert)
@mutant(
    "the library with twice the noise",
    made=lambda policy, arms: ExpertsAsArms(replace(policy, eps=policy.eps / 2), arms),
)
@mutant(
    "the library with a round more",
    made=lambda policy, arms: ExpertsAsArms(replace(policy, tau=policy.tau + 1), arms),
)
def samples_of_experts(draws: Draws, made: Callable[..., ExpertsAsArms] = ExpertsAsArms) -> Verdict:
    """The mean of the loss of each expert, exactly; plays of the library beside the box."""
    for t, (advice, row, result) in enumerate(
        zip(PUBLIC, LOSSES, expert_losses(draws), strict=True)
    ):
        for j, law in enumerate(advice):
            mean = sum((p * loss for p, loss in zip(law, row, strict=True)), Fraction(0))
            require_or_repair(
                result[j] == mean,
                "The index i of the sample is bound to nothing: it names one arm for all experts, "
                "so that an expert gets the loss of another one's advice. F.1 has I_t^j.",
                round=t + 1,
                expert=j + 1,
                mean_loss=result[j],
                loss_of_the_advice=mean,
            )
    for tau, eps in ((1, Fraction(1)), (3, Fraction(2, 5))):
        of, box = drawn(45, 2, tau), Exp3Box(3, eta=0.25, gamma=0.125)
        policy = BatchedReleases(EXP3(Fraction(1, 4), Fraction(1, 8)), 3, eps, tau)
        expected = in_batches(box, of, tau, 1 / float(tau * eps), THREE_ROUNDS)
        require_same(shown(made(policy, 2), of, THREE_ROUNDS), expected, tau=tau, eps=eps)
    return points()


def switching(history: tuple[tuple[int, Fraction], ...]) -> int:
    """A bandit algorithm: leave an arm after a loss above 1/2."""
    arm = 0
    for played, loss in history:
        arm = played if loss <= HALF else 1 - played
    return arm


def _expected(draws: Draws) -> tuple[Fraction, Fraction]:
    """Mean loss of Algorithm 5, and the mean over samples of the best expert's loss plus regret."""
    total = worst = Fraction(0)
    for rounds in product(*(draws(advice) for advice in PUBLIC)):
        weight = Fraction(1)
        history: tuple[tuple[int, Fraction], ...] = ()
        sums = [Fraction(0), Fraction(0)]
        for (arms, chance), row in zip(rounds, LOSSES, strict=True):
            weight *= chance
            seen = [row[arm] for arm in arms]
            sums = [a + b for a, b in zip(sums, seen, strict=True)]
            expert = switching(history)
            history = (*history, (expert, seen[expert]))
        loss = sum((reported for _, reported in history), Fraction(0))
        total += weight * loss
        worst = max(worst, loss - min(sums)) if weight else worst
    return total, worst


@checks("adv.thm6")
@mutant("one draw for all experts", draws=one_draw)
def experts_as_arms(draws: Draws = own_draws, proof: Proof = WRITTEN) -> Verdict:
    """A deterministic learner on all samples, exactly."""
    sides = Sides()
    total, worst = _expected(draws)
    for j in (0, 1):
        loss = sum(
            (sum((p * x for p, x in zip(a[j], row, strict=True)), Fraction(0)))
            for a, row in zip(PUBLIC, LOSSES, strict=True)
        )
        reported = sum((row[j] for row in expert_losses(draws)), Fraction(0))
        require(reported == loss, "The comparator differs.", expert=j + 1)
        sides.at_most(total, loss + worst, "The regret is larger.", expert=j + 1)
    return proof.verdict(sharpness=sides.sharpness)


def _worlds(first: Row, second: Row) -> tuple[ExpertRounds, ExpertRounds]:
    left, right = (ExpertRounds.of([(0, 1)], [[row]]) for row in (first, second))
    return left, right


@checks("adv.rem.advice")
@mutant("without the arm of the changed round", hidden=1)
@mutant("the same advice", second=(Fraction(1), Fraction(0)))
def sensitive_advice(
    hidden: int | None = None, second: Row = (Fraction(0), Fraction(1))
) -> Verdict:
    """One expert and one round: the arm is the advice."""
    first = (Fraction(1), Fraction(0))
    result = advice_loss(LastBit(0), *_worlds(first, second), BatchModel(1, 1), hidden)
    require(
        result.hi <= 1,
        "The arm of a round is a fresh draw from the advice of that round. What is true is "
        "adv.rem.advice.indices.",
        experts=1,
        rounds=1,
        advice=f"{tuple(map(int, first))} or {tuple(map(int, second))}",
        budget=1,
        privacy_loss="infinite" if result.lo == float("inf") else result,
    )
    return points()


@checks("adv.rem.advice.indices")
@mutant("with the arm of the changed round", hidden=None)
@mutant("half of the noise", eps=Fraction(2))
def experts_stay_private(
    hidden: int | None = 1, eps: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Two experts, three rounds; losses and advice of the first round are exchanged."""
    sides = Sides()
    plain = ExpertRounds.of(((0, 0), *LOSSES[1:]), PUBLIC)
    advice = ((Fraction(1, 5), Fraction(4, 5)), (Fraction(2, 3), Fraction(1, 3)))
    other = ExpertRounds.of(((1, 1), *LOSSES[1:]), (advice, *PUBLIC[1:]))
    for number, learner in enumerate((LastBit(2), random_threshold_learner(2, 3, 1))):
        result = advice_loss(learner, plain, other, BatchModel(1, eps), hidden)
        slack = 1 + Fraction(1, 10**12)
        sides.at_most(result.hi, slack, "More is released.", learner=number)
    return proof.verdict(sharpness=sides.sharpness)
