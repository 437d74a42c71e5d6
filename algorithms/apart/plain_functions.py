"""Public functions of a reward and named releases as plain values of JSON, and the way back."""

from collections.abc import Callable
from typing import Any
from banditproof.algorithms.curators.named_releases import LONGEST_NAME, NamedRelease
from banditproof.algorithms.curators.public_functions import POWERS, Of
from .plain_values import Reader, entries, law, number, optional, packed, refusal, several

MOST_STEPS, MOST_FUNCTIONS = 100, 32
"""The steps of one function, and the functions or releases of one curator."""


def packed_function(of: Of) -> Any:
    """A function as a text, or as a list of pairs.

    >>> packed_function("x**2"), packed_function(((0, 0), ("0.5", 1)))
    ('x**2', [[0, 0], [{'ratio': [1, 2]}, 1]])
    """
    return of if type(of) is str else packed(of)


def function(value: Any, where: str) -> Of:
    """A function of a reward."""
    if type(value) is str:
        if value not in POWERS:
            raise refusal(where, value, f"one of {', '.join(POWERS)}, or a list of steps")
        return value
    return several(several(number, 2, 2), 1, MOST_STEPS)(value, where)


def packed_functions(functions: tuple[Of, ...]) -> Any:
    """Several functions as a list."""
    return [packed_function(of) for of in functions]


def functions(value: Any, where: str) -> tuple[Of, ...]:
    """Several functions of a reward."""
    return several(function, 0, MOST_FUNCTIONS)(value, where)


def packed_releases(releases: tuple[NamedRelease, ...]) -> Any:
    """Named releases as a list of dictionaries."""
    return [
        {
            "name": str(one.name),
            "of": packed_function(one.of),
            "noise": packed(one.noise),
            "share": packed(one.share),
        }
        for one in releases
    ]


def releases(value: Any, where: str) -> tuple[NamedRelease, ...]:
    """Named releases."""
    return several(_release, 1, MOST_FUNCTIONS)(value, where)


def _release(value: Any, where: str) -> NamedRelease:
    given = entries(value, {"name", "of", "noise", "share"}, where)
    name = given["name"]
    if type(name) is not str or not name.isprintable() or not 0 < len(name) <= LONGEST_NAME:
        raise refusal(f"the name of {where}", name, f"1 to {LONGEST_NAME} printable characters")
    noise = given["noise"]
    noises: Any = several(law, 1) if type(noise) is list else law
    return NamedRelease(
        name,
        function(given["of"], f"the function of {where}"),
        noises(noise, f"the noise of {where}"),
        optional(number)(given["share"], f"the share of {where}"),
    )


WRITERS: dict[Reader[Any], Callable[[Any], Any]] = {
    function: packed_function,
    functions: packed_functions,
    releases: packed_releases,
}
"""What writes the fields that these read; all other fields are numbers, laws and tuples."""
