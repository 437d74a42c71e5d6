"""The policies and budgets of a sweep, and which go together."""

import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.algorithms.apart.carried_policies import name_of, pickled
from banditproof.algorithms.catalogue import POLICIES, PolicyEntry, make_policy
from banditproof.algorithms.catalogue_text import CHOICES, SETTINGS, SWITCHES
from banditproof.algorithms.engines.engine import Played
from banditproof.algorithms.linear_environment import LinearEnvironment
from banditproof.algorithms.own_policies import carried_entry, own_entry, source_digest
from banditproof.algorithms.policy import Policy
from banditproof.theory.exact import exact
from .nearest_names import checked_keys
from .sweep_numbers import not_true_or_false

TOLD = ("actions", "dimension")
"""What a policy knows of the instance on which it is played."""
WORDS = (*CHOICES, "ties", *SWITCHES)
"""The settings that are words or true."""
OPTIONS = (*(name for name in SETTINGS if name not in TOLD), "batch_ratio", "ties")
KINDS = (("eps",), ("rho",), ("alpha", "eps"))
"""The parameters of pure privacy, of concentrated privacy and of Renyi privacy."""
UNSET = ("eps", "rho", "alpha", "horizon")
"""What budgets and horizons say, and not the settings of a policy."""
LEAST, MOST = Fraction(1, 10**100), Fraction(10**100)


@dataclass(frozen=True)
class Budget:
    """A privacy budget: eps, rho, or alpha and eps; none for a policy without privacy."""

    eps: Fraction | None = None
    rho: Fraction | None = None
    alpha: Fraction | None = None

    @property
    def given(self) -> dict[str, Fraction]:
        """The parameters by name."""
        return {name: value for name, value in vars(self).items() if value is not None}

    @property
    def label(self) -> str:
        """The budget in a few words.

        >>> Budget(eps=Fraction(1, 4)).label, Budget().label
        ('eps = 0.25', '')
        """
        return ", ".join(f"{name} = {float(value):.6g}" for name, value in self.given.items())

    @property
    def in_table(self) -> str:
        """The parameters as the table has them.

        >>> Budget(eps=Fraction(0.1)).in_table
        'eps = 0.1'
        """
        words = ((name, repr(float(value))) for name, value in self.given.items())
        return ", ".join(f"{name} = {word.removesuffix('.0')}" for name, word in words)


def budget_of(given: Mapping[str, Any] | Budget) -> Budget:
    """The budget with the given parameters.

    >>> budget_of({"alpha": 2, "epsilon": "0.5"})
    Budget(eps=Fraction(1, 2), rho=None, alpha=Fraction(2, 1))
    """
    if isinstance(given, Budget):
        return given
    if not isinstance(given, Mapping):
        raise ValueError(f"A budget is {given!r}; give one such as {{eps = 1}} or {{rho = 0.1}}.")
    if "eps" in given and "epsilon" in given:
        raise ValueError("A budget has eps and epsilon, which are the same; give one of them.")
    words = {"eps" if name == "epsilon" else name: word for name, word in given.items()}
    checked_keys("A budget", words, ("eps", "rho", "alpha"))
    if tuple(sorted(words)) not in KINDS:
        raise ValueError(
            f"A budget has {' and '.join(sorted(words)) or 'no parameter'}; give eps, rho, or "
            "alpha with eps."
        )
    numbers = {
        name: exact(not_true_or_false(f"The {name} of a budget", word))
        for name, word in words.items()
    }
    for name, number in numbers.items():
        if not (1 if name == "alpha" else LEAST) < number < MOST:
            least = "1" if name == "alpha" else "1e-100"
            raise ValueError(
                f"The {name} of a budget is {words[name]}; give a number between {least} and 1e100."
            )
    return Budget(**numbers)


@dataclass(frozen=True)
class PolicyChoice:
    """A policy with its settings, and what the table calls it.

    It is one of the catalogue, MODULE:FACTORY, or an object, a class or a function, which is
    carried as a pickle.
    """

    name: str
    settings: tuple[tuple[str, str | bool], ...] = ()
    label: str = ""
    carried: bytes = b""
    folder: str = ""
    """Where modules of the user were looked for; processes that work elsewhere look there too."""

    @property
    def entry(self) -> PolicyEntry:
        """What the catalogue says of it, or what its factory takes."""
        if not self.folder:
            return POLICIES[self.name]
        if self.folder not in (os.getcwd(), *sys.path):
            sys.path.append(self.folder)
        return carried_entry(self.name, self.carried) if self.carried else own_entry(self.name)

    @property
    def program(self) -> str:
        """What decides the runs besides the name and the settings: the code of the user."""
        if not self.folder:
            return ""
        _ = self.entry  # imports what is digested
        return source_digest(self.name.partition(":")[0]) + hashlib.sha256(self.carried).hexdigest()

    def made(self, bandit: Played, horizon: int, budget: Budget) -> Policy[Any]:
        """The policy for a bandit."""
        given: dict[str, Any] = {**budget.given, **self.knowledge_of(bandit)}
        if self.folder:
            return self.entry.build(bandit.arms, horizon, **given)
        return make_policy(self.name, bandit.arms, horizon=horizon, **given)

    def takes(self, budget: Budget) -> bool:
        """Whether a budget is one for this policy.

        >>> choice_of("adac-ucb").takes(budget_of({"rho": 1})), choice_of("ucb").takes(Budget())
        (True, True)
        """
        needed = {name for name in ("eps", "rho", "alpha") if name in self.entry.options}
        return set(budget.given) == needed

    def fits(self, bandit: Played) -> bool:
        """Whether it can be played on a bandit: contexts, actions or arms.

        >>> from banditproof.theory import BernoulliBandit
        >>> bandit = BernoulliBandit(("0.5", "0.4"))
        >>> choice_of("dp-imed").fits(bandit), choice_of("gope").fits(bandit)
        (True, False)
        """
        options = self.entry.options
        if isinstance(bandit, LinearEnvironment):
            return "dimension" in options or ("actions" in options and not bandit.contextual)
        if self.carried:
            made = pickle.loads(self.carried)
            if isinstance(made, Policy) and made.arms != bandit.arms:
                return False
        return not self.entry.linear

    def knowledge_of(self, bandit: Played) -> dict[str, Any]:
        """What `make_policy` receives of the bandit, and the settings."""
        result: dict[str, Any] = dict(self.settings)
        if isinstance(bandit, LinearEnvironment):
            known = {"actions": bandit.actions, "dimension": bandit.dimension}
            result |= {name: value for name, value in known.items() if name in self.entry.options}
        return result


Given = str | Mapping[str, Any] | PolicyChoice | Policy[Any] | Callable[..., Any]
"""What a sweep is given as a policy."""


def choice_of(given: Given) -> PolicyChoice:
    """The policy of a name, of a table with `name`, settings and perhaps a `label`, or an object.

    >>> choice_of({"name": "adap-klucb", "beta": "3.10"}).label
    'adap-klucb, beta = 3.1'
    >>> choice_of({"name": "ucb", "bata": 1})
    Traceback (most recent call last):
    ...
    ValueError: The policy 'ucb' has no key 'bata'; did you mean beta?
    """
    if isinstance(given, PolicyChoice):
        return given
    if isinstance(given, Policy):
        return _carried(given, type(given).__qualname__)
    if callable(given):
        return _carried(given, name_of(given))
    if not isinstance(given, str | Mapping):
        raise ValueError(
            f"A policy is {given!r}; give the name of one, such as dp-imed, or a table with its "
            "name and settings, which every process can read."
        )
    table = {"name": given} if isinstance(given, str) else dict(given)
    name = table.pop("name", None)
    if (isinstance(name, Policy) or callable(name)) and table.keys() == {"label"}:
        return _carried(name, str(table["label"]))
    if not isinstance(name, str):
        raise ValueError(f"A policy has no name: {given!r}; give one such as dp-imed.")
    _check_name(name)
    label = table.pop("label", "")
    if not isinstance(label, str):
        raise ValueError(f"The label of the policy {name} is {label!r}; give a word.")
    checked_keys(f"The policy {name!r}", table, ("label", *OPTIONS))
    folder = os.getcwd() if ":" in name else ""
    entry = PolicyChoice(name, folder=folder).entry
    for option in table:
        if option not in entry.options or option in UNSET:
            raise ValueError(f"The policy {name} has no setting {option}; leave it out.")
    settings = tuple((option, _canonical(option, table[option])) for option in sorted(table))
    shown = "".join(f", {option} = {_shown(value)}" for option, value in settings)
    return PolicyChoice(name, settings, label or name + shown, folder=folder)


def _carried(policy: Policy[Any] | Callable[..., Any], label: str) -> PolicyChoice:
    """A policy as it is sent to other processes, with its budget; or a class or a function."""
    kind = type(policy) if isinstance(policy, Policy) else policy
    home = f"{kind.__module__}:{name_of(kind)}"
    return PolicyChoice(home, (), label, pickled(policy, home), os.getcwd())


def _check_name(name: str) -> None:
    if name not in POLICIES and ":" not in name:
        try:
            checked_keys("The catalogue", [name], POLICIES)
        except ValueError as problem:
            hint = str(problem).partition("; ")[2]
            raise ValueError(f"There is no policy {name!r}; {hint}") from None


def _canonical(option: str, value: Any) -> str | bool:
    """A setting in the one form that says its value."""
    if option in WORDS:
        return value if isinstance(value, bool) else str(value)
    return str(exact(not_true_or_false(f"The setting {option}", value)))


def _shown(value: str | bool) -> str:
    try:
        return f"{float(exact(value)):.6g}" if isinstance(value, str) else str(value).lower()
    except ValueError:
        return str(value)
