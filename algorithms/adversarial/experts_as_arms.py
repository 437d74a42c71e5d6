"""Algorithm 5: a policy on the experts becomes one on the arms, which follows their advice."""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.curators.curator import Curator
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.curators.noisy_sums import NoisySums
from banditproof.algorithms.policy import Policy, Pull, checked_pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import Budget
from banditproof.theory.exact import exact_count
from .advice_contexts import advice_of
from .learner import drawn_arm


class Followed(NamedTuple):
    """The policy on the experts, and the pull of an expert that is under way, if any."""

    inner: Any
    pull: Pull | None = None
    left: int = 0
    """The rounds of the pull that are left."""


@dataclass(frozen=True)
class ExpertsAsArms(Policy[Followed]):
    """A policy whose arms are experts, played on real arms: each round draws from the advice of
    the expert that it pulls.

    The advice of a round is its context, and public (`AdviceContexts`); the arm is drawn anew in
    each round, also while one expert is held. The losses of a pull are released together, as the
    curator of the policy on the experts says, so the privacy is that of its releases. Around
    Algorithm 1 this is the conversion of Theorem 7. The advice of an expert that is certain needs
    no random number: with one expert for each arm this is the policy on the arms, draw for draw.

    The remark that advice may be as private as the losses is false (claim `adv.rem.advice`): the
    action of a round shows its own advice. Faster Rates for Private Adversarial Bandits,
    Algorithm 5, Theorems 6 and 7.

    >>> from banditproof.algorithms import DPIMED, RewardTable, Silent, play
    >>> from .advice_contexts import AdviceContexts
    >>> from .advice_cycles import AdviceCycle
    >>> swapped = AdviceContexts(AdviceCycle([[(0, 1), (1, 0)]]))  # each is sure of the other arm
    >>> policy = ExpertsAsArms(DPIMED(arms=2, eps=1, ties="first"), arms=2)
    >>> play(policy, RewardTable([(1, 0)] * 4), 4, Silent(), swapped).actions
    (1, 0, 0, 0)
    """

    policy: Policy[Any]
    """The policy on the experts: its arms are their number."""
    arms: int
    curator: DeclaredSums = field(init=False, repr=False, compare=False)
    dimension: int = field(init=False, repr=False, compare=False)
    name: str = field(init=False, repr=False, compare=False)

    told_advice = True

    def __post_init__(self) -> None:
        arms = exact_count("the number of arms", self.arms, least=1)
        inner = self.policy
        if inner.dimension is not None or inner.stops:
            raise ValueError(
                f"The policy {inner.name} on the experts sees contexts, or stops; give one that "
                "does neither."
            )
        object.__setattr__(self, "arms", arms)
        object.__setattr__(self, "curator", pooled_sums(inner))
        object.__setattr__(self, "dimension", inner.arms)
        object.__setattr__(self, "name", f"{inner.name}-experts")
        object.__setattr__(self, "clips_rewards", inner.clips_rewards)
        object.__setattr__(self, "rewards", inner.rewards)

    @property
    def budget(self) -> Budget:
        """That of the policy on the experts: advice is public."""
        return self.policy.budget

    def start(self) -> Followed:
        """The policy on the experts at its start."""
        return Followed(self.policy.start())

    def decide(self, state: Followed, t: int, randomness: Randomness) -> Pull:
        """Not without advice."""
        raise ValueError(f"The policy {self.name} needs advice; give contexts such as an array.")

    def decide_in(self, state: Followed, t: int, context: Context, randomness: Randomness) -> Pull:
        """An arm drawn from the advice of the expert that is pulled."""
        pull, left = state.pull, state.left
        if pull is None:
            experts = self.policy.arms
            pull = checked_pull(self.policy.decide(state.inner, t, randomness), experts, t)
            if pull.then or not pull.releases or pull.rows:
                raise ValueError(
                    f"The policy {self.policy.name} pulls several experts before a release; give "
                    "one that releases after each pull."
                )
            left = pull.count
        row = advice_of(context)[pull.arm]
        certain = max(row) == 1.0
        arm = row.index(1.0) if certain else drawn_arm(row, randomness.uniform())
        return Pull(arm, 1, releases=left == 1, note=Followed(None, pull, left))

    def learn(self, state: Followed, pull: Pull, released: Any) -> Followed:
        """Hold the expert until its pull is complete; then the policy on the experts learns."""
        note: Any = pull.note
        if note.left > 1:
            return Followed(state.inner, note.pull, note.left - 1)
        return Followed(self.policy.learn(state.inner, note.pull, released))


def pooled_sums(policy: Policy[Any]) -> DeclaredSums:
    """The curator of a policy, with one open batch for the rewards of all arms.

    The noise of the plain `Curator` is the one that the policy asks for in its first state.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> found = pooled_sums(DPIMED(arms=2, eps="0.5"))
    >>> found.noise, found.pooled
    (Laplace(scale=Fraction(2, 1)), True)
    """
    curator = policy.curator
    if isinstance(curator, DeclaredSums) and curator.memory == 1:
        return replace(curator, pooled=True)
    if type(curator) not in (Curator, NoisySums):
        raise ValueError(
            f"The curator of the policy {policy.name} on the experts is {curator!r}; give "
            "DeclaredSums, with a memory of one batch."
        )
    return DeclaredSums(policy.mechanism(policy.start(), Pull(0, 1)), pooled=True)
