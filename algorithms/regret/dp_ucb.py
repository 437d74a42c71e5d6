"""DP-UCB: optimism with the private prefix sums of a binary tree for each arm, in each round."""

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.tree_vectors import TreeVectors, closed_levels
from banditproof.algorithms.policy import Policy, Pull, Ties, broken_tie, checked_ties
from banditproof.algorithms.randomness import Randomness
from banditproof.theory import Number
from banditproof.theory.budgets import ZCDP, PureDP
from banditproof.theory.exact import exact, exact_count, exact_positive
from banditproof.theory.mechanisms import Mechanism
from banditproof.theory.mechanisms.binary_tree import BinaryTree
from banditproof.theory.parameter_names import accepts_epsilon


class ArmBlocks(NamedTuple):
    """What is known of an arm: its pulls, and the last released block of each level.

    Of the largest blocks, of which a longer play than the horizon has several, their sum is kept.
    """

    pulls: int
    blocks: tuple[float, ...]

    @property
    def total(self) -> float:
        """The private sum of all rewards: one block for each binary digit of the pulls."""
        top = len(self.blocks) - 1
        total = self.blocks[top] if self.pulls >> top else 0.0
        for k in reversed(range(top)):
            if self.pulls >> k & 1:
                total += self.blocks[k]
        return total

    @property
    def noises(self) -> int:
        """How many noises are in the total.

        >>> [ArmBlocks(pulls, (0.0,) * 3).noises for pulls in (1, 6, 7, 8)]
        [1, 2, 3, 2]
        """
        top = len(self.blocks) - 1
        return (self.pulls >> top) + (self.pulls & ((1 << top) - 1)).bit_count()


Trees = tuple[ArmBlocks, ...]


@dataclass(frozen=True)
class TreeUCB(Policy[Trees]):
    """Pull the arm with the largest private mean + width, in each round after one of each arm.

    The private mean of N rewards is their sum in a `BinaryTree` of the arm, over N; a width of the
    time and N. The tree needs the horizon T: it has L = floor(log2 T) + 1 levels, and a reward is
    in one block of each. `printed` puts ln T for L in the noise and in the width, as the papers
    write it, which is too little noise: the blocks then spend L / ln T times the share of eps.
    `noise` replaces the Laplace noise of a block; the width keeps using eps.
    """

    arms: int
    eps: Number = 1.0
    horizon: int = 0
    ties: Ties = "random"
    noise: Mechanism | None = None
    tree: BinaryTree = field(init=False, repr=False, compare=False)
    curator: Curator = field(init=False, repr=False, compare=False)

    printed = False

    def __post_init__(self) -> None:
        if exact_count("arms", self.arms, least=1) > exact_count("horizon", self.horizon, least=1):
            raise ValueError(
                f"The horizon is {self.horizon}, but {self.name} starts with {self.arms} pulls; "
                f"give a horizon >= {self.arms}."
            )
        exact_positive("eps", self.eps)
        checked_ties(self.ties)
        if self.printed and self.horizon < 2:
            raise ValueError(
                "The horizon is 1, for which the printed noise is none; give 2 or more."
            )
        made = BinaryTree.as_printed if self.printed else BinaryTree.calibrated
        tree = made(self.horizon, self.share)
        if self.noise is not None:
            tree = BinaryTree(self.horizon, self.noise)
        object.__setattr__(self, "tree", tree)
        object.__setattr__(self, "curator", TreeVectors(tree.noise, tree.levels))

    @property
    def share(self) -> Fraction:
        """The part of eps that the tree of each arm is given."""
        return exact(self.eps)

    @property
    def depth(self) -> float:
        """The number of levels in the width: L, or ln T as printed."""
        return math.log(self.horizon) if self.printed else float(self.tree.levels)

    @property
    def budget(self) -> PureDP | ZCDP:
        """eps-DP: each reward is in one block of each level; as the papers claim, if `printed`.

        With Gaussian noise, which is never pure, the zCDP of all levels.
        """
        spent = self.tree.loss()
        return spent if isinstance(spent, ZCDP) else PureDP(exact(self.eps))

    @property
    @abstractmethod
    def numbers(self) -> tuple[float, float, float]:
        """c, g, p of the width sqrt( (c + g log t) / N ) + p / N."""

    def scores(self, state: Trees, t: int) -> list[float]:
        """The private mean plus the width, of each arm."""
        constant, growth, private = self.numbers
        level = constant + growth * math.log(t)
        return [(a.total + private) / a.pulls + math.sqrt(level / a.pulls) for a in state]

    def start(self) -> Trees:
        """No arm was pulled."""
        return (ArmBlocks(0, (0.0,) * self.tree.levels),) * self.arms

    def decide(self, state: Trees, t: int, randomness: Randomness) -> Pull:
        """The first arm without a pull, else one with the largest index; it is pulled once."""
        for arm, known in enumerate(state):
            if not known.pulls:
                return Pull(arm, 1)
        scores = self.scores(state, t)
        best = max(scores)
        tied = [arm for arm, score in enumerate(scores) if score == best]
        return Pull(broken_tie(tied, self.ties, randomness), 1)

    def learn(self, state: Trees, pull: Pull, released: Sequence[float] | None) -> Trees:
        """The blocks of the arm that ended are replaced; the largest are added up."""
        old = state[pull.arm]
        blocks, top = list(old.blocks), len(old.blocks) - 1
        closed = closed_levels(old.pulls + 1, top + 1)
        for k, block in zip(closed, released or (), strict=True):
            blocks[k] = block if k < top else blocks[k] + block
        new = ArmBlocks(old.pulls + 1, tuple(blocks))
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])


@accepts_epsilon
@dataclass(frozen=True)
class DPUCB(TreeUCB):
    """The index mean + sqrt( 2 log(2/delta) / N ) + sqrt(8) L^(3/2) log(2/delta) / (eps N).

    Each block has Laplace noise of scale L / eps, so the private part of the width is a bound of
    the noise of the sum with probability 1 - delta, where log(2/delta) >= 1; delta = 1/T^2 unless
    given. Privacy-Utility Trade-offs in Sequential Decision-Making, Section 5.1, with L for its
    log T; `DPUCBPrinted` has ln T.

    >>> policy = DPUCB(arms=2, eps="0.5", horizon=7)
    >>> policy.budget
    PureDP(eps=Fraction(1, 2))
    >>> policy.curator
    TreeVectors(noise=Laplace(scale=Fraction(6, 1)), levels=3, dimension=0)
    >>> from banditproof.algorithms import RewardCycles, Silent, play
    >>> policy = DPUCB(arms=2, eps=10**6, horizon=30, ties="first")
    >>> play(policy, RewardCycles([(1,), (0,)]), 30, Silent()).counts(2)
    (25, 5)
    """

    delta: Number | None = None

    name = "dp-ucb"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.delta is not None and not 0 < exact(self.delta) < 1:
            raise ValueError(f"delta is {self.delta}; give a probability between 0 and 1.")

    @property
    def error(self) -> Fraction:
        """delta, or 1/T^2."""
        return Fraction(1, self.horizon**2) if self.delta is None else exact(self.delta)

    @property
    def numbers(self) -> tuple[float, float, float]:
        """2 log(2/delta), 0, sqrt(8) L^(3/2) log(2/delta) / eps."""
        level = math.log(2 / self.error)
        return 2 * level, 0.0, math.sqrt(8) * self.depth**1.5 * level / float(self.share)


@accepts_epsilon
@dataclass(frozen=True)
class DPUCBPrinted(DPUCB):
    """DP-UCB with ln T for the number of levels, as it is printed: it is not eps-DP.

    The blocks of a reward spend (floor(log2 T) + 1) / ln T times eps, 1.49 eps at T = 1e7.

    >>> DPUCBPrinted(arms=2, eps=1, horizon=10**7).curator.levels
    24
    """

    name = "dp-ucb-printed"
    printed = True


@accepts_epsilon
@dataclass(frozen=True)
class DPUCBGamma(TreeUCB):
    """The index mean + sqrt( 2 log(t) / N ) + K L^2 log(K T L / gamma) / (eps N).

    The tree of each arm is given eps/K, so its blocks have Laplace noise of scale K L / eps; gamma
    is a probability of failure. This is DP-UCB as a public code has it, after (Nearly) Optimal
    Differentially Private Stochastic Multi-Arm Bandits, with L for its log T; `DPUCBGammaPrinted`
    has ln T. Each reward is in the tree of one arm, so eps/K spends no more than a K-th of eps.

    >>> DPUCBGamma(arms=2, eps=1, horizon=7).curator.noise
    Laplace(scale=Fraction(6, 1))
    """

    gamma: Number = Fraction(1, 10)

    name = "dp-ucb-mt15"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 < exact(self.gamma) < 1:
            raise ValueError(f"gamma is {self.gamma}; give a probability between 0 and 1.")

    @property
    def share(self) -> Fraction:
        """eps/K."""
        return exact(self.eps) / self.arms

    @property
    def numbers(self) -> tuple[float, float, float]:
        """0, 2, K L^2 log(K T L / gamma) / eps."""
        level = math.log(self.arms * self.horizon * self.depth / float(exact(self.gamma)))
        return 0.0, 2.0, self.depth**2 * level / float(self.share)


@accepts_epsilon
@dataclass(frozen=True)
class DPUCBGammaPrinted(DPUCBGamma):
    """DP-UCB of the older index, with ln T for the number of levels.

    It is private all the same for two arms or more and T >= 5, because the share is so small.
    """

    name = "dp-ucb-mt15-printed"
    printed = True


TREES = (DPUCB, DPUCBPrinted, DPUCBGamma, DPUCBGammaPrinted)
"""The policies with a binary tree for each arm; a subclass of one may decide otherwise."""
