"""What several losses of one reward cost together: the adaptive composition of exact prices.

In a play the transcript up to the round of a reward has one law in both worlds, and from there on
each loss has a bound that holds whatever was released before. So the log-ratios of pure losses add
up, concentrated and Renyi losses add up, shifts of Gaussian noise are one shift whose square is the
sum of theirs, and shifts of Laplace noise have the curve of their composition; also where earlier
releases decide what is asked next, since a smaller shift is a randomised form of a larger one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from banditproof.theory.accounting import Composition, LaplaceLoss, composed_delta
from banditproof.theory.balls import ball, enclose
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism, NoNoise, RandomisedResponse
from .whole_numbers import hides_whole

DIGITS = 25


@dataclass(frozen=True)
class Moved:
    """A number with fresh noise that the reward moves by at most a size."""

    noise: Mechanism
    size: Fraction
    whole: bool = False
    """Whether it is moved by integers only, which noise on the integers hides."""

    @property
    def is_known(self) -> bool:
        """Whether the noise hides such a number."""
        if isinstance(self.noise, Laplace | Gaussian | NoNoise):
            return True
        return self.whole and hides_whole(self.noise)

    def zcdp(self) -> Enclosure:
        """The concentrated loss."""
        return self.noise.zcdp(self.size, digits=DIGITS)

    def renyi(self, alpha: Number) -> Enclosure:
        """The Renyi loss of an order."""
        return self.noise.renyi(alpha, self.size, digits=DIGITS)

    def pure(self) -> Enclosure:
        """The largest log-ratio."""
        if isinstance(self.noise, Laplace):
            return Enclosure.of(self.size / exact(self.noise.scale))
        loss = self.noise.loss(self.size)
        if not isinstance(loss, PureDP):
            return INFINITE
        if hasattr(self.noise, "exact_loss"):
            exactly: Enclosure = self.noise.exact_loss(self.size)
            return exactly
        return Enclosure.of(exact(loss.eps))


@dataclass(frozen=True)
class Bounded:
    """An outcome of which a reward changes the logarithm of each probability by at most eps."""

    eps: Enclosure

    @property
    def worst(self) -> RandomisedResponse:
        """The mechanism of the same pure loss that loses the most under any budget."""
        return RandomisedResponse(Fraction(self.eps.hi))

    def pure(self) -> Enclosure:
        """eps."""
        return self.eps

    def zcdp(self) -> Enclosure:
        """The concentrated loss of the worst mechanism of this eps."""
        return self.worst.zcdp(digits=DIGITS)

    def renyi(self, alpha: Number) -> Enclosure:
        """The Renyi loss of an order of the worst mechanism of this eps."""
        return self.worst.renyi(alpha, digits=DIGITS)


Loss = Moved | Bounded


def cost_of(losses: Sequence[Loss], budget: Budget) -> Enclosure | None:
    """What the losses of one reward cost together, in the unit of a budget; None if not known.

    >>> halves = [Moved(Laplace(4), Fraction(1)), Moved(Laplace(2), Fraction(1))]
    >>> cost_of(halves, PureDP(1)).hi
    Fraction(3, 4)
    >>> cost_of([Moved(Gaussian(sigma_squared=4), Fraction(2))] * 2, ZCDP(1)).hi
    Fraction(1, 1)
    """
    losses = [loss for loss in losses if not (isinstance(loss, Moved) and loss.size == 0)]
    if any(isinstance(loss, Moved) and not loss.is_known for loss in losses):
        return None
    if any(isinstance(loss, Moved) and isinstance(loss.noise, NoNoise) for loss in losses):
        return INFINITE
    if any(isinstance(loss, Bounded) and loss.eps.hi == float("inf") for loss in losses):
        return INFINITE
    if isinstance(budget, PureDP):
        return total([loss.pure() for loss in losses])
    if isinstance(budget, ApproxDP):
        return _approximate(losses, budget)
    costs = []
    for loss in losses:
        if isinstance(budget, ZCDP):
            costs.append(loss.zcdp())
        else:
            costs.append(loss.renyi(budget.alpha))
    return total(costs)


def total(costs: Sequence[Enclosure]) -> Enclosure:
    """The sum of some costs."""
    if any(cost.hi == float("inf") for cost in costs):
        return INFINITE
    low = sum((Fraction(cost.lo) for cost in costs), Fraction(0))
    return Enclosure.of(low, sum((Fraction(cost.hi) for cost in costs), Fraction(0)))


def _approximate(losses: Sequence[Loss], budget: ApproxDP) -> Enclosure | None:
    """The delta at the claimed eps: 0 for small pure losses, else the exact curve, if known."""
    pure = total([loss.pure() for loss in losses])
    if pure.hi <= exact(budget.eps):
        return ZERO
    moved = [loss for loss in losses if isinstance(loss, Moved)]
    if len(moved) == len(losses) and all(type(loss.noise) is Gaussian for loss in moved):
        squares = [loss.size**2 / exact(loss.noise.sigma_squared) for loss in moved]  # type: ignore[union-attr]
        together = Gaussian(sigma_squared=1 / sum(squares, Fraction(0)))
        return together.delta(budget.eps, 1, digits=DIGITS)
    if len(losses) == 1:
        (loss,) = losses
        if isinstance(loss, Bounded):
            return loss.worst.delta(budget.eps, digits=DIGITS)
        return loss.noise.delta(budget.eps, loss.size, digits=DIGITS)
    if len(moved) == len(losses) and all(type(loss.noise) is Laplace for loss in moved):
        laws = [LaplaceLoss(loss.size / exact(loss.noise.scale)) for loss in moved]  # type: ignore[union-attr]
        try:
            return composed_delta(Composition(tuple((1, law) for law in laws)), budget.eps)
        except ValueError:  # losses of more than a grid can hold
            return None
    return None


def log_of(ratio: Fraction) -> Enclosure:
    """The logarithm of a ratio of probabilities.

    >>> print(log_of(Fraction(3)))
    1.0986122886681096913952452369[2..3]
    """
    return ZERO if ratio == 1 else enclose(lambda: ball(ratio).log(), DIGITS)
