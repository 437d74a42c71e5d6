"""An instance in a few words."""

from fractions import Fraction
from banditproof.theory.instances import Bandit, FiniteSupportBandit, LinearBandit
from banditproof.theory.laws import FAMILIES, ExponentialFamily
from banditproof.theory.number_text import number_text

MOST_LETTERS = 48
"""How long a list of numbers may be."""


def described(bandit: Bandit) -> str:
    """What kind of arms an instance has, and their means.

    >>> from banditproof.theory import BernoulliBandit, GaussianBandit
    >>> described(BernoulliBandit(("0.8", "0.6")))
    '2 Bernoulli arms with means 0.8, 0.6'
    >>> described(GaussianBandit((1, 0), sigma=2))
    '2 Gaussian arms with means 1, 0, sigma 2'
    """
    count = f"{bandit.arms} {{}} arm{'s' if bandit.arms > 1 else ''}"
    if isinstance(bandit, LinearBandit):
        return (
            f"a linear bandit of {bandit.arms} actions in dimension {len(bandit.theta)}, "
            f"sigma {number_text(bandit.laws[0].exact_known)}"
        )
    means = _listed([_written(mean) for mean in bandit.exact_means])
    law = bandit.laws[0]
    if isinstance(law, ExponentialFamily):
        family = next((name for name, kind in FAMILIES.items() if kind is type(law)), "other")
        if family in ("bernoulli", "gaussian", "poisson"):  # names of people
            family = family.capitalize()
        known = "" if law.known is None else f", {law.known} {number_text(law.exact_known)}"
        return f"{count.format(family)} with means {means}{known}"
    if isinstance(bandit, FiniteSupportBandit):
        return f"{count.format('finite')} on {len(bandit.points)} values, with means {means}"
    return f"{count.format(type(law).__name__)} with means {means}"


def _written(mean: Fraction) -> str:
    """A mean as it was written: the shortest decimal of a float, else its first digits."""
    text, short = number_text(mean), repr(float(mean))
    is_float = text.endswith("...") and Fraction(float(mean)) == mean
    return short if is_float else text


def _listed(words: list[str]) -> str:
    """The words up to a number of letters; all of them are counted elsewhere."""
    shown = words[0]
    for word in words[1:]:
        if len(shown) + len(word) > MOST_LETTERS:
            return f"{shown}, ..."
        shown += f", {word}"
    return shown
