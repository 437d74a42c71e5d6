"""Two environments at once: rewards drawn in pairs that differ as rarely as they can.

When arm a is pulled, (r_t, r'_t) is drawn from the maximal coupling c_a of P_a and P'_a, so that
Pr[r_t != r'_t] = t_a = TV(P_a, P'_a). The policy sees r under p and r' under q:

    p(a, r, r') = pi(a | r) c_a(r, r'),    q(a, r, r') = pi(a | r') c_a(r, r').

Everything here runs forward in time. Given *all* actions the pairs are not independent draws of
c_{a_t}, because later actions look at r_t; treating them as such is the error in the proof of
Theorem 4.14. Thesis, Section 4.2.2.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from banditproof.theory.enclosure import INFINITE, Enclosure
from banditproof.theory.exact import exact_count
from banditproof.theory.transport import finite_coupling, total_variation
from banditproof.verify.definitions.finite_machine import Finite
from banditproof.verify.definitions.finite_policy import FinitePolicy, History, Reward
from banditproof.verify.exact_laws.enumeration import Actions
from banditproof.verify.exact_laws.law_divergences import log_sum
from .visible_laws import Environment, Given, environment_of, kernel_of

Joint = tuple[tuple[Fraction, ...], ...]
Couple = Callable[[tuple[Fraction, ...], tuple[Fraction, ...]], Joint]
"""How the two laws of one arm are joined: entry [i][j] is the mass of (r, r') = (i, j)."""


def distances(policy: Finite, given: Given, other: Given) -> tuple[Fraction, ...]:
    """t_a = TV(P_a, P'_a) for each arm, exact."""
    pairs = zip(environment_of(policy, given), environment_of(policy, other), strict=True)
    return tuple(total_variation(p, q) for p, q in pairs)


@dataclass(frozen=True)
class CoupledPath:
    """The actions, both lists of rewards, and the masses of this outcome under p and under q."""

    actions: Actions
    rewards: tuple[Reward, ...]
    others: tuple[Reward, ...]
    under_p: Fraction
    under_q: Fraction

    @property
    def mismatches(self) -> int:
        """d_Ham(r, r')."""
        return sum(r != s for r, s in zip(self.rewards, self.others, strict=True))


def coupled_paths(
    policy: Finite,
    given: Given,
    other: Given,
    rounds: int | None = None,
    couple: Couple = finite_coupling,
) -> Iterator[CoupledPath]:
    """All outcomes of the coupled environment with positive mass under p or q.

    T actions and the rewards of the first `rounds` rounds, T of them by default.

    >>> copy = FinitePolicy.from_rule(2, 2, lambda h: (0, 1) if h and h[0][1] else (1, 0))
    >>> from banditproof.theory import BernoulliBandit
    >>> one, two = BernoulliBandit(("0.5", 0)), BernoulliBandit((0, 0))
    >>> [(path.actions, str(path.under_p)) for path in coupled_paths(copy, one, two, 1)]
    [((0, 0), '1/2'), ((0, 0), '0'), ((0, 1), '1/2')]
    """
    kernel, pairs, shown = _prepared(policy, given, other, rounds, couple)
    paths: list[tuple[History, History, Fraction, Fraction]] = [((), (), Fraction(1), Fraction(1))]
    for t in range(kernel.horizon):
        after: list[tuple[History, History, Fraction, Fraction]] = []
        for past, shadow, p, q in paths:
            laws = kernel.kernel[past], kernel.kernel[shadow]
            for arm, (chance, beside) in enumerate(zip(*laws, strict=True)):
                here, there = p * chance, q * beside
                if not here and not there:
                    continue
                # after the rounds that are shown one reward stands for all; it is cut off below
                for r, s, mass in pairs[arm] if t < shown else [(0, 0, Fraction(1))]:
                    step = (*past, (arm, r)), (*shadow, (arm, s))
                    after.append((*step, here * mass, there * mass))
        paths = after
    for past, shadow, p, q in paths:
        yield CoupledPath(
            tuple(arm for arm, _ in past),
            tuple(r for _, r in past[:shown]),
            tuple(s for _, s in shadow[:shown]),
            p,
            q,
        )


def _prepared(
    policy: Finite, given: Given, other: Given, rounds: int | None, couple: Couple
) -> tuple[FinitePolicy, list[list[tuple[Reward, Reward, Fraction]]], int]:
    kernel = kernel_of(policy)
    one, two = environment_of(policy, given), environment_of(policy, other)
    return kernel, _pairs(kernel, one, two, couple), _shown(kernel, rounds)


def _shown(kernel: FinitePolicy, rounds: int | None) -> int:
    if rounds is None:
        return kernel.horizon
    count = exact_count("rounds", rounds)
    if not kernel.horizon - 1 <= count <= kernel.horizon:
        raise ValueError(
            f"rounds is {count} and the horizon {kernel.horizon}; give T or T - 1, since all "
            "rewards but the last one are looked at."
        )
    return count


def _pairs(
    kernel: FinitePolicy, one: Environment, two: Environment, couple: Couple
) -> list[list[tuple[Reward, Reward, Fraction]]]:
    results = []
    for p, q in zip(one, two, strict=True):
        joint = couple(p, q)
        indices = product(range(len(kernel.rewards)), repeat=2)
        cells = [(kernel.rewards[i], kernel.rewards[j], joint[i][j]) for i, j in indices]
        results.append([cell for cell in cells if cell[2]])
    return results


def coupled_divergence(
    policy: Finite, given: Given, other: Given, digits: int = 20, couple: Couple = finite_coupling
) -> Enclosure:
    """KL(p || q) = E_p[log(V_r(a) / V_{r'}(a))], which is at least KL(m_nu || m_nu'): (4.7)."""
    kernel = kernel_of(policy)
    logs: dict[Fraction, Fraction] = {}
    for path in coupled_paths(kernel, given, other, kernel.horizon - 1, couple):
        if path.under_p:
            if not path.under_q:
                return INFINITE
            ratio = path.under_p / path.under_q
            logs[ratio] = logs.get(ratio, Fraction(0)) + path.under_p
    return log_sum(logs, digits)


@dataclass(frozen=True)
class MismatchMoments:
    """Exact moments under p of d = d_Ham(r, r') and S = sum t_{a_t}, over the rounds that count.

    M = d - S is a martingale, so E[M] = 0, E[M^2] = E[V] with V = sum t_{a_t} (1 - t_{a_t}), and
    E[d^2] = E[S^2] + 2 E[M S] + E[V]. Theorem 4.14 prints the sum without E[M S].
    """

    total: Fraction
    """E[S]"""
    square: Fraction
    """E[S^2]"""
    variance: Fraction
    """E[V]"""
    cross: Fraction
    """E[M S]"""
    distance: Fraction
    """E[d]"""
    distance_square: Fraction
    """E[d^2]"""

    @property
    def printed(self) -> Fraction:
        """E[S^2] + E[V], which the printed proof takes for E[d^2]."""
        return self.square + self.variance


def mismatch_moments(
    policy: Finite, given: Given, other: Given, rounds: int | None = None
) -> MismatchMoments:
    """The moments over T - 1 rounds, or over the first `rounds`, by one forward enumeration.

    >>> from banditproof.theory import BernoulliBandit
    >>> stay = FinitePolicy.from_rule(2, 3, lambda h: (1, 0) if not h or h[0][1] else (0, 1))
    >>> one, two = BernoulliBandit(("0.5", "0.5")), BernoulliBandit((0, "0.5"))
    >>> found = mismatch_moments(stay, one, two)
    >>> found.distance_square, found.printed  # 5/4 is not 1
    (Fraction(5, 4), Fraction(1, 1))
    """
    kernel = kernel_of(policy)
    shown = _shown(kernel, kernel.horizon - 1 if rounds is None else rounds)
    one, two = environment_of(policy, given), environment_of(policy, other)
    away = [total_variation(p, q) for p, q in zip(one, two, strict=True)]
    zero = Fraction(0)
    # under p the policy sees r only, so of r' it is enough to count the mismatches
    runs: dict[tuple[History, int], Fraction] = {((), 0): Fraction(1)}
    for _ in range(shown):
        after: dict[tuple[History, int], Fraction] = {}
        for (past, d), mass in runs.items():
            for arm, chance in enumerate(kernel.kernel[past]):
                if not chance:
                    continue
                for reward, paid, beside in zip(kernel.rewards, one[arm], two[arm], strict=True):
                    same = min(paid, beside)
                    step = (*past, (arm, reward))
                    for key, share in (((step, d), same), ((step, d + 1), paid - same)):
                        if share:
                            after[key] = after.get(key, zero) + mass * chance * share
        runs = after
    sums = [zero] * 6
    for (past, d), mass in runs.items():
        s = sum((away[arm] for arm, _ in past), zero)
        v = sum((away[arm] * (1 - away[arm]) for arm, _ in past), zero)
        for place, value in enumerate((s, s * s, v, (d - s) * s, Fraction(d), Fraction(d * d))):
            sums[place] += mass * value
    return MismatchMoments(*sums)
