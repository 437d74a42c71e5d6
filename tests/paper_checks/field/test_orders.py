"""Orders are read, printed and carried without a change of what they say."""

import random
import tomllib
from fractions import Fraction
from math import isclose, log, sqrt
import pytest
from banditproof.paper_checks.field.gaps import BUDGETS, SIZES, linear_form
from banditproof.theory.known_bounds.carried import inclusions
from banditproof.theory.known_bounds.orders import Order
from banditproof.theory.known_bounds.rows import HERE, stated

T = 1e40
ROWS = [row for row in tomllib.loads((HERE / "bounds.toml").read_text())["bound"] if "order" in row]
WHAT_PYTHON_KNOWS = {"sqrt": sqrt, "min": min, "log": lambda _: 1.0} | dict.fromkeys(
    ("K", "N", "d", "alpha", "kappa", "delta"), 1.0
)


def exponent(text: str, names: dict[str, float]) -> float:
    """The exponent of T of an order, as Python computes its number without logarithms."""
    return log(eval(text, WHAT_PYTHON_KNOWS | {"T": T, **names}), T)


def numbers(setting: str, notion: str, point: dict[str, Fraction]) -> dict[str, float]:
    found = {name: T ** float(power) for name, power in point.items() if name != "E"}
    for name, power in BUDGETS[notion].items():
        found[name] = T ** float(power * point["E"])
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['claim']} {row['notion']}")
def test_the_exponents_of_an_order_are_those_of_its_numbers(row) -> None:
    """At random sizes and budgets; an exponent that is 1/4 larger is the mutant."""
    setting, notion, chance = row["setting"], row["notion"], random.Random(row["order"])
    order = Order.of(row["order"])
    names = (*SIZES[setting], "E")
    for _ in range(20):
        point = {name: Fraction(chance.randint(0, 12), 12) for name in names}
        forms = [linear_form(term, setting, notion) for term in order.terms]
        values = [f[0] + sum(map(Fraction.__mul__, f[1:], point.values())) for f in forms]
        seen = exponent(row["order"], numbers(setting, notion, point))
        # a sum of n terms is at most n times the largest
        assert -1e-9 <= seen - max(values) <= log(len(values) + 0.01, T)
        assert exponent(f"({row['order']})*T**0.25", numbers(setting, notion, point)) > seen + 0.2


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("sqrt(K*T)", "sqrt(K T)"),
        ("K*sqrt(log(T)/rho)", "K sqrt(log(T)/rho)"),
        ("d**2*log(K*T)**2/eps", "d^2 log(K T)^2/eps"),
        ("N**(1/6)*T**(2/3)/eps**(1/3)", "N^(1/6) T^(2/3)/eps^(1/3)"),
        ("T/(K*eps)", "T/(K eps)"),
        ("sqrt(T/(K*eps))", "sqrt(T/(K eps))"),
        ("3 + 2*T", "1 + T"),
        ("K*T + T*K", "K T"),
    ],
)
def test_how_an_order_is_printed(text, printed) -> None:
    assert str(Order.of(text)) == printed


@pytest.mark.parametrize("text", ["T - K", "K*", "max(K, T)", "f(K)", "K**T", "'T'", "1.5*T", ""])
def test_what_is_no_order_is_refused(text) -> None:
    with pytest.raises(ValueError, match="is no order; write a sum of products"):
        Order.of(text)


def test_what_is_carried_along_and_back_is_the_same() -> None:
    for inclusion in inclusions():
        if not (inclusion.put and inclusion.back):
            continue
        along, back = (
            {name: Order.of(text).terms[0] for name, text in some.items()}
            for some in (inclusion.put, inclusion.back)
        )
        for name in inclusion.put:
            there = Order.of(f"T*{name}").put(along).put(back)
            one, two = (order.terms[0].plain() for order in (there, Order.of(f"T*{name}")))
            assert inclusion.kind == "setting" or one == two


def test_every_row_has_an_order_or_a_shape() -> None:
    for one in stated():
        assert (one.order is None) == bool(one.shape)
        assert one.side in ("lower", "upper")
        assert one.order is None or one.quantity == "minimax"
    assert isclose(exponent("sqrt(T)", {}), 0.5)
