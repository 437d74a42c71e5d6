"""The losses of one reward in each declared curator that releases more than plain sums.

Each curator gives some alternatives: the losses that a reward has in an arm, in a batch, or for a
change from one value to another, of which one happens. The price is that of the worst alternative.
"""

from dataclasses import dataclass
from fractions import Fraction
from banditproof.algorithms.curators.declaring import Composed
from banditproof.algorithms.curators.factorised_sums import FactorisedSums
from banditproof.algorithms.curators.growing_noise import GrowingNoise
from banditproof.algorithms.curators.named_releases import NamedRelease, NamedReleases
from banditproof.algorithms.curators.private_choices import ExponentialChoice, NoisyMax
from banditproof.algorithms.curators.public_functions import PublicFunction, shown_function
from banditproof.algorithms.curators.randomised_rewards import RandomisedRewards
from banditproof.algorithms.curators.sparse_vector import SparseVector
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import ApproxDP, Budget
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import exact
from banditproof.theory.mechanisms import Gaussian, Laplace, Mechanism
from .choices_and_comparisons import moved_by_a_reward, spent_by_choices, spent_by_comparisons
from .losses_of_a_reward import Bounded, Loss, Moved, cost_of, log_of
from .moves_of_functions import FAR, MOST_PAIRS, ROUNDS, Ends, moves_of


@dataclass(frozen=True)
class LossesOfAReward:
    """What is released of one reward, in words, and the losses of which it has one list."""

    words: str
    alternatives: tuple[tuple[Loss, ...], ...]

    def cost(self, budget: Budget) -> Enclosure | None:
        """The cost of the worst alternative; None if it is not known."""
        costs = [cost_of(losses, budget) for losses in {*self.alternatives}]
        known = [cost for cost in costs if cost is not None]
        return max(known, key=lambda cost: cost.hi) if costs and len(known) == len(costs) else None


def composition_of(parts: Composed, space: RewardSpace) -> LossesOfAReward:
    """The losses of one reward of a range under a declared curator.

    >>> from banditproof.theory.budgets import PureDP
    >>> found = composition_of(GrowingNoise(Laplace(4), ratio=2), RewardSpace())
    >>> found.words, found.cost(PureDP(1)).hi
    ('all later sums of its arm, of sensitivity 1, with noise Laplace(4) that grows 2-fold', \
Fraction(1, 2))
    """
    ends = Ends.of(space, parts.clip if isinstance(parts, NamedReleases) else None)
    if any(ends.rounds_badly(of) for of in _functions(parts)) or _drifts_far(parts, ends):
        return LossesOfAReward(ROUNDS, ())
    if isinstance(parts, NamedReleases):
        return _of_named(parts, ends)
    if isinstance(parts, FactorisedSums):
        return _of_factorised(parts, ends)
    if isinstance(parts, GrowingNoise):
        return _of_growing(parts, ends)
    if isinstance(parts, RandomisedRewards):
        return _of_answers(parts)
    if isinstance(parts, SparseVector):
        return _of_comparisons(parts, ends)
    return _of_choices(parts, ends)


def _functions(parts: Composed) -> tuple[PublicFunction, ...]:
    """The functions of a reward that are summed."""
    if isinstance(parts, NamedReleases):
        return tuple(one.of for one in parts.releases)
    if isinstance(parts, SparseVector):
        return (parts.of,)
    if isinstance(parts, NoisyMax | ExponentialChoice) and parts.candidates:
        return parts.candidates
    return () if isinstance(parts, RandomisedRewards) else ("x",)


def _drifts_far(parts: Composed, ends: Ends) -> bool:
    """Whether what is subtracted from each reward is `FAR` times as large as rewards differ.

    The float of such a sum is rounded by more than a reward, and than the noise that hides it.
    """
    if not isinstance(parts, SparseVector):
        return False
    return abs(exact(parts.allowance)) > FAR * ends.size(parts.of) > 0


def _of_named(parts: NamedReleases, ends: Ends) -> LossesOfAReward:
    """A reward enters all releases of its batch: what they cost together, in the worst arm."""
    words = "; ".join(_words_of(one, ends) for one in parts.releases)
    arms = max(len(one.laws) for one in parts.releases)
    laws = {tuple(one.law_of(arm) for one in parts.releases) for arm in range(arms)}
    functions = [one.of for one in parts.releases]
    wholes = [ends.is_whole(of) for of in functions]
    alternatives = [
        tuple(
            Moved(law, abs(move), whole)
            for law, move, whole in zip(of_arm, moves.sizes, wholes, strict=True)
        )
        for moves in moves_of(functions, ends, MOST_PAIRS // len(laws))
        for of_arm in laws
    ]
    return LossesOfAReward(f"of each reward {words}", tuple(alternatives))


def broken_share(parts: Composed, space: RewardSpace, budget: Budget) -> str | None:
    """The first release that costs more than the share of the budget that it was promised.

    >>> from banditproof.theory.budgets import PureDP
    >>> half = NamedReleases((NamedRelease("sum", "x", Laplace(1), share="1/2"),))
    >>> broken_share(half, RewardSpace(), PureDP(1))
    'the release sum costs more than its share 1/2'
    """
    ends = Ends.of(space, parts.clip) if isinstance(parts, NamedReleases) else None
    for one in parts.releases if isinstance(parts, NamedReleases) and ends is not None else ():
        if one.share is None:
            continue
        if isinstance(budget, ApproxDP):
            return f"the release {one.name} has a share, which is of eps, rho or a Renyi loss"
        assert ends is not None
        promised = exact(one.share) * exact(getattr(budget, "rho", getattr(budget, "eps", 0)))
        for law in one.laws:
            cost = cost_of([Moved(law, ends.size(one.of), ends.is_whole(one.of))], budget)
            if cost is None or cost.hi > promised:
                return f"the release {one.name} costs more than its share {one.share}"
    return None


def _words_of(one: NamedRelease, ends: Ends) -> str:
    laws = ", ".join(dict.fromkeys(in_words(law) for law in one.laws))
    size = ends.size(one.of)
    return f"{one.name} ({shown_function(one.of)}) of sensitivity {size} with noise {laws}"


def in_words(noise: Mechanism) -> str:
    """A noise with its parameters, as Laplace(2)."""
    fields = getattr(noise, "__dataclass_fields__", {})
    values = ", ".join(f"{float(exact(getattr(noise, name))):g}" for name in fields)
    return f"{type(noise).__name__}({values})"


def _of_factorised(parts: FactorisedSums, ends: Ends) -> LossesOfAReward:
    """One reward of batch j moves the independent noises by column j of C, where L C = A.

    The released numbers are L (C s + z), and L is lower triangular and invertible: what left so
    far, and the first rows of C s + z, are functions of each other. Given these, the batch of a
    reward is known before it is read, so the shift is one column, whatever is decided later.
    """
    width = ends.high - ends.low
    words = (
        f"{len(parts.rows)} numbers of {parts.batches} batches through a lower triangular matrix, "
        f"rewards of width {width}, with noise {in_words(parts.noise)}"
    )
    columns = (parts.column(batch) for batch in range(parts.batches))
    losses = (tuple(Moved(parts.noise, abs(c) * width) for c in column if c) for column in columns)
    return LossesOfAReward(words, tuple(losses))


def _of_growing(parts: GrowingNoise, ends: Ends) -> LossesOfAReward:
    """A geometric series of losses: rewards in the first release of an arm lose the most.

    The shifts of Gaussian noise w/(sigma q^k) are one shift, whose square is the sum of theirs.
    """
    width, ratio = ends.high - ends.low, exact(parts.ratio)
    words = (
        f"all later sums of its arm, of sensitivity {width}, with noise {in_words(parts.noise)} "
        f"that grows {parts.ratio}-fold"
    )
    if isinstance(parts.noise, Laplace):
        eps = width / exact(parts.noise.scale) * ratio / (ratio - 1)
        return LossesOfAReward(words, ((Bounded(Enclosure.of(eps)),),))
    variance = exact(parts.noise.sigma_squared) * (1 - 1 / ratio**2)
    return LossesOfAReward(words, ((Moved(Gaussian(sigma_squared=variance), width),),))


def _of_answers(parts: RandomisedRewards) -> LossesOfAReward:
    """The bit of a reward is its own affair, and each answer to it spends log(p/(1 - p))."""
    times, truth = parts.copies, exact(parts.truth)
    answers = f"{times} randomised answer{'s' * (times > 1)} to each reward"
    words = f"{answers}, true with probability {parts.truth}"
    return LossesOfAReward(words, ((Bounded(log_of(truth / (1 - truth))),) * times,))


def _of_choices(parts: NoisyMax | ExponentialChoice, ends: Ends) -> LossesOfAReward:
    size, several = moved_by_a_reward(parts, ends), len(parts.candidates)
    what = f"{several} sums of public functions" if several else "the sums of the arms"
    if isinstance(parts, ExponentialChoice):
        words = f"a choice among {what} at the rate {parts.rate}, moved apart by {size}"
    elif parts.tells_value:
        noise = in_words(parts.noise)
        words = f"the largest of {what} and its value, with noise {noise}, moved by {size} in all"
    else:
        words = f"the largest of {what}, with noise {in_words(parts.noise)}, moved apart by {size}"
    return LossesOfAReward(words, ((Bounded(_at_most(spent_by_choices(parts, ends))),),))


def _at_most(eps: Fraction) -> Enclosure:
    """A bound that is not known to be attained."""
    return Enclosure.of(Fraction(0), eps)


def _of_comparisons(parts: SparseVector, ends: Ends) -> LossesOfAReward:
    size = ends.size(parts.of)
    limit = "without a limit" if parts.most is None else f"until it was above {parts.most} times"
    words = (
        f"comparisons of sums of sensitivity {size} with a threshold, {limit}, with noise "
        f"{in_words(parts.noise)} and {in_words(parts.noise_of_threshold)} of the threshold"
    )
    spent = spent_by_comparisons(parts, size)
    if spent is None:
        return LossesOfAReward(words, ())
    return LossesOfAReward(words, ((Bounded(_at_most(spent)),),))
