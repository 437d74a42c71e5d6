"""The engine of policies of one's own: batch by batch, with the rewards of a batch in one draw.

It keeps no ledger and looks at no single round, so that a batch of a million plays costs as much as
one of ten. Runs have the law of those of the specification engine, not the same draws.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any
import numpy as np
from banditproof.algorithms.coarse_numbers import step_of
from banditproof.algorithms.curators.counted_rewards import Counted, read_counted, reads_at_once
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.interfaces.noisy_feedback import NoisyFeedback
from banditproof.algorithms.policy import Policy, Pull, checked_pull
from banditproof.algorithms.randomness import Drawing, Option, Randomness, Sampled
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from .engine import Chunk, Experiment
from .per_step import require_clipping
from .step_engine import LONGEST_STEPWISE

AHEAD = 256
"""How many numbers of a law are drawn at once, at most."""
MOST_LAWS = 4096
"""For how many sizes of batches numbers are kept for the next run."""
LIBRARY = "banditproof"

Segments = list[tuple[int, int]]
"""The arms that were played, each with how often in a row."""


class Ahead:
    """Draws that are made many at once: one at first, and twice as many each time, to `AHEAD`.

    A law that is asked for once costs one draw, and one that each run asks for hardly more than an
    element of a list.
    """

    __slots__ = ("_draw", "_many", "_ready")

    def __init__(self, draw: Callable[[int], Any]) -> None:
        self._draw, self._many = draw, 1
        self._ready: list[Any] = []

    def next(self) -> Any:
        """The next draw."""
        if not self._ready:
            self._ready = self._draw(self._many).tolist()
            self._many = min(2 * self._many, AHEAD)
        return self._ready.pop()


class DrawnAhead(Sampled):
    """Randomness whose noises and uniform numbers are drawn many at once.

    >>> chance = DrawnAhead(np.random.default_rng(1))
    >>> 0 <= chance.uniform() < 1, chance.choice("a")
    (True, 'a')
    """

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng)
        self.uniform = Ahead(rng.random).next  # type: ignore[method-assign]
        self._noises: dict[Mechanism, Callable[[], float]] = {}

    def noise(self, mechanism: Mechanism) -> float:
        """A fresh draw of the mechanism's noise."""
        drawn = self._noises.get(mechanism)
        if drawn is None:
            drawn = self._noises[mechanism] = self.noises(mechanism)
        return drawn()

    def noises(self, mechanism: Mechanism) -> Callable[[], float]:
        """What draws the noise of a mechanism, again and again."""
        rng = self.rng
        if type(mechanism) is Laplace:
            scale = float(exact(mechanism.scale))
            return Ahead(lambda many: rng.laplace(0.0, scale, many)).next
        if type(mechanism) is Gaussian:
            sigma = mechanism.variance**0.5
            return Ahead(lambda many: rng.normal(0.0, sigma, many)).next
        return lambda: mechanism.sample(rng)

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options, uniformly; no randomness is used for a single option."""
        return options[0] if len(options) == 1 else options[int(self.uniform() * len(options))]


class PaidBatches:
    """The rewards of whole batches, as a policy's curator reads them: clipped to its rewards."""

    def __init__(
        self,
        policy: Policy[Any],
        bandit: BernoulliBandit | GaussianBandit,
        rng: np.random.Generator,
    ) -> None:
        self.rng = rng
        self._means = [float(mean) for mean in bandit.exact_means]
        self._sigma = float(exact(bandit.sigma)) if isinstance(bandit, GaussianBandit) else None
        clipped = policy.rewards.clipping()
        self._shown = clipped if policy.clips_rewards else (lambda reward: reward)
        self.low, self.high = self._shown(0.0), self._shown(1.0)
        self._ones: dict[tuple[int, int], Ahead] = {}

    @property
    def binary(self) -> bool:
        """Whether rewards are 0 and 1, so that a batch is a number of ones."""
        return self._sigma is None

    def ones(self, arm: int, count: int) -> int:
        """How many of so many plays of an arm pay 1."""
        ahead = self._ones.get((arm, count))
        if ahead is None:
            mean, rng = self._means[arm], self.rng
            ahead = Ahead(lambda many: rng.binomial(count, mean, many))
            if len(self._ones) < MOST_LAWS:
                self._ones[arm, count] = ahead
        number: int = ahead.next()
        return number

    def batch(self, arm: int, count: int) -> Counted:
        """The rewards of so many plays of an arm, counted."""
        if not self.binary:
            return [(reward, 1) for reward in self.one_by_one(arm, count)]
        ones = self.ones(arm, count)
        return ((self.high, ones), (self.low, count - ones))

    def one_by_one(self, arm: int, count: int) -> list[float]:
        """The same, in the order in which they are paid."""
        if self._sigma is not None:
            drawn = self._means[arm] + self._sigma * self.rng.standard_normal(count)
            return [self._shown(reward) for reward in drawn.tolist()]
        paid = (self.rng.random(count) < self._means[arm]).tolist()
        return [self.high if one else self.low for one in paid]


def plain_noise(policy: Policy[Any]) -> Mechanism | None:
    """The noise of a curator that releases the sum of each batch once; None for any other.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> plain_noise(DPIMED(arms=2, eps=1))
    Laplace(scale=Fraction(1, 1))
    """
    curator = policy.curator
    if type(curator) is DeclaredSums:
        usual = DeclaredSums(curator.noise) == curator
        return curator.noises[0] if usual and len(curator.noises) == 1 else None
    if getattr(policy.mechanism, "__func__", None) is not Policy.mechanism:
        return None
    if type(curator) is NoisySums:
        return curator.noise
    return policy.declared_noise if type(curator) is Curator else None


def in_batches(
    policy: Policy[Any],
    paid: PaidBatches,
    horizon: int,
    randomness: Randomness,
    decisions: Randomness,
) -> Segments:
    """One run of a policy that neither stops nor sees contexts, as by `play`, without a ledger.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> policy, chance = DPIMED(arms=2, eps=1, ties="first"), Sampled(1)
    >>> paid = PaidBatches(policy, BernoulliBandit((1, 0)), chance.rng)
    >>> in_batches(policy, paid, 10**9, chance, Drawing(chance))[:3]
    [(0, 1), (1, 1), (0, 2)]
    """
    curator, arms, decide, learn = policy.curator, policy.arms, policy.decide, policy.learn
    state, held = policy.start(), curator.start(arms)
    at_once = reads_at_once(curator)
    played, segments = 0, Segments()
    while played < horizon:
        pull = checked_pull(decide(state, played + 1, decisions), arms, played + 1)
        whole = played + pull.plays <= horizon
        for arm, count in pull.parts:
            taken = count if whole else min(count, horizon - played)
            played += taken
            if not taken:
                continue
            segments.append((arm, taken))
            if not whole:
                continue  # what a cut pull reads never leaves
            if pull.rows:
                for reward in paid.one_by_one(arm, count):
                    held = curator.read_in(held, arm, pull.rows, reward)
            elif at_once:
                held = read_counted(curator, held, arm, paid.batch(arm, count))
            else:
                for reward in paid.one_by_one(arm, count):
                    held = curator.read(held, arm, reward)
        if not whole:
            break
        refuse_endless(policy, len(segments), played)
        released = None
        if pull.releases:
            mechanism = policy.mechanism(state, pull)
            held, released = curator.release(held, pull.arm, mechanism, randomness)
        state = learn(state, pull, released)
    return segments


def refuse_endless(policy: Policy[Any], pulls: int, played: int) -> None:
    """Raise ValueError for a run of more pulls than are worth playing."""
    if pulls > LONGEST_STEPWISE:
        raise ValueError(
            f"The policy {policy.name} made {LONGEST_STEPWISE} pulls in {played} rounds; give a "
            f"horizon of at most {played}."
        )


def in_plain_sums(
    policy: Policy[Any],
    paid: PaidBatches,
    horizon: int,
    noise: Callable[[], float],
    step: float,
    decisions: Randomness,
) -> Segments:
    """The same run where each batch of rewards 0 and 1 is summed once: the curator is written out.

    Nearly all policies of people are such, and so a pull takes little more than its decision.
    """
    arms, decide, learn, ones = policy.arms, policy.decide, policy.learn, paid.ones
    low, high = paid.low, paid.high
    state, sums = policy.start(), [0.0] * arms
    played, segments = 0, Segments()
    while played < horizon:
        pull = decide(state, played + 1, decisions)
        if not is_plain(pull, arms):
            pull = checked_pull(pull, arms, played + 1)
        arm, count, then = pull.arm, pull.count, pull.then
        parts = ((arm, count), *then) if then else ((arm, count),)
        plays = sum(many for _, many in parts) if then else count
        if played + plays > horizon:
            for one, many in parts:
                taken = min(many, horizon - played)
                played += taken
                if taken:
                    segments.append((one, taken))
            break
        for one, many in parts:
            paid_one = ones(one, many)
            sums[one] += high * paid_one + low * (many - paid_one)
            segments.append((one, many))
        played += plays
        refuse_endless(policy, len(segments), played)
        released = None
        if pull.releases:
            released = sums[arm] + noise()
            if step and isfinite(released / step):  # as `coarse` does
                released = round(released / step) * step
            sums[arm] = 0.0
        state = learn(state, pull, released)
    return segments


def is_plain(pull: Pull, arms: int) -> bool:
    """Whether a pull is as `checked_pull` would make it, without parts; most are."""
    if type(pull) is not Pull or pull.then or pull.rows:
        return False
    arm, count = pull.arm, pull.count
    numbers = type(arm) is int and type(count) is int and type(pull.releases) is bool
    return numbers and 0 <= arm < arms and count >= 1


@dataclass(frozen=True)
class BatchEngine:
    """Runs of a policy of one's own, one after the other; several share a stream."""

    experiment: Experiment
    runs_per_chunk: int = 32
    compiled: bool = False

    def __post_init__(self) -> None:
        experiment = self.experiment
        require_clipping(experiment.policy)
        if experiment.horizon > LONGEST_STEPWISE and not self._at_once:
            raise ValueError(
                f"The curator of the policy {experiment.policy.name} reads each reward, and the "
                f"horizon is {experiment.horizon}; give at most 1e7."
            )

    @property
    def _at_once(self) -> bool:
        bernoulli = isinstance(self.experiment.bandit, BernoulliBandit)
        return bernoulli and reads_at_once(self.experiment.policy.curator)

    def play_chunk(self, rng: np.random.Generator, runs: int) -> Chunk:
        """Play some runs one after the other."""
        experiment = self.experiment
        chunk, gaps = experiment.empty_chunk(runs), experiment.gaps.tolist()
        for run, segments in enumerate(self._runs(rng, runs)):
            lost, t, places = 0.0, 0, list(enumerate(experiment.checkpoints))[::-1]
            counts = [0] * len(gaps)
            for arm, count in segments:
                while places and places[-1][1] <= t + count:
                    place, noted = places.pop()
                    chunk.curves[run, place] = lost + gaps[arm] * (noted - t)
                lost, t = lost + gaps[arm] * count, t + count
                counts[arm] += count
            chunk.counts[run] = counts
        return chunk

    def _runs(self, rng: np.random.Generator, runs: int) -> Iterator[Segments]:
        """The runs of a chunk."""
        policy, bandit = self.experiment.policy, self.experiment.bandit
        assert isinstance(bandit, BernoulliBandit | GaussianBandit)
        chance, paid = DrawnAhead(rng), PaidBatches(policy, bandit, rng)
        decisions, horizon = Drawing(chance), self.experiment.horizon
        law = plain_noise(policy) if paid.binary else None
        if law is not None:
            noise, step = chance.noises(law), step_of((law,))
            for _ in range(runs):
                yield in_plain_sums(policy, paid, horizon, noise, step, decisions)
            return
        for _ in range(runs):
            yield in_batches(policy, paid, horizon, chance, decisions)


def batch_engine(experiment: Experiment) -> BatchEngine | None:
    """The batch engine of an experiment, if its policy is one's own and sees no contexts.

    Policies of this library without a compiled engine keep the draws of the specification engine.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> Mine = type("Mine", (DPIMED,), {"__module__": "mine"})
    >>> bandit = BernoulliBandit((0.75, 0.5))
    >>> [batch_engine(Experiment(kind(arms=2), bandit, 9)) is None for kind in (DPIMED, Mine)]
    [True, False]
    """
    policy, bandit = experiment.policy, experiment.bandit
    plain = isinstance(bandit, BernoulliBandit | GaussianBandit) and policy.dimension is None
    own = is_own(policy)
    return BatchEngine(experiment) if own and plain and not policy.told_advice else None


def is_own(policy: Policy[Any]) -> bool:
    """Whether somebody's own code decides: a class of theirs, or an object that hears noisy means.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> is_own(DPIMED(2)), is_own(type("Mine", (DPIMED,), {"__module__": "mine"})(2))
    (False, True)
    """
    theirs = type(policy).__module__.partition(".")[0] != LIBRARY
    return theirs or isinstance(policy, NoisyFeedback)
