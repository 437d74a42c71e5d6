"""The randomness of an algorithm: noise, ties and posterior draws, as one interface.

Policies and curators use only this interface. Sampling engines answer with a random
generator, deterministic traces with `Silent`, shared-draw comparisons with a script, and exact
enumeration with every possible answer in turn (`banditproof.verify.exact_laws.enumeration`).
"""

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar, get_args
import numpy as np
from banditproof.theory.exact import exact_count
from banditproof.theory.mechanisms import Mechanism

Option = TypeVar("Option")
Seed = np.random.Generator | np.random.SeedSequence | int | None
"""What randomness comes from; None is the entropy of the system, which real data need."""


def generator(rng: Seed) -> np.random.Generator:
    """A random generator from an integer, a seed sequence, or a generator (used as it is).

    Whoever knows or guesses an integer can compute all noise again; of None nobody can.

    >>> generator(7).random() == generator(np.random.SeedSequence(7)).random()
    True
    """
    return rng if isinstance(rng, np.random.Generator) else np.random.default_rng(rng)


def require_seed(rng: Seed) -> None:
    """Raise ValueError for what is neither a seed nor a source of random numbers.

    >>> require_seed(-1)
    Traceback (most recent call last):
    ...
    ValueError: rng is -1; give an integer >= 0.
    """
    if not (rng is None or isinstance(rng, np.random.Generator | np.random.SeedSequence)):
        exact_count("rng", rng)


def streams(rng: Seed) -> Iterator[np.random.Generator]:
    """Independent random generators, one after the other: the children of a seed.

    >>> next(streams(7)).random() == next(streams(np.random.SeedSequence(7))).random()
    True
    """
    if isinstance(rng, np.random.Generator):
        while True:
            yield rng.spawn(1)[0]
    seed = rng
    if not isinstance(seed, np.random.SeedSequence):
        seed = np.random.SeedSequence(None if seed is None else exact_count("the seed", seed))
    while True:
        yield np.random.default_rng(seed.spawn(1)[0])


class Randomness(Protocol):
    """The random draws that an algorithm may ask for."""

    def noise(self, mechanism: Mechanism) -> float:
        """A fresh draw of the mechanism's noise."""

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options, uniformly."""

    def beta(self, a: float, b: float) -> float:
        """A draw of the Beta(a, b) law."""

    def uniform(self) -> float:
        """A number in [0, 1), uniformly."""


class Sampled:
    """Randomness from a random generator."""

    def __init__(self, rng: Seed) -> None:
        self.rng = generator(rng)

    def noise(self, mechanism: Mechanism) -> float:
        """A fresh draw of the mechanism's noise."""
        return mechanism.sample(self.rng)

    def choice(self, options: Sequence[Option]) -> Option:
        """One of the options, uniformly; no randomness is used for a single option."""
        return options[0] if len(options) == 1 else options[int(self.rng.random() * len(options))]

    def beta(self, a: float, b: float) -> float:
        """A draw of the Beta(a, b) law."""
        return float(self.rng.beta(a, b))

    def uniform(self) -> float:
        """A number in [0, 1), uniformly."""
        return float(self.rng.random())


SHIPPED = frozenset(get_args(Mechanism))
"""The mechanisms of this library; a class may call itself one of them."""


def of_this_library(mechanism: Mechanism) -> Mechanism:
    """The mechanism, if its samples are drawn by this library's own code."""
    fields = getattr(type(mechanism), "__dataclass_fields__", {})
    if type(mechanism) not in SHIPPED or not {*getattr(mechanism, "__dict__", {})} <= {*fields}:
        raise ValueError(
            f"A decision asks for the noise {mechanism!r}, which is not a mechanism of this "
            "library; give one of banditproof.theory.mechanisms."
        )
    return mechanism


class Drawing:
    """What decisions get of a source of randomness: its draws, and not the source itself.

    A generator that can be copied tells the noise of the next release, which would then hide
    nothing. A copy of this draws from the same source, and a mechanism of one's own, which would
    be handed the generator, is refused.

    >>> from copy import deepcopy
    >>> chance, twin = Drawing(Sampled(1)), Drawing(Sampled(1))
    >>> deepcopy(chance).choice("abc") == twin.choice("abc")
    True
    >>> chance.beta(1, 1) == twin.beta(1, 1)
    True
    """

    __slots__ = ("beta", "choice", "noise", "uniform")

    def __init__(self, source: Randomness) -> None:
        # functions, which a copy shares; a bound method would be copied with its object
        self.noise = lambda mechanism: source.noise(of_this_library(mechanism))
        self.choice = lambda options: source.choice(options)
        self.beta = lambda a, b: source.beta(a, b)
        self.uniform = lambda: source.uniform()


class Silent:
    """No randomness: noise is 0, the first option wins, a Beta or uniform draw is its mean.

    >>> Silent().choice(["first", "second"])
    'first'
    """

    def noise(self, mechanism: Mechanism) -> float:
        """Zero."""
        return 0

    def choice(self, options: Sequence[Option]) -> Option:
        """The first option."""
        return options[0]

    def beta(self, a: float, b: float) -> float:
        """The mean a / (a + b)."""
        return a / (a + b)

    def uniform(self) -> float:
        """The mean 1/2."""
        return 0.5


class Scripted:
    """Randomness read from lists: one noise per release, one number in [0, 1) per tie or draw.

    >>> from banditproof.theory.mechanisms import NoNoise
    >>> script = Scripted(noises=[0.5], uniforms=[0.9])
    >>> script.choice("abc"), script.noise(NoNoise())
    ('c', 0.5)
    """

    def __init__(self, noises: Sequence[float] = (), uniforms: Sequence[float] = ()) -> None:
        self._noises: Iterator[float] = iter(noises)
        self._uniforms: Iterator[float] = iter(uniforms)

    def noise(self, mechanism: Mechanism) -> float:
        """The next noise of the script."""
        return self._next(self._noises, "noises")

    def choice(self, options: Sequence[Option]) -> Option:
        """The option at the next uniform number; a single option uses no number."""
        if len(options) == 1:
            return options[0]
        return options[int(self._next(self._uniforms, "uniforms") * len(options))]

    def beta(self, a: float, b: float) -> float:
        """Not scripted."""
        raise ValueError("A script has no Beta draws; use Sampled for posterior sampling.")

    def uniform(self) -> float:
        """The next uniform number."""
        return self._next(self._uniforms, "uniforms")

    @staticmethod
    def _next(numbers: Iterator[float], name: str) -> float:
        try:
            return next(numbers)
        except StopIteration:
            raise ValueError(f"The script has too few {name}; give one for each use.") from None
