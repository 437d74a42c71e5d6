"""The hypotheses of bounds of an instance: whether a request satisfies them.

Rows of `known_bounds/instances.toml` name these functions, and say each of them in words.
"""

from fractions import Fraction
from banditproof.theory.exact import exact
from banditproof.theory.instances import BernoulliBandit, FiniteSupportBandit, LinearBandit
from banditproof.theory.laws import ExponentialFamily
from .request import Request


def whole(request: Request) -> bool:
    """Whether the horizon is a whole number."""
    return request.time.denominator == 1


def several_arms(request: Request) -> bool:
    """Whether there are two arms or more."""
    return request.arms > 1


def gaps_fit(request: Request) -> bool:
    """Whether T >= K - 1, so that the gaps of the worst instance are at most 1/2."""
    return request.time >= request.arms - 1


def one_best(request: Request) -> bool:
    """Whether the best arm is unique."""
    return len(request.bandit.best_arms) == 1


def several_means(request: Request) -> bool:
    """Whether an arm is worse than the best one."""
    return bool(request.bandit.suboptimal_arms)


def different_means(request: Request) -> bool:
    """Whether no two arms have the same mean."""
    means = request.bandit.exact_means
    return len(set(means)) == len(means)


def best_is_one(request: Request) -> bool:
    """Whether the best mean is 1 and another arm is worse: no Bernoulli instance is better."""
    return request.bandit.best_mean == 1 and several_means(request)


def best_below_one(request: Request) -> bool:
    """Whether the best mean is below 1, unless all arms are best."""
    return not best_is_one(request)


def bernoulli(request: Request) -> bool:
    """Whether the rewards are coins."""
    return isinstance(request.bandit, BernoulliBandit)


def unit_interval(request: Request) -> bool:
    """Whether the rewards are known to lie in [0, 1]."""
    bandit = request.bandit
    if isinstance(bandit, FiniteSupportBandit):
        return all(0 <= exact(point) <= 1 for point in bandit.points)
    return isinstance(bandit, BernoulliBandit)


def subgaussian(request: Request) -> bool:
    """Whether the rewards of each arm are 1-subgaussian."""
    return all(law.subgaussian <= 1 for law in request.bandit.laws)


def one_parameter(request: Request) -> bool:
    """Whether the laws are those of a one-parameter family."""
    return all(isinstance(law, ExponentialFamily) for law in request.bandit.laws)


def unstructured(request: Request) -> bool:
    """Whether the arms are not the actions of a linear bandit."""
    return not isinstance(request.bandit, LinearBandit)


def risk_at_most_half(request: Request) -> bool:
    """Whether delta <= 1/2."""
    return request.risk <= Fraction(1, 2)


def risk_with_logarithm(request: Request) -> bool:
    """Whether delta < 1/2.4, so that log(1/(2.4 delta)) is positive."""
    return request.risk < Fraction(5, 12)


def risk_below_third(request: Request) -> bool:
    """Whether delta < 1/3, so that log(1/(3 delta)) is positive."""
    return request.risk < Fraction(1, 3)


def small_rho(request: Request) -> bool:
    """Whether rho <= 1."""
    return request.rho is not None and request.rho <= 1
