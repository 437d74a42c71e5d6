"""What a policy is played on, as a description that JSON can say and that is read back exactly."""

from collections.abc import Mapping
from typing import Any
from banditproof.algorithms.engines.engine import Played
from banditproof.algorithms.linear_environment import LinearEnvironment
from banditproof.theory import BernoulliBandit, GaussianBandit
from banditproof.theory.exact import exact
from .nearest_names import checked_keys

KEYS = ("means", "sigma", "actions", "contexts", "arms", "theta", "law")


def described(bandit: Played) -> dict[str, Any]:
    """The exact numbers of a bandit, by the names that a sweep file has for them.

    >>> described(BernoulliBandit(("0.5", "25%")))
    {'means': ['1/2', '1/4']}
    """
    if isinstance(bandit, LinearEnvironment):
        return _of_linear(bandit)
    if isinstance(bandit, GaussianBandit):
        return {"means": _words(bandit.exact_means), "sigma": str(exact(bandit.sigma))}
    if isinstance(bandit, BernoulliBandit):
        return {"means": _words(bandit.exact_means)}
    raise ValueError(
        f"An instance is {bandit!r}; give a BernoulliBandit, a GaussianBandit or a "
        "LinearEnvironment."
    )


def _of_linear(bandit: LinearEnvironment) -> dict[str, Any]:
    results: dict[str, Any] = {"theta": _words(bandit.theta), "law": bandit.law}
    if bandit.law == "normal":
        results["sigma"] = str(exact(bandit.sigma))
    if bandit.actions:
        return results | {"actions": [_words(row) for row in bandit.actions]}
    contexts = bandit.contexts
    if not isinstance(contexts, str):
        contexts = [[_words(row) for row in rows] for rows in contexts or []]
    return results | {"contexts": contexts, "arms": bandit.arms}


def _words(numbers: Any) -> list[str]:
    return [str(exact(number)) for number in numbers]


def bandit_of(description: Mapping[str, Any]) -> Played:
    """The bandit of a description.

    >>> bandit_of({"means": ["1/2", "1/4"], "sigma": 2}).sigma
    2
    >>> bandit_of({"mean": [1]})
    Traceback (most recent call last):
    ...
    ValueError: An instance has no key 'mean'; did you mean means?
    """
    checked_keys("An instance", description, KEYS)
    given = dict(description)
    if "means" in given:
        unused = sorted({"actions", "contexts", "arms", "theta", "law"} & set(given))
        if unused:
            raise ValueError(
                f"An instance has means and {unused[0]}; the latter belongs to a linear one."
            )
        means = given["means"]
        return GaussianBandit(means, given["sigma"]) if "sigma" in given else BernoulliBandit(means)
    if "theta" not in given:
        raise ValueError(
            "An instance has neither means nor theta; give the means of its arms, or the theta of "
            "a linear bandit with its actions or contexts."
        )
    if "sigma" in given and given.get("law", "signs") != "normal":
        raise ValueError("An instance has sigma, which belongs to the law normal; leave it out.")
    return LinearEnvironment(**given)


def said(description: Mapping[str, Any]) -> str:
    """A short name of an instance, where none is given.

    >>> said({"means": ["3/4", "1/2"]}), said({"theta": ["1", "0"], "contexts": "sphere"})
    ('0.75,0.5', 'sphere')
    """
    if "means" in description:
        sigma = f" sigma {_short(description['sigma'])}" if "sigma" in description else ""
        return ",".join(map(_short, description["means"])) + sigma
    contexts = description.get("contexts")
    if isinstance(contexts, str):
        return contexts
    return f"{len(description.get('actions', contexts))} {'contexts' if contexts else 'actions'}"


def _short(word: str) -> str:
    return f"{float(exact(word)):.6g}"
