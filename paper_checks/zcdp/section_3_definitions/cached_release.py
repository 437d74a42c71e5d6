"""One release with two choices: private as a machine, charged more as a kernel, exactly."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import cast
from banditproof.paper_checks.verdicts.vocabulary import below, require
from banditproof.theory.accounting.finite_divergences import zcdp_of_laws
from banditproof.theory.enclosure import Enclosure
from banditproof.verify.definitions.concentrated import zcdp_constant
from banditproof.verify.definitions.finite_machine import FiniteMachine, State, as_kernel
from banditproof.verify.definitions.notions import Notion
from banditproof.verify.exact_laws.law_divergences import log_sum

Releases = tuple[tuple[Fraction, ...], ...]
"""The law of a release for each value of what it counts."""

RELEASED: Releases = (
    (Fraction(6, 10), Fraction(3, 10), Fraction(1, 10)),
    (Fraction(1, 10), Fraction(3, 10), Fraction(6, 10)),
)


def two_choices(released: Releases = RELEASED) -> FiniteMachine:
    """T = 3: a_1 = 1; Z is released once from r_1; a_2 = 2 iff Z <= 1, then a_3 = 2 iff Z = 0."""

    def act(state: State) -> dict[tuple[int, State], Fraction]:
        kind, value = cast(tuple[str, int], state)
        if kind == "reward":
            law = enumerate(released[value])
            return {(int(z <= 1), ("Z", z)): chance for z, chance in law if chance}
        return {(int(kind == "Z" and value == 0), state): Fraction(1)}

    def observe(state: State, label: int, reward: Fraction | int) -> State:
        return ("reward", int(reward)) if state == ("begin", 0) else state

    return FiniteMachine(2, 3, {("begin", 0): Fraction(1)}, act, observe)


def cost_of(released: Releases = RELEASED) -> Enclosure:
    """The smallest rho of the release itself, over all pairs of values one apart."""
    pairs = zip(released[1:], released[:-1], strict=True)
    both = [zcdp_of_laws(*laws, 8) for p, q in pairs for laws in ((p, q), (q, p))]
    return Enclosure.max(*both)


@cache
def constants() -> dict[str, Enclosure]:
    """The smallest rho on tables, as a machine and as a kernel."""
    machine = two_choices()
    return {
        "Table": zcdp_constant(machine, Notion.TABLE, 6),
        "machine": zcdp_constant(machine, Notion.INTERACTIVE, 6),
        "kernel": zcdp_constant(as_kernel(machine), Notion.INTERACTIVE, 6),
    }


def charged_twice(released: Sequence[Sequence[Fraction]] = RELEASED) -> str:
    """The sum of KL of the two choices after a_2 = 2 against rho of the machine."""
    coins = [(law[0] + law[1], law[0] / (law[0] + law[1])) for law in released]
    logs: dict[Fraction, Fraction] = {}
    for p, q in zip(*coins, strict=True):
        for x, y in ((p, q), (1 - p, 1 - q)):
            logs[x / y] = logs.get(x / y, Fraction(0)) + x
    total, rho = log_sum(logs), constants()["machine"]
    finding = "The choices are charged no more than the machine costs."
    require(below(rho, total), finding, release=released, rho=rho, sum_of_KL=total)
    return f"rho = {rho} as a machine, and KL of the choices adds up to {total} after a_2 = 2"


def one_law_for_all(as_a_kernel: bool = False) -> str:
    """The machine costs on tables and against adversaries what its release costs."""
    result, cost = constants(), cost_of()
    for name in ("Table", "kernel" if as_a_kernel else "machine"):
        same = result[name].lo <= cost.hi and cost.lo <= result[name].hi
        require(same, "The policy costs more than its release.", reading=name, rho=result[name])
    return f"rho = {cost}"
