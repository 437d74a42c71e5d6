"""Bandits whose arms tie, nearly tie, or pay the ends of their range."""

from fractions import Fraction
from hypothesis import strategies as st
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory import BernoulliBandit, FiniteSupportBandit, GaussianBandit
from .corner_numbers import probabilities
from .reward_inputs import BITS, Rewards


@st.composite
def means(draw: st.DrawFn, min_arms: int = 1, max_arms: int = 6) -> tuple[float, ...]:
    """The means of an instance, with frequent ties and near-ties between arms.

    >>> from hypothesis import find
    >>> len(find(means(min_arms=2), lambda values: True))
    2
    """
    arms = draw(st.integers(min_arms, max_arms))
    values = [draw(probabilities())]
    while len(values) < arms:
        values.append(draw(probabilities(near=draw(st.sampled_from(values)))))
    return tuple(values)


def bandits(min_arms: int = 1, max_arms: int = 6) -> st.SearchStrategy[BernoulliBandit]:
    """Bernoulli bandits whose means come from `means`.

    >>> from hypothesis import find
    >>> find(bandits(min_arms=2), lambda bandit: len(bandit.best_arms) == 2).arms
    2
    """
    return means(min_arms, max_arms).map(BernoulliBandit)


def gaussian_bandits(min_arms: int = 1, max_arms: int = 6) -> st.SearchStrategy[GaussianBandit]:
    """Bandits with normal rewards: means from `means`, and sigma from tiny to large."""
    sigmas = st.sampled_from([Fraction(1), Fraction(1, 10**6), Fraction(1, 2), Fraction(100)])
    return st.builds(GaussianBandit, means(min_arms, max_arms), sigma=sigmas)


@st.composite
def finite_support_bandits(
    draw: st.DrawFn, min_arms: int = 1, max_arms: int = 4, rewards: Rewards = BITS
) -> FiniteSupportBandit:
    """Bandits on a few rewards of a range or list; arms often have one law, or pay one reward.

    >>> from hypothesis import find
    >>> draws = finite_support_bandits(min_arms=2, rewards=(0, 5))
    >>> float(find(draws, lambda bandit: bandit.gaps[0] > 2).best_mean) > 2
    True
    """
    points = RewardSpace.of(rewards).tried
    points = points[: draw(st.integers(2, len(points)))]
    arms = draw(st.integers(min_arms, max_arms))
    rows: list[tuple[Fraction, ...]] = []
    while len(rows) < arms:
        parts = draw(st.lists(st.integers(0, 3), min_size=len(points), max_size=len(points)))
        parts = parts if any(parts) else [1, *parts[1:]]
        rows.append(tuple(Fraction(part, sum(parts)) for part in parts))
    return FiniteSupportBandit(points, tuple(rows))
