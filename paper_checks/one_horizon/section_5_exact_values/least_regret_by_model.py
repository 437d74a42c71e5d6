"""The least regret for lists and for tables as neighbours, with a delta."""

from fractions import Fraction
from typing import Any
from banditproof.paper_checks.checking import Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import points, require
from banditproof.theory.exact_price import exact_price, verified_price
from banditproof.theory.exact_price.price_file import price_facts


def ends(model: Any, delta: Fraction, horizon: int) -> tuple[Fraction, Fraction]:
    """Both ends as the second program finds them."""
    found = exact_price(2, horizon, "log(3/2)", delta=delta, model=model, instances=2)
    again = verified_price(price_facts(found))
    return again.lower, again.upper


@checks("one.exact.models")
@mutant("no delta", delta=Fraction(0))
@mutant("one round less", horizon=3)
@mutant("sharper: by 1 %", times=Fraction(101, 100))
def tables_cost_more(
    delta: Fraction = Fraction(1, 20), horizon: int = 4, times: Fraction = Fraction(1)
) -> Verdict:
    """The best policy for lists pays less than the certificate for tables proves."""
    _, lists = ends("view", delta, horizon)
    tables, _ = ends("table", delta, horizon)
    require(times * lists < tables, "Lists cost as much as tables.", lists=lists, tables=tables)
    return points()
