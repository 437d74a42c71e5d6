"""The asymptotic regret bounds of Bernoulli bandits, and the budget from which privacy is free."""

from fractions import Fraction
from typing import cast
from banditproof.theory.balls import ball
from banditproof.theory.bernoulli import privacy_threshold
from banditproof.theory.bound_words import Privacy, Side, Status
from banditproof.theory.certified_forms import certify
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.instances import BernoulliBandit
from .bernoulli_coefficients import (
    lai_robbins_coefficient,
    older_regret_coefficient,
    regret_coefficient,
)
from .bound import BUDGET, COEFFICIENT, Bound
from .request import Request, times

AT_ONE = (
    "The best mean is 1, where no instance is better: constant regret is possible, and the "
    "bound is 0 (the printed statement misses the hypothesis mu_star < 1)."
)
BELOW_ONE = "a best mean below 1, unless all arms are best"
THESIS_FORM = "the Bernoulli form of thesis.thm4.16"


def bernoulli_rows(request: Request) -> list[Bound]:
    """The lower bounds of consistent policies, the upper bound of DP-KLUCB, the threshold.

    >>> rows = bernoulli_rows(Request(BernoulliBandit(("0.8", "0.1")), eps=Fraction(1)))
    >>> [row.name for row in rows][:2]
    ['private lower bound', 'older private lower bound, factor 6']
    """
    bandit = cast(BernoulliBandit, request.bandit)
    means, best, eps = bandit.exact_means, bandit.best_mean, request.eps
    degenerate = best == 1 and bool(bandit.suboptimal_arms)
    note = AT_ONE if degenerate else ""

    def lower(
        name: str, claim: str, value: Enclosure, privacy: Privacy, status: Status, more: str = ""
    ) -> Bound:
        text = "; ".join(part for part in (note.rstrip("."), more) if part) if more else note
        facts = (name, claim, Side.LOWER, COEFFICIENT, lambda: value)
        return request.stated(*facts, note=text, privacy=privacy, status=status)

    rows = []
    if eps is not None:
        private = certify(regret_coefficient, means, eps, digits=request.deep)
        older = certify(older_regret_coefficient, means, eps, digits=request.deep)
        oldest = certify(older_regret_coefficient, means, eps, 1, digits=request.deep)
        name, pure = "older private lower bound, factor ", Privacy.PURE
        rows = [
            lower(
                "private lower bound",
                "bern.thm3.1.repaired",
                private,
                Privacy.PURE,
                Status.REPAIRED,
            ),
            lower(name + "6", "bern.eq7.repaired", older, pure, Status.OLDER),
            lower(name + "1", "bern.rem3.a.chain", oldest, pure, Status.OLDER, THESIS_FORM),
        ]
    free = certify(lai_robbins_coefficient, means, digits=request.deep)
    rows.append(
        lower("lower bound without privacy", "bern.eq3", free, Privacy.NONE, Status.PRINTED)
    )
    if eps is not None:
        rows.append(_upper(request, private, degenerate))
        rows += _threshold(request, bandit, eps)
    rows.append(
        request.stated(
            "KL-UCB upper bound, without privacy",
            "thesis.thm2.26",
            Side.UPPER,
            COEFFICIENT,
            lambda: free,
            hypotheses=((BELOW_ONE, not degenerate),),
            note="plus o(log T)",
        )
    )
    return rows


def _upper(request: Request, private: Enclosure, degenerate: bool) -> Bound:
    name = f"DP-KLUCB and DP-IMED upper bound, batch ratio {_shown(request.batch_ratio)}"
    facts = (name, "bern.thm4.3", Side.UPPER, COEFFICIENT)
    if degenerate:
        reason = "The theorem assumes a best mean below 1."
        return Bound(
            *facts, None, False, reason, privacy=Privacy.PURE, hypotheses=((BELOW_ONE, False),)
        )
    return request.stated(
        *facts,
        lambda: times(private, lambda: ball(request.batch_ratio), request.digits),
        hypotheses=((BELOW_ONE, True),),
        note="plus o(log T)",
        privacy=Privacy.PURE,
    )


def _shown(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):g}"


def _threshold(request: Request, bandit: BernoulliBandit, eps: Fraction) -> list[Bound]:
    best, least = bandit.best_mean, min(bandit.exact_means)
    if least == best:
        return []
    # log-odds rise with the mean, so that the least mean has the largest gap
    last = certify(privacy_threshold, least, best, digits=request.deep)
    name = "budget from which privacy is free"
    return [
        request.stated(
            name,
            "bern.rem3.b",
            Side.THRESHOLD,
            BUDGET,
            lambda: last,
            hypotheses=((BELOW_ONE, best < 1),),
            note="the largest log-odds gap of an arm and the best one",
            privacy=Privacy.PURE,
            regime=lambda border: (
                "eps is below: privacy costs regret"
                if eps < border.lo
                else "eps is not below: the bound with privacy is the one without"
            ),
        )
    ]
