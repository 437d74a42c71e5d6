"""All built-in policies by the name that the command line knows, and how to make one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from importlib import import_module
from typing import Any
from banditproof.table_rows import loaded, reading
from banditproof.theory import Number
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.exact import exact_count
from banditproof.theory.parameter_names import with_other_names
from .catalogue_text import FILE, SETTINGS, names_of, policy_texts
from .policy import Policy, checked_ties


@dataclass(frozen=True)
class PolicyEntry:
    """What a built-in policy is called, where it comes from, and which options it takes.

    `options` names those of "eps", "rho", "alpha", "horizon", "batch_ratio", "ties" and `SETTINGS`
    that change the policy. The budget of a private one is "eps", "rho", or "alpha" and "eps".
    """

    title: str
    paper: str
    private: bool
    options: frozenset[str]
    build: Callable[..., Policy[Any]]
    stops: bool = False
    """Whether it identifies the best arm, and stops with an answer."""

    @property
    def linear(self) -> bool:
        """Whether the arms have vectors: fixed actions, or a context in each round.

        >>> POLICIES["adac-oful"].linear, POLICIES["adac-ucb"].linear
        (True, False)
        """
        return not self.options.isdisjoint(("actions", "dimension"))


RISK = Fraction(1, 100)
"""The probability of a wrong answer, unless another one was given."""


@dataclass(frozen=True)
class Making:
    """How a policy of the catalogue is made; its file is imported when one is asked for."""

    path: str
    """Its class, or a function that makes one, below `banditproof.algorithms`."""
    stops: bool
    on_actions: bool

    def __call__(self, arms: int, **options: Any) -> Policy[Any]:
        """The policy: the arms of fixed actions are their number, one that stops has a risk."""
        if self.on_actions:
            if len(options["actions"]) != arms:
                raise ValueError(
                    f"There are {len(options['actions'])} actions and {arms} arms; give as many."
                )
            return self.maker(**options)
        return self.maker(arms=arms, **({"delta": RISK} if self.stops else {}) | options)

    @property
    def maker(self) -> Callable[..., Policy[Any]]:
        """The class or function itself.

        >>> POLICIES["dp-imed"].build.maker.__name__
        'DPIMED'
        """
        module, _, name = self.path.rpartition(".")
        with reading(FILE, f"what makes a policy, {self.path!r}"):
            maker: Callable[..., Policy[Any]] = loaded(
                lambda: import_module(f"banditproof.algorithms.{module}"),
                "algorithms",
                module,
                name,
            )
        return maker


def _entries() -> Iterator[tuple[str, PolicyEntry]]:
    """The policies for rewards in `catalogue.toml`."""
    for name in names_of("regret", "identification"):
        text = policy_texts()[name]
        private, stops = not text.options.isdisjoint(("eps", "rho")), text.kind != "regret"
        making = Making(text.make, stops, "actions" in text.options)
        yield name, PolicyEntry(text.title, text.paper, private, text.options, making, stops)


POLICIES = dict(_entries())
"""The built-in policies, by name."""


@with_other_names("epsilon", "ratio")
def make_policy(
    name: str,
    arms: int,
    eps: Number | None = None,
    horizon: int | None = None,
    batch_ratio: Number = 2,
    ties: str = "random",
    rho: Number | None = None,
    alpha: Number | None = None,
    **settings: Any,
) -> Policy[Any]:
    """The built-in policy of a name.

    The numbers of a budget and `horizon` belong to every experiment, so a policy that does not
    need one of them ignores it; a batch ratio or a tie rule other than the default, or one of the
    `SETTINGS`, raises ValueError for a policy without one.

    >>> make_policy("dp-imed", arms=2, eps="0.5", batch_ratio="1.1").budget
    PureDP(eps=Fraction(1, 2))
    >>> make_policy("adac-ucb", arms=2, rho="0.1").budget
    ZCDP(rho='0.1')
    >>> make_policy("adac-ucb", arms=2, rho="0.1", beta=1).beta
    1
    >>> make_policy("dp-imedd", arms=2, eps=1)
    Traceback (most recent call last):
    ...
    ValueError: There is no policy 'dp-imedd'; the nearest names are dp-imed, imed, dp-se.
    """
    entry = POLICIES.get(name)
    if entry is None:
        near = get_close_matches(name, POLICIES, n=3, cutoff=0.5)
        hint = (
            f"the nearest name{'s are' if near[1:] else ' is'} {', '.join(near)}"
            if near
            else f"give one of {', '.join(sorted(POLICIES))}"
        )
        raise ValueError(f"There is no policy {name!r}; {hint}.")
    arms = exact_count("arms", arms, least=1)
    chosen: dict[str, Any] = {}
    numbers = (("eps", eps), ("rho", rho), ("alpha", alpha), ("horizon", horizon))
    for option, value in numbers:
        if option in entry.options:
            if value is None:
                raise ValueError(f"The policy {name} needs {option}; give {_needed(entry)}.")
            chosen[option] = value
    schedule = GeometricSchedule(batch_ratio)
    if "batch_ratio" in entry.options:
        chosen["schedule"] = schedule
    elif schedule.exact_ratio != 2:
        raise ValueError(f"The policy {name} has no batch ratio; leave it out.")
    checked_ties(ties)
    if "ties" in entry.options:
        chosen["ties"] = ties
    elif ties != "random":
        raise ValueError(f"The policy {name} has no tie rule; leave it out.")
    return entry.build(arms=arms, **chosen, **_settings_of(name, entry, settings))


def _needed(entry: PolicyEntry) -> str:
    """The numbers that a policy needs, in words."""
    needed = [name for name in ("rho", "eps", "alpha", "horizon") if name in entry.options]
    return " and ".join(f"a positive number {name}" for name in needed)


def _settings_of(name: str, entry: PolicyEntry, given: dict[str, Any]) -> dict[str, Any]:
    """The settings of a policy that were given; those that are None were not."""
    results = {setting: value for setting, value in given.items() if value is not None}
    for setting in results:
        if setting not in SETTINGS:
            raise ValueError(f"There is no setting {setting!r}; give one of {', '.join(SETTINGS)}.")
        if setting not in entry.options:
            raise ValueError(f"The policy {name} has no {SETTINGS[setting]}; leave it out.")
    for needed in ("actions", "dimension"):
        if needed in entry.options and needed not in results:
            raise ValueError(f"The policy {name} needs {SETTINGS[needed]}; give {needed}.")
    return results
