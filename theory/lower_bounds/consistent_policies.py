"""What consistent policies pay as T grows: liminf Reg_T / log T of an instance is at least this.

Of Bernoulli arms it is a sum of gap / divergence (`bernoulli_coefficients`). Of any reward laws it
is a sum of gap / infimum over better laws: without privacy the infimum is KL_inf, under eps-View DP
min{KL_inf, eps TV_inf} (the thesis) or the smaller d_inf (the general form of the Bernoulli paper).
An arm whose class has no better law, because the best mean is at the upper end, has an infinite
infimum and contributes 0. Below KL_inf / TV_inf of an arm a budget makes it cost more.
"""

from __future__ import annotations
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any
from banditproof.theory.balls import trimmed
from banditproof.theory.bernoulli import privacy_threshold
from banditproof.theory.bound_words import Privacy
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.infima import d_inf, kl_inf, tv_inf
from banditproof.theory.laws import ExponentialFamily, Law
from .bernoulli_coefficients import (
    lai_robbins_coefficient,
    older_regret_coefficient,
    regret_coefficient,
)
from .request import Request, once

Arms = tuple[int, ...]


@once
def private(request: Request) -> Enclosure:
    """The sum of gap / d_eps(mean, best mean) of Bernoulli arms."""
    means, eps = request.bandit.exact_means, request.budget(Privacy.PURE)
    return certify(regret_coefficient, means, eps, digits=request.deep)


def older(request: Request) -> Enclosure:
    """The sum of gap / min{kl(mean, best mean), 6 eps gap}."""
    means, eps = request.bandit.exact_means, request.budget(Privacy.PURE)
    return certify(older_regret_coefficient, means, eps, digits=request.deep)


def oldest(request: Request) -> Enclosure:
    """The sum of gap / min{kl(mean, best mean), eps gap}."""
    means, eps = request.bandit.exact_means, request.budget(Privacy.PURE)
    return certify(older_regret_coefficient, means, eps, 1, digits=request.deep)


@once
def free(request: Request) -> Enclosure:
    """The sum of gap / kl(mean, best mean), which KL-UCB reaches."""
    means = request.bandit.exact_means
    return certify(lai_robbins_coefficient, means, digits=request.deep)


def free_budget(request: Request) -> Enclosure:
    """The largest log-odds gap of an arm and the best one, of Bernoulli arms."""
    # log-odds rise with the mean, so that the least mean has the largest gap
    least, best = min(request.bandit.exact_means), request.bandit.best_mean
    return certify(privacy_threshold, least, best, digits=request.deep)


def private_of_laws(request: Request) -> Enclosure:
    """The sum of gap / d_inf."""
    return _coefficient(request, _infima(request, d_inf, request.budget(Privacy.PURE)))


def weaker_of_laws(request: Request) -> Enclosure:
    """The sum of gap / min{KL_inf, eps TV_inf}."""
    eps, tv = request.budget(Privacy.PURE), tv_infima(request)
    smaller = {arm: Enclosure.min(kl, tv[arm] * eps) for arm, kl in kl_infima(request).items()}
    return _coefficient(request, smaller)


def free_of_laws(request: Request) -> Enclosure:
    """The sum of gap / KL_inf."""
    return _coefficient(request, kl_infima(request))


def no_better_law(request: Request) -> bool:
    """Whether the class has no law of a mean above the best one."""
    return any(isinstance(value.lo, float) for value in kl_infima(request).values())


def equal_laws(request: Request) -> list[Arms]:
    """The suboptimal arms, those of equal laws together."""
    groups: dict[Hashable, list[int]] = {}
    for arm in request.bandit.suboptimal_arms:
        groups.setdefault(_known_by(request.bandit.laws[arm]), []).append(arm)
    return [tuple(arms) for arms in groups.values()]


def has_better_law(request: Request, arms: Arms) -> bool:
    """Whether a law of the class of these arms has a mean above the best one."""
    return not isinstance(kl_infima(request)[arms[0]].hi, float)


def budget_of_an_arm(request: Request, arms: Arms) -> Enclosure:
    """KL_inf / TV_inf of arms of equal laws."""
    kl, tv = kl_infima(request)[arms[0]], tv_infima(request)[arms[0]]
    return trimmed(kl / tv, request.digits)


@once
def kl_infima(request: Request) -> dict[int, Enclosure]:
    """KL_inf of each suboptimal arm, by its number."""
    return _infima(request, kl_inf)


@once
def tv_infima(request: Request) -> dict[int, Enclosure]:
    """TV_inf of each suboptimal arm, by its number."""
    return _infima(request, tv_inf)


def _infima(request: Request, infimum: Callable[..., Any], *eps: Fraction) -> dict[int, Enclosure]:
    """The infimum over laws of a mean above the best one, computed once for equal laws."""
    bandit, digits = request.bandit, request.deep + 2
    results: dict[int, Enclosure] = {}
    for arms in equal_laws(request):
        law = bandit.laws[arms[0]]
        number = certify(infimum, law, bandit.best_mean, *eps, digits=digits)
        results |= dict.fromkeys(arms, number)
    return dict(sorted(results.items()))


def _known_by(law: Law) -> Hashable:
    """What tells a law from the others of its instance, however its numbers are written."""
    return law.exact_mean if isinstance(law, ExponentialFamily) else law


def _coefficient(request: Request, infima: dict[int, Enclosure]) -> Enclosure:
    """The sum of gap / infimum."""
    gaps = request.bandit.gaps
    parts = [
        INFINITE if infimum == ZERO else gaps[arm] / infimum for arm, infimum in infima.items()
    ]
    return trimmed(sum(parts, ZERO), request.digits)
