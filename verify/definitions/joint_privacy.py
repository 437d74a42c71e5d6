"""Joint differential privacy of contextual policies: other users' actions must not reveal a user.

Two inputs are t-neighbours if their contexts and rewards differ in round t only. Joint privacy
bounds events on the actions strictly after t, because the action of round t goes to the user whose
data it is; plain privacy bounds events on all actions. Thesis, Definitions 3.16 and 3.17.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from banditproof.theory.accounting.finite_divergences import zcdp_of_laws
from banditproof.theory.enclosure import ZERO, Enclosure
from banditproof.theory.exact import Number, exact
from banditproof.verify.exact_laws.enumeration import Actions, replacements
from banditproof.verify.exact_laws.finite_noise import NotEnumerable
from banditproof.verify.exact_laws.law_divergences import Ratio, worst_delta, worst_ratio
from .finite_policy import Law, Reward, checked_shape
from .notions import Notion
from .witness_policies import randomised_response

Round = tuple[int, int, Reward]
"""(context, action, reward) of one round."""
ContextHistory = tuple[Round, ...]
Row = tuple[Reward, ...]
User = tuple[int, Row]
"""A context with one reward (Joint View) or with a reward for each arm (Joint Table)."""
MOST_INPUTS = 20_000


@dataclass(frozen=True)
class ContextualPolicy:
    """rule(history, context) is the law of the next action of a policy that is shown contexts.

    >>> copies = ContextualPolicy(2, 2, 2, lambda history, c: (1 - c, c))
    >>> joint_ratio(copies, Notion.TABLE), plain_ratio(copies, Notion.TABLE)
    (Fraction(1, 1), inf)
    """

    arms: int
    contexts: int
    horizon: int
    rule: Callable[[ContextHistory, int], Sequence[Number]]
    rewards: tuple[Reward, ...] = (0, 1)

    def __post_init__(self) -> None:
        checked_shape(self.arms, self.horizon, self.rewards)
        if self.contexts < 1:
            raise ValueError(f"The number of contexts is {self.contexts}; give at least one.")

    def law(self, users: Sequence[User]) -> Law:
        """The law of the actions when these users come one after another."""
        results: Law = {}
        stack: list[tuple[Actions, ContextHistory, Fraction]] = [((), (), Fraction(1))]
        while stack:
            actions, history, mass = stack.pop()
            if len(actions) == self.horizon:
                results[actions] = mass
                continue
            context, row = users[len(actions)]
            law = tuple(exact(p) for p in self.rule(history, context))
            if len(law) != self.arms or min(law) < 0 or sum(law) != 1:
                raise ValueError(
                    f"After {history} in context {context} the law is {law}; give a law on "
                    f"{self.arms} arms."
                )
            for arm, chance in enumerate(law):
                if chance:
                    reward = row[arm] if len(row) > 1 else row[0]
                    after = (*history, (context, arm, reward))
                    stack.append(((*actions, arm), after, mass * chance))
        return results


def neighbouring_laws(
    policy: ContextualPolicy, notion: Notion, *, joint: bool
) -> Iterator[tuple[Law, Law]]:
    """The laws of the actions that count on all ordered pairs of t-neighbours, for all t.

    With `joint` these are the actions after t, otherwise all of them. `notion` is VIEW (a reward
    for each user) or TABLE (a reward for each user and arm).
    """
    if notion not in (Notion.VIEW, Notion.TABLE):
        raise ValueError(f"The notion is {notion}; joint privacy is defined for view and table.")
    width = policy.arms if notion is Notion.TABLE else 1
    rows = list(product(policy.rewards, repeat=width))
    users: list[User] = list(product(range(policy.contexts), rows))
    number = len(users) ** policy.horizon
    if number > MOST_INPUTS:
        raise NotEnumerable(
            f"There are {number} inputs of {policy.horizon} users, more than {MOST_INPUTS}."
        )
    laws = {data: policy.law(data) for data in product(users, repeat=policy.horizon)}
    for t in range(policy.horizon):
        first = t + 1 if joint else 0
        for data, other in replacements([users] * policy.horizon, [t]):
            yield _marginal(laws[data], first), _marginal(laws[other], first)


def _marginal(law: Law, first: int) -> Law:
    """The law of the actions from a round (counted from 0) on."""
    results: Law = {}
    for actions, mass in law.items():
        # The distribution of a part of the actions: the sum over what is not shown.
        results[actions[first:]] = results.get(actions[first:], Fraction(0)) + mass
    return results


def _zcdp(pairs: Iterator[tuple[Law, Law]], digits: int) -> Enclosure:
    largest = ZERO
    seen: set[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]] = set()
    for left, right in pairs:
        outcomes = sorted({*left, *right})
        p = tuple(left.get(a, Fraction(0)) for a in outcomes)
        q = tuple(right.get(a, Fraction(0)) for a in outcomes)
        if (p, q) not in seen:
            seen.add((p, q))
            largest = Enclosure.max(largest, zcdp_of_laws(p, q, digits))
    return largest


def joint_ratio(policy: ContextualPolicy, notion: Notion) -> Ratio:
    """e^eps of joint privacy: the largest ratio on the actions after the changed user."""
    return worst_ratio(neighbouring_laws(policy, notion, joint=True))


def joint_delta(policy: ContextualPolicy, notion: Notion, factor: Number) -> Fraction:
    """delta of joint privacy at e^eps = factor, exactly."""
    return worst_delta(neighbouring_laws(policy, notion, joint=True), factor)


def joint_zcdp(policy: ContextualPolicy, notion: Notion, digits: int = 9) -> Enclosure:
    """rho of joint privacy: the largest D_alpha / alpha on the actions after the changed user.

    The thesis states joint privacy for (eps, delta); this is the same comparison of laws in zCDP.
    """
    return _zcdp(neighbouring_laws(policy, notion, joint=True), digits)


def plain_zcdp(policy: ContextualPolicy, notion: Notion, digits: int = 9) -> Enclosure:
    """rho when contexts are private and all actions are published."""
    return _zcdp(neighbouring_laws(policy, notion, joint=False), digits)


def plain_ratio(policy: ContextualPolicy, notion: Notion) -> Ratio:
    """e^eps when contexts are private and all actions are published."""
    return worst_ratio(neighbouring_laws(policy, notion, joint=False))


def plain_delta(policy: ContextualPolicy, notion: Notion, factor: Number) -> Fraction:
    """delta when contexts are private and all actions are published."""
    return worst_delta(neighbouring_laws(policy, notion, joint=False), factor)


def context_copier(horizon: int) -> ContextualPolicy:
    """The example: two contexts, each with the arm of its name as the best; it plays that arm."""
    return ContextualPolicy(2, 2, horizon, lambda history, c: (1 - c, c))


def context_response(factor: Number, horizon: int) -> ContextualPolicy:
    """The example under plain privacy: a randomised response of the context in each round."""
    truth, lie = randomised_response(factor)
    return ContextualPolicy(
        2, 2, horizon, lambda history, c: (truth, lie) if c == 0 else (lie, truth)
    )


def mean_mistakes(policy: ContextualPolicy) -> Fraction:
    """The example's expected number of wrong arms with uniform contexts; all rewards are 0.

    With eps-privacy of the contexts P(a_t = 0 | c_t = 0) <= e^eps P(a_t = 0 | c_t = 1), whatever
    came before; so each round is wrong with probability at least 1 / (1 + e^eps), and the regret
    is linear. A randomised response attains it.

    >>> mean_mistakes(context_response(3, horizon=3))  # T / (1 + e^eps)
    Fraction(3, 4)
    """
    total = Fraction(0)
    width: Row = (policy.rewards[0],)
    for contexts in product(range(policy.contexts), repeat=policy.horizon):
        for actions, mass in policy.law([(c, width) for c in contexts]).items():
            wrong = sum(a != c for a, c in zip(actions, contexts, strict=True))
            total += mass * wrong
    return total / int(policy.contexts**policy.horizon)
