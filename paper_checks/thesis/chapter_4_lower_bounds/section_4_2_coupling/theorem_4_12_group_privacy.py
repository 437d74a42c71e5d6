"""Claims about group privacy along fixed actions: Theorem 4.12, its proof, and the readings."""

from __future__ import annotations
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from operator import ne
from typing import Any
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.verdicts.vocabulary import need, points, refuted, require
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.decompositions.adaptive_witnesses import counts_and_tells, rare_probe
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_machine import Finite, with_own_actions
from banditproof.verify.definitions.finite_policy import FinitePolicy, History
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.definitions.witness_policies import repeated_responses
from banditproof.verify.exact_laws.law_divergences import divergence_of_laws, log_sum
from .decomposition_situations import drawn, noisy_count
from .finite_channels import need_tight


class Logs(defaultdict[Fraction, Fraction]):
    """A sum of weight times log(ratio), as {ratio: weight}."""

    def __init__(self) -> None:
        super().__init__(Fraction)

    def add(self, other: Logs) -> None:
        """Add another sum."""
        for ratio, weight in other.items():
            self[ratio] += weight


def step_logs(policy: FinitePolicy, left: History, right: History, weight: Fraction) -> Logs:
    """weight times KL(pi_t(. | left) || pi_t(. | right))."""
    logs = Logs()
    for p, q in zip(policy.kernel[left], policy.kernel[right], strict=True):
        if p:
            logs[p / q] += weight * p
    return logs


PathSum = tuple[History, History, int, Enclosure]
"""Two histories, in how many rewards they differ, and the sum of the divergences along them."""


def path_sums(
    policy: FinitePolicy, actions: Iterable[tuple[int, ...]] | None = None
) -> Iterator[PathSum]:
    """For all lists of T - 1 rewards, and all fixed actions: sum_t KL(pi_t(.|H) || pi_t(.|H'))."""
    length = policy.horizon - 1

    @cache
    def logs_after(left: History, right: History) -> Logs:
        return step_logs(policy, left, right, Fraction(1))

    for labels in actions or product(range(policy.arms), repeat=length):
        for first, second in product(product(policy.rewards, repeat=length), repeat=2):
            if first == second:
                continue
            left, right = (tuple(zip(labels, r, strict=True)) for r in (first, second))
            logs = Logs()
            for t in range(policy.horizon):
                logs.add(logs_after(left[:t], right[:t]))
            yield left, right, sum(map(ne, first, second)), log_sum(logs)


def largest_sum(policy: FinitePolicy) -> Enclosure:
    """The largest of these sums."""
    return max((total for *_, total in path_sums(policy)), key=lambda total: total.lo)


Power = Callable[[int], Fraction | int]
SLACK = Fraction(1, 10**8)
"""rho is known to ten digits, and attained at distance 1, as the limit of D_alpha / alpha."""


def _kernels() -> list[FinitePolicy]:
    chosen = [counts_and_tells(Fraction(1, 1000)), rare_probe()]
    cases = [*drawn(81, 5, (3, 3, 3, 2, 4)), *chosen]
    count = noisy_count(2, Fraction(1, 10**4))
    return [count, *(case.kernel for case in cases), repeated_responses(3, 4)]


@cache
def _jobs() -> tuple[tuple[FinitePolicy, tuple[PathSum, ...]], ...]:
    """The kernels with the sums along their action sequences."""
    three = noisy_count(3, Fraction(1, 10**4))
    jobs = [*((kernel, None) for kernel in _kernels()), (three, [(0, 0, 0)])]
    return tuple((policy, tuple(path_sums(policy, actions))) for policy, actions in jobs)


@cache
def _constant(number: int, notion: Notion) -> Enclosure:
    """The certified zCDP constant of a kernel."""
    return zcdp_constant(_jobs()[number][0], notion, 10)


def _bounded(power: Power, notion: Notion = Notion.INTERACTIVE) -> Sides:
    """Every action sequence and pair of lists against the certified constant of the kernel."""
    sides = Sides()
    finding = "Along one action sequence the divergences sum to more."
    for number, (_, sums) in enumerate(_jobs()):
        rho = _constant(number, notion)
        for left, right, d, total in sums:
            allowed = rho * (Fraction(power(d)) * (1 + SLACK))
            sides.at_most(total, allowed, finding, kernel=number, d=d, H=left, H_other=right)
    need_tight(sides)
    return sides


SHARPER = {
    "sharper: 99 % of rho": {"power": lambda d: Fraction(99 * d * d, 100)},
    "sharper: d": {"power": lambda d: d},
    "sharper: d(d+1)/2": {"power": lambda d: Fraction(d * (d + 1), 2)},
    "sharper: 2d - 1": {"power": lambda d: 2 * d - 1},
    "sharper: 3/4 d^2 beyond distance 1": {"power": lambda d: max(1, Fraction(3 * d * d, 4))},
    "sharper: d^1.98": {"power": lambda d: Fraction(float(d) ** 1.98)},
}
KERNELS = "ten kernels (T = 2, 3, 4; K = 2, 3, 4) with all pairs of lists and all fixed actions "
KERNELS += "(one for the longest count); rho over all orders."


@checks("thesis.eq4.8", mutants={**SHARPER})
def constant_adversary(power: Power = lambda d: d * d, proof: Proof = WRITTEN) -> Verdict:
    """The constant adversary on tables with constant rows, by the product (4.9)."""
    return proof.verdict(instances=KERNELS, sharpness=_bounded(power).sharpness)


@checks("thesis.eq4.9")
@mutant("the policy sees its own actions", own=True)
def view_is_a_product(own: bool = False, proof: Proof = WRITTEN) -> Verdict:
    """All outputs of the policy against the queries, mass by mass, and the two divergences."""
    for number, policy in enumerate(_kernels()[:4]):
        for left, right, d, total in path_sums(policy):
            laws = []
            for past in (left, right):
                law: dict[tuple[int, ...], Fraction] = {}
                for outputs in product(range(policy.arms), repeat=policy.horizon):
                    mass = Fraction(1)
                    for t, arm in enumerate(outputs):
                        seen = tuple(
                            (outputs[s] if own else past[s][0], past[s][1]) for s in range(t)
                        )
                        mass *= policy.kernel[seen][arm]
                    if mass:
                        law[outputs] = mass
                laws.append(law)
            whole = divergence_of_laws(laws[0], laws[1])
            same = whole.lo <= total.hi and total.lo <= whole.hi
            require(same, "The divergence is not the sum.", kernel=number, d=d, KL=whole, sum=total)
    return proof.verdict()


@checks("thesis.thm4.12", mutants={"the View constant": {"notion": Notion.VIEW}, **SHARPER})
def strong_group_privacy(
    power: Power = lambda d: d * d, notion: Notion = Notion.INTERACTIVE, proof: Proof = WRITTEN
) -> Verdict:
    """Every label sequence and pair of lists against the certified constant of the kernel."""
    sides = _bounded(power, notion)
    return proof.verdict(
        numbers={"pairs": sides.cases}, instances=KERNELS, sharpness=sides.sharpness
    )


@checks("thesis.thm4.12.machine")
@mutant("the kernel reading", policy=lambda: rare_probe().policy)
def strong_group_privacy_of_machines(
    policy: Callable[[], Finite] = lambda: with_own_actions(rare_probe().kernel),
) -> Verdict:
    """A probe that is rare costs a machine little and its conditional laws much."""
    rho = zcdp_constant(policy(), Notion.INTERACTIVE, 6)
    total = largest_sum(rare_probe().kernel)
    if total <= rho:
        return points()
    need(total > rho, "The comparison is undecided", sum=total, rho=rho)
    case: dict[str, Any] = {
        "K": policy().arms,
        "T": policy().horizon,
        "rho": rho,
        "sum of KL": total,
    }
    return refuted(
        f"A machine with Interactive constant {rho} has conditional laws whose divergences sum to "
        f"{total} at distance 1: an unlikely prefix weighs as much as a likely one.",
        numbers={"rho": rho, "sum of KL": total},
        witness="Arm 2 with probability 1/10, else arm 1; after its own arm 2 arm 3 or 4 by "
        "randomised response of r_1 with ratio 3, otherwise arm 1. Along a_1 = 2 with r_1 = 1 and "
        "r_1 = 0 the sum is log(3)/2.",
        **case,
    )
