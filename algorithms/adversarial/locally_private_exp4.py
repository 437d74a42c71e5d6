"""Algorithm 6: a learner with experts that sees each loss with its own noise."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from banditproof.algorithms.contexts import Context
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.randomness import Randomness
from banditproof.theory.budgets import PureDP
from banditproof.theory.exact import Number, exact_count, exact_positive
from banditproof.theory.mechanisms import Laplace
from banditproof.theory.parameter_names import accepts_epsilon
from .advice_contexts import advice_of
from .learner import ExpertLearner
from .learner_draws import generator_of


class ToldInContext(NamedTuple):
    """A learner, and what it has not learnt from yet: the advice, the arm and its noisy loss."""

    learner: Hashable
    context: Context = ()
    arm: int = 0
    loss: float | None = None


@accepts_epsilon
@dataclass(frozen=True)
class LocallyPrivateExperts(Policy[ToldInContext]):
    """A learner with experts that sees l + Lap(1/eps) in each round; private for every learner.

    Each loss of [0, 1] leaves once, in its own round, whose release alone is eps-DP for any
    two losses: local privacy. So all actions are eps-DP as well. The advice of a round is its
    context, and public. With EXP4 this is Algorithm 6 of Faster Rates for Private Adversarial
    Bandits, Theorem 9. Rewards of the engine are losses here.

    >>> from banditproof.algorithms import RewardTable, Silent, play
    >>> from banditproof.algorithms.adversarial.advice_contexts import AdviceContexts
    >>> from banditproof.algorithms.adversarial.advice_cycles import one_expert_per_arm
    >>> from banditproof.algorithms.adversarial.exp4 import EXP4
    >>> policy = LocallyPrivateExperts(EXP4(eta=1, gamma="0.1"), arms=2, experts=2, eps="0.5")
    >>> advice = AdviceContexts(one_expert_per_arm(2))
    >>> played = play(policy, RewardTable([(1, 0)] * 3), 3, Silent(), advice)
    >>> played.actions, [(one.value, one.mechanism.scale) for one in played.ledger.releases][0]
    ((1, 1, 1), (0.0, Fraction(2, 1)))
    """

    learner: ExpertLearner[Any]
    arms: int
    experts: int
    eps: Number
    curator: DeclaredSums = field(init=False, repr=False, compare=False)
    dimension: int = field(init=False, repr=False, compare=False)
    name: str = field(init=False, repr=False, compare=False)

    told_advice = True

    def __post_init__(self) -> None:
        noise = Laplace(1 / exact_positive("eps", self.eps))
        experts = exact_count("the number of experts", self.experts, least=1)
        object.__setattr__(self, "arms", exact_count("the number of arms", self.arms, least=1))
        object.__setattr__(self, "experts", experts)
        object.__setattr__(self, "dimension", experts)
        object.__setattr__(self, "curator", DeclaredSums(noise))
        object.__setattr__(self, "name", f"local-{self.learner.name}")

    @property
    def budget(self) -> PureDP:
        """eps-DP, in each round alone."""
        return PureDP(self.eps)

    def start(self) -> ToldInContext:
        """The learner at its start."""
        return ToldInContext(self.learner.start(self.arms, self.experts))

    def decide(self, state: ToldInContext, t: int, randomness: Randomness) -> Pull:
        """Not without advice."""
        raise ValueError(f"The policy {self.name} needs advice; give contexts such as an array.")

    def decide_in(
        self, state: ToldInContext, t: int, context: Context, randomness: Randomness
    ) -> Pull:
        """The learner learns from the last loss, and acts under the advice of this round."""
        rng, learner = generator_of(randomness), state.learner
        if state.loss is not None:
            advice = advice_of(state.context)
            learner = self.learner.update(learner, advice, state.arm, state.loss, rng)
        return Pull(self.learner.act(learner, advice_of(context), rng), 1, note=learner)

    def learn(self, state: ToldInContext, pull: Pull, released: Any) -> ToldInContext:
        """Not without advice."""
        raise ValueError(f"The policy {self.name} needs advice; give contexts such as an array.")

    def learn_in(
        self, state: ToldInContext, pull: Pull, context: Context, released: float | None
    ) -> ToldInContext:
        """Keep the release, with the advice under which the arm was drawn."""
        return ToldInContext(pull.note, context, pull.arm, released)
