"""What is claimed: a budget, for which output, against which neighbours, on which rewards."""

from dataclasses import dataclass
from typing import Literal
from banditproof.algorithms.reward_space import UNIT, RewardSpace
from banditproof.theory.budgets import ZCDP, ApproxDP, Budget, PureDP, RenyiDP
from banditproof.theory.exact import Number, exact, exact_count, exact_positive
from banditproof.theory.shown_budgets import claim_of
from banditproof.verify.definitions.notions import Notion

Output = Literal["actions", "transcript"]
OUTPUTS: tuple[Output, ...] = ("actions", "transcript")
"""The actions (with the stopping time and the recommendation), or also the released numbers."""


@dataclass(frozen=True)
class Claim:
    """The budget that a policy is said to keep, and all that it is said to keep it for.

    Without a horizon the claim is about every horizon. The arms are those of the policy, or the
    ones that a factory is called with.

    >>> print(Claim(PureDP(1), rewards=RewardSpace.of("0:5")))
    eps = 1, for the actions, against table neighbours, rewards in [0, 5]
    """

    budget: Budget
    notion: Notion = Notion.TABLE
    output: Output = "actions"
    rewards: RewardSpace = UNIT
    arms: int = 2
    horizon: int | None = None
    setting: str = ""
    """The vectors of the arms, where a policy has some, in words."""
    stops: bool = False
    """Whether the actions come with a stopping time and a recommendation, as far as is known."""

    def __post_init__(self) -> None:
        exact_count("the number of arms", self.arms, least=1)
        if self.horizon is not None:
            exact_count("the horizon", self.horizon, least=1)
        if self.output not in OUTPUTS:
            raise ValueError(f"The output is {self.output!r}; give 'actions' or 'transcript'.")

    def counted_by(self, own: RewardSpace) -> RewardSpace:
        """The rewards of the claim as a policy that is made for others clips them.

        >>> listed = RewardSpace.of("0,1,5")
        >>> for asked in ("0.4:0.6", "0.4,0.6,9"):
        ...     print(Claim(PureDP(1), rewards=RewardSpace.of(asked)).counted_by(listed))
        {0, 1}
        {0, 1, 5}
        """
        asked = self.rewards
        low, high = own.nearest(asked.lo), own.nearest(asked.hi)
        if low == high:
            return own
        reached = [value for value in own.values if low <= value <= high]
        values = sorted({own.nearest(value) for value in asked.values} or reached)
        return RewardSpace(low, high, tuple(values))

    @property
    def why_nothing_is_told(self) -> str | None:
        """Why the output is the same for all rewards, if it is: for one arm, or in one round.

        >>> Claim(PureDP(1), horizon=1).why_nothing_is_told
        'The only action is chosen before any reward is seen'
        >>> Claim(PureDP(1), output="transcript", arms=1).why_nothing_is_told is None
        True
        """
        if self.output != "actions" or self.stops:
            return None
        if self.arms == 1:
            return "With one arm, all actions are the same for all rewards"
        return "The only action is chosen before any reward is seen" if self.horizon == 1 else None

    def __str__(self) -> str:
        until = "" if self.horizon is None else f", {self.horizon} round{'s' * (self.horizon != 1)}"
        what = "the actions" + ", the stopping time and the recommendation" * self.stops
        what += "" if self.output == "actions" else " and all releases"
        shown = f", {self.setting}" if self.setting else ""
        return (
            f"{claim_of(self.budget)}, for {what}, against {self.notion} neighbours, "
            f"rewards in {self.rewards}{until}{shown}"
        )


def claimed_budget(budget: Number | Budget) -> Budget:
    """The budget that is meant: a number is the eps of pure privacy, and stays as it is typed.

    >>> claimed_budget("0.5"), claimed_budget(ZCDP("0.1"))
    (PureDP(eps='0.5'), ZCDP(rho='0.1'))
    """
    if isinstance(budget, PureDP):
        exact_positive("eps", budget.eps)
        return budget
    if isinstance(budget, ApproxDP | ZCDP | RenyiDP):
        spent = budget.rho if isinstance(budget, ZCDP) else budget.eps
        if exact(spent) <= 0 and not (isinstance(budget, ApproxDP) and exact(budget.delta) > 0):
            raise ValueError(f"The budget {budget} allows no privacy loss; give a budget > 0.")
        return budget
    exact_positive("eps", budget)
    return PureDP(budget)
