"""Numbers, laws of noise and lists as plain values of JSON, and the strict way back.

A number is an integer, a finite float or {"ratio": [n, d]}, a law {"law": name, ...}, a tuple a
list. What reads them takes exact types only, so that no code of a sender runs, and numbers within
`LARGEST` only; all else is a ValueError of one sentence.
"""

from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from math import isfinite
from typing import Any, TypeVar, get_args
from banditproof.theory.exact import Number, exact
from banditproof.theory.mechanisms import Mechanism

Value = TypeVar("Value")
Reader = Callable[[Any, str], Value]
"""What makes a value of a plain one; the text says where it stands."""
LAWS: dict[str, type[Any]] = {law.__name__: law for law in get_args(Mechanism)}
"""The laws of noise that may be declared, by their names."""
LARGEST = Fraction(10**100)
"""The largest number; the smallest but 0 is its inverse."""
MOST_DIGITS = 1024
"""The binary digits of a numerator or a denominator."""
SHORT, FLOAT_DIGITS = 12, 53
"""A longer denominator is that of a float, if it is a power of 2 and there are so many digits."""
MOST_ITEMS = 10_000
"""The entries of a list."""


def packed(value: Any) -> Any:
    """A number, a law, None, a truth value, or a tuple of such, as a plain value.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> packed((True, 2, "0.5", Laplace(3)))
    [True, 2, {'ratio': [1, 2]}, {'law': 'Laplace', 'scale': 3}]
    """
    kind = type(value)
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"A declared number is {float(value)}; give a finite one.")
    if value is None or kind in (bool, int, float):
        return value
    if kind is tuple or kind is list:
        return [packed(one) for one in value]
    if LAWS.get(kind.__name__) is kind:
        named = {one.name: packed(getattr(value, one.name)) for one in fields(kind)}
        return {"law": kind.__name__, **named}
    if isinstance(value, float):  # of NumPy
        return float(value)
    try:
        number = exact(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f"A {kind.__name__} is no plain value; give a number, a tuple of numbers, or one of "
            f"the laws {', '.join(LAWS)}."
        ) from None
    return {"ratio": [number.numerator, number.denominator]}


def canonical(plain: Any) -> Any:
    """A plain value with one form of each number: 1, 1.0 and {"ratio": [1, 1]} are "1".

    >>> canonical([1, 1.0, 0.5, {"ratio": [1, 2]}, True, None])
    ['1', '1', '1/2', '1/2', True, None]
    """
    if plain is None or type(plain) in (bool, str):
        return plain
    if type(plain) is list:
        return [canonical(one) for one in plain]
    if type(plain) is dict:
        if set(plain) == {"ratio"}:
            return str(Fraction(*plain["ratio"]))
        return {key: canonical(one) for key, one in plain.items()}
    return str(Fraction(plain))


def in_words(form: Any) -> str:
    """A canonical value as a reader writes it.

    A name is quoted, so that nothing in it is taken for something else. Of a number with a long
    denominator it is said which float it is, if it is one.

    >>> in_words(canonical({"law": "Laplace", "scale": 0.5})), in_words(canonical([1, True]))
    ('Laplace(scale=1/2)', '(1, True)')
    >>> in_words(canonical({"name": "a, of=1", "noise": 0.1}))
    "(name='a, of=1', noise=3602879701896397/36028797018963968 (the float 0.1))"
    """
    if type(form) is list:
        return f"({', '.join(map(in_words, form))})"
    if type(form) is dict:
        kind = form.get("law") or form.get("kind") or ""
        named = (
            f"{k}={repr(one) if k == 'name' else in_words(one)}"
            for k, one in form.items()
            if k not in ("law", "kind")
        )
        return f"{kind}({', '.join(named)})"
    text = str(form)
    return f"{text} (the float {float(Fraction(text))!r})" if _is_long_float(text) else text


def _is_long_float(text: str) -> bool:
    """Whether a text is a number that only a float would be given as: in many binary digits."""
    above, _, below = text.partition("/")
    if not (below.isdecimal() and len(below) > SHORT and above.lstrip("-").isdecimal()):
        return False
    return int(below) & (int(below) - 1) == 0 and abs(int(above)).bit_length() <= FLOAT_DIGITS


def shown(value: Any) -> str:
    """A plain value in a message, cut and without running code of its class."""
    if type(value) is int and value.bit_length() > MOST_DIGITS:
        return f"an integer of {value.bit_length()} binary digits"
    if value is None or type(value) in (bool, int, float):
        return repr(value)
    if type(value) is str:
        return repr(value[:40]) + "..." * (len(value) > 40)
    return f"a {type(value).__name__}"


def refusal(where: str, value: Any, right: str) -> ValueError:
    """The sentence of a value that is not as it should be."""
    return ValueError(f"In a declaration {where} is {shown(value)}; give {right}.")


def truth(value: Any, where: str) -> bool:
    """True or False."""
    if type(value) is not bool:
        raise refusal(where, value, "true or false")
    return value


def count(least: int, most: int) -> Reader[int]:
    """The reader of an integer of a range."""

    def read(value: Any, where: str) -> int:
        if type(value) is not int or not least <= value <= most:
            raise refusal(where, value, f"an integer from {least} to {most}")
        return value

    return read


def number(value: Any, where: str) -> Number:
    """An integer, a float or a fraction of the bounds."""
    if type(value) is float and isfinite(value):
        plain: Number = value
    elif type(value) is int:
        plain = value
    else:
        plain = _ratio(value, where)
    size = abs(Fraction(plain))
    if size and not 1 / LARGEST <= size <= LARGEST:
        raise refusal(where, value, "a number from 1e-100 to 1e100 in size, or 0")
    return plain


def _ratio(value: Any, where: str) -> Fraction:
    parts = entries(value, {"ratio"}, where)["ratio"] if type(value) is dict else None
    if type(parts) is list and len(parts) == 2 and all(type(part) is int for part in parts):
        above, below = parts
        if below > 0 and max(abs(above), below).bit_length() <= MOST_DIGITS:
            return Fraction(above, below)
    raise refusal(
        where,
        value,
        'a finite number, or {"ratio": [n, d]} of integers of at most '
        f"{MOST_DIGITS} binary digits with d > 0",
    )


def entries(value: Any, names: set[str], where: str) -> dict[str, Any]:
    """A plain dictionary with these keys and no other."""
    plain = type(value) is dict and all(type(key) is str for key in value)
    if not plain or set(value) != names:
        right = f"a dictionary with the keys {', '.join(sorted(names))}"
        raise refusal(where, value, right)
    return value  # type: ignore[no-any-return]


def several(one: Reader[Value], least: int = 0, most: int = MOST_ITEMS) -> Reader[tuple[Any, ...]]:
    """The reader of a list as a tuple."""

    def read(value: Any, where: str) -> tuple[Value, ...]:
        if type(value) is not list or not least <= len(value) <= most:
            raise refusal(where, value, f"a list of {least} to {most} entries")
        return tuple(one(item, f"an entry of {where}") for item in value)

    return read


def optional(one: Reader[Value]) -> Reader[Value | None]:
    """The reader of a value that may be null."""
    return lambda value, where: None if value is None else one(value, where)


def law(value: Any, where: str) -> Mechanism:
    """A law of noise of this library."""
    name = value.get("law") if type(value) is dict else None
    if type(name) is not str or name not in LAWS:
        raise refusal(where, value, f'a dictionary with the key "law", one of {", ".join(LAWS)}')
    kind = LAWS[name]
    names = [one.name for one in fields(kind)]
    given = entries(value, {"law", *names}, where)
    made: Mechanism = kind(**{name: number(given[name], f"{name} of {where}") for name in names})
    return made
