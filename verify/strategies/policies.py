"""Policies: the built-in private ones, ones made of declared parts, and finite kernels."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any
from hypothesis import strategies as st
from banditproof.algorithms.catalogue import POLICIES, make_policy
from banditproof.algorithms.catalogue_text import policy_texts
from banditproof.algorithms.curators.declared_sums import DeclaredSums
from banditproof.algorithms.policy import Policy, Pull
from banditproof.algorithms.prices.change_of_one_reward import change_of
from banditproof.algorithms.randomness import Randomness
from banditproof.algorithms.reward_space import UNIT, RewardSpace
from banditproof.theory.budgets import ZCDP, Budget, PureDP
from banditproof.theory.exact import Number
from banditproof.theory.mechanisms import Gaussian, Laplace
from banditproof.verify.audit.built_in import settings_of
from banditproof.verify.definitions.finite_policy import FinitePolicy, History, visible_histories
from .privacy_budgets import sizes
from .reward_inputs import BITS, Rewards

HALF = Fraction(1, 2)
RANGES = (RewardSpace(), RewardSpace.of((0, 5)), RewardSpace.of((-1, 1)), RewardSpace.of([0, 1]))
WEIGHTS: tuple[tuple[Number, ...], ...] = ((1,), (2, 1), (HALF,), (1, -1), (0, 1))


def policies(
    min_arms: int = 2, max_arms: int = 4, horizon: int = 100
) -> st.SearchStrategy[Policy[Any]]:
    """Private policies: those of the catalogue at any eps, and `declared_policies`.

    Each keeps the budget that its `budget` says.

    >>> from hypothesis import find
    >>> find(policies(), lambda policy: policy.arms == 3).arms
    3
    """
    return built_in_policies(min_arms, max_arms, horizon) | declared_policies(min_arms, max_arms)


@st.composite
def built_in_policies(
    draw: st.DrawFn, min_arms: int = 2, max_arms: int = 4, horizon: int = 100
) -> Policy[Any]:
    """The private policies of the catalogue that need no contexts, at any budget.

    Those on fixed actions get unit vectors of the plane. A printed box that is known to spend more
    than its budget is none of them.
    """
    texts = policy_texts()
    private = {
        name: entry.options
        for name, entry in POLICIES.items()
        if entry.private and not texts[name].overspends
    }
    name = draw(
        st.sampled_from([n for n, options in private.items() if "dimension" not in options])
    )
    arms = draw(st.integers(min_arms, max_arms))
    spent, alpha = draw(sizes()), draw(st.integers(2, 9))
    options = settings_of(name, arms)
    return make_policy(name, arms, eps=spent, rho=spent, alpha=alpha, horizon=horizon, **options)


Released = tuple[float | None, ...]
"""The last released number of each arm."""


@dataclass(frozen=True, kw_only=True)
class DeclaredFollower(Policy[Released]):
    """Pulls each arm for one batch, and then the arm with the largest last release.

    >>> from banditproof.theory.budgets import PureDP
    >>> from banditproof.theory.mechanisms import Laplace
    >>> from banditproof.verify.audit import audit
    >>> twice = DeclaredSums(Laplace(4), copies=2)
    >>> policy = DeclaredFollower(arms=2, curator=twice, spends=PureDP("0.5"))
    >>> audit(policy, policy.budget).verdict
    'holds'
    """

    arms: int
    curator: DeclaredSums = field()
    spends: Budget
    rewards: RewardSpace = UNIT
    pulls: int = 2
    """The pulls of a batch."""
    name: str = "declared-follower"

    @property
    def budget(self) -> Budget:
        """What its releases spend."""
        return self.spends

    def start(self) -> Released:
        """Nothing was released."""
        return (None,) * self.arms

    def decide(self, state: Released, t: int, randomness: Randomness) -> Pull:
        """The first arm without a release, or the first of those with the largest one."""
        if None in state:
            return Pull(state.index(None), self.pulls)
        known = [value for value in state if value is not None]
        return Pull(known.index(max(known)), self.pulls)

    def learn(self, state: Released, pull: Pull, released: Any) -> Released:
        """Keep the last number that was released for the arm."""
        if released is None:
            return state
        last = released[-1] if isinstance(released, tuple) else released
        return (*state[: pull.arm], float(last), *state[pull.arm + 1 :])


@st.composite
def declared_policies(
    draw: st.DrawFn, min_arms: int = 2, max_arms: int = 4, rewards: Rewards | None = None
) -> DeclaredFollower:
    """Policies of declared parts whose noise is just enough for their budget.

    Weighted, centred and clipped sums, released several times or from overlapping batches, each
    reward perhaps kept with a probability only; Laplace noise for pure privacy, Gaussian noise for
    concentrated privacy.

    >>> from hypothesis import find
    >>> policy = find(declared_policies(), lambda policy: policy.curator.copies == 2)
    >>> policy.budget, policy.curator.noise
    (ZCDP(rho=Fraction(1, 1000)), Gaussian(sigma_squared=Fraction(1000, 1)))
    """
    asked = draw(st.sampled_from(RANGES)) if rewards is None else RewardSpace.of(rewards)
    spent = draw(sizes())
    plain = DeclaredSums(
        Laplace(1),
        weights=draw(st.sampled_from(WEIGHTS)),
        center=draw(st.sampled_from([Fraction(0), HALF])),
        clip=draw(st.sampled_from([None, (asked.lo, asked.lo + asked.width / 2)])),
        memory=draw(st.integers(1, 2)),
        copies=draw(st.integers(1, 2)),
        rate=draw(st.sampled_from([Fraction(1), HALF])),
        bounds=draw(st.sampled_from([None, (-3, 3)])),
        mean=draw(st.booleans()),
    )
    size = change_of(plain, asked).size or Fraction(1)
    times = plain.releases_of_a_reward
    pure = draw(st.booleans())
    noise = (
        Laplace(size * times / spent)
        if pure
        else Gaussian(sigma_squared=size**2 * times / 2 / spent)
    )
    fields = {name: getattr(plain, name) for name in plain.__dataclass_fields__}
    return DeclaredFollower(
        arms=draw(st.integers(min_arms, max_arms)),
        curator=DeclaredSums(**fields | {"noise": noise}),
        spends=PureDP(spent) if pure else ZCDP(spent),
        rewards=asked,
        pulls=draw(st.integers(1, 3)),
    )


@st.composite
def finite_policies(
    draw: st.DrawFn, arms: int = 2, rounds: int = 3, rewards: Rewards = BITS, zeros: bool = True
) -> FinitePolicy:
    """Kernels of the visible history with exact laws; with `zeros` some arms are impossible.

    >>> from hypothesis import find
    >>> find(finite_policies(rounds=2), lambda policy: policy.kernel[((0, 1),)][0] == 0).arms
    2
    """
    letters = tuple(RewardSpace.of(rewards).tried)
    least = 0 if zeros else 1
    kernel: dict[History, tuple[Fraction, ...]] = {}
    for history in visible_histories(arms, rounds, letters):
        parts = draw(st.lists(st.integers(least, 4), min_size=arms, max_size=arms))
        parts = parts if any(parts) else [1, *parts[1:]]
        kernel[history] = tuple(Fraction(part, sum(parts)) for part in parts)
    return FinitePolicy(arms, rounds, kernel, letters)
