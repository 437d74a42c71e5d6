"""The law of a finite policy's actions in a stochastic environment, exact, and its divergences.

An environment is one law of rewards for each arm, on the policy's own alphabet of rewards. Thesis,
Section 2.2.1 (canonical model) and Section 4.2.2 (m_{nu pi}).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.exact import Number, exact, exact_law
from banditproof.theory.instances import Bandit, BernoulliBandit, FiniteSupportBandit
from banditproof.verify.definitions.finite_machine import Finite, FiniteMachine, as_kernel
from banditproof.verify.definitions.finite_policy import Answers, FinitePolicy, Law, Reward
from banditproof.verify.exact_laws.law_divergences import log_sum

Environment = tuple[tuple[Fraction, ...], ...]
"""environment[arm][i] is the probability of the policy's reward number i on the arm."""
Given = Bandit | Sequence[Sequence[Number]]


def environment_of(policy: Finite, given: Given) -> Environment:
    """A bandit, or a list of laws, as laws on the policy's own rewards.

    >>> policy = FinitePolicy.from_rule(2, 1, lambda history: (1, 0))
    >>> environment_of(policy, BernoulliBandit(("0.25", 0)))[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    laws = [_masses(policy.rewards, row) for row in _rows(given)]
    if len(laws) != policy.arms:
        raise ValueError(
            f"The environment has {len(laws)} arms and the policy {policy.arms}; give one law for "
            "each arm."
        )
    if any(len(law) != len(policy.rewards) for law in laws):
        raise ValueError(
            f"A law has another number of masses than the {len(policy.rewards)} rewards "
            f"{policy.rewards} of the policy; give one mass for each reward."
        )
    return tuple(laws)


def _rows(given: Given) -> Iterator[Mapping[Fraction, Fraction] | Sequence[Number]]:
    if isinstance(given, BernoulliBandit):
        yield from ({Fraction(0): 1 - mean, Fraction(1): mean} for mean in given.exact_means)
    elif isinstance(given, FiniteSupportBandit):
        for law in given.laws:
            atoms = zip(law.points, law.weights, strict=True)
            yield {exact(point): exact(mass) for point, mass in atoms}
    elif isinstance(given, Bandit):
        raise ValueError(
            f"The rewards of a {type(given).__name__} are not finitely many; give a Bernoulli "
            "bandit, a bandit on a finite support, or lists of masses."
        )
    else:
        yield from given


def _masses(
    rewards: Sequence[Reward], row: Mapping[Fraction, Fraction] | Sequence[Number]
) -> tuple[Fraction, ...]:
    if not isinstance(row, Mapping):
        return exact_law("of an arm", row)
    foreign = [point for point, mass in row.items() if mass and point not in rewards]
    if foreign:
        raise ValueError(
            f"The environment pays {foreign[0]}, and the policy knows the rewards "
            f"{tuple(map(str, rewards))} only; give a policy for all rewards."
        )
    return tuple(row.get(Fraction(reward), Fraction(0)) for reward in rewards)


def kernel_of(policy: Finite) -> FinitePolicy:
    """The kernel with the policy's law in every environment."""
    return as_kernel(policy) if isinstance(policy, FiniteMachine) else policy


def answers_of(policy: FinitePolicy, environment: Environment) -> Answers:
    """The rewards of an environment as answers to actions, which are their own labels."""
    rows = [
        [(arm, reward, mass) for reward, mass in zip(policy.rewards, law, strict=True) if mass]
        for arm, law in enumerate(environment)
    ]
    return lambda actions: rows[actions[-1]]


def action_law(policy: Finite, given: Given) -> Law:
    """m_{nu pi}: the law of a_1, ..., a_T in an environment, exact.

    >>> copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
    >>> law = action_law(copy, BernoulliBandit(("0.25", 0)))
    >>> law[0, 0], law[0, 1]
    (Fraction(3, 4), Fraction(1, 4))
    """
    environment, kernel = environment_of(policy, given), kernel_of(policy)
    return kernel.law_under(answers_of(kernel, environment))


def expected_plays(law: Law, arms: int, rounds: int | None = None) -> tuple[Fraction, ...]:
    """E[N_a] over the first rounds (by default all of them), exact.

    >>> expected_plays({(0, 1): Fraction(1, 4), (0, 0): Fraction(3, 4)}, 2)
    (Fraction(7, 4), Fraction(1, 4))
    """
    return tuple(
        sum((mass * actions[:rounds].count(arm) for actions, mass in law.items()), Fraction(0))
        for arm in range(arms)
    )


def log_likelihood(
    policy: Finite, given: Given, other: Given
) -> tuple[dict[tuple[int, Reward], Fraction], dict[tuple[int, Reward], Fraction]]:
    """Both sides of the plain decomposition, as exact weights of log(P_a(r) / P'_a(r)).

    KL(P_{nu pi} || P_{nu' pi}) of actions with rewards, summed over all histories of T rounds, and
    sum_a E[N_a] KL(P_a || P'_a): the weights of each (arm, reward) agree. The policy's own factors
    cancel in each history. Thesis, (2.1) and Exercise 15.8 of the book it cites.
    """
    environment, kernel = environment_of(policy, given), kernel_of(policy)
    environment_of(policy, other)
    along: dict[tuple[int, Reward], Fraction] = {}
    for _, history, mass in kernel.runs(answers_of(kernel, environment), kernel.horizon):
        for step in history:
            along[step] = along.get(step, Fraction(0)) + mass
    plays = expected_plays(action_law(policy, given), kernel.arms)
    by_arm = {
        (arm, reward): plays[arm] * environment[arm][place]
        for arm, (place, reward) in product(range(kernel.arms), enumerate(kernel.rewards))
        if plays[arm] * environment[arm][place]
    }
    return along, by_arm


def full_divergence(policy: Finite, given: Given, other: Given, digits: int = 20) -> Enclosure:
    """KL(P_{nu pi} || P_{nu' pi}) of the actions together with all T rewards.

    >>> blind = FinitePolicy.from_rule(2, 2, lambda history: (1, 0))
    >>> one, two = BernoulliBandit(("0.5", 0)), BernoulliBandit(("0.25", 0))
    >>> print(full_divergence(blind, one, two, 10))  # twice kl(1/2, 1/4)
    0.28768207245178[0..2]
    """
    left, right = environment_of(policy, given), environment_of(policy, other)
    plays = expected_plays(action_law(policy, given), policy.arms)
    logs: dict[Fraction, Fraction] = {}
    for arm, number in enumerate(plays):
        for mass, beside in zip(left[arm], right[arm], strict=True):
            if not mass * number:
                continue
            if not beside:
                return INFINITE
            ratio = mass / beside
            logs[ratio] = logs.get(ratio, Fraction(0)) + mass * number
    return log_sum(logs, digits)
