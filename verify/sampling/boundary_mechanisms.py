"""Mechanisms that spend their budget exactly: what an audit must not raise an alarm about."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.exact import Number, exact
from .inputs import AuditInput
from .sampler import Law, LawSampler


@dataclass(frozen=True)
class BoundaryEvent:
    """An event with probabilities p = x q + delta on two neighbours of a private mechanism."""

    name: str
    p: float
    q: float
    eps: float
    delta: float = 0.0


def boundary_events(eps: float) -> tuple[BoundaryEvent, ...]:
    """Events at which eps-private mechanisms are tight, common and rare, and one with a delta.

    Randomised response: the answer 1 on the inputs 1 and 0. Discrete Laplace noise of ratio
    r = e^-eps on the counts 1 and 0: at least 2. The bandit of `cautious_law`: both later arms
    equal the first one, on tables that differ in the first row. With delta: the response that
    shows its input with probability delta.

    >>> all(abs(e.p - math.exp(0.5) * e.q - e.delta) < 1e-12 for e in boundary_events(0.5))
    True
    """
    x = math.exp(eps)
    r = 1 / x
    keep = x / (1 + x)
    delta = 0.05
    return (
        BoundaryEvent("randomised response", keep, 1 - keep, eps),
        BoundaryEvent("discrete Laplace", r / (1 + r), r * r / (1 + r), eps),
        BoundaryEvent("bandit", keep * keep, (1 - keep) * keep, eps),
        BoundaryEvent(
            "response with delta", delta + (1 - delta) * keep, (1 - delta) * (1 - keep), eps, delta
        ),
    )


@dataclass(frozen=True)
class CautiousBandit:
    """Two arms; the first is a coin, and each later one repeats the last by randomised response.

    After reward 1 it stays with probability x / (1 + x), after reward 0 it leaves with that
    probability. Each reward moves one decision by the factor x, so the policy is private with
    eps = log x exactly, under every notion.

    >>> from .inputs import ListInput
    >>> law = CautiousBandit(3).law(ListInput(((1,), (0,))))
    >>> {actions: str(mass) for actions, mass in law.items()}
    {(0, 0): '3/8', (0, 1): '1/8', (1, 0): '1/8', (1, 1): '3/8'}
    """

    x: Number

    def law(self, source: AuditInput) -> dict[tuple[int, ...], Fraction]:
        """The exact law of the actions on an input."""
        total, weights = self._weights(source)
        return {actions: Fraction(weight, total) for actions, weight in weights.items()}

    def _weights(self, source: AuditInput) -> tuple[int, dict[tuple[int, ...], int]]:
        """The law as whole numbers, over their sum."""
        stay, leave = exact(self.x).as_integer_ratio()
        weights: dict[tuple[int, ...], int] = {(0,): 1, (1,): 1}
        for _ in range(1, len(source.blocks)):
            longer: dict[tuple[int, ...], int] = {}
            for actions, weight in weights.items():
                arm, reward = source.answer(actions)
                for after in (0, 1):
                    stays = (after == arm) == bool(reward)
                    longer[*actions, after] = weight * (stay if stays else leave)
            weights = longer
        return 2 * (stay + leave) ** (len(source.blocks) - 1), weights

    def sampler(self, horizon: int) -> LawSampler:
        """Runs of the bandit."""

        def floats(source: AuditInput) -> Law:
            total, weights = self._weights(source)
            return {actions: weight / total for actions, weight in weights.items()}

        return LawSampler(floats, arms=2, horizon=horizon)


def truncated_geometric(ratio: float, places: Sequence[int], centre: int) -> list[float]:
    """The law of centre + discrete Laplace noise, its tails moved to the first and last place.

    >>> [round(m, 4) for m in truncated_geometric(0.5, range(3), centre=1)]
    [0.3333, 0.3333, 0.3333]
    """
    first, last = places[0], places[-1]
    masses = [(1 - ratio) / (1 + ratio) * ratio ** abs(y - centre) for y in places]
    masses[0] = ratio ** (centre - first) / (1 + ratio)
    masses[-1] = ratio ** (last - centre) / (1 + ratio)
    return masses
