"""The curators that can be declared, with the plain values that their fields are sent as."""

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
from banditproof.algorithms.curators.named_releases import NamedReleases
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.curators.open_vectors import OpenVectors
from banditproof.algorithms.curators.private_choices import ExponentialChoice, NoisyMax
from banditproof.algorithms.curators.randomised_rewards import RandomisedRewards
from banditproof.algorithms.curators.sparse_vector import SparseVector
from banditproof.algorithms.curators.tree_vectors import TreeVectors
from banditproof.algorithms.curators.whitened_sums import WhitenedSums
from .plain_functions import WRITERS, function, functions, releases
from .plain_values import Reader, count, law, number, optional, packed, several, truth

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
        name: WRITERS.get(read, packed)(getattr(parts, name))
        for name, read in CURATORS[kind].items()
    }
    return {"kind": kind.__name__, **named}
