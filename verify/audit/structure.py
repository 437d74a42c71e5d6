"""The shape of a private policy, as far as its plays show it.

Four facts make a transcript eps-DP: each reward enters at most one release, each release carries
one fresh noise of the declared law, that noise is large enough for the release's sensitivity, and
whatever is decided is a function of the releases. Optimal Regret of Bernoulli Bandits, Lemma E.1
and Proposition 4.2. Here they are looked at on plays, so nothing is shown about others.
"""

from dataclasses import dataclass
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import Number
from .claim import Claim, claimed_budget
from .facts import Facts, extended, recorded
from .judges import JUDGES, SUFFICIENT
from .offered_contexts import offered_to


@dataclass(frozen=True)
class Structure:
    """What each judge of the structure saw in the plays, None if nothing."""

    seen: dict[str, str | None]
    facts: Facts

    @property
    def sound(self) -> bool:
        """Whether no judge saw anything."""
        return not any(self.seen.values())


def structure_of(policy: Policy[Any], budget: Number | Budget, long: bool = True) -> Structure:
    """Play a policy and ask the judges of its structure, on the rewards that it is made for.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> structure_of(DPIMED(arms=2, eps=1), 1, long=False).sound
    True
    """
    claim = Claim(claimed_budget(budget), rewards=policy.rewards, arms=policy.arms)
    facts = recorded(policy, claim, offered=offered_to(policy))
    seen = _seen(facts)
    if long and not any(seen.values()):
        facts = extended(facts)
        seen = _seen(facts)
    return Structure(seen, facts)


def _seen(facts: Facts) -> dict[str, str | None]:
    return {name: JUDGES[name](facts) for name in SUFFICIENT}
