"""All built-in policies by the name that the command line knows, and how to make one."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import Any
from banditproof.theory import Number
from banditproof.theory.batch_schedule import GeometricSchedule
from banditproof.theory.exact import exact_count
from banditproof.theory.parameter_names import with_other_names
from .catalogue_text import names_of, policy_texts
from .identification.private_elimination import DPSEIdentification
from .identification.private_top_two import AdaPTT, AdaPTTStar, UniformTT, UniformTTStar
from .identification.top_two import TTUCB
from .linear.gope import GOPE, AdaCGOPE, AdaRGOPE
from .linear.oful import RSOFUL, AdaCOFUL, AdaCOFULPrinted, AdaROFUL
from .linear.phased_elimination import PhasedElimination
from .policy import Policy, Ties, checked_ties
from .regret.adac_ucb import AdaCUCB, AdaCUCBPrinted, AdaRUCB, EpisodeUCB
from .regret.adap_klucb import AdaPKLUCB
from .regret.adap_ucb import AdaPUCB
from .regret.dp_imed import DPIMED
from .regret.dp_klucb import DPKLUCB
from .regret.dp_se import DPSE
from .regret.dp_ucb import DPUCB, DPUCBGamma, DPUCBGammaPrinted, DPUCBPrinted
from .regret.explore_then_commit import ExploreThenCommit, gap_free_exploration
from .regret.follow_the_leader import FollowTheLeader
from .regret.imed import IMED
from .regret.kl_ucb import KLUCB, AsymptoticKLUCB
from .regret.lazy_dp_ts import LazyDPTS
from .regret.leader_dp_klucb import LeaderDPKLUCB
from .regret.trusted_leader import TrustedLeader
from .regret.ucb import UCB, AsymptoticUCB, FixedConfidenceUCB


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


SETTINGS = {
    "beta": "confidence parameter beta",
    "delta": "probability of error delta",
    "gamma": "probability of failure gamma",
    "actions": "fixed actions",
    "dimension": "contexts of a dimension",
    "regulariser": "regulariser",
    "doubling": "growth of the determinant",
    "length": "form of the phase length",
    "placement": "placement of the noise",
    "unclipped": "unclipped rewards",
    "s": "exponent s",
    "bonus": "bonus of the leader",
    "clipped": "clipping of private means",
    "threshold": "threshold",
}
"""What only some policies receive, beside their budget; actions and a dimension are needed."""


def _adap_klucb(beta: Number = AdaPKLUCB.optimism, **options: Any) -> AdaPKLUCB:
    return AdaPKLUCB(**options, optimism=beta)


def _dp_se(arms: int, eps: Number, horizon: int) -> DPSE:
    return DPSE(arms=arms, eps=eps, beta=Fraction(1, exact_count("horizon", horizon, least=1)))


RISK = Fraction(1, 100)
"""The probability of a wrong answer, unless another one was given."""


def _identifies(policy: Callable[..., Policy[Any]]) -> Callable[..., Policy[Any]]:
    """How a policy that stops is made: with its probability of a wrong answer."""

    def build(arms: int, delta: Number = RISK, **settings: Any) -> Policy[Any]:
        return policy(arms=arms, delta=delta, **settings)

    return build


def _dp_se_stop(arms: int, delta: Number, eps: Number) -> DPSEIdentification:
    return DPSEIdentification(arms=arms, beta=delta, eps=eps)


def _ttucb(arms: int, delta: Number, beta: Number = Fraction(1, 2)) -> TTUCB:
    """TTUCB for rewards in [0, 1], as in the chapter's experiments."""
    half = Fraction(1, 2)
    return TTUCB(arms, beta, half, delta=delta, rule="calibrated", bonus="time")


def _etc(arms: int, horizon: int, ties: Ties = "random") -> ExploreThenCommit:
    rounds = exact_count("horizon", horizon, least=1)
    return ExploreThenCommit(arms, gap_free_exploration(arms, rounds), ties)


def _ucb_fixed_confidence(arms: int, horizon: int, ties: Ties = "random") -> FixedConfidenceUCB:
    rounds = exact_count("horizon", horizon, least=1)
    return FixedConfidenceUCB(arms, ties=ties, delta=Fraction(1, rounds**2))


def _on_actions(policy: type[PhasedElimination]) -> Callable[..., Policy[Any]]:
    """How a policy of fixed actions is made: the arms are their number."""

    def build(arms: int, actions: Any, **settings: Any) -> Policy[Any]:
        if len(actions) != arms:
            raise ValueError(f"There are {len(actions)} actions and {arms} arms; give as many.")
        return policy(actions, **settings)

    return build


BUILDERS: dict[str, Callable[..., Policy[Any]]] = {
    "dp-klucb": DPKLUCB,
    "dp-imed": DPIMED,
    "dp-klucb-at-one": LeaderDPKLUCB,
    "trusted-leader": TrustedLeader,
    "adap-klucb": _adap_klucb,
    "adap-ucb": AdaPUCB,
    "dp-se": _dp_se,
    "dp-ucb": DPUCB,
    "dp-ucb-printed": DPUCBPrinted,
    "dp-ucb-mt15": DPUCBGamma,
    "dp-ucb-mt15-printed": DPUCBGammaPrinted,
    "lazy-dp-ts": LazyDPTS,
    "adac-ucb": AdaCUCB,
    "adac-ucb-printed": AdaCUCBPrinted,
    "adar-ucb": AdaRUCB,
    "ucb-episodes": EpisodeUCB,
    "adac-gope": _on_actions(AdaCGOPE),
    "adar-gope": _on_actions(AdaRGOPE),
    "gope": _on_actions(GOPE),
    "adac-oful": AdaCOFUL,
    "adac-oful-printed": AdaCOFULPrinted,
    "adar-oful": AdaROFUL,
    "rs-oful": RSOFUL,
    "kl-ucb": KLUCB,
    "imed": IMED,
    "ucb": UCB,
    "ftl": FollowTheLeader,
    "etc": _etc,
    "ucb-fixed-confidence": _ucb_fixed_confidence,
    "ucb-asymptotic": AsymptoticUCB,
    "kl-ucb-asymptotic": AsymptoticKLUCB,
    "adap-tt": _identifies(AdaPTT),
    "adap-tt-star": _identifies(AdaPTTStar),
    "uniform-tt": _identifies(UniformTT),
    "uniform-tt-star": _identifies(UniformTTStar),
    "dp-se-stop": _identifies(_dp_se_stop),
    "ttucb": _identifies(_ttucb),
}
"""How the built-in policies are made."""


def _entries() -> Iterator[tuple[str, PolicyEntry]]:
    """The policies for rewards in `catalogue.toml`, with their builders."""
    for name in names_of("regret", "identification"):
        text = policy_texts()[name]
        private, stops = not text.options.isdisjoint(("eps", "rho")), text.kind != "regret"
        yield (
            name,
            PolicyEntry(text.title, text.paper, private, text.options, BUILDERS[name], stops),
        )


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
        near = get_close_matches(name, POLICIES, n=3, cutoff=0.4)
        hint = (
            f"the nearest names are {', '.join(near)}"
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
