"""Asymptotic regret bounds of any reward laws: sums of gap / infimum over better laws.

Without privacy the infimum is KL_inf, under eps-View DP min{KL_inf, eps TV_inf} (the thesis) or
the smaller d_inf (the general form of the Bernoulli paper). An arm whose class has no better law,
because the best mean is at the upper end, has an infinite infimum and contributes 0.
"""

from __future__ import annotations
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any
from banditproof.theory.balls import trimmed
from banditproof.theory.bound_words import Privacy, Side
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import INFINITE, ZERO, Enclosure
from banditproof.theory.infima import d_inf, kl_inf, tv_inf
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.laws import ExponentialFamily, Law
from .bound import BUDGET, COEFFICIENT, Bound
from .request import Request

PER_ARM = "budget from which arm {} costs no more in Theorem 4.16"


@dataclass(frozen=True)
class Infima:
    """The infima of the suboptimal arms of a request, each computed once for equal laws."""

    request: Request

    def of_each(self, infimum: Callable[..., Any], *eps: Fraction) -> dict[int, Enclosure]:
        """The infimum over laws of a mean above the best one of each suboptimal arm, by number."""
        bandit, digits = self.request.bandit, self.request.deep + 2
        known: dict[Hashable, Enclosure] = {}
        results: dict[int, Enclosure] = {}
        for arm in bandit.suboptimal_arms:
            law = bandit.laws[arm]
            key = _known_by(law)
            if key not in known:
                known[key] = certify(infimum, law, bandit.best_mean, *eps, digits=digits)
            results[arm] = known[key]
        return results

    @cached_property
    def kl(self) -> dict[int, Enclosure]:
        """KL_inf of each suboptimal arm."""
        return self.of_each(kl_inf)

    @cached_property
    def tv(self) -> dict[int, Enclosure]:
        """TV_inf of each suboptimal arm."""
        return self.of_each(tv_inf)

    def weaker(self, eps: Fraction) -> dict[int, Enclosure]:
        """min{KL_inf, eps TV_inf} of each suboptimal arm."""
        return {arm: Enclosure.min(kl, self.tv[arm] * eps) for arm, kl in self.kl.items()}

    def coefficient(self, infima: dict[int, Enclosure]) -> Enclosure:
        """The sum of gap / infimum."""
        gaps = self.request.bandit.gaps
        parts = [
            INFINITE if infimum == ZERO else gaps[arm] / infimum for arm, infimum in infima.items()
        ]
        return trimmed(sum(parts, ZERO), self.request.digits)


def _known_by(law: Law) -> Hashable:
    """What tells a law from the others of its instance, however its numbers are written."""
    return law.exact_mean if isinstance(law, ExponentialFamily) else law


def unstructured_rows(request: Request) -> list[Bound]:
    """The bounds of consistent policies on the class of the given laws, and their thresholds.

    >>> from banditproof.theory import GaussianBandit
    >>> rows = unstructured_rows(Request(GaussianBandit((1, "0.5")), eps=Fraction(1, 10)))
    >>> print(rows[-2].name, float(rows[-2].enclosure))
    lower bound without privacy 4.0
    """
    infima, eps = Infima(request), request.eps
    if isinstance(request.bandit, BernoulliBandit):
        return thresholds(request, infima) if eps is not None else []
    note = ""
    if any(isinstance(value.lo, float) for value in infima.kl.values()):
        note = "the best mean is the largest of the class: no better law, so these arms count 0"
    rows = []

    def lower(name: str, claim: str, values: dict[int, Enclosure], privacy: Privacy) -> Bound:
        return request.stated(
            name,
            claim,
            Side.LOWER,
            COEFFICIENT,
            lambda: infima.coefficient(values),
            note=note,
            privacy=privacy,
        )

    if eps is not None:
        private, weaker = infima.of_each(d_inf, eps), infima.weaker(eps)
        rows += [
            lower("private lower bound, d_inf", "bern.rem3.c", private, Privacy.PURE),
            lower("private lower bound, KL_inf and TV_inf", "thesis.thm4.16", weaker, Privacy.PURE),
        ]
    rows.append(lower("lower bound without privacy", "thesis.thm2.31", infima.kl, Privacy.NONE))
    return rows + (thresholds(request, infima) if eps is not None else [])


def thresholds(request: Request, infima: Infima) -> list[Bound]:
    """The budget KL_inf/TV_inf of each suboptimal arm; arms of equal laws share a row."""
    groups: dict[Hashable, list[int]] = {}
    for arm in request.bandit.suboptimal_arms:
        groups.setdefault(_known_by(request.bandit.laws[arm]), []).append(arm)
    return [_threshold(request, arms, infima) for arms in groups.values()]


def _threshold(request: Request, arms: list[int], infima: Infima) -> Bound:
    eps, kl, tv = request.eps, infima.kl[arms[0]], infima.tv[arms[0]]

    def side(border: Enclosure) -> str | None:
        if eps is not None and eps < border.lo:
            return "eps is below: privacy costs"
        return "eps is not below: Theorem 4.16 is the bound without privacy"

    return request.stated(
        PER_ARM.format(", ".join(str(arm + 1) for arm in arms)),
        "thesis.thm4.16.regimes",
        Side.THRESHOLD,
        BUDGET,
        lambda: trimmed(kl / tv, request.digits),
        hypotheses=(("a law with a mean above the best one", not isinstance(kl.hi, float)),),
        note="KL_inf / TV_inf",
        privacy=Privacy.PURE,
        regime=side,
    )
