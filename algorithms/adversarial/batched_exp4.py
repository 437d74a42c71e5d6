"""Algorithm 2: EXP4 whose importance-weighted losses of all experts are released in batches."""

from __future__ import annotations
import math
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, NamedTuple, get_args
from banditproof.algorithms.contexts import Context, Row
from banditproof.algorithms.curators.bounded_rows import BoundedRows
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import ApproxDP
from banditproof.theory.exact import (
    Number,
    exact,
    exact_count,
    exact_nonnegative,
    exact_positive,
    float_above,
)
from banditproof.theory.mechanisms import Laplace
from banditproof.theory.parameter_names import accepts_epsilon
from .advice_contexts import advice_of
from .learner import drawn_arm
from .log_weights import mixed, weights_law

Mixing = Literal["repaired", "printed"]
"""Which gamma: with the factor (N log(1/delta))^(1/3) that the proof uses, or N^(1/3)."""


class Weighed(NamedTuple):
    """The released losses of each expert, added up, and the rounds of the batch so far."""

    totals: Row
    rounds: int = 0


@accepts_epsilon
@dataclass(frozen=True)
class BatchedEXP4(Policy[Weighed]):
    """EXP4 that learns after each batch of tau rounds, from a noisy vector with one number for each
    expert.

    In a batch the weights P of the experts stand still. A round plays an arm drawn from
    Q = (1 - gamma) sum_j P(j) mu^j + gamma/K with the advice mu of that round, which is its context
    and public. After the batch the vector of the means of mu^j(I) l(I) / Q(I) leaves, with noise
    Lap(3 K sqrt(N log(1/delta)) / (gamma tau eps)) on each coordinate; then w(j) *= exp(-eta x_j).
    An incomplete last batch leaves nothing.

    A weight mu^j(I) / Q(I) is at most K/gamma, so one loss moves each coordinate of one release by
    at most K / (gamma tau). The vectors of all batches, together with all actions, are then
    (eps, delta)-DP if N releases of eps / (3 sqrt(N log(1/delta))) are: so it is for delta <= 0.9,
    and not for delta near 1 (claim `adv.thm10`); an audit computes it. Faster Rates for Private
    Adversarial Bandits, Algorithm 2 and Theorem 10. Rewards of the engine are losses here.

    >>> policy = BatchedEXP4(2, 3, eta="0.2", gamma="0.1", tau=2, eps=1, delta="1e-6")
    >>> policy.curator.bound, round(float(policy.curator.noise.scale), 6)
    (Fraction(20, 1), 386.273885)
    """

    arms: int
    experts: int
    eta: Number
    gamma: Number
    tau: int
    eps: Number
    delta: Number
    curator: BoundedRows = field(init=False, repr=False, compare=False)
    dimension: int = field(init=False, repr=False, compare=False)

    name = "batched-exp4"
    told_advice = True

    def __post_init__(self) -> None:
        arms = exact_count("the number of arms", self.arms, least=1)
        experts = exact_count("the number of experts", self.experts, least=1)
        tau = exact_count("tau", self.tau, least=1)
        exact_nonnegative("eta", self.eta)
        gamma, eps, delta = exact(self.gamma), exact_positive("eps", self.eps), exact(self.delta)
        if not 0 < gamma <= 1:
            raise ValueError(f"gamma is {self.gamma}; give a number in (0, 1].")
        if not 0 < delta < 1:
            raise ValueError(f"delta is {self.delta}; give a number in (0, 1).")
        bound = arms / gamma
        scale = enclose(
            lambda: ball(3 * bound / eps) * (experts * ball(1 / delta).log()).sqrt(), 20
        )
        noise = Laplace(Fraction(float_above(scale.hi)))
        object.__setattr__(self, "arms", arms)
        object.__setattr__(self, "experts", experts)
        object.__setattr__(self, "tau", tau)
        object.__setattr__(self, "dimension", experts)
        object.__setattr__(self, "curator", BoundedRows(noise, experts, bound, mean=True))

    @classmethod
    @accepts_epsilon
    def tuned(
        cls,
        arms: int,
        experts: int,
        horizon: Number,
        eps: Number,
        delta: Number,
        mixing: Mixing = "repaired",
    ) -> BatchedEXP4:
        """The parameters of Theorem 10, with tau rounded up, and gamma computed from that tau.

        A gamma above 1 is no probability; then the bound is above the horizon and says nothing,
        and here gamma is 1. With one expert the paper's tau is infinite: give at least two.

        >>> policy = BatchedEXP4.tuned(2, 10, "1e9", eps=1, delta="1e-6")
        >>> policy.tau, round(float(policy.gamma), 6)
        (31686, 0.012079)
        >>> printed = BatchedEXP4.tuned(2, 10, "1e9", eps=1, delta="1e-6", mixing="printed")
        >>> round(float(policy.gamma / printed.gamma) ** 3, 6)  # log(1/delta)
        13.815511
        """
        if mixing not in get_args(Mixing):
            raise ValueError(f"The mixing is {mixing!r}; give 'repaired' or 'printed'.")
        number = exact_count("the number of experts", experts)
        if number < 2:
            raise ValueError(
                f"The number of experts is {number}; give at least 2, since the batches of one "
                "would have no end."
            )
        if not 0 < exact(delta) < 1:
            raise ValueError(f"delta is {delta}; give a number in (0, 1).")
        rounds = exact_count("horizon", horizon, least=1)
        budget, k = float(exact_positive("eps", eps)), float(exact_count("arms", arms, least=1))
        size, level = math.log(number), math.log(number * rounds)
        product = -number * _log(exact(delta))
        third = 1.0 / 3.0
        eta = product ** (0.5 * third) * (level * size / (rounds * budget)) ** third / math.sqrt(k)
        length = (product * level**2 * rounds / (budget**2 * size)) ** third
        tau = max(math.ceil(length), 1)
        inside = number if mixing == "printed" else product
        first = (eta * inside * (k * level / (budget * tau)) ** 2) ** third
        second = 12.0 * eta * k * math.sqrt(product) * level / (budget * tau)
        gamma = min(max(first, second), 1.0)
        return cls(arms, number, eta, gamma, tau, eps, delta)

    @property
    def budget(self) -> ApproxDP:
        """(eps, delta)-DP of actions and vectors together."""
        return ApproxDP(self.eps, self.delta)

    @cached_property
    def rates(self) -> tuple[float, float]:
        """eta and gamma as floats."""
        return float(exact(self.eta)), float(exact(self.gamma))

    def start(self) -> Weighed:
        """Equal weights."""
        return Weighed((0.0,) * self.experts)

    def weights(self, state: Weighed) -> Row:
        """The law P of the experts.

        >>> policy = BatchedEXP4(2, 2, eta=1, gamma="0.1", tau=2, eps=1, delta="0.1")
        >>> policy.weights(Weighed((0.0, 0.0)))
        (0.5, 0.5)
        """
        eta = self.rates[0]
        return weights_law([-eta * total for total in state.totals])

    def law(self, state: Weighed, context: Context) -> Row:
        """The law Q of the arms under the advice of a round.

        >>> policy = BatchedEXP4(2, 2, eta=1, gamma="0.5", tau=2, eps=1, delta="0.1")
        >>> policy.law(policy.start(), ((1.0, 1.0), (0.0, 0.0)))
        (0.75, 0.25)
        """
        weights = self.weights(state)
        rows = advice_of(context)
        advised = [0.0] * self.arms
        for weight, row in zip(weights, rows, strict=True):
            for arm in range(self.arms):
                advised[arm] += weight * row[arm]
        return mixed(advised, self.rates[1])

    def decide(self, state: Weighed, t: int, randomness: Randomness) -> Pull:
        """Not without advice."""
        raise ValueError(f"The policy {self.name} needs advice; give contexts such as an array.")

    def decide_in(self, state: Weighed, t: int, context: Context, randomness: Randomness) -> Pull:
        """An arm drawn from Q; the last round of a batch releases its vector."""
        law = self.law(state, context)
        rows = tuple(
            tuple(said / chance for said in vector)
            for vector, chance in zip(context, law, strict=True)
        )
        last = state.rounds + 1 == self.tau
        return Pull(drawn_arm(law, randomness.uniform()), 1, releases=last, rows=rows)

    def learn(self, state: Weighed, pull: Pull, released: Any) -> Weighed:
        """Add the vector that was released to the totals; between releases only rounds count."""
        if released is None:
            return Weighed(state.totals, state.rounds + 1)
        values = released if isinstance(released, tuple) else (released,)
        return Weighed(tuple(x + y for x, y in zip(state.totals, values, strict=True)))


def _log(number: Fraction) -> float:
    """The logarithm of a positive rational, which may be too small for a float."""
    return math.log(number.numerator) - math.log(number.denominator)
