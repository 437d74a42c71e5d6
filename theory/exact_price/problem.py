"""What is asked of the linear program: arms, rounds, privacy, a goal, and instances."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from typing import Literal, get_args

Goal = Literal["regret", "simple-regret", "error"]
Model = Literal["view", "table"]
Means = tuple[Fraction, ...]
MOST_VARIABLES = 30_000
"""The largest number of variables, slacks of approximate privacy included."""
MOST_ARMS = 6
MOST_ROUNDS = 1000


@dataclass(frozen=True)
class Problem:
    """The least cost of (eps, delta)-DP policies on Bernoulli instances, the worst or the mean one.

    `factor` is e^eps, None without privacy. The output is the sequence of all actions. A goal other
    than the regret has one more action, the answer after the last round, which alone is paid for.
    With `prior`, a weight for each instance, the cost is averaged. Thesis, Definitions 3.2 and 3.3.

    >>> pair = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
    >>> Problem(2, 7, Fraction(2), pair).variables
    5461
    """

    arms: int
    horizon: int
    factor: Fraction | None
    instances: tuple[Means, ...]
    goal: Goal = "regret"
    delta: Fraction = Fraction(0)
    model: Model = "view"
    prior: tuple[Fraction, ...] | None = None

    def __post_init__(self) -> None:
        if not 2 <= self.arms <= MOST_ARMS or not 1 <= self.horizon <= MOST_ROUNDS:
            raise ValueError(
                f"The number of arms is {self.arms}, of rounds {self.horizon}; give 2 to "
                f"{MOST_ARMS} arms and at least one round, of which few can be computed."
            )
        self._check_size(symmetric=True)
        if self.goal not in get_args(Goal) or self.model not in get_args(Model):
            raise ValueError(
                f"The goal is {self.goal!r} and the model {self.model!r}; give one of "
                f"{', '.join(get_args(Goal))}, and view or table."
            )
        if self.factor is not None and self.factor < 1:
            raise ValueError(f"e^eps is {self.factor}; give a number >= 1.")
        if not 0 <= self.delta < 1:
            raise ValueError(f"delta is {self.delta}; give a number in [0, 1).")
        self._check_instances()
        self._check_size(self.symmetric)

    def _check_size(self, symmetric: bool) -> None:
        needed = self._variables(symmetric)
        if needed > MOST_VARIABLES:
            shown = str(needed) if needed < 10**15 else f"about 10^{len(str(needed)) - 1}"
            raise ValueError(
                f"The linear program of {self.arms} arms and {self.horizon} rounds would need "
                f"{shown} variables, and {MOST_VARIABLES} can be solved; give fewer rounds."
            )

    def _check_instances(self) -> None:
        for means in self.instances:
            if len(means) != self.arms or not all(0 <= mean <= 1 for mean in means):
                shown = ",".join(map(str, means))
                raise ValueError(f"An instance is {shown}; give {self.arms} means in [0, 1].")
        if not self.instances:
            raise ValueError("There is no instance; give at least one.")
        if self.prior is not None and (
            len(self.prior) != len(self.instances) or min(self.prior) < 0 or sum(self.prior) != 1
        ):
            raise ValueError(
                f"The prior has {len(self.prior)} weights for {len(self.instances)} instances; "
                "give one weight >= 0 for each, with the sum 1."
            )

    @property
    def actions(self) -> int:
        """The number of actions: one for each round, and the answer if there is one."""
        return self.horizon + (self.goal != "regret")

    @property
    def shown(self) -> int:
        """The number of rewards that can matter: those that are shown before the last action."""
        return self.actions - 1

    @property
    def approximate(self) -> bool:
        """Whether the privacy has a delta, and a reward to protect: the first action reads none."""
        return self.factor is not None and self.delta > 0 and self.shown > 0

    @cached_property
    def symmetric(self) -> bool:
        """Whether policies that treat the arms alike suffice.

        The mean of a policy over all relabellings of the arms is as private (sums of positive parts
        are convex), and its worst cost over a set of instances that is closed under relabelling is
        no larger. With a prior the weights must be closed as well. Tables are not relabelled here.
        """
        if self.approximate and self.model == "table":
            return False
        weights: dict[Means, Fraction] = {}
        for means, weight in zip(self.instances, self._prior_or_zeros, strict=True):
            weights[means] = weights.get(means, Fraction(0)) + weight
        return all(
            weights.get(other) == weight
            for means, weight in weights.items()
            for other in permutations(means)
        )

    @property
    def _prior_or_zeros(self) -> tuple[Fraction, ...]:
        return self.prior or (Fraction(0),) * len(self.instances)

    @property
    def variables(self) -> int:
        """The number of variables V(a_1..a_t; r_1..r_(t-1)) over all t, and of slacks."""
        return self._variables(self.symmetric)

    def _variables(self, symmetric: bool) -> int:
        sizes = [self._sequences(t, symmetric) << (t - 1) for t in range(1, self.actions + 1)]
        slacks = self.shown * sizes[-1] if self.approximate else 0
        return sum(sizes) + slacks

    def _sequences(self, t: int, symmetric: bool) -> int:
        """The number of sequences of t actions, up to names if the arms are treated alike."""
        if not symmetric:
            return int(self.arms**t)
        parts = [0] * (self.arms + 1)  # sequences with j arms so far
        parts[0] = 1
        for _ in range(t):
            parts = [j * parts[j] + (parts[j - 1] if j else 0) for j in range(self.arms + 1)]
        return sum(parts)

    @property
    def classes(self) -> tuple[Means, ...]:
        """The instances, or one of each class up to relabelling if the arms are treated alike."""
        if not self.symmetric:
            return self.instances
        return tuple(dict.fromkeys(tuple(sorted(m, reverse=True)) for m in self.instances))

    def members(self, means: Means) -> tuple[Means, ...]:
        """All that a class stands for: its relabellings, each with its multiplicity."""
        return tuple(permutations(means)) if self.symmetric else (means,)

    def weight(self, means: Means) -> Fraction:
        """The prior weight of a class."""
        kind = set(self.members(means))
        pairs = zip(self.instances, self.prior or (), strict=True)
        return sum((weight for other, weight in pairs if other in kind), Fraction(0))


def grid(arms: int, steps: int) -> tuple[Means, ...]:
    """All instances whose means are multiples of 1/steps and not all alike.

    >>> len(grid(2, 10))
    110
    """
    marks = [Fraction(i, steps) for i in range(steps + 1)]
    return tuple(means for means in product(marks, repeat=arms) if len(set(means)) > 1)


def corners(arms: int) -> tuple[Means, ...]:
    """The instances without chance in which one arm pays 1 and the others 0.

    >>> [[str(x) for x in means] for means in corners(2)]
    [['1', '0'], ['0', '1']]
    """
    return tuple(tuple(Fraction(i == j) for j in range(arms)) for i in range(arms))
