"""LinPriv: optimism for each arm, from prefix sums of its rewards that a tree keeps private."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple
import numpy as np
from banditproof.algorithms.contexts import Context, Row
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_vectors import shortened
from banditproof.algorithms.curators.tree_vectors import TreeVectors, closed_levels
from banditproof.algorithms.policy import Policy, Pull, Ties, broken_tie, checked_ties
from banditproof.algorithms.randomness import Randomness
from banditproof.theory import Number
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import exact, exact_count, exact_positive
from banditproof.theory.mechanisms import Laplace
from banditproof.theory.parameter_names import accepts_epsilon
from .confidence_ellipsoid import ridge_width
from .episodic_oful import SIGNED, dot, moved


class ArmTree(NamedTuple):
    """What is known of an arm: pulls, V, the last block of each level, estimate, V^-1, width."""

    pulls: int
    gram: Context
    blocks: tuple[Row, ...]
    theta: Row
    inverse: Context
    width: float


@accepts_epsilon
@dataclass(frozen=True)
class LinPriv(Policy[tuple[ArmTree, ...]]):
    """Play the arm with the largest <theta_i, x_i> + w_i |x_i|_{V_i^-1}, each from its own rewards.

    The papers say of LinPriv that it is an eps-DP extension of OFUL for public contexts, which
    estimates the statistics of the rewards at each step and for every arm by a tree-based
    mechanism. They do not say which noise and which widths it has; here they are what the claim of
    eps-DP and a probability of failure `delta` ask for. A reward in [-1, 1] moves each of the
    log2(T) + 1 block sums in which it is by at most 2 sqrt(d) in the 1-norm, which sets the Laplace
    noise; w_i is the width of ridge regression plus the noise of the prefix sum, divided by the
    root of the smallest eigenvalue of V_i. Concentrated Differential Privacy for Bandits, Appendix
    F-C; Renyi Differentially Private Bandits, Appendix D.3.

    >>> policy = LinPriv(arms=2, dimension=1, horizon=4, eps="0.5")
    >>> policy.budget, policy.curator.noise, policy.levels
    (PureDP(eps='0.5'), Laplace(scale=Fraction(12, 1)), 3)
    """

    arms: int
    dimension: int = 0
    horizon: int = 0
    eps: Number = 1.0
    delta: Number = Fraction(1, 1000)
    regulariser: Number = 1
    ties: Ties = "random"
    curator: Curator = field(init=False, repr=False, compare=False)

    name = "linpriv"
    rewards = SIGNED

    def __post_init__(self) -> None:
        for name in ("arms", "dimension", "horizon"):
            exact_count(name, getattr(self, name), least=1)
        exact_positive("eps", self.eps)
        exact_positive("regulariser", self.regulariser)
        if not 0 < exact(self.delta) < 1:
            raise ValueError(f"delta is {self.delta}; give a probability between 0 and 1.")
        checked_ties(self.ties)
        # sqrt(d), rounded up where it is no integer
        root = Fraction(math.isqrt(self.dimension - 1) + 1)
        if root**2 != self.dimension:
            root = Fraction(math.nextafter(math.sqrt(self.dimension), math.inf))
        noise = Laplace(2 * root * self.levels / exact(self.eps))
        object.__setattr__(self, "curator", TreeVectors(noise, self.levels, self.dimension))

    @property
    def levels(self) -> int:
        """The levels of the tree: those of blocks that fit into the horizon."""
        return self.horizon.bit_length()

    @property
    def budget(self) -> PureDP:
        """eps-DP: every reward enters one block of each level."""
        return PureDP(self.eps)

    @property
    def _noise(self) -> Laplace:
        curator = self.curator
        assert isinstance(curator, TreeVectors)
        assert isinstance(curator.noise, Laplace)
        return curator.noise

    def start(self) -> tuple[ArmTree, ...]:
        """No arm was pulled."""
        weight, d = float(exact(self.regulariser)), self.dimension
        none = (0.0,) * d
        gram = tuple(tuple(weight * (i == j) for j in range(d)) for i in range(d))
        return (self._known(0, gram, (none,) * self.levels),) * self.arms

    def noise_bound(self, blocks: int) -> float:
        """A bound of the norm of the noise of a prefix sum of so many blocks.

        A sum Y of p Laplace variables of scale b has |Y| <= b sqrt(8 g) max(sqrt p, sqrt(2 g)) but
        with probability 2 exp(-g); g = log(2 d K T / delta) leaves delta for all of them.
        """
        cases = 2 * self.dimension * self.arms * self.horizon
        level = math.log(cases / float(exact(self.delta)))
        scale = float(exact(self._noise.scale))
        most = max(math.sqrt(blocks), math.sqrt(2 * level)) if blocks else 0.0
        return scale * math.sqrt(8 * level * self.dimension) * most

    def _known(self, pulls: int, gram: Context, blocks: tuple[Row, ...]) -> ArmTree:
        """The estimate and the width, from the blocks of the binary digits of the pulls."""
        matrix, weight = np.array(gram), float(exact(self.regulariser))
        inverse = np.linalg.inv(matrix)
        used = [k for k in range(self.levels) if pulls >> k & 1]
        total = np.array([blocks[k] for k in used]).sum(axis=0) if used else np.zeros(len(gram))
        growth = max(float(np.linalg.slogdet(matrix / weight)[1]), 0.0)
        smallest = max(weight, float(np.linalg.eigvalsh(matrix)[0]))
        share = float(exact(self.delta)) / self.arms
        width = ridge_width(growth, share, weight)
        width += self.noise_bound(len(used)) / math.sqrt(smallest)
        theta = tuple((inverse @ total).tolist())
        return ArmTree(pulls, gram, blocks, theta, tuple(map(tuple, inverse.tolist())), width)

    def index(self, known: ArmTree, row: Row) -> float:
        """<theta_i, x_i> + w_i |x_i|_{V_i^-1}."""
        length = dot(row, tuple(dot(line, row) for line in known.inverse))
        return dot(known.theta, row) + known.width * math.sqrt(max(length, 0.0))

    def decide(self, state: tuple[ArmTree, ...], t: int, randomness: Randomness) -> Pull:
        """Not without contexts."""
        raise ValueError(f"The policy {self.name} needs contexts; give the vectors of each round.")

    def decide_in(
        self, state: tuple[ArmTree, ...], t: int, context: Context, randomness: Randomness
    ) -> Pull:
        """One play of the arm with the largest index; the blocks that end with it are released."""
        pairs = zip(state, context, strict=True)
        indices = [self.index(known, shortened(row)) for known, row in pairs]
        best = max(indices)
        tied = [arm for arm, value in enumerate(indices) if value == best]
        arm = broken_tie(tied, self.ties, randomness)
        if state[arm].pulls >= 1 << self.levels:
            raise ValueError(
                f"An arm has more than 2^{self.levels} pulls; give {self.name} a longer horizon."
            )
        return Pull(arm, 1)

    def learn(self, state: tuple[ArmTree, ...], pull: Pull, released: Any) -> tuple[ArmTree, ...]:
        """Not without contexts."""
        raise ValueError(f"The policy {self.name} needs contexts; give the vectors of each round.")

    def learn_in(
        self,
        state: tuple[ArmTree, ...],
        pull: Pull,
        context: Context,
        released: Sequence[float] | None,
    ) -> tuple[ArmTree, ...]:
        """The arm's blocks that ended are replaced, and its estimate is renewed."""
        old, d = state[pull.arm], self.dimension
        blocks, left = list(old.blocks), tuple(released or ())
        for place, k in enumerate(closed_levels(old.pulls + 1, self.levels)):
            blocks[k] = left[place * d : (place + 1) * d]
        gram = moved(old.gram, shortened(context[pull.arm]), 1.0)
        new = self._known(old.pulls + 1, gram, tuple(blocks))
        return (*state[: pull.arm], new, *state[pull.arm + 1 :])
