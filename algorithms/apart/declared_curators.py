"""The curators that can be declared, as plain values of JSON, and the way back.

Their fields are numbers, laws of noise, named releases and public functions of a reward.
"""

from collections.abc import Callable
from typing import Any
from banditproof.algorithms.curators.bounded_rows import BoundedRows
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.declared_vectors import DeclaredVectors
from banditproof.algorithms.curators.declaring import Declaring
from banditproof.algorithms.curators.factorised_sums import (
    MOST_MIXED,
    MOST_RELEASES,
    FactorisedSums,
)
from banditproof.algorithms.curators.growing_noise import GrowingNoise
from banditproof.algorithms.curators.named_releases import LONGEST_NAME, NamedRelease, NamedReleases
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.curators.open_vectors import OpenVectors
from banditproof.algorithms.curators.private_choices import ExponentialChoice, NoisyMax
from banditproof.algorithms.curators.public_functions import POWERS, PublicFunction
from banditproof.algorithms.curators.randomised_rewards import RandomisedRewards
from banditproof.algorithms.curators.sparse_vector import SparseVector
from banditproof.algorithms.curators.tree_vectors import TreeVectors
from banditproof.algorithms.curators.whitened_sums import WhitenedSums
from .plain_values import (
    Reader,
    count,
    entries,
    law,
    number,
    optional,
    packed,
    refusal,
    several,
    truth,
)

MOST_STEPS, MOST_FUNCTIONS = 100, 32
"""The steps of one function, and the functions or releases of one curator."""


def _packed_function(public: PublicFunction) -> Any:
    """A function as a text, or as a list of pairs.

    >>> _packed_function("x**2"), _packed_function(((0, 0), ("0.5", 1)))
    ('x**2', [[0, 0], [{'ratio': [1, 2]}, 1]])
    """
    return public if type(public) is str else packed(public)


def function(value: Any, where: str) -> PublicFunction:
    """A function of a reward."""
    if type(value) is str:
        if value not in POWERS:
            raise refusal(where, value, f"one of {', '.join(POWERS)}, or a list of steps")
        return value
    return several(several(number, 2, 2), 1, MOST_STEPS)(value, where)


def _packed_functions(functions: tuple[PublicFunction, ...]) -> Any:
    """Several functions as a list."""
    return [_packed_function(public) for public in functions]


def functions(value: Any, where: str) -> tuple[PublicFunction, ...]:
    """Several functions of a reward."""
    return several(function, 0, MOST_FUNCTIONS)(value, where)


def _packed_releases(releases: tuple[NamedRelease, ...]) -> Any:
    """Named releases as a list of dictionaries."""
    return [
        {
            "name": str(one.name),
            "of": _packed_function(one.of),
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


_WRITERS: dict[Reader[Any], Callable[[Any], Any]] = {
    function: _packed_function,
    functions: _packed_functions,
    releases: _packed_releases,
}
"""What writes the fields that these read; all other fields are numbers, laws and tuples."""


MOST_ARMS, MOST_LENGTH, MOST_TIMES = 10**6, 10**5, 10**4
"""The most arms, coordinates, and batches or copies of a reward."""
_pair = optional(several(number, 2, 2))


def _noises(value: Any, where: str) -> Any:
    """One law, or a list of laws."""
    return several(law, 1, 16)(value, where) if type(value) is list else law(value, where)


CURATORS: dict[type[Declaring], dict[str, Reader[Any]]] = {
    NoisySums: {"noise": law},
    DeclaredSums: {
        "noise": _noises,
        "weights": several(number, 1),
        "center": number,
        "clip": _pair,
        "memory": count(1, MOST_TIMES),
        "copies": count(1, MOST_TIMES),
        "rate": number,
        "bounds": _pair,
        "mean": truth,
        "pooled": truth,
    },
    DeclaredVectors: {
        "noise": law,
        "actions": several(several(number, 1)),
        "whitened": truth,
        "norm": number,
    },
    TreeVectors: {"noise": law, "levels": count(1, MOST_TIMES), "dimension": count(0, MOST_LENGTH)},
    BoundedRows: {"noise": law, "length": count(1, MOST_LENGTH), "bound": number, "mean": truth},
    WhitenedSums: {"rows": several(several(number, 1), 1), "noise": law},
    OpenVectors: {"noise": optional(law), "norm": optional(number)},
    NamedReleases: {"releases": releases, "clip": _pair, "each_arm": truth},
    FactorisedSums: {
        "rows": several(several(number, 1, MOST_RELEASES), 1, MOST_RELEASES),
        "noise": law,
        "factor": several(several(number, 1, MOST_MIXED), 0, MOST_MIXED),
        "after": several(count(1, MOST_RELEASES), 0, MOST_RELEASES),
    },
    GrowingNoise: {"noise": law, "ratio": number},
    RandomisedRewards: {
        "truth": number,
        "ends": several(number, 2, 2),
        "copies": count(1, MOST_TIMES),
    },
    NoisyMax: {"noise": law, "candidates": functions, "tells_value": truth},
    ExponentialChoice: {"rate": number, "candidates": functions},
    SparseVector: {
        "noise_of_threshold": law,
        "noise": law,
        "threshold": number,
        "most": optional(count(1, MOST_TIMES)),
        "of": function,
        "allowance": number,
        "restarts": truth,
        "renews": truth,
        "value_noise": optional(law),
        "tells_value": truth,
    },
}
"""The reader of each field of each curator that can be declared."""


def packed_parts(parts: Any) -> dict[str, Any]:
    """A declared curator in plain JSON types.

    >>> from banditproof.theory.mechanisms import Laplace
    >>> packed_parts(NoisySums(Laplace(2)))
    {'kind': 'NoisySums', 'noise': {'law': 'Laplace', 'scale': 2}}
    """
    kind = type(parts)
    named = {
        name: _WRITERS.get(read, packed)(getattr(parts, name))
        for name, read in CURATORS[kind].items()
    }
    return {"kind": kind.__name__, **named}
