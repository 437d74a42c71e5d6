"""The options that only some policies have, and what is made of them."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any
from banditproof.algorithms.catalogue_text import CHOICES, SETTINGS, SWITCHES
from . import arguments
from .option_groups import choices_of

TAKES = {
    "eps": "budget eps",
    "rho": "budget rho",
    "alpha": "order alpha",
    "batch_ratio": "batch ratio",
    "ties": "tie rule",
    **{name: words for name, words in SETTINGS.items() if name not in ("actions", "dimension")},
}
"""What only some policies have."""
EXAMPLES = {"rho": "--rho 0.1", "alpha": "--alpha 2", "eps": "--eps 1"}


@dataclass(frozen=True)
class PolicyOptions:
    """The options that only some policies have; None where one was not given."""

    eps: arguments.Epsilon = None
    rho: arguments.Rho = None
    alpha: str | None = None
    batch_ratio: str | None = None
    ties: str | None = None
    beta: str | None = None
    delta: str | None = None
    gamma: str | None = None
    regulariser: str | None = None
    doubling: str | None = None
    length: str | None = None
    placement: str | None = None
    unclipped: bool = False

    s: str | None = None
    bonus: str | None = None
    clipped: bool = False
    threshold: str | None = None

    @property
    def budget(self) -> dict[str, Any]:
        """The numbers of the budget that were given."""
        results: dict[str, Any] = {
            name: arguments.budget_of_runs(word, name)
            for name, word in (("eps", self.eps), ("rho", self.rho))
            if word is not None
        }
        if self.alpha is not None:
            results["alpha"] = arguments.order(self.alpha)
        return results

    def checked(self, policy: str) -> dict[str, Any]:
        """The settings of a policy; raises ValueError for one that it does not have, or lacks."""
        from banditproof.algorithms import POLICIES
        from .option_ranges import RISKS

        entry = POLICIES[policy]
        given = {f.name: getattr(self, f.name) for f in fields(self)}
        for name, word in given.items():
            if word not in (None, False) and name not in entry.options:
                takers = ", ".join(known for known in POLICIES if name in POLICIES[known].options)
                raise ValueError(
                    f"The policy {policy} has no {TAKES[name]}; leave --{name.replace('_', '-')} "
                    f"out, or give one of the policies {takers}."
                )
        for name, example in EXAMPLES.items():
            if name in entry.options and given[name] is None:
                what = "an order alpha" if name == "alpha" else "a budget"
                raise ValueError(f"The policy {policy} needs {what}; give {example} for example.")
        results = self.budget
        for name in ("delta", "gamma"):
            if given[name] is not None:
                chance = arguments.risk(given[name], name)
                results[name] = arguments.within(RISKS, name, given[name], chance)
        if self.s is not None:
            results["s"] = arguments.exponent(self.s)
        for name in ("beta", "regulariser", "doubling"):
            if given[name] is not None:
                results[name] = arguments.positive(name, given[name])
        for name in CHOICES:
            if given[name] is not None:
                choices = choices_of("policy_options", name)
                results[name] = arguments.one_of(name, given[name], choices)
        for name in SWITCHES:
            if given[name]:
                results[name] = True
        results["batch_ratio"] = arguments.positive("the batch ratio", self.batch_ratio or "2")
        return results | {"ties": self.ties or "random"}


def policy_lines() -> str:
    """Every policy in one line: its name, what it is, and the options that only some take.

    >>> print(policy_lines().splitlines()[0])
    - `dp-klucb`: DP-KLUCB (--eps, --batch-ratio, --ties)
    """
    return _lines(TAKES, "regret", "identification")


def learner_lines() -> str:
    """Every learner for adversarial losses in one line: its name, what it is, and its options.

    >>> print(learner_lines().splitlines()[0])
    - `batched-htinf`: HTINF (sigma^2 = 6) in batches with Laplace noise (Algorithm 1) (--eps)
    """
    return _lines(("eps", "delta", "experts"), "losses")


def _lines(shown: Iterable[str], *kinds: str) -> str:
    """The policies of some tables in one line each, with those of the options that they take."""
    from banditproof.algorithms.catalogue_text import names_of, policy_texts

    lines = []
    for name in names_of(*kinds):
        text = policy_texts()[name]
        options = [f"--{item.replace('_', '-')}" for item in shown if item in text.options]
        lines.append(f"- `{name}`: {text.title}" + (f" ({', '.join(options)})" if options else ""))
    return "\n".join(lines)


def known_policy(policy: str, *kinds: str) -> str:
    """The name of a built-in policy of some tables, or of any; else a sentence with the nearest.

    No policy is imported.

    >>> known_policy("dp-imd")
    Traceback (most recent call last):
    ...
    ValueError: There is no policy 'dp-imd'; did you mean dp-imed or imed?
    >>> known_policy("adap-tt", "regret")
    Traceback (most recent call last):
    ...
    ValueError: The policy adap-tt is in the table of identification; give one of regret, such as \
dp-klucb.
    """
    from banditproof.algorithms.catalogue_text import KINDS, names_of, policy_texts

    if kinds and policy in policy_texts() and policy not in names_of(*kinds):
        raise ValueError(
            f"The policy {policy} is in the table of {policy_texts()[policy].kind}; give one of "
            f"{' or '.join(kinds)}, such as {names_of(*kinds)[0]}."
        )
    return arguments.one_of(
        "policy", policy, names_of(*kinds or KINDS), "banditproof simulate --help"
    )
