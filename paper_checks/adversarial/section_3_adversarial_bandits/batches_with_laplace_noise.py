"""Claims about Algorithm 1, batches with Laplace noise: its listing, privacy and regret."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any
from banditproof.algorithms.adversarial.batched_releases import BatchedReleases, Told
from banditproof.algorithms.adversarial.exp3 import EXP3
from banditproof.algorithms.adversarial.loss_sequences import table_losses
from banditproof.algorithms.engines.per_step import play
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness, Silent
from banditproof.algorithms.rewards import RewardTable
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models.loss_learner_boxes import Exp3Box, in_batches
from banditproof.paper_checks.models.unit_noise import drawn, require_same, shown
from banditproof.paper_checks.verdicts.vocabulary import points, require, require_or_repair
from banditproof.theory.mechanisms import Laplace
from banditproof.verify.adversarial.batch_model import BatchModel, Read
from banditproof.verify.adversarial.threshold_learners import LastBit, random_threshold_learner
from banditproof.verify.adversarial.transcript_law import tight_pair, transcript_loss, transcripts


class ReadsTheLastBatch(BatchModel):
    """Wrong: the incomplete batch is released, too."""

    def reads(self, batch: int, horizon: int) -> tuple[Read, ...]:
        """The mean of whatever was played."""
        rounds = self.rounds(batch, horizon)
        return (Read(rounds, Fraction(len(rounds)), self.scale, batch),)


class HalfOfTheNoise(BatchModel):
    """Wrong: noise of scale 1/(2 tau eps)."""

    @property
    def scale(self) -> Fraction:
        """Half of what the listing says."""
        return super().scale / 2


@dataclass(frozen=True)
class Alternating:
    """Plays the arms in turn."""

    name: str = "alternating"

    def start(self, arms: int) -> int:
        """The first arm."""
        return 0

    def law(self, state: int) -> tuple[float, ...]:
        """All mass on the arm of the batch."""
        return (float(state % 2 == 0), float(state % 2))

    def act(self, state: int, rng: object) -> int:
        """The arm of the batch."""
        return state % 2

    def update(self, state: int, arm: int, loss: float, rng: object) -> int:
        """The next one."""
        return state + 1


Model = Callable[[int, Fraction], BatchModel]
Maker = Callable[..., Policy[Any]]
"""Algorithm 1 for a learner, a number of arms, eps and tau."""


@dataclass(frozen=True)
class Batched(BatchedReleases):
    """Wrong: more noise, longer batches, or another arm."""

    spread: int = 1
    longer: int = 0
    moved: int = 0

    def __post_init__(self) -> None:
        """The batch and the noise are changed."""
        object.__setattr__(self, "eps", Fraction(self.eps) / self.spread)
        object.__setattr__(self, "tau", self.tau + self.longer)
        super().__post_init__()

    def decide(self, state: Told, t: int, randomness: Randomness) -> Pull:
        """The arm of the learner, moved."""
        pull = super().decide(state, t, randomness)
        return replace(pull, arm=(pull.arm + self.moved) % self.arms)


@checks("adv.alg1")
@mutant("the incomplete batch is read", model=ReadsTheLastBatch)
@mutant("half of the noise", model=HalfOfTheNoise)
@mutant("the library with twice the noise", made=partial(Batched, spread=2))
@mutant("the library with a round more", made=partial(Batched, longer=1))
@mutant("the library plays the next arm", made=partial(Batched, moved=1))
def batch_listing(model: Model = BatchModel, made: Maker = BatchedReleases) -> Verdict:
    """The play with EXP3 beside the box, and the ledger of the policy against the listing."""
    for seed, (tau, eps) in enumerate(product((1, 2, 5), (Fraction(2, 5), Fraction(3)))):
        require_play_of_the_box(made, seed, tau, eps)
    for tau, horizon in product((1, 2, 3, 5), range(1, 12)):
        require_listed_reads(model(tau, Fraction(2, 5)), tau, horizon, Fraction(2, 5))
    return points()


def require_play_of_the_box(made: Maker, seed: int, tau: int, eps: Fraction) -> None:
    """The library with EXP3 plays the arms that the box of EXP3 plays in batches."""
    losses, box = drawn(41, 3, seed), Exp3Box(3, eta=0.25, gamma=0.125)
    policy = made(EXP3(Fraction(1, 4), Fraction(1, 8)), 3, eps, tau)
    scale = 1 / float(tau * eps)
    require_same(shown(policy, losses), in_batches(box, losses, tau, scale), tau=tau)


def require_listed_reads(listing: BatchModel, tau: int, horizon: int, eps: Fraction) -> None:
    """The library reads the rounds that the listing reads, with the noise of the listing."""
    policy = BatchedReleases(Alternating(), arms=2, eps=eps, tau=tau)
    played = play(policy, RewardTable([(1, 0)] * horizon), horizon, Silent())
    case: dict[str, Any] = {"tau": tau, "T": horizon}

    batches = range(1, listing.batches(horizon) + 1)
    reads = [read for batch in batches for read in listing.reads(batch, horizon)]
    rounds = [tuple(sorted(release.rewards)) for release in played.ledger.releases]
    require(rounds == [read.rounds for read in reads], "Other rounds are read.", **case)
    require(len(reads) == horizon // tau, "Another number of means.", **case)
    require(len(batches) == -(-horizon // tau), "Another number of arms.", **case)
    arms = [(t // tau) % 2 for t in range(horizon)]
    require(list(played.actions) == arms, "Other arms are played.", **case)

    scales = {read.scale for read in reads}
    require(scales <= {1 / (tau * eps)}, "Another scale of the noise.", **case)
    noise = policy.curator.noise  # of a sum, which is tau times the mean
    right = isinstance(noise, Laplace) and noise.scale == 1 / eps
    require(right, "The policy adds other noise to a sum.", **case)


@checks("adv.lem3")
@mutant("half of the noise", model=HalfOfTheNoise)
@mutant("sharper: 0.99 eps", share=Fraction(99, 100))
def batches_are_private(
    model: Model = BatchModel, share: Fraction = Fraction(1), proof: Proof = WRITTEN
) -> Verdict:
    """Exact transcripts: a threshold beyond all means attains eps."""
    sides, slack = Sides(), 1 + Fraction(1, 10**12)
    for tau, eps, horizon in ((1, Fraction(1), 3), (2, Fraction(1, 2), 5), (3, Fraction(1, 4), 6)):
        own = model(tau, eps)
        first, second = tight_pair(own, horizon)
        learners = [LastBit(2), *(random_threshold_learner(2, 6, seed) for seed in range(3))]
        for number, learner in enumerate(learners):
            result = transcript_loss(learner, first, second, own)
            case: dict[str, Any] = {"tau": tau, "eps": eps, "T": horizon, "learner": number}
            sides.at_most(result.value, share * eps * slack, "A transcript loses more.", **case)
    return proof.verdict(sharpness=sides.sharpness)


Count = Callable[[int, int], int]


@checks(
    "adv.lem3.actions",
    subjects={"count": (lambda tau, horizon: horizon // tau, lambda t, horizon: -(-horizon // t))},
)
@mutant("sharper: one arm less", count=lambda t, horizon: -(-horizon // t) - 1)
def arms_of_batches(count: Count) -> Verdict:
    """All transcripts of a learner whose next arm is the bit of the last release."""
    for tau, horizon in ((1, 3), (2, 4), (2, 5), (3, 5)):
        losses = table_losses([(0, 1)] * horizon)
        known: dict[tuple[int, ...], tuple[int, ...]] = {}
        for transcript in transcripts(LastBit("0.5"), losses, BatchModel(tau, 1)):
            arms = transcript.actions[::tau][: count(tau, horizon)]
            before = known.setdefault(arms, transcript.actions)
            require_or_repair(
                before == transcript.actions,
                "An incomplete last batch has an arm of its own, which depends on the last "
                "complete one. Algorithm 1 receives it from B. The proof is as good with it.",
                tau=tau,
                T=horizon,
                arms=arms,
                actions=before,
                or_actions=transcript.actions,
            )
    return points()


def _losses(source: random.Random, rounds: int) -> list[tuple[Fraction, Fraction]]:
    return [
        (Fraction(source.randrange(9), 8), Fraction(source.randrange(9), 8)) for _ in range(rounds)
    ]


def _extra(tau: int, horizon: int, source: random.Random) -> tuple[Fraction, Fraction, Fraction]:
    """Regret of random arms, tau times that on the batch means, and what the rest can add."""
    losses = _losses(source, horizon)
    arms = [source.randrange(2) for _ in range(-(-horizon // tau))]
    played = [losses[t][arms[t // tau]] for t in range(horizon)]
    best = min(sum((row[i] for row in losses), Fraction(0)) for i in (0, 1))
    full = horizon // tau
    means = [
        [sum((losses[j * tau + s][i] for s in range(tau)), Fraction(0)) / tau for i in (0, 1)]
        for j in range(full)
    ]
    reported = sum((means[j][arms[j]] for j in range(full)), Fraction(0))
    least = min(sum((row[i] for row in means), Fraction(0)) for i in (0, 1))
    return sum(played, Fraction(0)) - best, tau * (reported - least), Fraction(horizon - full * tau)


def _checked(proof: Proof, allowed: Callable[[int, int], int], finding: str) -> Verdict:
    source, sides = random.Random(4), Sides()
    for tau, horizon in product((1, 2, 3, 7), (1, 5, 6, 13)):
        for _ in range(6):
            regret, batches, rest = _extra(tau, horizon, source)
            require(regret <= batches + rest, "The left-over rounds cost more.", tau=tau, T=horizon)
            sides.at_most(
                max(regret - batches, Fraction(0)),
                Fraction(allowed(tau, horizon)),
                "The regret is larger.",
                tau=tau,
                T=horizon,
            )
    return proof.verdict(
        finding,
        instances="96 random tables of losses and sequences of arms, exactly.",
        sharpness=sides.sharpness,
    )


@checks("adv.lem4")
@mutant("sharper: a round more", allowed=lambda tau, horizon: 0)
def noisy_batches(
    allowed: Callable[[int, int], int] = lambda tau, horizon: tau, proof: Proof = WRITTEN
) -> Verdict:
    """The difference of the two regrets, exactly."""
    return _checked(
        proof,
        allowed,
        "A batch costs tau times its mean; the last term is at most T - tau floor(T/tau) < tau.",
    )


@checks("adv.thm5")
@mutant("sharper: a round more", allowed=lambda tau, horizon: 0)
def plain_batches(
    allowed: Callable[[int, int], int] = lambda tau, horizon: tau, proof: Proof = WRITTEN
) -> Verdict:
    """The same without noise."""
    return _checked(proof, allowed, "The same without noise; the cited theorem is not needed.")
