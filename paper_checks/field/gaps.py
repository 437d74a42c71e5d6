"""The largest quotient of the upper and the lower bounds of a cell, as a power of T.

With K = T^k, d = T^c, N = T^n and a budget whose private scale is T^e, the logarithm of a product
to the base T is linear. An upper bound is the largest of its terms: for each choice of one of them
the largest quotient is that of a linear program, which is solved exactly, with a proof. Logarithms
of T are left out.
"""

from __future__ import annotations
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from banditproof.theory.known_bounds.orders import Monomial, Order
from banditproof.theory.rational_programs import Optimum, dot, maximise
from .judged_bounds import Bound

Linear = tuple[Fraction, ...]
"""The constant, and then the coefficient of each exponent."""
SIZES = {
    "arms": "K",
    "adversarial": "K",
    "adaptive": "K",
    "linear": "dK",
    "cube": "d",
    "contextual": "d",
    "contextual-adversarial": "dK",
    "contextual-private": "d",
    "experts": "KN",
}
"""What grows with T in a setting, besides the budget."""
LARGEST = {"N": Fraction(2)}
"""The largest exponents; 1 where none is given, so that K, d <= T and the budget >= 1/T."""
BUDGETS = {
    "pure": {"eps": Fraction(-1)},
    "approximate": {"eps": Fraction(-1)},
    "local": {"eps": Fraction(-1)},
    "shuffle": {"eps": Fraction(-1)},
    "joint": {"eps": Fraction(-1)},
    "zcdp": {"rho": Fraction(-2)},
    "view-zcdp": {"rho": Fraction(-2)},
    "renyi": {"eps": Fraction(-2)},
    "none": {},
}
"""The exponent of the private scale E in the budget: E = 1/eps, 1/sqrt(rho), sqrt(alpha/eps)."""


@dataclass(frozen=True)
class Gap:
    """The largest quotient of the best upper and the best lower bound, and where it is attained."""

    power: Fraction
    """Of T."""
    at: Mapping[str, Fraction]
    """The exponents of sizes, and of the private scale E."""
    upper: Fraction
    lower: Fraction


def linear_form(term: Monomial, setting: str, notion: str, least: str = "") -> Linear:
    """The logarithm of a product to the base T; `least` is what min(K, N) is.

    >>> from banditproof.theory.known_bounds.orders import Order
    >>> [*map(str, linear_form(Order.of("sqrt(K*T)/eps").terms[0], "arms", "pure"))]
    ['1/2', '1/2', '1']
    """
    plain, budget = term.plain(), BUDGETS[notion]
    scale = sum((plain.of_symbol(name) * power for name, power in budget.items()), Fraction(0))
    sizes = [
        plain.of_symbol(name) + (plain.of_symbol("m") if name == least else 0)
        for name in SIZES[setting]
    ]
    return (plain.of_symbol("T"), *sizes, scale)


def gap(bounds: Sequence[Bound], setting: str, notion: str, policies: str = "all") -> Gap | None:
    """The gap between the minimax bounds of a cell; None if a side is missing.

    A lower bound counts if it is about all policies, or about the class of policies that is asked
    for. An upper one of all is by policies that need not lie in this class.

    >>> from banditproof.theory.known_bounds.rows import stated
    >>> here = [x for x in stated() if (x.setting, x.notion) == ("cube", "zcdp")]
    >>> gap(here, "cube", "zcdp").power, gap(here[:1], "cube", "zcdp")
    (Fraction(1, 6), None)
    """
    orders = [
        (one.side, one.order)
        for one in bounds
        if one.order and one.quantity == "minimax" and (one.of_all or one.policies == policies)
    ]
    if setting not in SIZES or {side for side, _ in orders} != {"lower", "upper"}:
        return None
    regions = [("", _region(setting, notion))]
    if setting == "experts":
        k, n = SIZES[setting].index("K"), SIZES[setting].index("N")
        regions = [
            (least, [*_region(setting, notion), _at_most(setting, low, high)])
            for least, low, high in (("K", k, n), ("N", n, k))
        ]
    found = [_largest(orders, setting, notion, *region) for region in regions]
    return max(found, key=lambda one: one.power)


def _region(setting: str, notion: str) -> list[Linear]:
    """Forms that are at most 0: exponents in their ranges, d <= K, no scale without privacy."""
    names = (*SIZES[setting], "E")
    forms = []
    for place, name in enumerate(names):
        most = Fraction(0) if (name, notion) == ("E", "none") else LARGEST.get(name, Fraction(1))
        forms += [_form(len(names), {place: 1}, -most), _form(len(names), {place: -1})]
    if setting in ("linear", "contextual-adversarial"):
        forms.append(_at_most(setting, names.index("d"), names.index("K")))
    return forms


def _form(many: int, coefficients: Mapping[int, int], constant: Fraction = Fraction(0)) -> Linear:
    return (constant, *(Fraction(coefficients.get(place, 0)) for place in range(many)))


def _at_most(setting: str, low: int, high: int) -> Linear:
    return _form(len(SIZES[setting]) + 1, {low: 1, high: -1})


def _largest(
    orders: Sequence[tuple[str, Order]], setting: str, notion: str, least: str, region: list[Linear]
) -> Gap:
    forms = [(side, _forms(order, setting, notion, least)) for side, order in orders]
    many = len(SIZES[setting]) + 1
    no_more = _form(many, {}, Fraction(1))  # no regret is above T, nor below 1
    uppers = [[no_more], *_smallest([some for side, some in forms if side == "upper"])]
    lower = [_form(many, {}), *(one for side, some in forms if side == "lower" for one in some)]
    lower = _largest_forms(lower)
    found = (_quotient(chosen, lower, region) for chosen in product(*uppers))
    best = max(found, key=lambda one: one.value)
    point = best.point[:-1]
    high = min(max(_value(form, point) for form in some) for some in uppers)
    at = dict(zip((*SIZES[setting], "E"), point, strict=True))
    return Gap(best.value, at, high, high - best.value)


def _quotient(
    chosen: Sequence[Linear], lower: Sequence[Linear], region: Sequence[Linear]
) -> Optimum:
    """The largest z that is, somewhere, at most each of the chosen forms less each lower one."""
    rows = [(*form[1:], Fraction(0)) for form in region]
    limits = [-form[0] for form in region]
    for high, low in product(chosen, lower):
        constant, *coefficients = (x - y for x, y in zip(high, low, strict=True))
        rows.append((*(-x for x in coefficients), Fraction(1)))
        limits.append(constant)
    aim = (*[Fraction(0)] * len(region[0][1:]), Fraction(1))
    found = maximise(aim, rows, limits)
    assert isinstance(found, Optimum)  # the region is bounded, and not empty
    return found


def _value(form: Linear, point: Sequence[Fraction]) -> Fraction:
    return form[0] + dot(form[1:], point)


def _below(one: Linear, other: Linear) -> bool:
    """Whether a form is nowhere above another one; all exponents are at least 0."""
    return all(x <= y for x, y in zip(one, other, strict=True))


def _largest_forms(forms: Sequence[Linear]) -> list[Linear]:
    different = list(dict.fromkeys(forms))
    return [x for x in different if not any(x != y and _below(x, y) for y in different)]


def _smallest(bounds: Sequence[list[Linear]]) -> list[list[Linear]]:
    """Upper bounds, each the largest of its forms, without those that another one improves."""
    different = [*dict.fromkeys(tuple(sorted(_largest_forms(forms))) for forms in bounds)]

    def improves(one: Sequence[Linear], other: Sequence[Linear]) -> bool:
        return one != other and all(any(_below(x, y) for y in other) for x in one)

    return [list(one) for one in different if not any(improves(x, one) for x in different)]


def strongest(bounds: Sequence[Bound], setting: str, notion: str) -> list[Bound]:
    """The stated bounds of a cell, and the carried ones that no other bound improves.

    Of carried bounds of one instance, which have no exponents, those without a stated one beside.

    >>> from .cells import cell
    >>> there = cell("arms", "zcdp")
    >>> len(there.bounds) > len(strongest(there.bounds, "arms", "zcdp")) > 5
    True
    """
    stated = {(x.side, x.quantity) for x in bounds if not x.carried and x.judged and x.of_all}
    kept: list[Bound] = []
    for one in sorted(bounds, key=lambda one: (len(one.carried), not one.judged)):
        if not one.carried:
            kept.append(one)
        elif one.order is None or setting not in SIZES:
            if one.judged and (one.side, one.quantity) not in stated:
                kept.append(one)
        elif one.judged and not any(
            _improves(other, one, setting, notion)
            for other in (*kept, *bounds)
            if other.judged and (other in kept or not _improves(one, other, setting, notion))
        ):
            kept.append(one)
    return kept


def _improves(one: Bound, other: Bound, setting: str, notion: str) -> bool:
    """Whether a minimax bound is nowhere weaker than another one of its side, by its exponents."""
    if one is other or one.side != other.side or one.order is None or other.order is None:
        return False
    if not one.of_all and one.policies != other.policies:
        return False
    small, large = (other.order, one.order) if one.side == "lower" else (one.order, other.order)
    leasts = ("K", "N") if setting == "experts" else ("",)
    return all(
        any(_below(x, y) for y in _forms(large, setting, notion, least))
        for least in leasts
        for x in _forms(small, setting, notion, least)
    )


def _forms(order: Order, setting: str, notion: str, least: str) -> list[Linear]:
    return [linear_form(term, setting, notion, least) for term in order.terms]
