"""Mechanisms: noise that a policy may declare for a release, from tiny scales to huge ones."""

from fractions import Fraction
from hypothesis import strategies as st
from banditproof.theory.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    IntegerLaplace,
    Laplace,
    Mechanism,
    NoNoise,
)


def scales() -> st.SearchStrategy[Fraction]:
    """Scales of noise: 0.1 to 40 in tenths, and those that hide nothing or everything."""
    corners = st.sampled_from([Fraction(1), Fraction(1, 10**6), Fraction(10**4)])
    return st.integers(1, 400).map(lambda tenths: Fraction(tenths, 10)) | corners


def mechanisms(whole: bool | None = None, silent: bool = False) -> st.SearchStrategy[Mechanism]:
    """Laplace and Gaussian noise on the line, and their relatives on the integers.

    `whole` chooses noise on the integers (True) or on the line (False); with `silent` there may
    be no noise at all.

    >>> from hypothesis import find
    >>> type(find(mechanisms(whole=False), lambda noise: noise.variance > 4)).__name__
    'Laplace'
    """
    lines = [scales().map(Laplace), scales().map(lambda scale: Gaussian(sigma_squared=scale**2))]
    wholes = [
        scales().map(IntegerLaplace),
        st.integers(1, 99).map(lambda percent: DiscreteLaplace(Fraction(percent, 100))),
        st.integers(1, 40).map(lambda quarters: DiscreteGaussian(sigma_squared=quarters)),
    ]
    kinds = [*([] if whole else lines), *([] if whole is False else wholes)]
    return st.one_of(*kinds, *([st.just(NoNoise())] if silent else []))
