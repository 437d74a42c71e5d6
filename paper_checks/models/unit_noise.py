"""Plays of a policy of the library with prescribed draws of its own laws, to lay beside a box."""

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple
from flint import arb
from banditproof.algorithms import Policy, RewardTable, Scripted, play
from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts
from banditproof.algorithms.adversarial.advice_cycles import AdviceCycle
from banditproof.paper_checks.verdicts.vocabulary import at_most, require
from banditproof.theory import Number, exact
from banditproof.theory.balls import ball
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism, NoNoise

NINE_DIGITS = ball(Fraction(1, 10**9))
"""How near parameters of the library, which are floats, are to a formula."""
Table = Sequence[Sequence[float]]
"""A row for each round."""


class UnitNoise(Scripted):
    """A script of noises of scale 1: a law that is asked for multiplies by its own scale.

    So a policy with another scale plays another game. The scale of a Gaussian law is its standard
    deviation.

    >>> UnitNoise([0.5]).noise(Laplace(4))
    2.0
    """

    def noise(self, mechanism: Mechanism) -> float:
        """The next number of the script, times the scale of the law."""
        if isinstance(mechanism, NoNoise):
            return 0.0
        unit = super().noise(mechanism)
        if isinstance(mechanism, Laplace):
            return unit * float(mechanism.scale)
        if isinstance(mechanism, Gaussian):
            return unit * math.sqrt(exact(mechanism.variance))
        raise ValueError(f"The noise is {mechanism!r}; give a Laplace or a Gaussian law.")


class Drawn(NamedTuple):
    """What the rounds of a play meet: the losses of the arms, and draws of scale 1."""

    losses: Table
    noises: Sequence[float]
    uniforms: Sequence[float]


def drawn(rounds: int, arms: int, seed: int) -> Drawn:
    """Random rounds, with draws enough for sixty in each of them.

    >>> [len(part) for part in drawn(3, 2, seed=1)]
    [3, 180, 180]
    """
    source = random.Random(seed)
    losses = [[source.randint(0, 8) / 8 for _ in range(arms)] for _ in range(rounds)]
    noises = [source.choice((-1, 1)) * source.expovariate(1) for _ in range(60 * rounds)]
    return Drawn(losses, noises, [source.random() for _ in range(60 * rounds)])


class Shown(NamedTuple):
    """What a play shows: its arms, and the rounds and the number of each release."""

    arms: tuple[int, ...]
    releases: tuple[tuple[tuple[int, ...], float], ...]


def shown(policy: Policy[Any], of: Drawn, advice: Sequence[Table] | None = None) -> Shown:
    """The play of a policy of the library."""
    script = UnitNoise(of.noises, of.uniforms)
    contexts = None if advice is None else AdviceContexts(AdviceCycle(list(advice)))
    played = play(policy, RewardTable(of.losses), len(of.losses), script, contexts)
    parts = ((tuple(sorted(r.rewards)), float(r.value)) for r in played.ledger.releases)
    return Shown(tuple(played.actions), tuple(parts))


def require_same(policy: Shown, box: Shown, **case: Any) -> None:
    """Require that a policy of the library plays as its box does, and releases the same."""
    require(policy.arms == box.arms, "The library plays other arms than the box.", **case)
    rounds = [[item[0] for item in one.releases] for one in (policy, box)]
    require(rounds[0] == rounds[1], "The library releases other rounds than the box.", **case)
    for (_, given), (at, expected) in zip(policy.releases, box.releases, strict=True):
        near = abs(given - expected) <= 1e-6 * (1 + abs(expected))
        require(near, "The library releases another number.", rounds=at, given=given, due=expected)


def require_parameters(given: Sequence[Number], due: Sequence[Number | arb], **case: Any) -> None:
    """Require that the library takes the parameters that a formula gives, to nine digits."""
    for ours, formula in zip(given, due, strict=True):
        value = formula if isinstance(formula, arb) else ball(exact(formula))
        near = at_most(abs(ball(exact(ours)) - value), abs(value) * NINE_DIGITS)
        finding = "The library takes other parameters."
        require(near, finding, given=ours, due=float(value.mid()), **case)
