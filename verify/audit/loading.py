"""What is audited: a name, a policy, a finite object, or what a factory makes, loaded alike.

A built-in name, "module:factory", a class and a function are one thing: something that is called
with those of the arms, the horizon and the numbers of the budget that it has parameters for. What
comes out decides how it is audited.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from banditproof.algorithms.apart.one_declaration import (
    AUDIT_HORIZON,
    HORIZONS,
    several_declarations,
)
from banditproof.algorithms.apart.plain_declaration import Declared
from banditproof.algorithms.factory_calls import budget_numbers, called_with, is_chancy, missing
from banditproof.algorithms.named_factory import named_factory
from banditproof.algorithms.policy import Policy, may_stop
from banditproof.algorithms.regret.table_policy import TablePolicy
from banditproof.algorithms.reward_space import UNIT, RewardSpace
from banditproof.theory.budgets import Budget, PureDP
from banditproof.theory.exact import Number, exact_positive
from banditproof.verify.definitions.finite_machine import FiniteMachine
from banditproof.verify.definitions.finite_policy import FinitePolicy
from banditproof.verify.definitions.identification import FiniteIdentification
from banditproof.verify.definitions.notions import Notion
from .built_in import Vectors, built_in, unit_vectors
from .claim import Claim, Output

Kind = Literal["finite", "policy", "black box"]
FiniteObject = FinitePolicy | FiniteMachine | FiniteIdentification
Rewards = RewardSpace | str | Sequence[Number] | None
TABLE_FILE = ".json"
"""How the name of a file with a table ends."""
Audited = str | Policy[Any] | FiniteObject | Callable[..., Any]


@dataclass(frozen=True)
class Subject:
    """What is audited, under its name: a finite object, a policy of this library, or a factory.

    The factory of a black box is called again for every run.
    """

    kind: Kind
    name: str
    value: Any
    several: str = ""
    """Why the factory declares several things, so that no verdict is about all of them."""


def subject_of(
    policy: Audited,
    budget: Budget,
    arms: int | None = None,
    horizon: int | None = None,
    more: Mapping[str, Any] | None = None,
    actions: Vectors | None = None,
) -> Subject:
    """What an audit of a policy is about; `more` is offered to a factory as well.

    `actions` are the vectors of a built-in policy on fixed actions.

    >>> subject_of("dp-imed", PureDP(1)).kind, subject_of(lambda rng: None, PureDP(1)).kind
    ('policy', 'black box')
    """
    name = policy if isinstance(policy, str) else _name(policy)
    made: Any = policy
    several = ""
    if isinstance(policy, str):
        if policy.endswith(TABLE_FILE):
            return Subject("finite", name, _table_of(policy))
        if ":" not in policy:
            dim = (more or {}).get("dim")
            made = built_in(policy, budget, arms, horizon, actions, dim)
            return Subject("policy", name, made)
        made = named_factory(policy, _WHOLE)
    if actions is not None:
        raise ValueError(f"The actions belong to a built-in policy, and {name} has its own.")
    if not isinstance(made, _WHOLE) and callable(made):
        factory, made = made, _called(name, made, budget, arms or 2, horizon, more or {})
        if isinstance(made, Policy):
            offered = _offered(budget, arms or 2, horizon, more or {})
            others = () if horizon else HORIZONS
            several = several_declarations(factory, offered, name, made, others)
    if type(made) is TablePolicy:  # for its own rounds, as a file with a table
        made = FinitePolicy(made.arms, made.rounds, dict(made.laws))
    if isinstance(made, FiniteObject):
        return Subject("finite", name, made)
    if isinstance(made, Policy):
        return Subject("policy", name, made, several)
    if callable(made):
        return Subject("black box", name, made)
    if any(hasattr(made, start) for start in ("startGame", "reset")):
        return Subject("black box", name, lambda: made)
    raise ValueError(
        f"{name} is one object, and each run needs a fresh one; give its class or a function that "
        "makes it."
    )


def _table_of(file: str) -> FinitePolicy:
    """The policy of a file that `banditproof exact --out` wrote."""
    from banditproof.theory.exact_price.price_file import policy_table, read_price

    table = policy_table(read_price(file))
    return FinitePolicy(table.arms, table.actions, table.laws)


_WHOLE = (Policy, FinitePolicy, FiniteMachine, FiniteIdentification)


def load_policy(name: str, eps: Number, arms: int = 2) -> Policy[Any]:
    """The policy of this library that a name stands for, or that its factory makes.

    >>> load_policy("dp-imed", "0.5").budget
    PureDP(eps=Fraction(1, 2))
    >>> load_policy("banditproof.algorithms.regret.dp_imed:DPIMED", "0.5").budget
    PureDP(eps=Fraction(1, 2))
    """
    subject = subject_of(name, PureDP(exact_positive("eps", eps)), arms)
    if subject.kind != "policy":
        made = type(subject.value).__name__
        raise ValueError(
            f"{name} made {made}, not a Policy; derive it from banditproof.algorithms.Policy."
        )
    return subject.value  # type: ignore[no-any-return]


def _name(policy: object) -> str:
    return str(
        getattr(policy, "name", None)
        or getattr(policy, "__qualname__", None)
        or type(policy).__qualname__
    )


def _called(
    name: str,
    factory: Callable[..., Any],
    budget: Budget,
    arms: int,
    horizon: int | None,
    more: Mapping[str, Any],
) -> Any:
    """The policy or finite object that a factory makes, or the factory of a black box itself."""
    if is_chancy(factory, _WHOLE):
        return factory
    unknown = missing(factory)
    if unknown:
        raise ValueError(
            f"{name} requires {' and '.join(unknown)}; the factory of a policy may have arms, "
            "horizon, eps, delta, rho, alpha, dim, contexts, batch, and rng or seed; a mechanism "
            "needs neighbours=[(left, right), ...]."
        )
    made = called_with(factory, _offered(budget, arms, horizon, more), name, _WHOLE)
    return made if isinstance(made, _WHOLE) else factory


def _offered(
    budget: Budget, arms: int, horizon: int | None, more: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments that a factory is called with, as far as it has parameters for them."""
    rounds = horizon or AUDIT_HORIZON
    return {"arms": arms, "horizon": rounds, **budget_numbers(budget), **more}


def claim_about(
    subject: Subject,
    budget: Budget,
    notion: Notion,
    output: Output,
    rewards: Rewards,
    arms: int | None,
    horizon: int | None,
    actions: Vectors | None,
) -> Claim:
    """The claim of an audit; what is not given is that of the subject."""
    if subject.kind == "finite" and horizon not in (None, rounds_of(subject.value)):
        raise ValueError(
            f"{subject.name} is an object of {rounds_of(subject.value)} rounds, and the claim is "
            f"about {horizon}; give its own number, or none."
        )
    return Claim(
        budget,
        notion,
        output,
        _rewards(subject, rewards),
        _arms(subject, arms),
        horizon,
        _setting(subject, actions),
        _stops(subject),
    )


def rounds_of(finite: FiniteObject) -> int:
    """The rounds in which a finite object plays arms."""
    if isinstance(finite, FiniteIdentification):
        return finite.rounds
    return finite.horizon - bool(finite.ends)


def require_single_arms(policy: Audited, subject: Subject, batch: int | None, slate: int) -> None:
    """A policy of this library pulls one arm a round, and sees what its curator releases."""
    of_this_library = isinstance(policy, Policy) or (isinstance(policy, str) and ":" not in policy)
    if slate != 1 or (of_this_library and batch is not None):
        option = f"slate is {slate}" if slate != 1 else f"batch is {batch}"
        raise ValueError(
            f"The {option}, and the policy {subject.name} of this library is asked for one arm at "
            "a time; leave the option out."
        )


def _arms(subject: Subject, arms: int | None) -> int:
    if subject.kind == "black box":
        return arms or 2
    ends = subject.value.ends if isinstance(subject.value, FiniteMachine) else 0
    own = int(subject.value.arms) - ends
    if arms not in (None, own):
        raise ValueError(
            f"{subject.name} has {own} arms, and {arms} are asked for; give a factory that has a "
            "parameter arms, or leave the number out."
        )
    return own


def _stops(subject: Subject) -> bool:
    if subject.kind == "finite":
        return isinstance(subject.value, FiniteIdentification) or subject.value.ends > 0
    if isinstance(subject.value, Declared):
        return subject.value.stops
    return subject.kind == "policy" and may_stop(subject.value)


def _setting(subject: Subject, actions: Vectors | None) -> str:
    """The vectors of the arms in words, where a policy of this library has some."""
    policy = subject.value
    if subject.kind != "policy":
        return ""
    if policy.told_advice:
        return f"advice of {policy.dimension} expert{'s' * (policy.dimension > 1)}"
    if policy.dimension is not None:
        regulariser = getattr(policy, "regulariser", 1)
        more = "" if regulariser == 1 else f", regulariser {regulariser}"
        return f"contexts of dimension {policy.dimension}{more}"
    actions_of_policy = getattr(policy, "actions", ())
    if not actions_of_policy:
        return ""
    plane = actions is None and actions_of_policy == unit_vectors(len(actions_of_policy))
    return "unit vectors of the plane" if plane else "its actions"


def _rewards(subject: Subject, rewards: Rewards) -> RewardSpace:
    """The rewards of the claim: those that are given, or those that the subject is made for."""
    if subject.kind == "finite":
        space = RewardSpace.of(list(subject.value.rewards))
        asked = space if rewards is None else RewardSpace.of(rewards)
        if asked.values != space.values:
            raise ValueError(
                f"{subject.name} is an object for the rewards {space}, and the claim is about "
                f"{asked}; give its own, or none."
            )
        return space
    if rewards is not None:
        return RewardSpace.of(rewards)
    return getattr(subject.value, "rewards", UNIT) if subject.kind == "policy" else UNIT
