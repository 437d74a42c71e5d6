"""Budgets and their numbers in a few words, as they were typed."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from .budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from .exact import Number, exact


def claim_of(budget: Number | Budget) -> str:
    """A budget in a few words, its numbers as they were typed; a plain number is an eps.

    >>> claim_of(PureDP("0.5")), claim_of(ApproxDP(1, "1e-5")), claim_of(ZCDP("1/8"))
    ('eps = 0.5', 'eps = 1, delta = 1e-5', 'rho = 1/8')
    """
    if isinstance(budget, ApproxDP):
        return f"eps = {shown(budget.eps)}, delta = {shown(budget.delta)}"
    if isinstance(budget, ZCDP):
        return f"rho = {shown(budget.rho)}"
    if isinstance(budget, RenyiDP):
        return f"eps = {shown(budget.eps)} at order {shown(budget.alpha)}"
    return f"eps = {shown(budget.eps if isinstance(budget, PureDP) else budget)}"


def shown(number: Number) -> str:
    """A number as it was typed; an exact one as a short decimal if it is one, else as a fraction.

    >>> shown("1/3"), shown(0.1), shown(Fraction(1, 2)), shown(Fraction(1, 10**6))
    ('1/3', '0.1', '0.5', '1e-6')
    >>> len(shown(Fraction(10**400))), shown(1 - Fraction(1, 10**13))
    (401, '0.9999999999999')
    """
    if isinstance(number, str):
        return number.strip()
    if isinstance(number, float):
        return repr(float(number)).removesuffix(".0")
    value = exact(number)
    try:
        decimal = f"{float(value):.12g}"
    except OverflowError:  # no float is as large
        return str(value)
    if exact(decimal) == value:
        return decimal.replace("e-0", "e-")
    with localcontext(prec=20):
        longer = str(Decimal(value.numerator) / Decimal(value.denominator))
    return longer if exact(longer) == value else str(value)


def apart_from(number: Fraction | float, limit: Fraction | int) -> str:
    """A number with 6 digits, or as many as show that it is not the limit.

    >>> apart_from(Fraction("0.12345678"), Fraction("0.1234567")), apart_from(Fraction(1, 3), 1)
    ('0.1234568', '0.333333')
    """
    if number == math.inf:
        return "inf"
    digits = 6
    near, other = float(number), float(limit)
    while digits < 17 and number != limit and f"{near:.{digits}g}" == f"{other:.{digits}g}":
        digits += 1
    return f"{near:.{digits}g}"
