"""Claims about closed policies: Section III-D, after Proposition 2."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import cast
from banditproof.paper_checks.checking import WRITTEN, Proof, Sides, Verdict, checks, mutant
from banditproof.paper_checks.models import strongest_adversary as adversary
from banditproof.paper_checks.models.neighbouring_laws import table_laws
from banditproof.paper_checks.verdicts.vocabulary import need, require
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_machine import FiniteMachine, State
from banditproof.verify.definitions.notions import Notion
from ...models.policy_protocols import Kernel, kernel_as_machine, random_kernel
from .cached_release import Releases, constants, cost_of

CLOSE = 1 + Fraction(1, 10**5)
"""Equal constants are known to six digits."""


def no_larger_post_processed(kernel: Kernel) -> bool:
    """Table zCDP of the policy is Table zCDP of every post-processed one, at orders 2 and 3."""
    laws = table_laws(kernel_as_machine(kernel), 3)
    return all(
        adversary.post_processed(kernel, 3, adversary.moment_of(order)) <= laws.moment(order)
        for order in (2, 3)
    )


@checks("zcdp.prop2.closed.equivalent")
@mutant("every policy is closed", closed=lambda kernel: True)
def closed_policies_of_the_paper(
    closed: Callable[[Kernel], bool] = no_larger_post_processed, proof: Proof = WRITTEN
) -> Verdict:
    """Kernels with and without labels: the moments on tables and against adversaries."""
    source, number = random.Random(58), 0
    kernels = [random_kernel(source, 3, labels=labels) for labels in (False, True, False, True)]
    for kernel in filter(closed, kernels):
        number += 1
        for order in (2, 3):
            asked = adversary.interactive(kernel, 3, adversary.moment_of(order))
            on_tables = table_laws(kernel_as_machine(kernel), 3).moment(order)
            finding = "A closed policy has a larger moment against adversaries."
            require(asked == on_tables, finding, order=order, moments=(asked, on_tables))
    need(number >= 2, "None of the policies is closed")
    return proof.verdict()


def costs_what_it_releases(reading: str) -> Sides:
    """The policy with one release and two choices against the cost of the release."""
    sides = Sides()
    sides.at_most_or_repair(
        constants()[reading],
        cost_of() * CLOSE,
        "A policy that reads one release of its only reward, twice, costs more than the release: "
        "a_1 = 1, Z is drawn once from r_1, a_2 = 2 iff Z <= 1, then a_3 = 2 iff Z = 0; it is "
        "private on tables. The conditional laws are charged along the worst prefix.",
        T=3,
        K=2,
        law_of_Z="(3/5, 3/10, 1/10) or (1/10, 3/10, 3/5)",
        rho_of_the_release=cost_of(),
        rho_on_tables=constants()["Table"],
        rho_of_the_policy=constants()[reading],
    )
    return sides


@checks("zcdp.prop2.closed.episodes", subjects={"reading": ("kernel", "machine")})
@mutant("on tables", "print", reading="Table")
def adaptive_episodes(reading: str, proof: Proof = WRITTEN) -> Verdict:
    """The steps, and the exact constants of one such policy."""
    costs_what_it_releases("Table")
    sides = costs_what_it_releases(reading)
    return proof.verdict(sharpness=sides.sharpness)


LEAVES: Releases = ((Fraction(5, 8), Fraction(3, 8)), (Fraction(3, 8), Fraction(5, 8)))
ROOTS: Releases = (
    (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)),
    (Fraction(2, 5), Fraction(3, 10), Fraction(3, 10)),
    (Fraction(1, 4), Fraction(3, 10), Fraction(9, 20)),
)
Node = tuple[str, int, int]


def tree_of_two(leaves: Releases = LEAVES, roots: Releases = ROOTS) -> FiniteMachine:
    """T = 3: the node [1, 1] is released for a_2, the node [1, 2] for a_3, which reads both."""

    def act(state: State) -> dict[tuple[int, State], Fraction]:
        kind, seen, count = cast(Node, state)
        if kind == "leaf":
            return {(z, ("released", z, count)): p for z, p in enumerate(leaves[count])}
        law: dict[tuple[int, State], Fraction] = {}
        for z, p in enumerate(roots[count] if kind == "root" else (Fraction(1),)):
            key = (int(kind == "root" and z + seen >= 2), state)
            law[key] = law.get(key, Fraction(0)) + p
        return law

    def observe(state: State, label: int, reward: Fraction | int) -> State:
        kind, seen, count = cast(Node, state)
        return ("leaf" if kind == "begin" else "root", seen, count + int(reward))

    return FiniteMachine(2, 3, {("begin", 0, 0): Fraction(1)}, act, observe)


Price = Callable[[Enclosure, Enclosure], Enclosure]


@checks("zcdp.prop2.closed.tree")
@mutant("sharper: the leaf alone pays", price=lambda leaf, root: leaf)
@mutant("sharper: the root alone pays", price=lambda leaf, root: root)
def trees_as_machines(
    price: Price = lambda leaf, root: leaf + root, proof: Proof = WRITTEN
) -> Verdict:
    """A tree over two steps with discrete noise, on tables and against all adversaries."""
    sides, machine = Sides(), tree_of_two()
    most = price(cost_of(LEAVES), cost_of(ROOTS)) * CLOSE
    for notion in (Notion.TABLE, Notion.INTERACTIVE):
        result = zcdp_constant(machine, notion, 6)
        sides.at_most(result, most, "The tree costs more than its nodes.", notion=notion.value)
    return proof.verdict(sharpness=sides.sharpness)
