"""The law of the regret of a private policy at one horizon, for two arms and integer noise.

Every probability is computed from below, with each rounding and each tail that was cut on the safe
side; the mass that is missing bounds all of these. So mean, quantiles and tails come as proved
intervals, without one simulated run. Scores are compared in balls, ties by whole numbers: the law
is that of the policy whose scores are the exact numbers.
"""

from __future__ import annotations
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from typing import Any
from banditproof.algorithms.policy import Policy
from banditproof.algorithms.regret.dp_se import DPSE
from banditproof.algorithms.regret.dp_ucb import TREES
from banditproof.algorithms.regret.explore_then_commit import ExploreThenCommit
from banditproof.algorithms.regret.phased_index import ONE_BY_ONE, PhasedIndexPolicy, is_proved
from banditproof.algorithms.regret.table_policy import History, TablePolicy
from banditproof.algorithms.regret.trusted_leader import TrustedLeader
from banditproof.theory.enclosure import Enclosure
from banditproof.theory.exact import Number, exact, exact_count, exact_probability
from banditproof.theory.instances import BernoulliBandit
from banditproof.theory.mechanisms import DiscreteGaussian, Gaussian, IntegerLaplace, Laplace
from .elimination_law import committed_pulls, elimination_pulls
from .phased_choices import CHOICES
from .phased_law import PhasedPlay
from .trusted_law import trusted_pulls

LONGEST = 10**7
"""The longest horizon whose law is computed."""
LONGEST_ONE_BY_ONE = 200
"""The same for policies that choose again after each pull, with a node for all pairs of pulls."""
TAIL = 1e-14
"""The mass below which the tails of a law are cut."""


WHOLE_LAWS: dict[type[Policy[Any]], Callable[..., dict[int, Fraction]]] = {
    DPSE: elimination_pulls,
    ExploreThenCommit: committed_pulls,
    TrustedLeader: trusted_pulls,
}
"""The policies whose sums are forgotten, so that few numbers say where they stand."""
KNOWN = sorted((*(known.name for known in WHOLE_LAWS), *CHOICES))
"""The names of the policies whose laws are known, besides tables."""
WHY_NOT = {
    **dict.fromkeys(
        (tree.name for tree in TREES),
        ", since it keeps a noise for each binary digit of the pulls of each arm",
    ),
    "lazy-dp-ts": ", since it compares draws of Beta laws that change in each round",
    "adac-ucb-printed": ", since its noise is not the same in all phases",
}
"""Why the law of a policy is not known."""


@dataclass(frozen=True)
class RegretLaw:
    """The law of gap N, with N the pulls of the worse arm, as lower bounds of its masses."""

    horizon: int
    gap: Fraction
    masses: Mapping[int, Fraction]
    """A lower bound of the probability of each number of pulls of the worse arm."""

    @cached_property
    def missing(self) -> Fraction:
        """The mass that was cut, rounded off or undecided, of which nothing is known."""
        return 1 - sum(self.masses.values(), Fraction(0))

    @cached_property
    def mean(self) -> Enclosure:
        """The expected regret; what is missing has a regret from 0 to gap T."""
        known = sum((n * mass for n, mass in self.masses.items()), Fraction(0))
        return Enclosure(self.gap * known, self.gap * (known + self.missing * self.horizon))

    def tail(self, regret: Number) -> Enclosure:
        """The probability of a regret above a number."""
        limit = exact(regret)
        known = (mass for n, mass in self.masses.items() if self.gap * n > limit)
        low = sum(known, Fraction(0))
        return Enclosure(low, low + self.missing)

    def quantile(self, level: Number) -> Enclosure:
        """The least regret that is not exceeded with at least a probability."""
        wanted = exact_probability("level", level)
        return Enclosure(self._reaches(wanted - self.missing), self._reaches(wanted))

    def _reaches(self, wanted: Fraction) -> Fraction:
        """The least regret up to which the known masses add up to so much, or gap T."""
        total = Fraction(0)
        for n in sorted(self.masses):
            total += self.masses[n]
            if total >= wanted:
                return self.gap * n
        return self.gap * self.horizon


def regret_law(
    policy: Policy[Any], bandit: BernoulliBandit, horizon: Number, tail: float = TAIL
) -> RegretLaw:
    """The law of the regret at a horizon, of a policy of two arms whose noise is on the integers.

    For the policies of `KNOWN`, and for the policy that `simulate` plays with the same arguments.
    Smaller tails are cut for a smaller `tail`, which takes longer. Policies that choose again after
    each pull have at most 200 rounds.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> policy = DPIMED(arms=2, eps=1, noise=IntegerLaplace(1))
    >>> law = regret_law(policy, BernoulliBandit(("0.9", "0.1")), 100)
    >>> print(law.mean, law.tail(20))
    [6.6285307498..6.6285307500] 0.0104753035[2..3]
    >>> [float(law.quantile(level).exact) for level in ("0.5", "0.99")]
    [5.6, 24.8]
    """
    return regret_laws(policy, bandit, (horizon,), tail)[0]


def regret_laws(
    policy: Policy[Any], bandit: BernoulliBandit, horizons: Sequence[Number], tail: float = TAIL
) -> tuple[RegretLaw, ...]:
    """The laws of the regret at several horizons, which take as long as the one at the last.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> policy = DPIMED(arms=2, eps=1, noise=IntegerLaplace(1))
    >>> laws = regret_laws(policy, BernoulliBandit(("0.9", "0.1")), (1, 10, 100))
    >>> [round(float(law.mean), 6) for law in laws]
    [0.0, 3.010205, 6.628531]
    """
    rounds = tuple(exact_count("horizon", horizon, least=1) for horizon in horizons)
    if not rounds or max(rounds) > LONGEST:
        raise ValueError(f"The horizons are {rounds}; give some of at most {LONGEST} rounds.")
    if bandit.arms != 2 or policy.arms != 2:
        raise ValueError(
            f"The policy has {policy.arms} arms and the bandit {bandit.arms}; give two arms, for "
            "which the exact law is computed."
        )
    if not 0 < tail < 0.001:
        raise ValueError(f"The tail is {tail}; give a mass in (0, 0.001).")
    worse = bandit.gaps.index(max(bandit.gaps))
    masses = _masses(policy, bandit, rounds, worse, tail)
    return tuple(RegretLaw(horizon, bandit.gaps[worse], masses[horizon]) for horizon in rounds)


def _masses(
    policy: Policy[Any], bandit: BernoulliBandit, rounds: tuple[int, ...], worse: int, tail: float
) -> Mapping[int, Mapping[int, Fraction]]:
    """For each horizon the masses of the numbers of pulls of the worse arm."""
    if type(policy) is TablePolicy:
        return {t: _table_pulls(policy, bandit, t, worse) for t in rounds}
    for known, pulls in WHOLE_LAWS.items():
        if type(policy) is known:
            return {t: pulls(policy, bandit, t, worse, tail) for t in rounds}
    if isinstance(policy, PhasedIndexPolicy) and is_proved(type(policy)):
        if policy.schedule == ONE_BY_ONE and max(rounds) > LONGEST_ONE_BY_ONE:
            raise ValueError(
                f"The horizon is {max(rounds)}, and {policy.name} chooses again after each pull; "
                f"give at most {LONGEST_ONE_BY_ONE} rounds."
            )
        return PhasedPlay(policy, bandit, rounds, tail).pulls_of(worse)
    raise ValueError(
        f"The exact law of {policy.name} is not known here{WHY_NOT.get(policy.name, '')}; give one "
        f"of {', '.join(KNOWN)}."
    )


def on_the_integers(policy: Policy[Any]) -> Policy[Any]:
    """The policy with noise on the integers in place of real noise, of the same budget.

    >>> from banditproof.algorithms.regret.dp_imed import DPIMED
    >>> on_the_integers(DPIMED(arms=2, eps="0.5")).noise
    IntegerLaplace(scale=Fraction(2, 1))
    """
    noise = policy.declared_noise
    if "noise" not in {field.name for field in fields(policy)}:  # type: ignore[arg-type]
        return policy
    if isinstance(noise, Laplace):
        return replace(policy, noise=IntegerLaplace(noise.scale))  # type: ignore[type-var]
    if isinstance(noise, Gaussian):
        square = exact(noise.sigma_squared)
        return replace(policy, noise=DiscreteGaussian(sigma_squared=square))  # type: ignore[type-var]
    return policy


def _table_pulls(
    policy: TablePolicy, bandit: BernoulliBandit, horizon: int, arm: int
) -> dict[int, Fraction]:
    """The probabilities of the numbers of pulls of an arm.

    >>> arms = {0: (Fraction(2, 3), Fraction(1, 3)), 1: (Fraction(1), Fraction(0))}
    >>> table = TablePolicy(2, 2, {(): arms[0], **{((a, r),): arms[r] for a in arms for r in arms}})
    >>> _table_pulls(table, BernoulliBandit((1, 0)), 2, 1)
    {0: Fraction(2, 3), 1: Fraction(2, 9), 2: Fraction(1, 9)}
    """
    if horizon > policy.rounds:
        raise ValueError(
            f"The horizon is {horizon}, and the table has {policy.rounds} rounds; give at most as "
            "many."
        )
    chances = [(1 - mean, mean) for mean in bandit.exact_means]
    known: dict[History, Fraction] = {(): Fraction(1)}
    for _ in range(horizon):
        known = {
            (*history, (pulled, reward)): now
            for history, mass in known.items()
            for pulled, share in enumerate(policy.laws[history])
            for reward, chance in enumerate(chances[pulled])
            if (now := mass * share * chance)
        }
    ends: dict[int, Fraction] = defaultdict(Fraction)
    for history, mass in known.items():
        ends[sum(pulled == arm for pulled, _ in history)] += mass
    return dict(sorted(ends.items()))
