"""The bounds of an instance at its horizon as a section of text, before all limits."""

from collections.abc import Iterator
from fractions import Fraction
from banditproof.theory.bound_words import Privacy
from banditproof.theory.decimal_digits import decimal
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.number_text import number_text
from banditproof.theory.one_horizon.horizon_bounds import HorizonBounds, bounds_at_horizon
from .request import Request
from .section import Line, Section

SHOWN_DIGITS = 4
MOST_ARMS = 3
"""Of more arms only the number is shown."""


def horizon_bounds(request: Request) -> Iterator[HorizonBounds]:
    """The bounds at the horizon of a request for Bernoulli arms, of each budget; none without one.

    They are in the order of `Request.budgets`.
    """
    if request.horizon is None or not isinstance(request.bandit, BernoulliBandit):
        return
    for privacy, budget in request.budgets.items():
        yield bounds_at_horizon(
            request.bandit.exact_means,
            request.horizon.__floor__(),
            budget if privacy == Privacy.PURE else None,
            request.reliability,
            rho=budget if privacy == Privacy.ZCDP else None,
        )


def horizon_section(bounds: HorizonBounds) -> Section:
    """The section: what every policy pays here or on a neighbour, then the reliable ones."""
    title = f"This instance at T = {number_text(Fraction(bounds.horizon))}, {_whom(bounds)}"
    if len(set(bounds.means)) == 1:
        return Section(title, "All arms are equal: no policy has regret.", ("", "", ""), ())
    lead = "Lower bounds of Reg_T at this T, certified; policies for rewards in [0, 1] included."
    return Section(title, lead, ("", "", ""), tuple(_lines(bounds)))


def _lines(bounds: HorizonBounds) -> Iterator[Line]:
    arms = _arms(bounds.suboptimal)
    if bounds.regret is None or bounds.neighbour is None:
        text = "no arm can be better than a mean of 1, so that there is no neighbour"
        yield Line("here or on a neighbour", "none", "", text)
    else:
        q = number_text(bounds.neighbour)
        neighbours = "the neighbour" if len(bounds.suboptimal) == 1 else "every neighbour"
        yield Line(
            "here or on a neighbour",
            at_least(bounds.regret),
            "",
            f"no policy has less regret here and on {neighbours}: {arms} at {q}; one.thm4, "
            "one.thm9",
        )
    for bound in bounds.reliable:
        yield Line(
            f"if a better arm is missed with probability <= {_share(bound.missed, bounds)}",
            at_least(bound.regret),
            "",
            f"missed: {arms} at {number_text(bound.neighbour)} is pulled in at most half of the "
            "rounds; one.thm3.reliable, one.thm9",
        )
    if bounds.swapped is not None:
        claim = "one.thm5" if len(bounds.means) == 2 else "one.thm10"
        yield Line(
            "mean of all orders of the arms",
            at_least(bounds.swapped),
            "",
            f"even if the means are known, but not which arm has which; {claim}",
        )


def at_least(regret: float) -> str:
    """A lower bound, rounded down.

    >>> at_least(53.8497)
    'at least 53.84'
    """
    return f"at least {decimal(Fraction(regret), SHOWN_DIGITS, up=False)}"


def _whom(bounds: HorizonBounds) -> str:
    if isinstance(bounds.eps, Fraction):
        return f"eps-DP, eps = {number_text(bounds.eps)}"
    if bounds.rho is not None:
        return f"rho-zCDP in interaction, rho = {number_text(bounds.rho)}"
    return "every policy"


def _share(missed: Fraction, bounds: HorizonBounds) -> str:
    """A probability: 1/T, or a percentage where it is a short one."""
    if missed * bounds.horizon == 1 and bounds.horizon > 100:
        return "1/T"
    percent = missed * 100
    return f"{percent} %" if percent.denominator == 1 else number_text(missed)


def _arms(arms: tuple[int, ...]) -> str:
    if len(arms) > MOST_ARMS:
        return f"one of the {len(arms)} other arms"
    *others, last = map(str, arms)
    return f"arm {', '.join(others)} or {last}" if others else f"arm {last}"
