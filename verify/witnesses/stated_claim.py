"""What a witness speaks against: a budget for an output, against neighbours, on some rewards."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from banditproof.algorithms.reward_space import RewardSpace
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number, exact
from banditproof.verify.definitions.notions import Notion
from .plain_fields import Unreadable, field, items, number, whole, word

KINDS = ("pure", "approximate", "zcdp", "renyi")
OUTPUTS = ("actions", "transcript")


@dataclass(frozen=True)
class StatedClaim:
    """A claim of privacy in exact numbers; without a horizon it is about every horizon.

    >>> claim = StatedClaim(PureDP(1), Notion.TABLE, "actions", RewardSpace(), 2, 3)
    >>> StatedClaim.read(claim.to_json()) == claim
    True
    """

    budget: Budget
    notion: Notion
    output: str
    rewards: RewardSpace
    arms: int
    horizon: int | None

    def to_json(self) -> dict[str, Any]:
        """The claim in plain JSON types."""
        space = self.rewards
        values = [str(value) for value in space.values]
        return {
            "budget": stored_budget(self.budget),
            "notion": self.notion.value,
            "output": self.output,
            "rewards": values or {"lo": str(space.lo), "hi": str(space.hi)},
            "arms": self.arms,
            "horizon": self.horizon,
        }

    @staticmethod
    def read(facts: Any) -> "StatedClaim":
        """The claim of a JSON object; Unreadable if a field is missing or of another kind."""
        horizon = field(facts, "horizon", "claim")
        return StatedClaim(
            budget_of(field(facts, "budget", "claim")),
            Notion(word(field(facts, "notion", "claim"), "notion", list(Notion))),
            word(field(facts, "output", "claim"), "output", OUTPUTS),
            _space(field(facts, "rewards", "claim")),
            whole(field(facts, "arms", "claim"), "number of arms", 1),
            None if horizon is None else whole(horizon, "horizon of the claim", 1),
        )

    def allows(self, reward: Fraction) -> bool:
        """Whether a reward is one of the claim's."""
        space = self.rewards
        return reward in space.values if space.values else space.lo <= reward <= space.hi


def stored_budget(budget: Budget) -> dict[str, str]:
    """A budget in plain JSON types."""
    if isinstance(budget, PureDP):
        return {"kind": "pure", "eps": _text(budget.eps)}
    if isinstance(budget, ApproxDP):
        return {"kind": "approximate", "eps": _text(budget.eps), "delta": _text(budget.delta)}
    if isinstance(budget, ZCDP):
        return {"kind": "zcdp", "rho": _text(budget.rho)}
    return {"kind": "renyi", "alpha": _text(budget.alpha), "eps": _text(budget.eps)}


def _text(value: Number) -> str:
    return "inf" if value in (math.inf, "inf") else str(exact(value))


def budget_of(facts: Any) -> Budget:
    """The budget of a JSON object."""
    kind = word(field(facts, "kind", "budget"), "kind of budget", KINDS)

    def at(name: str) -> Fraction:
        value = number(field(facts, name, "budget"), f"{name} of the budget")
        if value < 0:
            raise Unreadable(f"The {name} of the budget is {value}; give a number >= 0.")
        return value

    if kind == "pure":
        return PureDP(at("eps"))
    if kind == "approximate":
        return ApproxDP(at("eps"), _probability(at("delta")))
    if kind == "zcdp":
        return ZCDP(at("rho"))
    alpha: Number = math.inf if facts.get("alpha") == "inf" else at("alpha")
    if alpha <= 1:  # type: ignore[operator]
        raise Unreadable(f"The order alpha is {alpha}; give a number in (1, inf].")
    return RenyiDP(alpha, at("eps"))


def _probability(value: Fraction) -> Fraction:
    if value > 1:
        raise Unreadable(f"The delta of the budget is {value}; give a number in [0, 1].")
    return value


def _space(facts: Any) -> RewardSpace:
    if isinstance(facts, Mapping):
        ends = [
            number(field(facts, name, "rewards"), "end of the rewards") for name in ("lo", "hi")
        ]
        if ends[0] >= ends[1]:
            raise Unreadable("The rewards have lo >= hi; give lo < hi.")
        return RewardSpace(ends[0], ends[1])
    values = sorted({number(value, "reward of the claim") for value in items(facts, "rewards")})
    if len(values) < 2:
        raise Unreadable(f"The claim has {len(values)} different rewards; give at least two.")
    return RewardSpace(values[0], values[-1], tuple(values))
