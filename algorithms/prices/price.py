"""The price of declared parts: a certified bound of what all releases of one reward cost together.

One reward of a range of width w changes a sum by at most s = w max |weight|, and enters m releases;
it moves a vector by at most s = w max |weights| in the 2-norm, and enters one. Sequential
composition adds what releases cost: m s / b for Laplace noise of scale b, m times its concentrated
or Renyi loss for any noise, and Gaussian noises of one release add their variances. A reward that
is kept with probability q only costs log(1 + q (A - 1) / ((1 - q) r + q)) under pure privacy, with
A = e^(s/b) and r the least likelihood ratio of the release without the reward; r = 1 if what a
reward contributes goes from nothing to s. The delta of Gaussian noise is amplified, too
(`amplification.py`).

Independent Gaussian noise on each coordinate is the same in all directions. So of a vector that
moves by u the density ratio is that of one number which moves by |u|: rho = s^2 / (2 sigma^2),
with the Renyi losses and the delta of one Gaussian release of sensitivity s.

Of a vector whose d coordinates each move by at most s, with Laplace noise of its own on each, a
reward enters d releases, and their joint delta is that of the exact curve of d Laplace losses
s / b: the loss of a smaller shift is a randomised form of that of a larger one.

A tree releases sums of blocks, one of each level for a reward: m releases with m the number of
levels. Of vectors of length 1 in dimension d, a reward moves a block by w sqrt(d) at most in the
1-norm, which counts for Laplace noise on each coordinate, and by w in the 2-norm.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal
from banditproof.algorithms.curators.bounded_rows import BoundedRows
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.curators.declaring import Composed, Declaring
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.curators.open_vectors import OpenVectors
from banditproof.algorithms.curators.tree_vectors import TreeVectors
from banditproof.algorithms.curators.whitened_sums import WhitenedSums
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory import Enclosure
from banditproof.theory.accounting import Composition, LaplaceLoss, composed_delta
from banditproof.theory.balls import enclose
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP
from banditproof.theory.enclosure import INFINITE, ZERO
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism, NoNoise
from banditproof.theory.shown_budgets import apart_from
from .amplification import sampled_gaussian_delta, sampled_laplace
from .change_of_one_reward import Change, Parts, change_of, rounds_badly
from .composed_price import broken_share, composition_of, in_words
from .whole_numbers import hides_whole

FLOATS = Fraction(1, 2**50)
"""What is above a claim by less, relative to it, may be there because a float was rounded.

It is no tolerance: such a price is not within the claim, and the report says what to do."""
DIGITS = 25
MOST_DIGITS = 20_000
"""The binary digits of the probabilities of which a delta is summed up, at most."""


@dataclass(frozen=True)
class Price:
    """An enclosure of the cost, in the unit of the budget, and whether the budget allows it.

    The cost is an upper bound of what the releases spend; for one release of each reward under
    pure privacy it is also attained. `allowed` is None if the parts cannot be priced.
    """

    allowed: bool | None
    cost: Enclosure
    words: str
    limit: Fraction
    """What the cost is compared with, exactly: the number of the budget."""

    @property
    def rounded(self) -> bool:
        """Whether it is above the limit, if at all, by no more than the rounding of a float."""
        return not self.allowed and self.cost.hi <= self.limit * (1 + FLOATS)


def price(parts: Declaring, space: RewardSpace, budget: Budget) -> Price:
    """What the declared releases of one reward cost, in the unit of a budget.

    >>> halves = DeclaredSums(Laplace(4), copies=2)
    >>> print(price(halves, RewardSpace(), PureDP("0.5")).words)
    2 releases of each reward, of sensitivity 1 each, with noise Laplace(4): eps = 0.5
    >>> price(halves, RewardSpace.of("0:5"), PureDP("0.5")).allowed
    False
    """
    if isinstance(parts, Composed):
        return _composed(parts, space, budget)
    if isinstance(parts, OpenVectors | WhitenedSums):
        why = f"vectors of any size: no price is known under {_name(budget)}"
        return Price(None, INFINITE, why, allowance(budget))
    if isinstance(parts, NoisySums):
        parts = DeclaredSums(parts.noise)
    if rounds_badly(parts, space):
        far = f"rewards or a center that floats round: no price is known under {_name(budget)}"
        return Price(None, INFINITE, far, allowance(budget))
    change = change_of(parts, space)
    times, rate = _releases(parts), _rate(parts)
    costs = [_cost(noise, change, rate, budget, times) for noise in _merged(parts.noises)]
    bounds, limit, unit = (
        [cost for cost in costs if cost is not None],
        allowance(budget),
        _name(budget),
    )
    if not bounds:
        why = f"{_describe(parts, change)}: no price is known under {unit}"
        return Price(None, INFINITE, why, limit)
    cost = min(bounds, key=lambda bound: bound.hi)
    words = f"{_describe(parts, change)}: {unit} = {apart_from(cost.hi, limit)}"
    return Price(bool(cost.hi <= limit), cost, words, limit)


def _composed(parts: Composed, space: RewardSpace, budget: Budget) -> Price:
    """The price of a curator whose losses are composed; a promised share counts, too."""
    found = composition_of(parts, space)
    cost, limit, unit = found.cost(budget), allowance(budget), _name(budget)
    broken = broken_share(parts, space, budget)
    if cost is None or broken:
        why = broken or f"no price is known under {unit}"
        return Price(None, INFINITE, f"{found.words}: {why}", limit)
    words = f"{found.words}: {unit} = {apart_from(cost.hi, limit)}"
    return Price(bool(cost.hi <= limit), cost, words, limit)


def _name(budget: Budget) -> Literal["eps", "delta", "rho", "the Renyi loss"]:
    if isinstance(budget, PureDP):
        return "eps"
    if isinstance(budget, ApproxDP):
        return "delta"
    return "rho" if isinstance(budget, ZCDP) else "the Renyi loss"


def allowance(budget: Budget) -> Fraction:
    """The number that a cost is compared with, exactly: that of the budget.

    >>> allowance(PureDP("0.9999999999999")) < 1, allowance(ZCDP("1/3"))
    (True, Fraction(1, 3))
    """
    number = (
        budget.delta
        if isinstance(budget, ApproxDP)
        else budget.rho
        if isinstance(budget, ZCDP)
        else budget.eps
    )
    return exact(number)


def _releases(parts: Parts) -> int:
    if isinstance(parts, TreeVectors):
        return parts.levels
    if isinstance(parts, BoundedRows):
        return parts.length
    return 1 if isinstance(parts, DeclaredVectors) else parts.releases_of_a_reward


def _rate(parts: Parts) -> Fraction:
    return exact(parts.rate) if isinstance(parts, DeclaredSums) else Fraction(1)


def _describe(parts: Parts, change: Change) -> str:
    times, rate = _releases(parts), _rate(parts)
    noises = " + ".join(in_words(noise) for noise in parts.noises)
    if isinstance(parts, DeclaredVectors):
        what = "a whitened vector" if parts.whitened else "a vector"
        return (
            f"1 release of each reward, in {what} of sensitivity {_size(change)} in the 2-norm, "
            f"with noise {noises} on each coordinate"
        )
    if isinstance(parts, BoundedRows):
        return (
            f"1 release of each reward, in a vector of {times} coordinates of sensitivity "
            f"{_size(change)} each, with noise {noises} on each coordinate"
        )
    if isinstance(parts, TreeVectors):
        norm = " in the 1-norm" if parts.dimension and not isinstance(parts.noise, Gaussian) else ""
        return (
            f"{times} block{'s' * (times > 1)} of each reward, one of each level, of sensitivity "
            f"{_size(change)}{norm} each, with noise {noises}"
        )
    sampled = "" if rate == 1 else f", kept with probability {parts.rate}"
    return (
        f"{times} release{'s' * (times > 1)} of each reward{sampled}, of sensitivity {change.size}"
        f"{' each' * (times > 1)}, with noise {noises}"
    )


def _size(change: Change) -> str:
    return f"{float(change.size):.6g}" if change.size.denominator > 10**6 else f"{change.size}"


def _merged(noises: tuple[Mechanism, ...]) -> list[Mechanism]:
    """Each noise alone, for the others only help; the variances of Gaussian noises add up."""
    variances = [exact(noise.sigma_squared) for noise in noises if isinstance(noise, Gaussian)]
    others = [noise for noise in noises if not isinstance(noise, Gaussian)]
    return [*others, *([Gaussian(sigma_squared=sum(variances))] if variances else [])]


def _cost(
    noise: Mechanism, change: Change, rate: Fraction, budget: Budget, times: int
) -> Enclosure | None:
    """The cost with one noise of each release; None if it is not known to be finite or small."""
    if change.size == 0:
        return ZERO
    if isinstance(noise, NoNoise):
        return INFINITE
    if not isinstance(noise, Laplace | Gaussian) and not (change.whole and hides_whole(noise)):
        return None  # noise on the integers does not hide what is not an integer
    if isinstance(budget, PureDP):
        return _pure(noise, change, rate, times)
    if isinstance(budget, ApproxDP):
        return _approximate(noise, change, rate, budget, times)
    if isinstance(budget, ZCDP):
        return _scaled(noise.zcdp(change.size, digits=DIGITS), times)
    return _scaled(noise.renyi(budget.alpha, change.size, digits=DIGITS), times)


def cost_of_a_shift(
    noise: Mechanism, size: Fraction, budget: Budget, whole: bool = False
) -> Enclosure | None:
    """What one release costs that a reward moves by exactly `size`; None if no price is known.

    Noise on the integers has one only if what it hides is `whole`: always an integer.

    >>> cost_of_a_shift(Gaussian(sigma_squared=2), Fraction(2), ZCDP(1)).hi
    Fraction(1, 1)
    """
    return _cost(noise, Change(size, Fraction(0), size, whole), Fraction(1), budget, 1)


def _scaled(cost: Enclosure, times: int) -> Enclosure:
    if cost.hi == float("inf"):
        return INFINITE
    return Enclosure.of(Fraction(cost.lo) * times, Fraction(cost.hi) * times)


def _pure(noise: Mechanism, change: Change, rate: Fraction, times: int) -> Enclosure | None:
    loss = noise.loss(change.size)
    if not isinstance(loss, PureDP):
        return INFINITE
    if rate == 1:
        if isinstance(noise, Laplace):
            return Enclosure.of(change.size / exact(noise.scale) * times)
        unit = noise.exact_loss(change.size) if hasattr(noise, "exact_loss") else None
        return _scaled(unit or Enclosure.of(exact(loss.eps)), times)
    if not isinstance(noise, Laplace):
        return None
    scale = exact(noise.scale)
    sampled = enclose(lambda: sampled_laplace(change, scale, rate) * times, DIGITS)
    # Both inputs are sampled by the same coin, so the loss is at most that of a kept reward, which
    # is an exact number: where sampling gains nothing, the price is that number and no ball.
    whole = change.size / scale * times
    return Enclosure.of(min(Fraction(sampled.lo), whole), min(Fraction(sampled.hi), whole))


def _digits(noise: Mechanism) -> int:
    """The binary digits of the number that a law on the integers is given by."""
    numbers = (exact(getattr(noise, name)) for name in getattr(noise, "__dataclass_fields__", ()))
    return max(max(abs(x.numerator), x.denominator).bit_length() for x in numbers)


def _approximate(
    noise: Mechanism, change: Change, rate: Fraction, budget: ApproxDP, times: int
) -> Enclosure | None:
    """The delta at the claimed eps; sub-sampling does not raise it.

    Of sub-sampled Gaussian noise it is the smaller one of two bounds: without sub-sampling, and m
    amplified deltas at an m-th of eps.
    """
    if isinstance(noise, Gaussian):  # m releases are one with an m-th of the variance
        together = Gaussian(sigma_squared=exact(noise.sigma_squared) / times)
        whole = together.delta(budget.eps, change.size, digits=DIGITS)
        if rate == 1:
            return whole
        part = exact(budget.eps) / times
        amplified = _scaled(sampled_gaussian_delta(change, noise, rate, part, DIGITS), times)
        return min(whole, amplified, key=lambda cost: cost.hi)
    if not isinstance(noise, Laplace) and change.size * _digits(noise) > MOST_DIGITS:
        return None
    if times == 1:
        return noise.delta(budget.eps, change.size, digits=DIGITS)
    pure = _pure(noise, change, Fraction(1), times)
    if pure is not None and pure.hi <= exact(budget.eps):
        return ZERO
    if isinstance(noise, Laplace):  # sub-sampling does not raise it
        loss = LaplaceLoss(change.size / exact(noise.scale))
        try:
            return composed_delta(Composition(((times, loss),)), budget.eps)
        except ValueError:  # losses of more than a grid can hold
            return None
    return None
